# Debian's packages for the tests: which may be installed, all at once, and where that fails each on its own, so that one
# that cannot be had keeps nothing else away.

may_install() {
    [ "${SYSTEM_PACKAGES:-1}" != 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# Waits while another apt-get holds the lists, for whose lock apt has no timeout, unlike for that of packages.
update() {
    tries=30
    while [ $((tries -= 1)) -ge 0 ]; do
        told=$(LC_ALL=C apt-get update -qq 2>&1) && return 0
        case $told in
        *"get lock"*) sleep 10 ;;
        *) break ;;
        esac
    done
    echo "apt-get update failed; trying with the lists that are here ($told)"
}

add() {
    apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends "$@"
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
    update
    if add "$@" >/dev/null 2>&1; then
        return 0
    fi
    for package; do
        told=$(add "$package" 2>&1) ||
            echo "cannot be installed: $package ($told)"
    done
}
