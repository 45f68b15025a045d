"""Hosts that are this machine, to which requests need no encryption."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Return whether a host, as an address has it, is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
