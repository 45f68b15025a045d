"""Commands run in this process, but for those that a test starts as a program."""

from tests.warm import shared

__all__ = ["shared"]
