"""What every part of the model is."""

import msgspec


class Node(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every part of the model is: frozen, written without its defaults, closed to unknown keys."""
