#!/bin/sh
# Looks for the supported versions of Python, fetches from Debian's newer suites those that are missing, and makes
# an environment for each. All of it lies in .interpreters/; nothing is installed into the system, so that this can run
# beside what does.
set -eu
cd "$(dirname "$0")/../.."
python=.venv/bin/python
[ -x $python ] || { echo "first: make .venv/.for-test" >&2; exit 1; }
folder=$PWD/.interpreters
lists=$folder/apt

# apt-get as if nothing was installed and only the newer suites existed.
apt() {
    apt-get -qq -o Dir::State="$lists" -o Dir::State::status="$lists/status" -o Dir::Cache="$lists/cache" \
        -o Dir::Etc::sourcelist="$lists/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::Etc::preferences=- -o Dir::Etc::preferencesparts=- -o APT::Default-Release=testing \
        -o APT::Sandbox::User= -o Debug::NoLocking=1 "$@"
}

# From where this machine has its own Debian packages.
mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --no-release-info --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        sed -nE "s/^($VERSION_CODENAME|(old)?stable|testing|unstable|sid) //p" | head -n 1
}

update() {
    mkdir -p "$lists/lists/partial"
    : >"$lists/status"
    for suite in testing unstable; do
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) $suite main"
    done >"$lists/sources.list"
    apt update
}

# A version with all that it needs, the C library included, and a command that starts it with those.
unpack() {
    root=$lists/root
    rm -rf "$root" "$lists/cache"
    mkdir -p "$root/usr/libexec" "$lists/cache/archives/partial"
    apt install --yes --no-install-recommends --download-only "python$1" >/dev/null 2>&1 || return 0
    for package in "$lists"/cache/archives/*.deb; do
        dpkg-deb --extract "$package" "$root"
    done
    mv "$root/usr/bin/python$1" "$root/usr/libexec/"
    cat >"$root/usr/bin/python$1" <<EOF
#!/bin/sh
usr=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")
for loader in "\$usr"/lib/*/ld-linux*.so.*; do
    exec "\$loader" --library-path "\$(dirname "\$loader")" --argv0 "\$0" "\$usr/libexec/python$1" "\$@"
done
EOF
    chmod +x "$root/usr/bin/python$1"
    rm -rf "${folder:?}/$1" "$lists/cache"
    mv "$root" "$folder/$1"
}

missing() {
    $python -m tests.interpreters.discovery | paste -s -d ' ' -
}

wanted=$(missing)
if [ -n "$wanted" ] && [ "${SYSTEM_PACKAGES:-1}" != 0 ] && grep -qx 'ID=debian' /etc/os-release 2>/dev/null; then
    echo "fetching for the tests, into .interpreters/, from Debian testing or unstable: Python $wanted"
    VERSION_CODENAME=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    update || true
    for version in $wanted; do
        unpack "$version"
    done
    wanted=$(missing)
fi
[ -z "$wanted" ] || echo "tests are skipped that need what neither PATH nor pyenv nor Debian has: Python $wanted"
$python -m tests.interpreters.environment
