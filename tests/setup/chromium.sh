#!/bin/sh
# Installs Chromium, on Debian and as root; elsewhere says what would be needed.
set -eu
. "${0%/*}/lib/debian.sh"

command -v chromium >/dev/null || install "tests in a real browser" chromium

# Debian's packages are not locked as Python's are, so the log says which versions the tests met.
! command -v chromium >/dev/null || echo "tests use $(chromium --version 2>/dev/null)"
