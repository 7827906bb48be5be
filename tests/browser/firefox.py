"""A stock Firefox without a window, driven over its own remote protocol (WebDriver BiDi) through one websocket."""

import json
import os
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import websocket

PREFERENCES = {  # what is not on this machine goes to a proxy that is not there, and no name is looked up
    **{f"network.proxy.{kind}": "127.0.0.1" for kind in ("http", "ssl", "socks")},
    **{f"network.proxy.{kind}_port": 9 for kind in ("http", "ssl", "socks")},
    "network.proxy.type": 1,
    "network.proxy.failover_direct": False,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "network.dns.disabled": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.aboutwelcome.enabled": False,
}
KEYS = {"Shift": "\ue008", "Control": "\ue009", "Enter": "\ue007", "ArrowRight": "\ue014"}


class Firefox:
    """`with Firefox(program) as page:` has one tab; `page.errors` and `page.requests` fill as the page works."""

    def __init__(self, program):
        self.program, self.errors, self.requests, self.count = program, [], [], 0

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        profile = Path(self.folder.name)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("".join(lines))
        options = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0", "about:blank"]
        self.process = subprocess.Popen(
            [self.program, *options],
            env=os.environ | {"HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self.socket = websocket.create_connection(self.address(profile), timeout=60, suppress_origin=True)
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            self.tab = self.send("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def address(self, profile):
        for _ in range(600):
            with suppress(OSError, ValueError):  # not written yet, or half written
                found = json.loads((profile / "WebDriverBiDiServer.json").read_text())
                return f"ws://{found['ws_host']}:{found['ws_port']}/session"
            time.sleep(0.1)
        raise TimeoutError("Firefox did not start within a minute")

    def __exit__(self, *_):
        with suppress(Exception):
            self.send("browser.close")
            self.process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.folder.cleanup()

    def send(self, method, **parameters):
        """One command and its result; events that come before the answer are noted on the way."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.count:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
            event = message.get("params", {})
            if message.get("method") == "network.beforeRequestSent":
                self.requests.append(event["request"]["url"])
            elif message.get("method") == "log.entryAdded" and event["level"] == "error":
                self.errors.append(event["text"])

    def goto(self, url):
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, expression):
        """The JSON value of an expression of the page's own language."""
        source = f"JSON.stringify({expression})"
        answer = self.send("script.evaluate", expression=source, target={"context": self.tab}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def wait(self, expression, seconds=60):
        """The first true value of an expression."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(RuntimeError):  # what it asks about is not there yet
                if value := self.evaluate(expression):
                    return value
            time.sleep(0.1)
        raise TimeoutError(f"not within {seconds} s: {expression} (errors: {self.errors})")

    def press(self, keys):
        """Real key events to the element that has the focus: "a", "Shift+Enter"."""
        names = [KEYS.get(key, key) for key in keys.split("+")]
        moves = [("keyDown", key) for key in names] + [("keyUp", key) for key in reversed(names)]
        actions = [{"type": kind, "value": key} for kind, key in moves]
        self.send("input.performActions", context=self.tab, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def drag(self, start, end, steps=5):
        """Real mouse events: press at a place of the window, move in steps, let go."""
        ways = [
            [round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True)] for step in range(1, steps + 1)
        ]
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 30} for x, y in [start, *ways]]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self.send(
            "input.performActions", context=self.tab, actions=[{"type": "pointer", "id": "mouse", "actions": actions}]
        )
