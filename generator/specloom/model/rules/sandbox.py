"""The sandbox fits its API."""

from collections.abc import Iterator
from dataclasses import replace

from specloom.documents.document import Finding
from specloom.model import sandbox_faults
from specloom.model.rules.findings import repeated
from specloom.model.structs import Api


def faults(api: Api) -> Iterator[Finding]:
    """Faults of the sandbox, if there is one."""
    if api.sandbox is None:
        return
    for finding in sandbox_faults.faults(api, api.sandbox):
        yield replace(finding, at=("protocol", "sandbox", *finding.at))
    tables = [table.name for table in api.sandbox.tables]
    yield from repeated(("protocol", "sandbox", "tables"), "name", tables)
