"""What every OpenAPI document shows, whatever the protocol of its API."""

from collections.abc import Mapping

import msgspec

from specloom import model
from specloom.rendering.render import Output, View
from specloom.views.openapi.parameter import Facts
from specloom.views.openapi.schema import Schema


class Document(View, frozen=True, kw_only=True):
    """An OpenAPI document; each kind has one of its own."""

    api: model.Api
    schemas: Mapping[str, Schema]
    """The components, by name."""
    results: Mapping[str, Facts]
    """Operation → where its result lies, and what may come back to continue; empty: nothing to tell."""


def results(api: model.Api) -> dict[str, Facts]:
    """Where the results of operations lie, in the model's words; their types are schemas."""
    return {operation.id: _result(operation) for operation in api.operations}


def _result(operation: model.Operation) -> Facts:
    if operation.result is None:
        return {}
    facts: Facts = msgspec.to_builtins(operation.result)
    return {name: fact for name, fact in facts.items() if name not in ("type", "siblings")}


def output(stem: str, template: str, document: Document) -> Output:
    """The document as YAML and as JSON."""
    path = f"generated/openapi/{stem}.openapi"
    return Output(f"{path}.yaml", f"openapi/{template}.yaml.j2", document, json=f"{path}.json")
