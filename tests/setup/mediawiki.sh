#!/bin/sh
# Installs MediaWiki and what it needs, on Debian and as root; elsewhere says what would be needed.
set -eu
packages="mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl php-apcu php-curl"

if [ ! -e /usr/share/mediawiki/api.php ] || ! command -v php >/dev/null; then
    if [ "${SYSTEM_PACKAGES:-1}" = 0 ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "tests with a real MediaWiki are skipped; this would install it: apt-get install $packages"
        exit 0
    fi
    echo "installing for the tests (not with SYSTEM_PACKAGES=0): apt-get install $packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

# Debian's packages are not locked as Python's are, so the log says which versions the tests met.
if command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086,SC2016
    versions=$(dpkg-query --show --showformat='${Package} ${Version}, ' $packages 2>/dev/null) || true
    echo "tests use ${versions%, }"
fi
echo "tests use PHP $(php -r 'echo PHP_VERSION;')"
