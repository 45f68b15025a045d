"""Calls: those of every operation are of the API's protocol."""

from collections.abc import Iterator
from typing import assert_never

from specloom.documents.document import Finding
from specloom.model.structs import Api, Http, MediaWiki, Module, Operation, Rest


def faults(api: Api) -> Iterator[Finding]:
    """Operations and actions that another protocol calls. Further rules need none of these."""
    match api.protocol:
        case Rest():
            yield from _other_calls(("operations",), api.operations, Module, "http")
        case MediaWiki(actions=actions):
            yield from _other_calls(("operations",), api.operations, Http, "module")
            yield from _other_calls(("protocol", "actions"), actions, Http, "module")
        case _:
            assert_never(api.protocol)


def _other_calls(
    at: tuple[str, ...], operations: tuple[Operation, ...], wrong: type[Http | Module], kind: str
) -> Iterator[Finding]:
    for index, operation in enumerate(operations):
        if isinstance(operation.call, wrong):
            message = f"the call of `{operation.id}` is not of the protocol of its API"
            hint = f"calls of this protocol are of the kind `{kind}`"
            yield Finding((*at, index, "call"), "conflicting-facts", message, hint)
