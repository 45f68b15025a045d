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

# Where nobody keeps the machine, a crash in between may leave what it wants, and dpkg need not wait for the disk.
add() {
    apt-get install -y -qq -o DPkg::Lock::Timeout=300 ${CI:+-o DPkg::Options::=--force-unsafe-io} \
        --no-install-recommends "$@"
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
    # First with the lists that are here: another script may have fetched them a moment ago.
    ! add "$@" >/dev/null 2>&1 || return 0
    update
    ! add "$@" >/dev/null 2>&1 || return 0
    for package; do
        told=$(add "$package" 2>&1) ||
            echo "cannot be installed: $package ($told)"
    done
}
