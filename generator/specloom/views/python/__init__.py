"""Python packages: a client for each API, as templates print it."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from specloom.model.structs import Model
from specloom.naming.mediawiki import WikiNames
from specloom.naming.names import Names
from specloom.naming.rest import RestNames
from specloom.rendering.render import Copy, Output


def outputs(model: Model, names: Names, _guide: Sequence[Any]) -> Iterator[Output | Copy]:
    """The files of every API."""
    for api in model.apis:
        match names[api.id]:
            case RestNames() as of_rest:
                from specloom.views.python import rest

                yield from rest.outputs(api, of_rest)
            case WikiNames() as of_wiki:
                from specloom.views.python import mediawiki

                yield from mediawiki.outputs(api, of_wiki)
            case _:
                assert_never(names[api.id])
