"""Requests that a REST API sends, as the functions of a package that read them."""

from collections.abc import Mapping

from specloom.languages.python import Python
from specloom.model import structs as model
from specloom.model.webhooks import common_replies, shared_headers
from specloom.naming.rest import webhook_functions
from specloom.rendering.render import View
from specloom.views import words
from specloom.views.python.rest.types import Types


class WebhookView(View, frozen=True):
    """A request that the API sends, as a function that reads it."""

    webhook: model.Webhook
    function: str
    constant: str
    """Name of the alias of its type."""
    type: Python
    """The type for the decoder."""
    returned: Python
    """The type for readers."""
    brief: str
    """When the API sends it, in a sentence."""
    headers: tuple[str, ...]
    """Names of headers that it has, and others lack."""
    replies: Mapping[str, str]
    """Replies that the API expects, unless they are the same for all."""


class WebhookHeaderView(View, frozen=True):
    """A header of requests that the API sends."""

    header: model.Field
    type: Python
    sentences: tuple[str, ...]
    """Limits, default and the like."""
    functions: tuple[str, ...]
    """Functions that read the requests; empty: all."""


def webhook_views(api: model.Api) -> tuple[WebhookView, ...]:
    """The functions, each for one request."""
    functions = webhook_functions(api)
    types, shown_types = Types(api), Types(api, is_signature=True)
    own_headers = [header for header in webhook_header_views(api) if header.functions]
    return tuple(
        WebhookView(
            webhook,
            functions[webhook.name],
            f"_{functions[webhook.name].removeprefix('read_').upper()}",
            types.decoded(webhook.type, sequence="list"),
            shown_types.decoded(webhook.type, sequence="list"),
            words.first_sentence(webhook.summary or webhook.description or webhook.name),
            tuple(
                view.header.name
                for view in own_headers
                if functions[webhook.name] in view.functions
            ),
            {} if common_replies(api) else webhook.replies,
        )
        for webhook in api.protocol.webhooks
    )


def webhook_header_views(api: model.Api) -> tuple[WebhookHeaderView, ...]:
    """Headers of the requests."""
    functions, shown_types = webhook_functions(api), Types(api, is_signature=True)
    return tuple(
        WebhookHeaderView(
            described.header,
            shown_types.decoded(described.header.type, sequence="list"),
            tuple(text for _, text in words.told(described.header, "rest")),
            tuple(functions[name] for name in described.webhooks),
        )
        for described in shared_headers(api)
    )
