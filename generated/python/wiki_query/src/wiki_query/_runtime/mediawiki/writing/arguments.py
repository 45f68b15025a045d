"""Checks the arguments of what writes, before anything is sent."""

from collections.abc import Iterable

from ..errors import ParameterError
from ..modules.encode import joined
from ..modules.field import unsendable
from ..modules.protocol import Protocol


def refused(method: str, name: str, wanted: str, value: object) -> ParameterError:
    """The error for an argument of another type."""
    text = f"{name}: {wanted}, not {type(value).__name__}"
    return ParameterError(text, code="badvalue", module=method, parameter=name)


def checked_text(method: str, name: str, value: object) -> None:
    """Refuse what is no text, or none that can be sent."""
    if not isinstance(value, str):
        raise refused(method, name, "text is wanted", value)
    if fault := unsendable(value, one_of_several=False):
        text = f"{name}: {value[:100]!r} {fault}"
        raise ParameterError(text, code="badvalue", module=method, parameter=name)


def checked_names(method: str, name: str, values: str | Iterable[str]) -> tuple[str, ...]:
    """One name, or several."""
    several = (values,) if isinstance(values, str) else tuple(values)
    for value in several:
        checked_text(method, name, value)
    return several


def flags(**given: bool) -> dict[str, str]:
    """Those that are set, as they are sent."""
    return {name: "1" for name, is_set in given.items() if is_set}


def further(
    method: str, protocol: Protocol, *, tags: str | Iterable[str], **texts: str | None
) -> dict[str, str]:
    """Parameters that are sent only if they are given."""
    sent = {name: text for name, text in texts.items() if text is not None}
    for name, text in sent.items():
        checked_text(method, name, text)
    labels = checked_names(method, "tags", tags)
    return sent | ({"tags": joined(labels, protocol)} if labels else {})
