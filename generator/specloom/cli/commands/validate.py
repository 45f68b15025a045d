"""The command `validate`: whether the inputs are sound, and what is in them; writes nothing."""

from dataclasses import asdict

from specloom import pipeline
from specloom.cli.commands.options import Options
from specloom.cli.commands.prune import with_removals
from specloom.cli.commands.report import Report, counted, refused
from specloom.diagnostics import Diagnostics
from specloom.model.structs import Model

COMMAND = "validate"


def validate(options: Options) -> Report:
    """Read everything and say what was found."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.run, diagnostics)
    root = options.root
    if inputs is None:
        report = refused(COMMAND, diagnostics.found, root)
        return with_removals(report, diagnostics.removals) if options.prune else report
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
    if diagnostics.found:
        lines.append(f"specloom: {counted(diagnostics.found)}")
    report = Report(COMMAND, 0, diagnostics.found, (), root, "\n".join(lines), facts)
    return with_removals(report, diagnostics.removals) if options.prune else report


def _counts(model: Model) -> dict[str, tuple[int, int, int]]:
    return {
        api.id: (
            len(api.operations),
            sum(len(operation.parameters) for operation in api.operations),
            len(api.types),
        )
        for api in model.apis
    }
