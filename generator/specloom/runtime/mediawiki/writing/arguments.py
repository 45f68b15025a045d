"""Parameters that several methods which write take alike, checked before anything is sent."""

from datetime import datetime

from ..modules.arguments import checked_names, checked_text, checked_time
from ..modules.encode import joined, text_of
from ..modules.protocol import Protocol
from ..modules.types import Many


def flags(**values: bool) -> dict[str, str]:
    """Flags that are true, as they are sent."""
    return {name: "1" for name, is_set in values.items() if is_set}


def optional_params(
    method: str, protocol: Protocol, *, tags: Many[str], **values: datetime | str | None
) -> dict[str, str]:
    """Parameters that are sent only if they are given."""
    texts: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, datetime):
            texts[name] = text_of(checked_time(method, name, value), protocol)
        elif value is not None:
            checked_text(method, name, value)
            texts[name] = value
    labels = checked_names(method, "tags", tags)
    return texts | ({"tags": joined(labels, protocol)} if labels else {})
