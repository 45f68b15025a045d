"""What a call would send, told before anything is sent."""

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
    """As they go over the wire; secrets, and what only earlier replies tell, are `…`, and files `<file NAME>`."""


class Explanation(msgspec.Struct, frozen=True):
    """What a call would send, and how many requests it needs at least."""

    method: str
    """Of the first request; of an action, of the first after that for its token."""
    url: str
    """Address of `api.php`, without the parameters."""
    parameters: Mapping[str, str]
    """Of the same request, as they go over the wire; secrets are not shown."""
    at_least: int
    """How many requests are needed at least; more if the wiki continues."""
    sandbox: str
    """A link that opens the same call in the wiki's `Special:ApiSandbox`."""
    requests: tuple[ExplainedRequest, ...] = ()
    """All that are known before any is sent, in their order; of a query, the first."""

    def __str__(self) -> str:
        told = [self._shown(request) for request in self.requests]
        if len(told) > _SHOWN:
            told = [*told[: _SHOWN - 1], f"… {len(told) - _SHOWN} more …", told[-1]]
        requests = "request" if self.at_least == 1 else "requests"
        return "\n".join([*told, f"at least {self.at_least} {requests}", self.sandbox])

    def _shown(self, request: ExplainedRequest) -> str:
        lines = [f"  {name} = {value}" for name, value in request.parameters.items()]
        return "\n".join([f"{request.method} {self.url}", *lines])


_SHOWN = 10


def explanation(context: Context, params: Params, at_least: int) -> Explanation:
    """Of the parameters of a query's first request."""
    sent: Params = {**context.protocol.fixed, **extras(context), **params}
    hidden = any(isinstance(value, Secret) for value in sent.values())
    posted = hidden or is_long(sent, context.protocol)
    shown = {name: HIDDEN if isinstance(value, Secret) else value for name, value in sent.items()}
    method = "POST" if posted else "GET"
    return Explanation(
        method=method,
        url=context.url,
        parameters=shown,
        at_least=at_least,
        sandbox=sandbox(context.url, shown),
        requests=(ExplainedRequest(method, shown),),
    )


def sandbox(url: str, params: Mapping[str, str]) -> str:
    """A link that opens a call in the wiki's own form."""
    index = url.removesuffix("api.php") + "index.php"
    plain = {name: value for name, value in params.items() if value != HIDDEN}
    return f"{index}?title=Special:ApiSandbox#{urlencode(plain, quote_via=quote)}"


def batches_needed(count: int | None, size: int) -> int:
    """Number of requests that so many values need; at least one if the number is unknown."""
    return 1 if count is None else ceil(count / size)
