#!/bin/sh
# Downloads other people's tools, pinned, into .tools/. It asks nothing of apt-get, so that it can run beside what does.
set -eu
cd "${0%/*}/../.."
python=.venv/bin/python
[ -x $python ] || { echo "first: make .venv/.for-test" >&2; exit 1; }
mkdir -p .tools

# A stamp tells what a set of packages was made from.
if ! cmp -s requirements/tools.txt .tools/python/.made-from; then
    echo "installing for the tests, into .tools/python: Python packages"
    # With pip where uv, which takes a third of the time, does not find them: it does not read pip's settings.
    $python -m venv --clear .tools/python
    $python -m uv pip install --python .tools/python/bin/python --require-hashes --no-deps --quiet --system-certs \
        --requirement requirements/tools.txt 2>/dev/null ||
        .tools/python/bin/python -m pip install --require-hashes --no-deps --disable-pip-version-check --quiet \
            --requirement requirements/tools.txt
    cp requirements/tools.txt .tools/python/.made-from
fi
lock=tests/setup/npm/package-lock.json
# The development dependencies are those of exhaustive runs.
[ -n "${EXHAUSTIVE:-}" ] && some= || some=--omit=dev
if ! cmp -s $lock .tools/npm/.made-from || { [ -z "$some" ] && [ ! -e .tools/npm/.with-all ]; }; then
    echo "installing for the tests, into .tools/npm: npm packages"
    rm -rf .tools/npm
    mkdir .tools/npm
    cp tests/setup/npm/package.json $lock .tools/npm/
    if $python -m tests.node ci .tools/npm $some; then
        cp $lock .tools/npm/.made-from
        [ -n "$some" ] || touch .tools/npm/.with-all
    else
        echo "cannot be installed: .tools/npm"
    fi
fi

# Of Scalar, the one file that a page loads: it depends on nothing, unlike the package around it.
scalar=.tools/scalar-1.46.4.js
if [ ! -e $scalar ]; then
    echo "fetching for the tests: $scalar"
    $python -m tests.node file @scalar/api-reference@1.46.4 \
        12909c386d79472f0328db3f7f901d440f7bb350799063de93300da672b48f52\
29c94e126ff99f7727c1d34582faf528ee17dce011514a49223dae5248cedf9e \
        dist/browser/standalone.js $scalar || echo "cannot be had: $scalar"
fi

# Of the examples of OpenAPI that ReadMe publishes, one document, which tests do not contain because of its licence.
trains=.tools/train-travel.json
if [ ! -e $trains ]; then
    echo "fetching for the tests: $trains"
    $python -m tests.node file @readme/oas-examples@8.2.2 \
        bb2b65be5ca5ab7ce97a61b487547b8a394c0426a3a97534569308d48c3e8fdd\
acefb63fa13ea905fdc164dd25625d162064e1ecf38ce0976eecbd78782cf05d \
        3.1/json/train-travel.json $trains || echo "cannot be had: $trains"
fi
