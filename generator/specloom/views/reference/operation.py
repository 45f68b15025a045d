"""The page of one operation."""

from specloom.model import Api, Operation, OperationError
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, md_text
from specloom.views.python.rest.names import method_name
from specloom.views.reference.examples import Call, calls
from specloom.views.reference.parameter import ParameterView, parameter_views
from specloom.views.reference.places import Places, short_name
from specloom.views.reference.result import ResultView, result_view
from specloom.views.reference.rules import Rules, RuleView
from specloom.views.reference.text import (
    EMPTY,
    code,
    external,
    front_matter,
    link,
    paragraphs,
    path_to,
    prose,
    sentence,
    web_link,
)


class ErrorView(View, frozen=True):
    """An error that the source documents."""

    message: Markdown
    name: Markdown


class OperationPage(View, frozen=True):
    """Everything on the page of one operation."""

    title: Markdown
    description: Markdown
    heading: Markdown
    lead: Markdown
    meta: tuple[Markdown, ...]
    deprecated: bool
    paragraphs: tuple[Markdown, ...]
    calls: tuple[Call, ...]
    prefixes: tuple[Markdown, ...]
    """What stands before each parameter's name on the wire: alone, and in a generator."""
    generators: Markdown
    """Address of the page about generators."""
    parameters: tuple[ParameterView, ...]
    rules: tuple[RuleView, ...]
    results: tuple[ResultView, ...]
    """One, or none where nothing is known of the result."""
    errors: tuple[ErrorView, ...]
    about: tuple[Markdown, ...]


def operation_output(places: Places, operation: Operation) -> Output:
    """An operation's page."""
    page = places.operation(operation)
    result = result_view(places, operation, page)
    rules = Rules.of(places, operation, page)
    view = OperationPage(
        title=front_matter(operation_title(operation)),
        description=front_matter(_description(places.api, operation)),
        heading=md_text(operation_title(operation)),
        lead=sentence(operation.summary),
        meta=tuple(_meta(places, operation, page)),
        deprecated=operation.deprecated,
        paragraphs=paragraphs(operation.description),
        calls=calls(places, operation),
        generators=path_to(page, places.page("generators")),
        prefixes=_prefixes(places.api, operation),
        parameters=parameter_views(places, operation, rules, page),
        rules=rules.views(),
        results=(result,) if result else (),
        errors=tuple(
            ErrorView(code(one.message), error_in_python(operation, one))
            for one in operation.errors
        ),
        about=tuple(_about(operation)),
    )
    return Output(page, "reference/api/group/operation.md.j2", view)


def operation_noun(api: Api) -> str:
    """What an API's own documentation calls an operation."""
    return "operation" if api.wire is None else "module"


def operation_title(operation: Operation) -> str:
    """What an operation is called on pages and in the navigation."""
    return operation.title or short_name(operation)


def _description(api: Api, operation: Operation) -> str:
    if operation.summary:
        return operation.summary.replace("`", "")
    return f"{operation_title(operation)}, an operation of the {api.title}"


def request_line(api: Api, operation: Operation) -> Markdown:
    """How an operation is told apart on the wire: method and path, or `list=allpages`."""
    if api.wire is None:
        return code(f"{operation.method or 'GET'} {operation.path or '/'}")
    name = api.wire.group_parameters.get(operation.group, operation.group)
    return code(f"{name}={short_name(operation)}")


def _meta(places: Places, operation: Operation, page: str) -> list[Markdown]:
    api = places.api
    parts = [request_line(api, operation)]
    if api.wire is not None:
        parts.append(composed(Markdown("Python {}"), code(places.class_name(operation))))
        prefix = code(operation.prefix) if operation.prefix else Markdown("none")
        parts.append(composed(Markdown("prefix {}"), prefix))
    if operation.generator:
        target = path_to(page, places.page("generators"))
        parts.append(link(Markdown("generator"), target))
    flags = {
        "needs the read right": operation.read_rights,
        "needs the write right": operation.write_rights,
        "must be posted": operation.must_be_posted,
        "internal": operation.internal,
        "safe to repeat": bool(operation.idempotent),
        "**deprecated**": operation.deprecated,
    }
    return [*parts, *(Markdown(text) for text, is_set in flags.items() if is_set)]


def _prefixes(api: Api, operation: Operation) -> tuple[Markdown, ...]:
    if api.wire is None or not operation.prefix:
        return ()
    own = code(operation.prefix)
    if not operation.generator:
        return (own,)
    return (own, code(api.wire.generator_prefix + operation.prefix))


def error_in_python(operation: Operation, error: OperationError) -> Markdown:
    """The error's class, and the call that does without it."""
    if not error.absence:
        return code(error.name)
    instead = code(f"{method_name(operation)}_or_none")
    return composed(Markdown("{}; {} returns `None` instead"), code(error.name), instead)


def _about(operation: Operation) -> list[Markdown]:
    lines = [
        composed(Markdown("Manual: {}"), web_link(address)) for address in operation.help_urls or ()
    ]
    if operation.provided_by_name or operation.provided_by:
        name = md_text(operation.provided_by_name or operation.provided_by or "")
        lines.append(composed(Markdown("Provided by {}{}"), name, _licence(operation)))
    elif operation.license_tag:
        lines.append(composed(Markdown("Licence{}"), _licence(operation)))
    if operation.dynamic_parameters:
        lines.append(Markdown("Takes more parameters than are listed here"))
    if operation.source:
        lines.append(composed(Markdown("Source: {}"), prose(operation.source)))
    return lines


def _licence(operation: Operation) -> Markdown:
    if not operation.license_tag:
        return EMPTY
    tag = md_text(operation.license_tag)
    target = external(operation.license_link) if operation.license_link else None
    return composed(Markdown(" ({})"), link(tag, target) if target else tag)
