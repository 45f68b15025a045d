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


class Explanation(msgspec.Struct, frozen=True):
    """The first request of a call, and how many requests it needs at least."""

    method: str
    url: str
    """Address of `api.php`, without the parameters."""
    parameters: Mapping[str, str]
    """As they go over the wire; secrets are not shown."""
    at_least: int
    """How many requests are needed at least; more if the wiki continues."""
    sandbox: str
    """A link that opens the same call in the wiki's `Special:ApiSandbox`."""

    def __str__(self) -> str:
        lines = [f"{self.method} {self.url}"]
        lines += [f"  {name} = {value}" for name, value in self.parameters.items()]
        lines.append(f"at least {self.at_least} request{'s' if self.at_least != 1 else ''}")
        lines.append(self.sandbox)
        return "\n".join(lines)


def explanation(
    context: Context, params: Params, at_least: int, *, post: bool = False, writes: bool = False
) -> Explanation:
    """Of the parameters of a call's first request."""
    sent: Params = {**context.protocol.fixed, **extras(context, writes=writes), **params}
    hidden = any(isinstance(value, Secret) for value in sent.values())
    posted = post or hidden or is_long(sent, context.protocol)
    shown = {name: HIDDEN if isinstance(value, Secret) else value for name, value in sent.items()}
    return Explanation(
        method="POST" if posted else "GET",
        url=context.url,
        parameters=shown,
        at_least=at_least,
        sandbox=_sandbox(context.url, shown),
    )


def _sandbox(url: str, params: Mapping[str, str]) -> str:
    index = url.removesuffix("api.php") + "index.php"
    plain = {name: value for name, value in params.items() if value != HIDDEN}
    return f"{index}?title=Special:ApiSandbox#{urlencode(plain, quote_via=quote)}"


def batches_needed(count: int | None, size: int) -> int:
    """Number of requests that so many values need; at least one if the number is unknown."""
    return 1 if count is None else ceil(count / size)
