#!/bin/sh
# Installs MediaWiki and what it needs, on Debian and as root; elsewhere says what would be needed.
set -eu
cd "${0%/*}/../.."
. tests/setup/lib/debian.sh
packages="mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl php-apcu php-curl"

if [ ! -e /usr/share/mediawiki/api.php ] || ! command -v php >/dev/null; then
    # shellcheck disable=SC2086
    install "tests with a real MediaWiki" $packages
fi
command -v php >/dev/null || exit 0

# Debian's packages are not locked as Python's are, so the log says which versions the tests met.
if command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086,SC2016
    versions=$(dpkg-query --show --showformat='${Package} ${Version}, ' $packages 2>/dev/null) || true
    echo "tests use ${versions%, }"
fi
echo "tests use PHP $(php -r 'echo PHP_VERSION;')"
