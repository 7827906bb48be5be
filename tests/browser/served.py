"""The built book as the tests and the bench serve it, and the browser that they open it in."""

import os
import shutil
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "_build" / "html"
PREFIX = "/some/where/"  # the book must work from any folder of a host
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # every request to another host fails at once
]


class Handler(SimpleHTTPRequestHandler):
    """Serves the book below PREFIX and nothing elsewhere, without a log."""

    protocol_version = "HTTP/1.1"
    served = []  # what was asked for

    def send_head(self):
        self.served.append(self.path)
        if not self.path.startswith(PREFIX):
            return self.send_error(404)
        self.path = self.path.removeprefix(PREFIX.rstrip("/"))
        return super().send_head()

    def log_message(self, *_):
        pass


def chromium():
    """The program, or an end of the test that says what is missing."""
    program = os.environ.get("CHROME") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROME to its program")
    return program
