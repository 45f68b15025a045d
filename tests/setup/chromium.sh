#!/bin/sh
# Installs Chromium without what draws windows, on Debian and as root; elsewhere says what would be needed. A browser
# that is here already will do, if `tests/browser.py` knows its name.
set -eu
. "${0%/*}/lib/debian.sh"

browser() {
    command -v chromium-headless-shell || command -v chromium || command -v google-chrome
}

browser >/dev/null || install "tests in a real browser" chromium-headless-shell

# Debian's packages are not locked as Python's are, so the log says which versions the tests met.
! program=$(browser) || echo "tests use ${program##*/}: $("$program" --version 2>/dev/null)"
