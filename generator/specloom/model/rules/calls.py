"""Calls: those of every operation are of the API's protocol."""

from collections.abc import Iterator

from specloom.documents.document import Finding
from specloom.model.structs import Api


def faults(api: Api) -> Iterator[Finding]:
    """Operations and actions that another protocol calls. Further rules need none of these."""
    call_type = api.protocol.call_type
    for at, operations in (
        (("operations",), api.operations),
        (("protocol", "actions"), api.actions),
    ):
        for index, operation in enumerate(operations):
            if not isinstance(operation.call, call_type):
                message = f"the call of `{operation.id}` is not of the protocol of its API"
                hint = f"calls of this protocol are of the kind `{call_type.__struct_config__.tag}`"
                yield Finding((*at, index, "call"), "conflicting-facts", message, hint)
