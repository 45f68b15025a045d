"""The command `openapi`: print one OpenAPI document, in any profile; writes no file."""

from typing import Literal

from specloom import pipeline
from specloom.cli.commands.options import Options
from specloom.cli.commands.report import Report, refused
from specloom.cli.console import say, write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import hint_text
from specloom.model import operation_names
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.naming.names import package_names
from specloom.rendering.files import Progress
from specloom.views import openapi as views
from specloom.views.openapi.profile import settled

COMMAND = "openapi"
NOT_ROUTED = (
    "specloom: these paths have a dot segment, which code generators need and servers do not route; "
    "`--paths shared` prints the one path that a wiki has"
)


def openapi(options: Options, profile: OpenApiProfile, form: Literal["yaml", "json"]) -> Report:
    """Print the document; nothing if there are errors."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.run, diagnostics)
    api = None if inputs is None else _api(options, inputs.model, profile, diagnostics)
    if inputs is None or api is None:
        return refused(COMMAND, diagnostics.found, options.root)
    names = package_names(api)
    planned = views.output(api, names, profile)
    # The published documents, too: an action of an overlay may be meant for one of these.
    other_documents = views.documents(api, names) if api.openapi_overlays else ()
    rendered = pipeline.render(inputs, {}, Progress(), diagnostics, [*other_documents, planned])
    if diagnostics:
        return refused(COMMAND, diagnostics.found, options.root)
    path = planned.path if form == "yaml" else str(planned.json)
    unwritten = write(rendered.files[path].decode())
    if _has_dot_segments(api, profile):
        say(NOT_ROUTED)
    return Report(COMMAND, unwritten, diagnostics.found, root=options.root)


def _has_dot_segments(api: Api, profile: OpenApiProfile) -> bool:
    """Return whether query modules got paths of their own without being asked for."""
    is_of_queries = api.protocol.shares_address and not (profile.actions or profile.agents)
    return is_of_queries and profile.paths is None and settled(api, profile).paths == "own"


def _api(
    options: Options, model: Model, profile: OpenApiProfile, diagnostics: Diagnostics
) -> Api | None:
    """The chosen API, if it has everything that the document is to contain."""
    api_id = options.run.api
    chosen = [api for api in model.apis if api_id in (None, api.id)]
    if len(chosen) != 1:
        hint = f"add --api, with one of: {', '.join(api.id for api in model.apis)}"
        message = "a document is of one API, and there are several"
        diagnostics.add(Diagnostic.of_file("--api", "wrong-value", message, hint))
        return None
    (api,) = chosen
    for fault in operation_names.profile_faults(api, profile):
        facts = fault.code, fault.message, hint_text(fault.hint)
        diagnostics.add(Diagnostic.of_file(f"--{fault.at[0]}", *facts))
    return None if diagnostics else api
