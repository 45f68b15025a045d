"""A Postman collection of an API: a request for each operation, filled in as its fitting example is.

The form is that of the collection format 2.1. What a request may also have is there too, switched off.
"""

from collections.abc import Iterable, Iterator

from specloom.model import structs as model
from specloom.rendering.render import Output, View
from specloom.views.openapi.mediawiki.wiki_document import script
from specloom.views.python.mediawiki.names import names_of
from specloom.views.samples.calls import sample_call
from specloom.views.samples.query import QueryCall
from specloom.views.samples.rest import RestCall
from specloom.views.samples.sent import Pair

BASE = "{{base_url}}"
"""The variable of the collection that holds the address of the API, as `base_url` of the documents does."""


class SentField(View, frozen=True):
    """A name and a value of a query, a form or the headers."""

    name: str
    value: str
    description: str | None
    disabled: bool


class Request(View, frozen=True, kw_only=True):
    """A request of the collection."""

    operation: model.Operation
    title: str
    method: str
    address: str
    """Without the query."""
    query: tuple[SentField, ...]
    headers: tuple[SentField, ...]
    form: tuple[SentField, ...]
    body: str | None
    """JSON."""


class Folder(View, frozen=True):
    """The requests of a group."""

    title: str
    requests: tuple[Request, ...]


class Collection(View, frozen=True):
    """The whole collection."""

    api: model.Api
    base: str
    """The address of the API, in place of its variable."""
    key: str | None
    """The variable that holds the key, which everybody fills in."""
    folders: tuple[Folder, ...]


def collection(api: model.Api) -> Output:
    """The collection of an API."""
    path = f"generated/openapi/{api.id}.postman_collection.json"
    titles = {group.name: group.title for group in api.groups}
    classes = names_of(api).classes if api.wire else {}
    requests = [_request(api, operation, classes.get(operation.id)) for operation in api.operations]
    folders = tuple(
        Folder(
            titles.get(group, group),
            tuple(request for request in requests if request.operation.group == group),
        )
        for group in dict.fromkeys(operation.group for operation in api.operations)
    )
    key = api.authentication.parameter if api.authentication else None
    view = Collection(api, _base(api), key, folders)
    return Output(path, "openapi/postman.yaml.j2", view, json=path)


def _base(api: model.Api) -> str:
    """The address that `base_url` stands for, as in the documents: of a wiki without `/api.php`."""
    return api.server.example if api.wire is None else api.server.example.rpartition("/")[0]


def _request(api: model.Api, operation: model.Operation, class_name: str | None) -> Request:
    call = sample_call(api, operation, class_name)
    if isinstance(call, QueryCall):
        return _of_query(api, operation, call)
    return _of_rest(api, operation, call)


def _of_query(api: model.Api, operation: model.Operation, call: QueryCall) -> Request:
    known = {operation.prefix + given.name: given for given in operation.parameters}
    query = (
        SentField(name, value, known[name].summary if name in known else None, disabled=False)
        for name, value in call.pairs
    )
    return Request(
        operation=operation,
        title=f"{operation.group}={operation.id}",
        method="GET",
        address=f"{BASE}/{script(api)}",
        query=(*query, *_others(known, (name for name, _ in call.pairs))),
        headers=(SentField("User-Agent", call.agent, None, disabled=False),),
        form=(),
        body=None,
    )


def _of_rest(api: model.Api, operation: model.Operation, call: RestCall) -> Request:
    key = api.authentication.parameter if api.authentication else ""
    known = {given.name: given for given in operation.parameters}

    def fields(pairs: tuple[Pair, ...], location: str) -> tuple[SentField, ...]:
        sent = tuple(
            SentField(
                pair.name,
                f"{pair.value}{{{{{key}}}}}" if pair.variable else pair.value,
                known[pair.name].summary if pair.name in known else None,
                disabled=False,
            )
            for pair in pairs
        )
        here = {name: given for name, given in known.items() if given.location == location}
        return (*sent, *_others(here, (pair.name for pair in pairs)))

    body = call.body and (
        call.body.value + (f"{{{{{key}}}}}" if call.body.variable else "") + call.body.name
    )
    return Request(
        operation=operation,
        title=operation.title or operation.id,
        method=call.http_method,
        address=BASE + call.url.removeprefix(call.server),
        query=fields(call.query, "query"),
        headers=fields(call.headers, "header"),
        form=fields(call.form, "form"),
        body=body or None,
    )


def _others(known: dict[str, model.Parameter], sent: Iterable[str]) -> Iterator[SentField]:
    """What may be sent too."""
    names = {*sent}
    for name, given in known.items():
        if name not in names and not given.deprecated:
            yield SentField(name, "", given.summary, disabled=True)
