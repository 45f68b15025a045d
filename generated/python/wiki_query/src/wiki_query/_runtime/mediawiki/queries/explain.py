"""Explanations: the requests of a call, made without sending any."""

from collections.abc import Mapping
from math import ceil
from urllib.parse import quote, urlencode

import msgspec

from ...core.secret import Secret
from ..modules.encode import Params, is_long
from ..session.calls import extras
from ..session.context import Context

HIDDEN = "…"


class ExplainedRequest(msgspec.Struct, frozen=True):
    """A request that would be sent."""

    method: str
    parameters: Mapping[str, str]
    """Parameters as sent; secrets and values that only earlier replies contain are `…`, files are `<file
    NAME>`.
    """


class Explanation(msgspec.Struct, frozen=True):
    """The requests that a call would send, and the minimum number of them."""

    method: str
    """Method of the first request; for an action, of the first request after that for its token."""
    url: str
    """Address of `api.php`, without the parameters."""
    parameters: Mapping[str, str]
    """Parameters of the same request, as sent; secrets are `…`."""
    at_least: int
    """Minimum number of requests; more if the wiki continues."""
    sandbox: str
    """A link that opens the same call in the wiki's `Special:ApiSandbox`."""
    requests: tuple[ExplainedRequest, ...] = ()
    """All requests that are known before any is sent, in their order; for a query, the first."""

    def __str__(self) -> str:
        texts = [self._request_text(request) for request in self.requests]
        if len(texts) > _MAX_TEXTS:
            texts = [*texts[: _MAX_TEXTS - 1], f"… {len(texts) - _MAX_TEXTS} more …", texts[-1]]
        requests = "request" if self.at_least == 1 else "requests"
        return "\n".join([*texts, f"at least {self.at_least} {requests}", self.sandbox])

    def _request_text(self, request: ExplainedRequest) -> str:
        lines = [f"  {name} = {value}" for name, value in request.parameters.items()]
        return "\n".join([f"{request.method} {self.url}", *lines])


_MAX_TEXTS = 10


def explanation(context: Context, params: Params, at_least: int) -> Explanation:
    """The explanation for the parameters of a query's first request."""
    request_params: Params = {**context.protocol.fixed, **extras(context), **params}
    hidden = any(isinstance(value, Secret) for value in request_params.values())
    posted = hidden or is_long(request_params, context.protocol)
    visible_params = {
        name: HIDDEN if isinstance(value, Secret) else value
        for name, value in request_params.items()
    }
    method = "POST" if posted else "GET"
    return Explanation(
        method=method,
        url=context.url,
        parameters=visible_params,
        at_least=at_least,
        sandbox=sandbox(context.url, visible_params),
        requests=(ExplainedRequest(method, visible_params),),
    )


def sandbox(url: str, params: Mapping[str, str]) -> str:
    """A link that opens a call in the wiki's own form."""
    index = url.removesuffix("api.php") + "index.php"
    plain = {name: value for name, value in params.items() if value != HIDDEN}
    return f"{index}?title=Special:ApiSandbox#{urlencode(plain, quote_via=quote)}"


def batches_needed(count: int | None, size: int) -> int:
    """Number of requests that so many values need; at least one if the number is unknown."""
    return 1 if count is None else ceil(count / size)
