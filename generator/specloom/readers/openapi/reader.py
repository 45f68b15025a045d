"""Reads an OpenAPI document, 3.0 to 3.2, to the model."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from specloom.diagnostics import ApiNames, Diagnostics, DocumentCoverage
from specloom.documents.document import Document, Finding
from specloom.documents.limits import STANDARD, Limits
from specloom.model import structs as model
from specloom.readers.openapi import files
from specloom.readers.openapi.choice import WrongChoice
from specloom.readers.openapi.coverage import coverage_of
from specloom.readers.openapi.document_losses import DocumentLosses, holds, sent_examples
from specloom.readers.openapi.dynamic_references import may_have_any, with_static_references
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.groups import further_tags, groups
from specloom.readers.openapi.info import (
    contact,
    documentation,
    license_,
    package_version,
    web_address,
)
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.method_names import CollisionError
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.operations import Operations
from specloom.readers.openapi.schemas import Schemas, Version
from specloom.readers.openapi.security import Security
from specloom.readers.openapi.servers import api_server, further_servers
from specloom.readers.openapi.sound_values import SoundValues
from specloom.readers.openapi.types import Types
from specloom.readers.openapi.version import version_of
from specloom.readers.openapi.webhooks import Webhooks
from specloom.readers.places import Described as Read
from specloom.readers.places import places_in
from specloom.sources import name_lock
from specloom.sources.config import ApiEntry


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
        schemas = Schemas(root, version)
        self._types = Types(root, schemas, self.losses, locked.classes)
        self._server = api_server(root, entry.server, self.losses)
        self._security = Security(root, schemas, self.losses, self._server)
        self._document_losses = DocumentLosses(schemas, self.losses)
        self._operations = Operations(
            root,
            self._types,
            self._security,
            self._server,
            self._document_losses,
            self.losses,
            locked,
        )
        self._webhooks = Webhooks(
            root, schemas, self._types, self._operations.parameters, self.losses
        )
        self._type_places: list[Pointer] = []

    @property
    def wrong_patterns(self) -> Sequence[WrongChoice]:
        """Patterns of the entry that fit no operation."""
        return self._operations.wrong_patterns

    def api(self) -> model.Api:
        """The model of the document. Raises CollisionError where names of operations stay equal."""
        entry, info = self._entry, self._root["info"]
        operations = tuple(self._operations.read(entry.select))
        title = entry.title or text_of(info["title"]) or entry.id
        summary = entry.summary or text_of(info["summary"]) or f"{title.rstrip('.')}."
        webhooks = tuple(
            self._webhooks.read(self._operations.callers, only_callbacks=entry.select is not None)
        )
        errors = self._operations.replies.described_errors
        operations = tuple(_with_errors(operation, errors) for operation in operations)
        types = self._types.named
        places = self._types.places
        self._type_places.extend(places.get(type_.name, ()) for type_ in types)
        api = model.Api(
            id=entry.id,
            title=title,
            package=entry.package,
            openapi=entry.openapi,
            version=entry.version or package_version(info.text("version")),
            source_version=text_of(info["version"]),
            summary=summary,
            description=text_of(info["description"]),
            contact=contact(info["contact"]),
            license=license_(info["license"]),
            protocol=model.Rest(
                schemes=self._security.schemes,
                further_servers=tuple(further_servers(self._server, self._root, self.losses)),
                further_tags=tuple(further_tags(self._root, operations, entry.select is None)),
                webhooks=webhooks,
                webhook_headers=self._webhooks.headers,
                documentation=documentation(self._root["externalDocs"]),
                terms_of_service=web_address(info["termsOfService"]),
            ),
            server=self._server,
            groups=tuple(groups(self._root, operations)),
            operations=operations,
            types=types,
            errors=tuple(errors.values()),
        )
        for operation, node in zip(operations, self._operations.nodes, strict=True):
            self._document_losses.of_replies(node, operation, model.errors_of(api, operation))
        self._document_losses.of_document(self._root, api, entry.select is None)
        return self._sound(api)

    def _sound(self, api: model.Api) -> model.Api:
        """The API without defaults, examples, limits and formats that do not fit the values they are of."""
        sound = SoundValues(api, self._types.fact_places, self.losses)
        operations = tuple(
            _without_shown_example(sound.operation(operation, node.at))
            for operation, node in zip(api.operations, self._operations.nodes, strict=True)
        )
        types = tuple(
            sound.type(type_, place)
            for type_, place in zip(api.types, self._type_places, strict=True)
        )
        headers = tuple(
            replace(described, header=sound.header(described.header, place))
            for described, place in zip(
                api.protocol.webhook_headers, self._webhooks.header_places, strict=True
            )
        )
        protocol = replace(api.protocol, webhook_headers=headers)
        return replace(api, operations=operations, types=types, protocol=protocol)

    def names(self) -> ApiNames:
        """Names that are to stay, once the operations have been read."""
        methods = {
            key: f"{name.group}.{name.method}" for key, name in self._operations.names.items()
        }
        return ApiNames(methods, self._types.classes, self._operations.replies.error_names)

    def coverage(self) -> DocumentCoverage:
        """Counts of the operations, once they have been read."""
        losses = self.losses.list
        left_out = sum(loss.kind == "left-out" for loss in losses)
        return coverage_of(
            self._entry.id, self._root, self._operations.whole_nodes, left_out, losses
        )

    def in_document(self, finding: Finding) -> Finding:
        """A finding of the model at the operation, the schema or the property that it is about."""

        def moved(*at: str | int) -> Finding:
            return dataclasses.replace(finding, at=at)

        match tuple(finding.at):
            case ("operations", int(index), *_):
                return moved(*self._operations.nodes[index].at)
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


def _with_errors(operation: model.Operation, errors: Mapping[str, model.Error]) -> model.Operation:
    """An operation with the names of its errors in place of their keys."""
    messages = {
        errors[key].name: message
        for key, message in operation.http.error_messages.items()
        if message != errors[key].message
    }
    names = tuple(errors[key].name for key in operation.errors)
    return replace(operation, errors=names, call=replace(operation.http, error_messages=messages))
