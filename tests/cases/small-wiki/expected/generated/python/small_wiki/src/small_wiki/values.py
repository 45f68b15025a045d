"""Lists of values that several parameters share."""

from typing import Literal, TypeAlias

AssertedState: TypeAlias = Literal["anon", "bot", "user"]
"""What the caller must be, or the call fails."""
