"""The errors of an API."""

from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed
from specloom.views.reference.index import operation_link
from specloom.views.reference.operation import error_in_python
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    EMPTY,
    anchor,
    code,
    code_with_id,
    front_matter,
    sentence,
)


class ErrorRow(View, frozen=True):
    """An error and when it comes."""

    name: Markdown
    """With its anchor."""
    text: Markdown
    retry: Markdown


class MessageRow(View, frozen=True):
    """An error message that an operation documents."""

    operation: Markdown
    message: Markdown
    name: Markdown


class ErrorsPage(View, frozen=True):
    """Errors of the API."""

    title: Markdown
    description: Markdown
    lead: Markdown
    messages: tuple[MessageRow, ...]
    errors: tuple[ErrorRow, ...]


RETRY = {"never": "", "later": "later", "after-login": "after logging in again"}


def errors_output(places: Places) -> Output | None:
    """The errors of an API, where any are known."""
    api, page = places.api, places.page("errors")
    messages = tuple(
        MessageRow(
            operation_link(places, operation, page),
            code(one.message),
            error_in_python(operation, one),
        )
        for operation in api.operations
        for one in operation.errors
    )
    errors = tuple(
        ErrorRow(
            name=code_with_id(one.code, anchor("error", one.code)),
            text=sentence(one.text),
            retry=Markdown(RETRY[one.retry]),
        )
        for one in api.errors
    )
    if not messages and not errors:
        return None
    envelope = api.envelope
    lead = EMPTY
    if envelope:
        lead = composed(
            Markdown("An error is a reply whose {} is {}; {} says what went wrong."),
            code(envelope.status_field),
            code(envelope.error_value),
            code(envelope.message_field),
        )
    view = ErrorsPage(
        title=front_matter("Errors"),
        description=front_matter(f"Errors of the {api.title}"),
        lead=lead,
        messages=messages,
        errors=errors,
    )
    return Output(page, "reference/api/errors.md.j2", view)
