"""Reads an OpenAPI document, 3.0 to 3.2, to the model."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET, ValidationError, convert
from msgspec.structs import replace

from specloom.diagnostics import ApiNames, Diagnostics, DocumentCoverage
from specloom.documents.document import Document, Finding
from specloom.documents.limits import STANDARD, Limits
from specloom.languages.json import json_line
from specloom.model import request_path
from specloom.model import structs as model
from specloom.model.media import essence
from specloom.model.media_marks import marked
from specloom.model.naming import is_parameter_name, joined_class_name
from specloom.model.rules.parameters import fact_faults, value_faults
from specloom.readers.openapi import files
from specloom.readers.openapi.bodies import Bodies, NotCallableError
from specloom.readers.openapi.choice import WrongChoice, chosen, wrong_patterns
from specloom.readers.openapi.coverage import coverage_of
from specloom.readers.openapi.document_losses import DocumentLosses, holds, sent_examples
from specloom.readers.openapi.dynamic_references import may_have_any, with_static_references
from specloom.readers.openapi.examples import example_sentence
from specloom.readers.openapi.facts import is_plain_address, text_of
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.media_choices import (
    FurtherMedia,
    name_with,
    usual,
    with_media,
)
from specloom.readers.openapi.method_names import (
    CollisionError,
    Described,
    MethodName,
    group_name,
    method_names,
)
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.parameters import Parameters
from specloom.readers.openapi.replies import Replies
from specloom.readers.openapi.schemas import Schemas, Version
from specloom.readers.openapi.security import Security
from specloom.readers.openapi.servers import described_server, further_server, own_server
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types
from specloom.readers.openapi.version import version_of
from specloom.readers.openapi.webhooks import HeaderPlace, Webhooks
from specloom.readers.places import Described as Read
from specloom.readers.places import places_in
from specloom.sources import name_lock
from specloom.sources.config import ApiEntry

V = TypeVar("V", model.Parameter, model.Field)
S = TypeVar("S", model.Contact, model.License)
_METHODS: Mapping[str, model.Method | None] = {
    "get": "GET",
    "put": "PUT",
    "post": "POST",
    "patch": "PATCH",
    "delete": "DELETE",
    "head": "HEAD",
    "options": "OPTIONS",
    "trace": None,
    "query": None,
}
"""Key of a path item → the method of HTTP, None if clients do not send it."""
_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")


def read(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Read | None:
    """Read the document of an entry; None with diagnostics if it cannot be read.

    What the model has no place for is a warning at its place in the document.
    """
    path = folder / entry.source
    document = files.load(path, diagnostics, limits)
    if document is not None and entry.overlays:
        from specloom.readers.openapi.overlays import overlaid  # a library that few runs need

        document = overlaid(document, entry, folder, diagnostics, limits)
    if document is None:
        return None
    version = version_of(document, diagnostics)
    if version is None:
        return None
    locked = name_lock.read(folder, entry.id, diagnostics, limits)
    if locked is None:
        return None
    reader = _Reader(entry, Node(_with_references(document)), version, locked)
    try:
        api = reader.api()
    except CollisionError as error:
        diagnostics.found.extend(document.diagnostics(_collision(error)))
        return None
    if not api.operations and not api.protocol.webhooks:
        message = "no operation of the document has a method, and it has no webhook that is read"
        diagnostics.found.extend(document.diagnostics([Finding(["paths"], "missing-key", message)]))
    for wrong in reader.wrong_patterns:
        message = f"`select`: no operation fits `{wrong.pattern}`"
        finding = Finding(["paths"], "unknown-name", message, wrong.hint)
        diagnostics.found.extend(document.diagnostics([finding]))
    warnings = (
        Finding(loss.at, "not-carried", f"{loss.kind}: {loss.message}", kind=loss.kind)
        for loss in reader.losses.list
    )
    diagnostics.found.extend(document.diagnostics(warnings))
    diagnostics.documents.append(reader.coverage())
    diagnostics.names[entry.id] = reader.names()
    return Read(api, places_in(document, reader.in_document))


def _with_references(document: Document) -> Any:
    """The content of a document, in which all references that are read are by pointer or anchor."""
    other_documents = document.documents.values() if isinstance(document, files.Bundle) else ()
    has_any = any(may_have_any(each.text) for each in (document, *other_documents))
    return with_static_references(document.data) if has_any else document.data


def _collision(error: CollisionError) -> Iterator[Finding]:
    name = f"{error.name.group}.{error.name.method}"
    first, *others = error.operations
    for operation in others:
        message = f"`{operation.key}` and `{first.key}` would both be called `{name}`"
        hint = "give one of them another `operationId`, with an overlay where the document is not yours"
        at = ["paths", operation.path, operation.method.lower()]
        yield Finding(at, "duplicate-name", message, hint, key=True)


class _Reader:
    """The parts of one document."""

    def __init__(self, entry: ApiEntry, root: Node, version: Version, locked: ApiNames) -> None:
        self.losses = Losses()
        self._entry = entry
        self._root = root
        self._schemas = Schemas(root, version)
        self._locked = {key: _method_name(name) for key, name in locked.methods.items()}
        self._names: dict[str, MethodName] = {}
        self._types = Types(root, self._schemas, self.losses, locked.classes)
        self._bodies = Bodies(self._schemas, self._types, self.losses)
        self._parameters = Parameters(self._schemas, self._types, self._bodies, self.losses)
        self._replies = Replies(self._schemas, self._types, self.losses, locked.errors)
        self._server = self._api_server()
        self._security = Security(root, self._schemas, self.losses, self._server)
        self._webhooks = Webhooks(root, self._schemas, self._types, self._parameters, self.losses)
        self._leftovers = DocumentLosses(self._schemas, self.losses)
        self._operation_nodes: list[Node] = []
        self._whole_nodes: list[Node] = []
        """Operations of the document, each with all of its media types."""
        self._callers: list[tuple[model.Operation, Node]] = []
        """Operations for the usual media type, of which the callbacks are."""
        self._operation_ids: Counter[str | None] = Counter()
        self._paths: set[str] = set()
        """Methods and paths of operations: of those of the document, and of those that were read."""
        self.wrong_patterns: list[WrongChoice] = []
        self._type_places: list[Pointer] = []

    def api(self) -> model.Api:
        """The model of the document. Raises CollisionError where names of operations stay equal."""
        entry, info = self._entry, self._root["info"]
        operations = tuple(self._operations())
        title = entry.title or text_of(info["title"]) or entry.id
        summary = entry.summary or text_of(info["summary"]) or f"{title.rstrip('.')}."
        webhooks = tuple(
            self._webhooks.read(self._callers, only_callbacks=entry.select is not None)
        )
        errors = self._replies.described_errors
        operations = tuple(_with_errors(operation, errors) for operation in operations)
        types = self._types.named
        places = self._types.places
        self._type_places.extend(places.get(type_.name, ()) for type_ in types)
        api = model.Api(
            id=entry.id,
            title=title,
            package=entry.package,
            openapi=entry.openapi,
            version=entry.version or _package_version(info.text("version")),
            source_version=text_of(info["version"]),
            summary=summary,
            description=text_of(info["description"]),
            contact=_contact(info["contact"]),
            license=_license(info["license"]),
            protocol=model.Rest(
                schemes=self._security.schemes,
                further_servers=tuple(self._further_servers()),
                further_tags=tuple(self._further_tags(operations)),
                webhooks=webhooks,
                webhook_headers=self._webhooks.headers,
                documentation=_documentation(self._root["externalDocs"]),
                terms_of_service=_web_address(info["termsOfService"]),
            ),
            server=self._server,
            groups=tuple(self._groups(operations)),
            operations=operations,
            types=types,
            errors=tuple(errors.values()),
        )
        for operation, node in zip(operations, self._operation_nodes, strict=True):
            self._leftovers.of_replies(node, operation, model.errors_of(api, operation))
        self._leftovers.of_document(self._root, api, entry.select is None)
        return self._sound(api)

    def names(self) -> ApiNames:
        """Names that are to stay, once the operations have been read."""
        methods = {key: f"{name.group}.{name.method}" for key, name in self._names.items()}
        return ApiNames(methods, self._types.classes, self._replies.error_names)

    def coverage(self) -> DocumentCoverage:
        """Counts of the operations, once they have been read."""
        losses = self.losses.list
        left_out = sum(loss.kind == "left-out" for loss in losses)
        return coverage_of(self._entry.id, self._root, self._whole_nodes, left_out, losses)

    def _sound_operation(
        self, api: model.Api, operation: model.Operation, node: Node
    ) -> model.Operation:
        owner = joined_class_name(operation.id)
        parameters = (
            self._sound_value(
                parameter,
                value_faults(api, (), parameter),
                self._places_of(owner, parameter.wire_name),
                node.at,
            )
            for parameter in operation.parameters
        )
        return replace(operation, parameters=tuple(parameters))

    def _sound(self, api: model.Api) -> model.Api:
        """The API without defaults and limits that do not fit the values they are of."""
        operations = tuple(
            _without_shown_example(self._sound_operation(api, operation, node))
            for operation, node in zip(api.operations, self._operation_nodes, strict=True)
        )
        types = tuple(
            (
                replace(
                    named,
                    fields=tuple(
                        self._sound_value(
                            field,
                            fact_faults(api, (), field),
                            self._places_of(named.name, field.name),
                            place,
                        )
                        for field in named.fields
                    ),
                )
                if isinstance(named, model.Record)
                else named
            )
            for named, place in zip(api.types, self._type_places, strict=True)
        )
        headers = tuple(
            replace(described, header=self._sound_header(api, described.header, place))
            for described, place in zip(
                api.protocol.webhook_headers, self._webhooks.header_places, strict=True
            )
        )
        protocol = replace(api.protocol, webhook_headers=headers)
        return replace(api, operations=operations, types=types, protocol=protocol)

    def _sound_header(self, api: model.Api, header: model.Field, place: HeaderPlace) -> model.Field:
        places = self._places_of(place.owner, header.name)
        return self._sound_value(header, fact_faults(api, (), header), places, place.at)

    def _places_of(self, owner: str, name: str) -> Mapping[str, Pointer]:
        return self._types.fact_places.get((owner, name), {})

    def _sound_value(
        self, value: V, faults: Iterable[Finding], places: Mapping[str, Pointer], owner: Pointer
    ) -> V:
        place = places.get("", owner)
        for fault in _first_of_each_fact(faults):
            message = f"`{value.name}`: {fault.message}"
            match tuple(fault.at):
                case ("default", *_):
                    if value.secret:
                        self.losses.add("default", Node(None, place), message)
                    value = _without_misfitting_default(value)
                case ("example", *_):
                    at = places.get("example", place)
                    sentence = example_sentence("An example, not of the type", value.example)
                    is_of_body = at[-2:-1] == ("content",)  # which is shown whole
                    if sentence is None and not is_of_body:
                        self.losses.add("example", Node(None, at), message)
                    summary = joined((value.summary, None if is_of_body else sentence))
                    value = replace(value, example=UNSET, summary=summary)
                case ("limits", str(limit), *_):
                    self.losses.add("limit", Node(None, place), message)
                    value = replace(value, limits=replace(value.limits, **{limit: None}))
                case ("format",):
                    self.losses.add("format", Node(None, place), message)
                    value = replace(value, format=None)
                case _:
                    pass
        return value

    def in_document(self, finding: Finding) -> Finding:
        """A finding of the model at the operation, the schema or the property that it is about."""

        def moved(*at: str | int) -> Finding:
            return dataclasses.replace(finding, at=at)

        match tuple(finding.at):
            case ("operations", int(index), *_):
                return moved(*self._operation_nodes[index].at)
            case ("types", int(index), "fields", int(field), *_):
                record = self._types.named[index]
                name = record.fields[field].name if isinstance(record, model.Record) else ""
                place = (*self._type_places[index], "properties", name)
                return dataclasses.replace(finding, at=place, key=True)
            case ("types", int(index), *_):
                return moved(*self._type_places[index])
            case ("server", *_):
                return moved("servers", 0, "url")
            case _:
                return moved("info")

    def _api_server(self) -> model.Server:
        first = next(iter(self._root["servers"]), Node({}))
        server = described_server(first, self.losses)
        if self._entry.server is None:
            return server
        url = self._entry.server.rstrip("/")
        return replace(server, url=url, variables=(), example=url)

    def _further_servers(self) -> Iterator[model.Server]:
        for node in list(self._root["servers"])[1:]:
            server = further_server(node, self.losses)
            if server is not None:
                yield server

    def _own_servers(self, item: Node, operation: Node) -> tuple[model.Server, ...]:
        """Servers that an operation or its path has for itself; empty if that of the API is used."""
        nodes = list(operation["servers"]) or list(item["servers"])
        if not nodes:
            return ()
        servers = [own_server(self._server, node, self.losses) for node in nodes]
        server = servers[0]
        if server is None or not server.example.startswith("https://"):
            if server is not None:
                self.losses.add("server", nodes[0], "a server without https is not used")
            for node in nodes[1:]:
                self.losses.add("server", node, "a server after one that is not used is not shown")
            return ()
        summary = "" if server.summary == self._server.summary else server.summary
        further_servers = tuple(each for each in servers[1:] if each is not None)
        is_own = server.url != self._server.url or summary or further_servers
        return (replace(server, summary=summary), *further_servers) if is_own else ()

    # --- Operations ---------------------------------------------------------------------------------

    def _operations(self) -> Iterator[model.Operation]:
        nodes = dict(self._nodes())
        self._operation_ids = Counter(text_of(node["operationId"]) for *_, node in nodes.values())
        described_operations = [described for described, _, _ in nodes.values()]
        names = self._names = method_names(described_operations, self._locked)
        self._paths = {each.key for each in described_operations}
        keys = chosen(self._entry.select, described_operations)
        if self._entry.select is not None:
            self.wrong_patterns = list(wrong_patterns(self._entry.select, described_operations))
        for key, (described, item, node) in nodes.items():
            if key not in keys:
                continue
            further_media = FurtherMedia(
                self._bodies.further_media(node, described.method),
                {} if described.method == "HEAD" else self._replies.further_media(node),
            )
            media_names = self._media_names(described, names[key], further_media)
            # What has no method of its own is a loss of the usual one.
            further_media = further_media.among(media_names)
            usual_node = usual(self._schemas, node, further_media)
            try:
                operation = self._operation(described, names[key], item, usual_node)
            except NotCallableError as error:
                self.losses.add("left-out", node, f"`{key}` has no method: {error}")
                continue
            self._whole_nodes.append(node)
            self._callers.append((operation, node))
            yield self._with_losses(described, operation, item, usual_node)
            for media, name in media_names.items():
                with_mark = Described(
                    described.method, marked(described.path, media), described.members
                )
                part = with_media(self._schemas, node, further_media, media)
                operation = self._operation(with_mark, name, item, part)
                operation = _as_media(operation, essence(media))
                yield self._with_losses(with_mark, operation, item, part)

    def _with_losses(
        self, described: Described, operation: model.Operation, item: Node, node: Node
    ) -> model.Operation:
        """An operation, once its losses are reported."""
        self._operation_nodes.append(node)
        self._leftovers.of_operation(described, item, node, operation)
        return operation

    def _media_names(
        self, described: Described, name: MethodName, further_media: FurtherMedia
    ) -> dict[str, MethodName]:
        """Names of the methods for further media types."""
        names: dict[str, MethodName] = {}
        for media in further_media.names:
            key = f"{described.method} {marked(described.path, media)}"
            used_names = {*self._names.values()}
            of_media = self._locked.get(key) or name_with(name, media, used_names)
            if of_media is not None and of_media not in used_names:
                self._names[key] = names[media] = of_media
        return names

    def _nodes(self) -> Iterator[tuple[str, tuple[Described, Node, Node]]]:
        """Each operation, by method and path: what names it, its path item, itself."""
        for path, described in self._root["paths"].items():
            item = self._schemas.target(described)
            if isinstance(item, ReferenceFault):
                self.losses.add("reference", described, item.message)
                continue
            for word, method in _METHODS.items():
                node = item[word]
                if not node.members:
                    continue
                key = f"{word.upper()} {path}"
                if method is not None:
                    yield key, (Described(method, path, node.members), item, node)
                else:
                    self._leave_out(key, node)
            for word, node in item["additionalOperations"].items():
                self._leave_out(f"{word} {path}", node)

    def _leave_out(self, key: str, node: Node) -> None:
        self.losses.add("left-out", node, f"`{key}` has no method: it is not sent")

    def _own_path(self, described: Described) -> str:
        """The path as requests have it, with a mark where another operation has the same."""
        path = described.request_path
        if path != described.path and f"{described.method} {path}" in self._paths:
            mark = "-".join(described.query_variables.values())
            path = f"{path}-{mark}" if "#" in path else f"{path}#{mark}"
        self._paths.add(f"{described.method} {path}")
        return path

    def _operation(
        self, described: Described, name: MethodName, item: Node, node: Node
    ) -> model.Operation:
        id_ = f"{name.group}.{name.method}"
        owner = joined_class_name(id_)
        parameters = self._parameters.read(item, node, described, owner)
        names = [parameter.name for parameter in parameters]
        path = self._own_path(described)
        for fault in request_path.faults((), path, names):
            raise NotCallableError(fault.message)
        for variable in request_path.variables(path):
            if not is_parameter_name(variable, "path"):
                raise NotCallableError(f"the variable `{variable}` of its path cannot be filled")
        summary = text_of(node["summary"])
        messages = self._replies.errors(node, owner)
        has_body = any(each.location in ("json", "form", "body") for each in parameters)
        servers = self._own_servers(item, node)
        return model.Operation(
            id=id_,
            group=name.group,
            call=model.Http(
                method=described.method,
                path=path,
                method_name=name.method,
                security=self._security.requirements(node),
                scopes=self._security.scopes(node),
                documentation=_documentation(node["externalDocs"]),
                tags=_tags(node, name.group),
                operation_id=self._operation_id(node),
                server=servers[0].url if servers else None,
                server_summary=(servers[0].summary or None) if servers else None,
                further_servers=servers[1:],
                successes=self._successes(described, node, owner),
                reply_headers=self._replies.headers(node, owner),
                body_summary=self._bodies.summary(node, parameters),
                body_examples=self._bodies.examples(node) if has_body else (),
                other_body_media=self._bodies.other_media(node) if has_body else (),
                error_messages=messages,
            ),
            title=summary or _title_of_method(name.method),
            summary=summary,
            description=joined(
                map(text_of, (node["description"], item["summary"], item["description"]))
            ),
            parameters=tuple(
                replace(parameter, position=position)
                for position, parameter in enumerate(parameters, 1)
            ),
            result=self._result(described, node, owner),
            errors=tuple(messages),
            examples=() if described.method == "HEAD" else self._replies.examples(node),
            deprecated=node["deprecated"].value is True,
        )

    def _operation_id(self, node: Node) -> str | None:
        """The operationId of an operation; None if another one has the same."""
        name = text_of(node["operationId"])
        return None if self._operation_ids[name] > 1 else name

    def _result(self, described: Described, node: Node, owner: str) -> model.Result | None:
        """Result of an operation; replies to HEAD have no body, whatever is described."""
        if described.method == "HEAD":
            self._replies.successes(node)
            return None
        return self._replies.result(node, owner)

    def _successes(self, described: Described, node: Node, owner: str) -> tuple[model.Success, ...]:
        successes = self._replies.described_successes(node, owner)
        if described.method == "HEAD":
            return tuple(replace(success, type=None, media=None) for success in successes)
        return successes

    def _groups(self, operations: Sequence[model.Operation]) -> Iterator[model.Group]:
        """Groups in the order of the document's tags, then in that of its operations."""
        summaries = {
            group_name(tag.text("name") or ""): (
                tag.text("name") or "",
                text_of(tag["description"]),
                _documentation(tag["externalDocs"]),
            )
            for tag in self._root["tags"]
        }
        used_names = dict.fromkeys(operation.group for operation in operations)
        for name in sorted(used_names, key=[*summaries, *used_names].index):
            usual_title = name.replace("_", " ").capitalize()
            title, summary, documentation = summaries.get(name, (usual_title, None, None))
            yield model.Group(name=name, title=title, summary=summary, documentation=documentation)

    def _further_tags(self, operations: Sequence[model.Operation]) -> Iterator[model.Tag]:
        """Tags with texts that are no group; of a part of the document, those of its operations."""
        groups = {operation.group for operation in operations}
        used_names = {name for operation in operations for name in operation.http.tags}
        for node in self._root["tags"]:
            name, summary = node.text("name") or "", text_of(node["description"])
            tag = model.Tag(
                name=name, summary=summary, documentation=_documentation(node["externalDocs"])
            )
            is_read = self._entry.select is None or name in used_names
            has_text = summary is not None or tag.documentation is not None
            if is_read and has_text and name and group_name(name) not in groups:
                yield tag


def _without_shown_example(
    operation: model.Operation,
) -> model.Operation:
    """An operation without the only example of its body, if its parameters show it."""
    examples = operation.http.body_examples
    if len(examples) != 1 or not any(
        holds(each, examples[0].value) for each in sent_examples(operation)
    ):
        return operation
    return replace(operation, call=replace(operation.http, body_examples=()))


def _first_of_each_fact(faults: Iterable[Finding]) -> Iterable[Finding]:
    """The first fault of a default, of an example, of the format and of each limit: a list may have one for each item."""
    firsts: dict[Sequence[object], Finding] = {}
    for fault in faults:
        firsts.setdefault(tuple(fault.at)[: 2 if fault.at[:1] == ("limits",) else 1], fault)
    return firsts.values()


def _without_misfitting_default(value: V) -> V:
    """A value whose default is not of its type, with a sentence about it in place of the default."""
    if value.secret:
        return replace(value, default=UNSET)
    sentence = (
        f"The document has the default `{json_line(value.default)}`, which is not of the type."
    )
    return replace(value, default=UNSET, summary=joined((value.summary, sentence)))


def _title_of_method(method: str) -> str:
    """Title of an operation without a summary."""
    return method.replace("_", " ").capitalize()


def _as_media(operation: model.Operation, media: str) -> model.Operation:
    """An operation that sends or asks for another media type than the usual one."""
    call, title, summary = operation.http, operation.title or operation.id, operation.summary
    id_ = call.operation_id
    usual_method, _, mark = (call.method_name or "").rpartition("_as_")
    if summary is None and usual_method:
        title = _title_of_method(usual_method)
    return replace(
        operation,
        title=f"{title.rstrip('.')} as {media}",
        summary=None if summary is None else f"{summary.rstrip('.')} as {media}.",
        call=replace(call, operation_id=None if id_ is None else f"{id_}_as_{mark}"),
    )


def _with_errors(operation: model.Operation, errors: Mapping[str, model.Error]) -> model.Operation:
    """An operation with the names of its errors in place of their keys."""
    messages = {
        errors[key].name: message
        for key, message in operation.http.error_messages.items()
        if message != errors[key].message
    }
    names = tuple(errors[key].name for key in operation.errors)
    return replace(operation, errors=names, call=replace(operation.http, error_messages=messages))


def _method_name(name: str) -> MethodName:
    group, _, method = name.partition(".")
    return MethodName(group, method)


def _contact(node: Node) -> model.Contact | None:
    members = {
        "name": text_of(node["name"]),
        "url": node.text("url") or None,
        "email": node.text("email") or None,
    }
    return _form_of(model.Contact, members) if any(members.values()) else None


def _tags(node: Node, group: str) -> tuple[str, ...]:
    """Tags of an operation; none where its group says the same."""
    tags = tuple(tag.value for tag in node["tags"] if isinstance(tag.value, str))
    return () if tags == (group,) else tags


def _documentation(node: Node) -> model.Documentation | None:
    """A link to documentation; None where it is not that of a page of the web."""
    url = node.text("url") or ""
    if not is_plain_address(url):
        return None
    return model.Documentation(url=url, summary=text_of(node["description"]))


def _web_address(node: Node) -> str | None:
    """Address of a page of the web; None where it is not one."""
    text = text_of(node) or ""
    return text if is_plain_address(text) else None


def _license(node: Node) -> model.License | None:
    name = text_of(node["name"])
    members = {"name": name, "url": node.text("url"), "identifier": node.text("identifier")}
    return None if name is None else _form_of(model.License, members)


def _form_of(kind: type[S], members: Mapping[str, str | None]) -> S | None:
    """A struct with the members that are there; None if the form of one of them is wrong."""
    try:
        return convert({key: text for key, text in members.items() if text is not None}, kind)
    except ValidationError:
        return None


def _package_version(text: str | None) -> str:
    """A version that packages can have, as near as possible to that of the document."""
    match = _NUMBERS.match(text or "")
    return "0.1.0" if match is None else ".".join(str(int(part)) for part in match.groups() if part)
