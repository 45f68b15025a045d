"""A Postman collection of an API: a request for each operation, filled in as its fitting example is.

The form is that of the collection format 2.1. What a request may also have is there too, switched off.
`postman_changes.py` makes the changes of overlays in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from specloom.languages.commonmark import commonmark
from specloom.model import structs as model
from specloom.model.operation_names import operation_id
from specloom.model.query_part import only_actions
from specloom.rendering.render import View
from specloom.views.openapi.mediawiki.wiki_document import script
from specloom.views.python.mediawiki.names import names_of
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import filling
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
    is_file: bool = False
    """Whether a file goes there; no value names one."""


class Auth(View, frozen=True):
    """How a request shows who sends it."""

    kind: str
    """As the format names it: `bearer`."""
    facts: tuple[tuple[str, str], ...]


class Request(View, frozen=True, kw_only=True):
    """A request of the collection."""

    operation_id: str
    """Of the operation in OpenAPI documents."""
    folder: str
    title: str
    description: str
    """CommonMark."""
    method: str
    address: str
    """Without the query."""
    query: tuple[SentField, ...]
    headers: tuple[SentField, ...]
    form: tuple[SentField, ...]
    body: str | None
    """JSON."""
    auth: Auth | None = None

    @property
    def has_files(self) -> bool:
        """Whether the form is one with files."""
        return any(field.is_file for field in self.form)


class Folder(View, frozen=True):
    """The requests of a group."""

    title: str
    requests: tuple[Request, ...]


class Collection(View, frozen=True):
    """The whole collection."""

    title: str
    description: str
    """CommonMark."""
    base: str
    """The address of the API, in place of its variable."""
    variables: tuple[str, ...]
    """Variables that everybody fills in, such as the key."""
    folders: tuple[Folder, ...]


def collection(api: model.Api) -> Collection:
    """The collection of an API."""
    classes = names_of(api).classes if api.wire else {}
    requests = [_request(api, operation, classes.get(operation.id)) for operation in api.operations]
    return Collection(
        title=api.title,
        description=commonmark(api.description or api.summary),
        base=_base(api),
        variables=(api.authentication.parameter,) if api.authentication else (),
        folders=in_folders(requests),
    )


def actions_collection(api: model.Api) -> Collection:
    """The collection of a wiki's actions. What writes has a variable for its token, which is empty: a wiki refuses such
    a request, whoever runs it."""
    part = only_actions(api)
    kinds = dict.fromkeys(
        parameter.token_type
        for operation in api.actions
        for parameter in operation.parameters
        if parameter.token_type
    )
    # The class is named in Python alone.
    requests = [_request(api, operation, operation.class_name or "") for operation in api.actions]
    about = (
        "A request that writes sends a token, and none is set here: the wiki refuses it. To let it write, set the "
        "variable of its token to what `action=query&meta=tokens` returns to the account whose cookies are sent."
    )
    return Collection(
        title=part.title,
        description=commonmark(f"{part.summary}\n\n{about}"),
        base=_base(api),
        variables=tuple(map(_token_variable, kinds)),
        folders=in_folders(requests),
    )


def _token_variable(kind: str) -> str:
    return f"{kind}_token"


def in_folders(requests: Sequence[Request]) -> tuple[Folder, ...]:
    """Requests in their folders, both in the order in which they come."""
    return tuple(
        Folder(title, tuple(request for request in requests if request.folder == title))
        for title in dict.fromkeys(request.folder for request in requests)
    )


def _base(api: model.Api) -> str:
    """The address that `base_url` stands for, as in the documents: of a wiki without `/api.php`."""
    return api.server.example if api.wire is None else api.server.example.rpartition("/")[0]


def _request(api: model.Api, operation: model.Operation, class_name: str | None) -> Request:
    call = sample_call(filling(api, operation), class_name)
    if isinstance(call, QueryCall):
        return _of_wiki(api, operation, call)
    return _of_rest(api, operation, call)


def _folder(api: model.Api, operation: model.Operation) -> str:
    is_action = operation.group == model.ACTION_GROUP
    topics = (topic.title for topic in api.topics if is_action and topic.name == operation.topic)
    groups = (group.title for group in api.groups if group.name == operation.group)
    return next(chain(topics, groups), operation.group)


def _of_wiki(api: model.Api, operation: model.Operation, call: QueryCall) -> Request:
    known = {operation.prefix + given.name: given for given in operation.parameters}
    sent = [
        SentField(name, value, known[name].summary if name in known else None, disabled=False)
        for name, value in call.pairs
    ]
    sent += (
        SentField(file.name, "", known[file.name].summary, disabled=False, is_file=True)
        for file in call.files
    )
    if call.token:
        given = known[call.token]
        variable = f"{{{{{_token_variable(str(given.token_type))}}}}}"
        sent.append(SentField(call.token, variable, given.summary, disabled=False))
    fields = (*sent, *_others(known, [field.name for field in sent]))
    name = operation.id.removeprefix(f"{operation.group}.")
    return Request(
        operation_id=operation_id(api, operation),
        folder=_folder(api, operation),
        title=(title := f"{operation.group}={name}"),
        description=commonmark(operation.summary or title),
        method=call.http_method,
        address=f"{BASE}/{script(api)}",
        query=() if call.posted else fields,
        headers=(SentField("User-Agent", call.agent, None, disabled=False),),
        form=fields if call.posted else (),
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
        operation_id=operation_id(api, operation),
        folder=_folder(api, operation),
        title=(title := operation.title or operation.id),
        description=commonmark(operation.summary or title),
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
            yield SentField(name, "", given.summary, True, is_file=given.type == "upload")
