"""The page of one operation."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal

from specloom.languages.address import is_web_address
from specloom.model.structs import Api, Error, Operation, Task, errors_of
from specloom.rendering.render import Output, View
from specloom.views.reference.links import Assumption, Links
from specloom.views.reference.parameter import ParameterView, parameter_views
from specloom.views.reference.places import OperationLink, Places, method_when_absent
from specloom.views.reference.protocol import Manner
from specloom.views.reference.refusals import RefusalView, refusal_views
from specloom.views.reference.reply import (
    BodyExampleView,
    ReplyView,
    body_examples,
    compact,
    replies,
)
from specloom.views.reference.result import HeaderView, ResultView, header_views, result_view
from specloom.views.reference.rules import RuleView, rule_views
from specloom.views.reference.webhooks import CallbackView, callback_views
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import filling
from specloom.views.samples.form import FormView, form_view
from specloom.views.samples.query import QueryCall
from specloom.views.samples.rest import RestCall


class Manual(View, frozen=True):
    """A page elsewhere about an operation."""

    text: str
    address: str | None
    """None: the text is not the address of a page."""


class OperationPage(View, frozen=True):
    """Everything on the page of one operation."""

    api: Api
    operation: Operation
    manner: Manner
    link: OperationLink
    """Link to it, with its title."""
    guides: Mapping[Task, str]
    """Addresses of the hand-written pages about logins and writing."""
    class_name: str | None
    """Of a query module or an action, in Python."""
    method_when_absent: str
    """The second method of a REST operation, in Python, for messages that say that nothing is there."""
    call: RestCall | QueryCall
    body_media: str | None
    """Media type of the body of a REST operation, where it is not JSON or a form."""
    form: FormView | None
    """To fill the call in; None: it has values that no field can hold."""
    body: str | None
    """The JSON that the samples send, laid out; None if there is none, or the form fills it in."""
    parameters: tuple[ParameterView, ...]
    rules: tuple[RuleView, ...]
    result: ResultView | None
    """None: nothing is known of it."""
    reply_headers: tuple[HeaderView, ...]
    callbacks: tuple[CallbackView, ...]
    assumed_of_errors: tuple[Assumption, ...]
    """Assumptions about errors that the API's description leaves open."""
    errors: tuple[Error, ...]
    """Of a REST operation."""
    refusals: tuple[RefusalView, ...]
    """Of an action: what it is known to be refused with."""
    body_examples: tuple[BodyExampleView, ...]
    successes: tuple[ReplyView, ...]
    failures: tuple[ReplyView, ...]
    manuals: tuple[Manual, ...]
    license_address: str | None
    """None: the description gives none that is an address of a page."""


def operation_output(places: Places, operation: Operation) -> Output:
    """An operation's page."""
    api, page = places.api, places.operation(operation)
    links = Links.of_operation(places, operation, page)
    values = filling(api, operation)
    call, form = sample_call(places.names, values), form_view(places.names, values)
    view = OperationPage(
        api=api,
        operation=operation,
        manner=places.manner,
        link=places.link(operation, page),
        guides=places.guides(page),
        class_name=places.class_name(operation),
        method_when_absent=method_when_absent(places, operation),
        call=call,
        body_media=next(filter(None, (each.http.media for each in operation.parameters)), None),
        form=form,
        body=_body(call) if form is None or form.takes_json else None,
        parameters=parameter_views(places, links, operation),
        rules=rule_views(links, operation.rules),
        result=result_view(places, links, operation),
        reply_headers=header_views(operation),
        callbacks=callback_views(api, operation),
        assumed_of_errors=links.assumed("errors"),
        errors=() if places.manner.is_wide else errors_of(api, operation),
        refusals=refusal_views(api, operation) if places.manner.is_wide else (),
        body_examples=body_examples(operation),
        successes=replies(operation, error=False),
        failures=replies(operation, error=True),
        manuals=tuple(_manual(address) for address in places.manner.manuals(operation)),
        license_address=_web_address(places.manner.license_link(operation)),
    )
    return Output(page, "reference/api/group/operation.md.j2", view)


def _body(call: RestCall | QueryCall) -> str | None:
    if not isinstance(call, RestCall) or call.form or call.files or call.body is None:
        return None
    try:
        return compact(json.loads(call.sent_body, parse_float=Decimal))
    except ValueError:
        return None  # another media type


def _manual(address: str) -> Manual:
    target = _web_address(address)
    return Manual(re.sub(r"^https?://(www\.)?", "", address) if target else address, target)


def _web_address(address: str | None) -> str | None:
    return address if address and is_web_address(address) else None
