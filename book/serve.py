"""Serve a folder on this machine only, on the first free port from the given one, and say where."""

import functools
import http.server
import sys


def main(folder, port):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    for candidate in range(port, port + 50):
        try:
            server = http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
        print(f"The book is at http://127.0.0.1:{candidate}/   (stop with Ctrl+C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
    sys.exit(f"no free port between {port} and {port + 49}: name another one with make read PORT=...")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
