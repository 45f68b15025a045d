"""A fault of an action in an overlay of OpenAPI documents; only the overlay's reader knows its position."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from specloom.diagnostics import Code
from specloom.model.structs import OverlayAction

Member: TypeAlias = Literal["target", "update", "copy"]


@dataclass(frozen=True, slots=True)
class ActionFault:
    """One fault of one action."""

    action: OverlayAction
    code: Code
    message: str
    member: Member | None = None
    """The part of the action that is wrong; None: all of it."""
