"""Requests that a REST API sends, on pages."""

from specloom.model.structs import Api, Callback, Field, Operation, Webhook
from specloom.model.webhooks import shared_headers
from specloom.naming.rest import callback_functions
from specloom.rendering.render import View
from specloom.views import words


class CallbackView(View, frozen=True):
    """A request that a call of an operation causes."""

    webhook: Webhook
    callback: Callback
    function: str
    """The function that reads its body."""


class WebhookHeaderView(View, frozen=True):
    """A header of requests that the API sends."""

    header: Field
    type: str
    sentences: tuple[str, ...]
    """Limits, default and the like, in sentences."""
    webhooks: tuple[str, ...]
    """Names of the requests; empty: all."""


def callback_views(api: Api, operation: Operation) -> tuple[CallbackView, ...]:
    """Requests that a call of an operation causes."""
    return tuple(
        CallbackView(webhook, webhook.callback, function)
        for webhook, function in callback_functions(api, operation)
        if webhook.callback is not None
    )


def webhook_header_views(api: Api) -> tuple[WebhookHeaderView, ...]:
    """Headers of all requests that the API sends."""
    return tuple(
        WebhookHeaderView(
            described.header,
            words.plain(words.field_type(described.header)),
            tuple(text for _, text in words.told(described.header, "page")),
            described.webhooks,
        )
        for described in shared_headers(api)
    )
