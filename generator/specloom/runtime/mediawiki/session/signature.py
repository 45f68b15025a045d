"""Signs requests as OAuth 1.0a wants it (RFC 5849).

The signature covers the address, the query and a form, but no body with files.
"""

import hmac
import secrets
import time
from base64 import b64encode
from collections.abc import Callable, Iterable
from urllib.parse import parse_qsl, quote, urlsplit

import msgspec

from ...core.header import overridden
from ...core.secret import Sealed, reveal
from ...core.steps import Request
from .oauth import OAuth1

_HASHES = {"HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256"}
_PORTS = {"http": 80, "https": 443}
_FORM = "application/x-www-form-urlencoded"


def signer(
    credentials: OAuth1,
    *,
    now: Callable[[], float] = time.time,
    nonce: Callable[[], str] = secrets.token_hex,
) -> Callable[[Request], Request]:
    """Signs a request, anew each time that it is sent, since a server takes no nonce twice."""

    def sign(request: Request) -> Request:
        header = authorization(request, credentials, timestamp=int(now()), nonce=nonce())
        headers = overridden(request.headers, (("Authorization", header),))
        return msgspec.structs.replace(request, headers=headers)

    return sign


def authorization(
    request: Request, credentials: OAuth1, *, timestamp: int, nonce: str
) -> Sealed[str]:
    """The header of a signed request."""
    oauth_params = {
        "oauth_consumer_key": credentials.consumer_key,
        "oauth_nonce": nonce,
        "oauth_signature_method": credentials.signature_method,
        "oauth_timestamp": str(timestamp),
        "oauth_token": reveal(credentials.access_token),
    }
    base = signature_base(
        request.method, request.url, [*oauth_params.items(), *_parameters(request)]
    )
    key = "&".join(
        _encoded(reveal(part)) for part in (credentials.consumer_secret, credentials.access_secret)
    )
    digest = hmac.digest(key.encode(), base.encode(), _HASHES[credentials.signature_method])
    oauth_params["oauth_signature"] = b64encode(digest).decode()
    fields = ", ".join(f'{name}="{_encoded(value)}"' for name, value in oauth_params.items())
    return Sealed(f"OAuth {fields}")


def _parameters(request: Request) -> list[tuple[str, str]]:
    """Parameters of a request that are signed, besides its address."""
    pairs = [(name, reveal(value)) for name, value in request.query]
    if request.content is not None and request.content_type == _FORM:
        pairs += parse_qsl(request.content.reveal().decode(), keep_blank_values=True)
    return pairs


def signature_base(method: str, url: str, parameters: Iterable[tuple[str, str]]) -> str:
    """The text that is signed: RFC 5849, 3.4.1."""
    parts = urlsplit(url)
    all_parameters = [*parse_qsl(parts.query, keep_blank_values=True), *parameters]
    pairs = sorted((_encoded(name), _encoded(value)) for name, value in all_parameters)
    joined = "&".join(f"{name}={value}" for name, value in pairs)
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    port = "" if parts.port in (None, _PORTS.get(scheme)) else f":{parts.port}"
    address = f"{scheme}://{host}{port}{parts.path or '/'}"
    return "&".join(map(_encoded, (method.upper(), address, joined)))


def _encoded(text: str) -> str:
    return quote(text, safe="~")
