#!/bin/sh
# Unpacks other versions of MediaWiki into .mediawiki/, from the suites of Debian that have them. Nothing is installed
# into the system, so that this can run beside what does.
set -eu
cd "${0%/*}/../.."

# unpack VERSION FOLDER SUITE REPOSITORY
unpack() {
    lists=$PWD/$2/apt
    mkdir -p "$lists/lists/partial" "$lists/archives"
    : >"$lists/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $4 $3 main" >"$lists/sources.list"
    apt() {
        apt-get -qq -o Dir::State="$lists" -o Dir::State::status="$lists/status" -o Dir::Cache="$lists" \
            -o Dir::Etc::sourcelist="$lists/sources.list" -o Dir::Etc::sourceparts=- \
            -o Dir::Etc::preferences=- -o Dir::Etc::preferencesparts=- -o APT::Sandbox::User= "$@"
    }
    echo "fetching for the tests, into $2/, from Debian's $3: MediaWiki $1"
    if apt update && (cd "$lists/archives" && apt download "mediawiki=1:$1.*" "mediawiki-classes=1:$1.*"); then
        for package in "$lists"/archives/*.deb; do
            dpkg-deb --extract "$package" "$2"
        done
    fi
    rm -rf "$lists"
}

# shellcheck disable=SC2016
mirrors=$(apt-get indextargets --no-release-info --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null) || true
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null) || true
mirror=$(echo "$mirrors" | sed -nE "s/^($codename|(old)*stable) //p" | head -n 1)
security=$(echo "$mirrors" | sed -nE "s/^($codename|(old)*stable)-security //p" | head -n 1)
for wanted in "1.43 .mediawiki trixie $mirror" \
    "1.35 .mediawiki/1.35 bullseye-security ${security:-${mirror%/debian*}/debian-security/}"; do
    # shellcheck disable=SC2086
    set -- $wanted
    if [ ! -e "$2/usr/share/mediawiki/api.php" ] && [ "${SYSTEM_PACKAGES:-1}" != 0 ] &&
        grep -qx 'ID=debian' /etc/os-release 2>/dev/null; then
        unpack "$1" "$2" "$3" "$4"
        [ -e "$2/usr/share/mediawiki/api.php" ] || echo "tests of MediaWiki $1 are skipped: it cannot be had"
    fi
done
