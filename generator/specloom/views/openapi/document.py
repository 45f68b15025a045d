"""Parts that every OpenAPI document has, for any protocol."""

from collections.abc import Mapping
from typing import TypedDict

import msgspec

from specloom.model import structs as model
from specloom.rendering.render import DIGEST, View
from specloom.views.openapi.components import Schemas
from specloom.views.openapi.parameter import Facts
from specloom.views.openapi.schema import Schema
from specloom.views.openapi.text import programs

_FREE = model.License(name="BSD Zero Clause License", identifier="0BSD")


class Document(View, frozen=True, kw_only=True):
    """Base of OpenAPI documents; each kind has a subclass."""

    api: model.Api
    profile: model.OpenApiProfile
    license: model.License | None
    version: str
    """Version in the API's own document; else of its package, and eight digits that tell this document from any other,
    which are put in when the text is known."""
    schemas: Mapping[str, Schema]
    """The components, by name."""
    joins_in_arrays: bool
    """True if several values are an array, which has to be joined."""
    results: Mapping[str, Facts]
    """Operation → where its result lies, and what may come back to continue; empty: nothing to tell."""


class Shared(TypedDict):
    """The fields of `Document`, which all kinds fill alike."""

    api: model.Api
    profile: model.OpenApiProfile
    license: model.License | None
    version: str
    schemas: Mapping[str, Schema]
    joins_in_arrays: bool
    results: Mapping[str, Facts]


def shared(schemas: Schemas) -> Shared:
    """Parts that every kind of document has, after all of its schemas are made."""
    api = schemas.api
    return Shared(
        api=api,
        profile=schemas.profile,
        joins_in_arrays=schemas.joins_in_arrays,
        license=api.license or (_FREE if api.source_version is None else None),
        version=api.source_version or f"{api.version}{'.' if '+' in api.version else '+'}{DIGEST}",
        schemas=schemas.components(),
        results={operation.id: _result(operation) for operation in api.operations},
    )


class Program(View, frozen=True, kw_only=True):
    """A program of a note, for the samples of code."""

    label: str
    text: str


def note_programs(*operations: model.Operation) -> tuple[Program, ...]:
    """The programs of the notes on operations; of several, each is called by its operation."""
    return tuple(
        Program(label=f"Python, {operation.id if len(operations) > 1 else 'note'}", text=text)
        for operation in operations
        for text in programs(
            operation.addition, *(parameter.addition for parameter in operation.parameters)
        )
    )


def answered(operation: model.Operation) -> tuple[model.Example, ...]:
    """The examples with a reply."""
    return tuple(example for example in operation.examples if example.reply is not None)


def _result(operation: model.Operation) -> Facts:
    if operation.result is None:
        return {}
    facts: Facts = msgspec.to_builtins(operation.result)
    return {name: fact for name, fact in facts.items() if name not in ("type", "siblings")}
