#!/bin/sh
# Installs other people's tools for OpenAPI documents, pinned, into .tools/; on Debian and as root also what runs them.
set -eu
cd "${0%/*}/../.."
packages="nodejs npm default-jre-headless"

if ! command -v node >/dev/null || ! command -v npm >/dev/null || ! command -v java >/dev/null; then
    if [ "${SYSTEM_PACKAGES:-1}" = 0 ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "tests with other people's OpenAPI tools are skipped; this would install it: apt-get install $packages"
        exit 0
    fi
    echo "installing for the tests (not with SYSTEM_PACKAGES=0): apt-get install $packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

# Each set of npm packages has a folder of its own, since they disagree about versions; a stamp tells what it was made from.
for folder in tests/openapi/tools/npm/*; do
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
