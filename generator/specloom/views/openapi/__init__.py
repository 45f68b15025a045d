"""OpenAPI documents, as templates print them."""

from collections.abc import Iterator, Sequence
from typing import Any

from specloom.model import Model
from specloom.rendering.render import Copy, Output


def outputs(model: Model, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The files of every API."""
    for api in model.apis:
        if api.protocol == "rest":
            from specloom.views.openapi import rest

            yield from rest.outputs(api)
        else:
            from specloom.views.openapi import mediawiki

            yield from mediawiki.outputs(api)
