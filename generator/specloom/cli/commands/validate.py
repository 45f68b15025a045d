"""The command `validate`: whether the inputs are sound, and what is in them; writes nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from specloom import pipeline
from specloom.cli.commands import invalid_documents
from specloom.cli.commands.options import Options
from specloom.cli.commands.prune import with_removals
from specloom.cli.commands.report import Report, counted, refused
from specloom.diagnostics import Diagnostics, DocumentCoverage
from specloom.model.structs import Model
from specloom.readers.read import read_config

COMMAND = "validate"


def validate(options: Options) -> Report:
    """Read everything and say what was found."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.run, diagnostics)
    root = options.root
    if inputs is None:
        config = read_config(options.run.sources, Diagnostics())
        invalid = () if config is None else invalid_documents.found(config)
        report = refused(COMMAND, [*diagnostics.found, *invalid], root)
        return with_removals(report, diagnostics.removals) if options.prune else report
    diagnostics.found.extend(invalid_documents.found(inputs.config))
    counts = _counts(inputs.model)
    lines = [
        f"{api}: {operations} operations, {parameters} parameters, {types} types"
        for api, (operations, parameters, types) in counts.items()
    ]
    facts = {
        "apis": [
            {"id": api, "operations": operations, "parameters": parameters, "types": types}
            for api, (operations, parameters, types) in counts.items()
        ]
    }
    facts["catalogues"] = [asdict(coverage) for coverage in diagnostics.coverage]
    lines.extend(map(str, diagnostics.coverage))
    facts["documents"] = [asdict(coverage) for coverage in diagnostics.documents]
    lines.extend(_table(diagnostics.documents))
    if diagnostics.found:
        lines.append(f"specloom: {counted(diagnostics.found)}")
    denied = [found for found in diagnostics.found if found.code in options.deny]
    if denied:
        lines.append(f"specloom: denied: {len(denied)}")
    code = 1 if denied else 0
    report = Report(COMMAND, code, diagnostics.found, (), root, "\n".join(lines), facts)
    return with_removals(report, diagnostics.removals) if options.prune else report


def _table(documents: Sequence[DocumentCoverage]) -> Iterator[str]:
    """How much of each OpenAPI document is carried, a line each."""
    if not documents:
        return
    width = max(len("document"), *(len(coverage.api) for coverage in documents))
    yield f"{'document':{width}}  operations  called  sayable    told  left out  losses"
    for each in documents:
        losses = sum(each.losses.values())
        yield (
            f"{each.api:{width}}  {each.operations:10}  {each.called:6}  {each.sayable:7}  {each.told:6}"
            f"  {each.left_out:8}  {losses:6}"
        )


def _counts(model: Model) -> dict[str, tuple[int, int, int]]:
    return {
        api.id: (
            len(api.operations),
            sum(len(operation.parameters) for operation in api.operations),
            len(api.types),
        )
        for api in model.apis
    }
