"""Proxies and certificates of the environment that the HTTP library cannot work with."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from urllib.request import getproxies

import httpx2

from .transport import Fault

_SCHEMES = ("http", "https", "socks5", "socks5h")
_LARGEST_PORT = 65_535


@contextmanager
def usable_environment(fault: Fault) -> Generator[None, None, None]:
    """Raise the package's own error where a proxy or a file of certificates cannot be used."""
    problem = _proxy_problem() or _folder_problem()
    if problem is None:
        try:
            yield
            return
        except OSError as error:
            problem = _file_problem(error)
        except (ImportError, ValueError, httpx2.InvalidURL) as error:
            problem = str(error)
    raise fault(f"the environment's proxies or certificates cannot be used: {problem}", "")


def _proxy_problem() -> str | None:
    """The fault of a proxy. Its address is not shown, since it may hold a password."""
    proxies = getproxies()
    for scheme in ("https", "all") if proxies.get("no") != "*" else ():
        if scheme in proxies and not _is_address(proxies[scheme]):
            names = (f"{scheme}_proxy", f"{scheme}_PROXY".upper())
            name = next((name for name in names if name in os.environ), f"the {scheme} proxy")
            return f"{name} is not the address of a proxy, such as http://proxy.example.org:3128"
    return None


def _is_address(text: str) -> bool:
    try:
        url = httpx2.URL(text if "://" in text else f"http://{text}")
    except httpx2.InvalidURL:
        return False
    return (
        url.scheme in _SCHEMES
        and url.host not in ("", *_SCHEMES)  # `https//h`: the colon is missing
        and not set(url.host) & set("[]% ")
        and (url.port or 0) <= _LARGEST_PORT
    )


def _folder_problem() -> str | None:
    """The fault of `SSL_CERT_DIR`: with a folder that is not there, no server would be trusted."""
    folder = os.environ.get("SSL_CERT_DIR")
    if not folder or os.environ.get("SSL_CERT_FILE"):
        return None
    if any(map(os.path.isdir, folder.split(os.pathsep))):
        return None
    return f"SSL_CERT_DIR names {folder!r}, which is not a folder"


def _file_problem(error: OSError) -> str:
    path = os.environ.get("SSL_CERT_FILE")
    reason = error.strerror or str(error)
    return f"SSL_CERT_FILE names {path!r}: {reason}" if path else str(error)
