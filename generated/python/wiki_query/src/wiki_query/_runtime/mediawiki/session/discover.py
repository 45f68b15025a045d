"""Finds a wiki's `api.php` from the address of any of its pages."""

import html
import re
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from ...core.errors import transport_error
from ...core.escape import escaped
from ...core.options import Options, header_pairs, header_secrets
from ...core.pauses import requested_pause
from ...core.retry import RetryBudget, exchange
from ...core.secret import Secret
from ...core.steps import Failure, Reply, Request
from ..errors import ResponseError
from .address import checked_page
from .context import Quiet
from .excerpt import ASKS_FOR_BASIC_AUTH, UNAUTHORIZED, described

_LINK = re.compile(r"<link\b[^>]*>", re.IGNORECASE)
_REL = re.compile(r"""\brel\s*=\s*["']?EditURI\b""", re.IGNORECASE)
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
HOPS = 5


def find_api(page_url: str, options: Options) -> Quiet[str]:
    """The address of `api.php`, as the page itself tells it."""
    if urlsplit(page_url).path.endswith("/api.php"):
        return checked_page(page_url)
    url, budget = page_url, RetryBudget()
    headers, secrets = header_pairs(options.headers), header_secrets(options.headers)
    for _ in range(HOPS):
        request = Request(
            method="GET",
            url=url,
            # Another server must not see a password that is meant for this one.
            headers=headers if _server(url) == _server(page_url) else (),
            repeatable=True,
            label="find the API",
            secrets=secrets,
        )
        outcome = yield from exchange(request, options, budget)
        if isinstance(outcome, Failure):
            text = f"{url}: {escaped(outcome.text)}"
            raise transport_error(outcome.kind)(text, kind=outcome.kind, maybe_sent=False)
        if not 300 <= outcome.status < 400:
            return _api_of(url, outcome, secrets)
        url = urljoin(url, outcome.headers.get("location", ""))
    raise ResponseError(f"{page_url} redirects again and again", status=301)


def _server(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


def _api_of(url: str, reply: Reply, secrets: Sequence[Secret]) -> str:
    for link in _LINK.findall(reply.text):
        target = _HREF.search(link)
        if _REL.search(link) and target is not None:
            address = next((group for group in target.groups() if group), "")
            return urljoin(url, html.unescape(address)).partition("?")[0]
    came = f"{escaped(url)} (status {reply.status}, {described(reply, secrets)})"
    if reply.status == UNAUTHORIZED:
        text = f"{came} {ASKS_FOR_BASIC_AUTH}"
    else:
        text = f"{came} does not say where its API is; give the address of api.php"
    raise ResponseError(text, status=reply.status, retry_after=requested_pause(reply))
