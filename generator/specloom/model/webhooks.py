"""Requests that a REST API sends: those of an operation, and the headers that several have."""

from collections.abc import Mapping

from msgspec.structs import replace

from specloom.model.structs import Api, Operation, TypeExpression, Webhook, WebhookHeader


def callbacks_of(api: Api, operation: Operation) -> tuple[Webhook, ...]:
    """Requests that a call of an operation causes."""
    return tuple(
        webhook
        for webhook in api.protocol.webhooks
        if webhook.callback is not None and webhook.callback.operation == operation.id
    )


def shared_headers(api: Api) -> tuple[WebhookHeader, ...]:
    """Headers of requests, each name, type and text once, although examples may differ from request to request."""
    all_names = [webhook.name for webhook in api.protocol.webhooks]
    headers: dict[tuple[str, TypeExpression, str | None], WebhookHeader] = {}
    for described in api.protocol.webhook_headers:
        key = (described.header.name, described.header.type, described.header.summary)
        first = headers.setdefault(key, replace(described, webhooks=()))
        names = {*first.webhooks, *(described.webhooks or all_names)}
        headers[key] = replace(first, webhooks=tuple(filter(names.__contains__, all_names)))
    return tuple(
        replace(each, webhooks=()) if len(each.webhooks) == len(all_names) else each
        for each in headers.values()
    )


def common_replies(api: Api) -> Mapping[str, str]:
    """Replies that the API expects to each of its requests; none if these differ."""
    first, *following = [webhook.replies for webhook in api.protocol.webhooks] or [{}]
    return first if all(replies == first for replies in following) else {}
