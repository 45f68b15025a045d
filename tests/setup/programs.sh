#!/bin/sh
# Installs what runs other people's tools for OpenAPI documents, and web servers, on Debian and as root; elsewhere says
# what would be needed.
set -eu
. "${0%/*}/lib/debian.sh"

# unless PACKAGE PLACE: the package, unless there is a program or a file of that name.
unless() {
    [ -e "$2" ] || PATH=$PATH:/usr/sbin command -v "$2" >/dev/null || echo "$1"
}

missing=$(
    unless curl curl
    [ -z "${EXHAUSTIVE:-}" ] || unless default-jre-headless java
    [ -z "${EXHAUSTIVE:-}" ] || unless golang-go go # 450 MB
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
