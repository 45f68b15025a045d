# Debian's packages for the tests: which may be installed, all at once, and where that fails each on its own, so that one
# that cannot be had keeps nothing else away.

may_install() {
    [ "${SYSTEM_PACKAGES:-1}" != 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# install TESTS PACKAGE...: installs packages, or says which tests lack them.
install() {
    tests=$1
    shift
    [ $# != 0 ] || return 0
    if ! may_install; then
        echo "$tests are skipped; this would install it: apt-get install $*"
        return 0
    fi
    echo "installing for the tests (not with SYSTEM_PACKAGES=0): apt-get install $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || echo "apt-get update failed; trying with the lists that are here"
    if apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; then
        return 0
    fi
    for package; do
        told=$(apt-get install -y -qq --no-install-recommends "$package" 2>&1) ||
            echo "cannot be installed: $package ($told)"
    done
}
