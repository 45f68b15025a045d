#!/bin/sh
# Installs Chromium, on Debian and as root; elsewhere says what would be needed.
set -eu
packages="chromium"

if ! command -v chromium >/dev/null; then
    if [ "${SYSTEM_PACKAGES:-1}" = 0 ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "tests in a real browser are skipped; this would install it: apt-get install $packages"
        exit 0
    fi
    echo "installing for the tests (not with SYSTEM_PACKAGES=0): apt-get install $packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "$packages" >/dev/null
fi

# Debian's packages are not locked as Python's are, so the log says which versions the tests met.
echo "tests use $(chromium --version 2>/dev/null)"
