"""The command `openapi`: print one OpenAPI document, in any profile; writes no file."""

from typing import Literal

from specloom import pipeline
from specloom.cli.commands.options import Options
from specloom.cli.commands.report import Report, refused
from specloom.cli.console import write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import operation_names
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.rendering.files import Progress
from specloom.views import openapi as views

COMMAND = "openapi"


def openapi(options: Options, profile: OpenApiProfile, form: Literal["yaml", "json"]) -> Report:
    """Print the document; nothing when anything is wrong."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.asked, diagnostics)
    api = None if inputs is None else _api(options, inputs.model, profile, diagnostics)
    if inputs is None or api is None:
        return refused(COMMAND, diagnostics.found, options.root)
    planned = views.output(api, profile)
    # The published documents, too: an action of an overlay may be meant for one of these.
    others = views.documents(api) if api.openapi_overlays else ()
    rendered = pipeline.render(inputs, {}, Progress(), diagnostics, [*others, planned])
    if diagnostics:
        return refused(COMMAND, diagnostics.found, options.root)
    path = planned.path if form == "yaml" else str(planned.json)
    unwritten = write(rendered.files[path].decode())
    return Report(COMMAND, unwritten, diagnostics.found, root=options.root)


def _api(
    options: Options, model: Model, profile: OpenApiProfile, diagnostics: Diagnostics
) -> Api | None:
    """The API that is meant, when it has what the document is to hold."""
    wanted = options.asked.api
    chosen = [api for api in model.apis if wanted in (None, api.id)]
    if len(chosen) != 1:
        hint = f"add --api, with one of: {', '.join(api.id for api in model.apis)}"
        message = "a document is of one API, and there are several"
        diagnostics.add(Diagnostic.of_file("--api", "wrong-value", message, hint))
        return None
    (api,) = chosen
    for field, _, name, known in operation_names.unknown(api, profile):
        message = f"{api.id} has no {'tag' if field == 'tags' else 'operation'} `{name}`"
        hint = did_you_mean_or_all(name, known)
        diagnostics.add(Diagnostic.of_file(f"--{field}", "unknown-name", message, hint))
    if operation_names.lacks_actions(api, profile):
        message = f"{api.id} has no actions"
        diagnostics.add(
            Diagnostic.of_file("--actions", "conflicting-facts", message, "leave it out")
        )
    if operation_names.is_empty(api, profile):
        message = "the document would have no operation"
        diagnostics.add(Diagnostic.of_file("--exclude", "wrong-value", message))
    if api.protocol == "rest" and profile.paths == "shared":
        message = "operations of a REST API have paths of their own"
        hint = "leave it out"
        diagnostics.add(Diagnostic.of_file("--paths", "conflicting-facts", message, hint))
    if profile.actions and profile.paths == "shared":
        message = "actions have paths of their own"
        hint = "leave it out"
        diagnostics.add(Diagnostic.of_file("--paths", "conflicting-facts", message, hint))
    return None if diagnostics else api
