#!/bin/sh
# See that a Chromium or Chrome and a Firefox are there for the browser tests; install Debian's if this user may.
has() {
  for name in "$@"; do [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && return 0; done
  return 1
}
missing=""
has "$CHROME" chromium chromium-browser google-chrome google-chrome-stable || missing="chromium"
has "$FIREFOX" firefox-esr firefox || missing="$missing firefox-esr"
[ -z "$missing" ] && exit 0
if has apt-get; then
  if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=no; fi
  if [ "$as_root" != no ]; then
    echo "installing for the browser tests:" $missing
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq && $as_root apt-get install -y -qq $missing >/dev/null && exit 0
  fi
fi
echo "Not found, and could not be installed:" $missing >&2
echo "Install them (Debian: apt-get install $missing), or set CHROME and FIREFOX to the paths of their programs;" >&2
echo "without them their tests are skipped (with CI=true they fail)." >&2
exit 0
