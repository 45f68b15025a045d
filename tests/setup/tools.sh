#!/bin/sh
# Installs other people's tools for OpenAPI documents, pinned, into .tools/; on Debian and as root also what runs them.
set -eu
cd "${0%/*}/../.."
packages="nodejs npm default-jre-headless golang-go nginx apache2 libapache2-mod-security2 modsecurity-crs"

has() {
    for name; do
        PATH=$PATH:/usr/sbin command -v "$name" >/dev/null || return 1
    done
}

if ! has node npm java go nginx apache2 || [ ! -e /usr/lib/apache2/modules/mod_security2.so ] ||
    [ ! -e /usr/share/modsecurity-crs/owasp-crs.load ]; then
    if [ "${SYSTEM_PACKAGES:-1}" = 0 ] || [ "$(id -u)" != 0 ] || ! has apt-get; then
        echo "tests with other people's OpenAPI tools are skipped; this would install it: apt-get install $packages"
    else
        echo "installing for the tests (not with SYSTEM_PACKAGES=0): apt-get install $packages"
        policy=/usr/sbin/policy-rc.d # the tests start web servers themselves, the packages shall not
        if [ ! -e $policy ] && [ -w /usr/sbin ]; then
            trap '/bin/rm -f $policy' EXIT
            printf '#!/bin/sh\nexit 101\n' >$policy
            /bin/chmod +x $policy
        fi
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # shellcheck disable=SC2086
        apt-get install -y -qq --no-install-recommends $packages >/dev/null
    fi
fi
has node npm || exit 0

# Each set of npm packages has a folder of its own, since they disagree about versions; a stamp tells what it was made from.
for folder in tests/openapi/tools/npm/* tests/site/npm/*; do
    here=.tools/${folder##*/}
    if ! cmp -s "$folder/package-lock.json" "$here/.made-from"; then
        echo "installing for the tests, into $here: npm packages"
        mkdir -p "$here"
        cp "$folder/package.json" "$folder/package-lock.json" "$here/"
        (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
        cp "$folder/package-lock.json" "$here/.made-from"
    fi
done
if ! cmp -s requirements/tools.txt .tools/python/.made-from; then
    echo "installing for the tests, into .tools/python: Python packages"
    .venv/bin/python -m venv --clear .tools/python
    .tools/python/bin/python -m pip install --require-hashes --no-deps --disable-pip-version-check --quiet \
        --requirement requirements/tools.txt
    cp requirements/tools.txt .tools/python/.made-from
fi
