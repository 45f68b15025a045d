"""Addresses that a client may send secrets to."""

import httpx2

from .loopback import is_loopback


def address_problem(text: str, allow_http: bool) -> str | None:
    """The fault of an address; without https it must be of this machine, unless the caller allows more."""
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL:
        return "cannot be read"
    if url.scheme not in ("http", "https") or not url.host:
        return "must begin with https:// and a host"
    if set(url.host) & set("[]%") or url.host.startswith(".") or ".." in url.host:
        return "cannot be read"
    if url.userinfo or "?" in text or "#" in text:  # the library does not tell an empty query
        return "must not contain a user, query or fragment"
    if url.scheme == "http" and not allow_http and not is_loopback(url.host):
        return "begins with http://, which encrypts nothing; if you mean it, say allow_http=True"
    return None
