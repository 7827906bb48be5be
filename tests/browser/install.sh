#!/bin/sh
# See that a Chromium or Chrome is there for the browser tests; install Debian's if this user may.
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -n "$CHROME" ] && [ -x "$CHROME" ] && exit 0
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=no; fi
  if [ "$as_root" != no ]; then
    echo "installing chromium for the browser tests"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq chromium >/dev/null && exit 0
  fi
fi
echo "No Chromium or Chrome found, and it could not be installed. Install one (Debian: apt-get install chromium)," >&2
echo "or set CHROME to the path of its program; without it the browser tests are skipped (with CI=true they fail)." >&2
exit 0
