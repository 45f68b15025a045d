"""Python packages: a client for each API, as templates print it."""

from collections.abc import Iterator, Sequence
from typing import Any

from specloom.model.structs import Model
from specloom.rendering.render import Copy, Output


def outputs(model: Model, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The files of every API."""
    for api in model.apis:
        if api.protocol == "rest":
            from specloom.views.python import rest

            yield from rest.outputs(api)
        else:
            from specloom.views.python import mediawiki

            yield from mediawiki.outputs(api)
