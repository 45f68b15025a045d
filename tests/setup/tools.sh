#!/bin/sh
# Installs other people's tools for OpenAPI documents, pinned, into .tools/; on Debian and as root also what runs them.
set -eu
cd "${0%/*}/../.."
. tests/setup/lib/debian.sh

# unless PACKAGE PLACE: the package, unless there is a program or a file of that name.
unless() {
    [ -e "$2" ] || PATH=$PATH:/usr/sbin command -v "$2" >/dev/null || echo "$1"
}

missing=$(
    unless curl curl
    unless default-jre-headless java
    unless golang-go go
    unless nginx nginx
    unless apache2 apache2
    unless libapache2-mod-security2 /usr/lib/apache2/modules/mod_security2.so
    unless modsecurity-crs /usr/share/modsecurity-crs/owasp-crs.load
)
policy=/usr/sbin/policy-rc.d # the tests start web servers themselves, the packages shall not
if [ -n "$missing" ] && may_install && [ ! -e $policy ] && [ -w /usr/sbin ]; then
    trap '/bin/rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    /bin/chmod +x $policy
fi
# shellcheck disable=SC2086
install "tests with other people's OpenAPI tools" $missing

python=.venv/bin/python
[ -x $python ] || { echo "first: make .venv/.for-test" >&2; exit 1; }

# Each set of npm packages has a folder of its own, since they disagree about versions; a stamp tells what it was made from.
for folder in tests/openapi/tools/npm/* tests/site/npm/*; do
    here=.tools/${folder##*/}
    if ! cmp -s "$folder/package-lock.json" "$here/.made-from"; then
        echo "installing for the tests, into $here: npm packages"
        mkdir -p "$here"
        cp "$folder/package.json" "$folder/package-lock.json" "$here/"
        $python -m tests.node ci "$here" && cp "$folder/package-lock.json" "$here/.made-from" ||
            echo "cannot be installed: $here"
    fi
done
if ! cmp -s requirements/tools.txt .tools/python/.made-from; then
    echo "installing for the tests, into .tools/python: Python packages"
    $python -m venv --clear .tools/python
    .tools/python/bin/python -m pip install --require-hashes --no-deps --disable-pip-version-check --quiet \
        --requirement requirements/tools.txt
    cp requirements/tools.txt .tools/python/.made-from
fi
