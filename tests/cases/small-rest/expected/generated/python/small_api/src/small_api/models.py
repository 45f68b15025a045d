"""What the Small API is about, as frozen records."""

from datetime import UTC
from decimal import Decimal
from typing import Literal, TypeAlias

import msgspec

from ._runtime.rest.values import Money, Record, Timestamp, settle, settle_money

ThingsGetShape: TypeAlias = Literal["round", "no"]
"""Values that a parameter takes."""


class Thing(Record, frozen=True, kw_only=True):
    """A thing."""

    id: int
    """Its number."""
    class_: str = msgspec.field(name="class")
    """Its class: a "word" that Python keeps, with {braces} and |."""
    price: Money
    """Its price."""
    sold_at: Timestamp | None = None
    """When it was sold. Only there if somebody bought the thing."""

    def __post_init__(self) -> None:
        if type(self.price) is not Decimal:
            settle_money(self, "price", self.price)
        if self.sold_at is not None and self.sold_at.tzinfo is not UTC:
            settle(self, "sold_at")
