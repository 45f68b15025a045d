"""Base of every part of the model."""

import msgspec


class Node(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of every part of the model: frozen, written without its defaults, closed to unknown keys."""
