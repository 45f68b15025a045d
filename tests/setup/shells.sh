#!/bin/sh
# Installs the shells in which completion is tried, on Debian and as root; elsewhere says what would be needed.
set -eu
. "${0%/*}/lib/debian.sh"

for shell in zsh fish; do
    command -v $shell >/dev/null || install "tests of completion in $shell" $shell
done
