"""Parameters that several methods which write take alike, checked before anything is sent."""

from ..modules.arguments import checked_names, checked_text
from ..modules.encode import joined
from ..modules.protocol import Protocol
from ..modules.types import Many


def flags(**values: bool) -> dict[str, str]:
    """Flags that are true, as they are sent."""
    return {name: "1" for name, is_set in values.items() if is_set}


def further(
    method: str, protocol: Protocol, *, tags: Many[str], **texts: str | None
) -> dict[str, str]:
    """Parameters that are sent only if they are given."""
    sent = {name: text for name, text in texts.items() if text is not None}
    for name, text in sent.items():
        checked_text(method, name, text)
    labels = checked_names(method, "tags", tags)
    return sent | ({"tags": joined(labels, protocol)} if labels else {})
