"""Operations of a document: which are read, with their names, one more for each further media type."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from specloom.diagnostics import ApiNames
from specloom.model import request_path
from specloom.model import structs as model
from specloom.model.media import essence
from specloom.model.media_marks import marked
from specloom.model.naming import is_parameter_name, joined_class_name
from specloom.readers.openapi.bodies import Bodies, NotCallableError
from specloom.readers.openapi.choice import WrongChoice, chosen, wrong_patterns
from specloom.readers.openapi.document_losses import DocumentLosses
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.groups import tags_of
from specloom.readers.openapi.info import documentation
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.media_choices import FurtherMedia, name_with, usual, with_media
from specloom.readers.openapi.method_names import Described, MethodName, method_names
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.parameters import Parameters
from specloom.readers.openapi.replies import Replies
from specloom.readers.openapi.security import Security
from specloom.readers.openapi.servers import own_servers
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types
from specloom.sources.config import OperationChoice

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


class Operations:
    """Reads the operations of one document."""

    def __init__(
        self,
        root: Node,
        types: Types,
        security: Security,
        server: model.Server,
        document_losses: DocumentLosses,
        losses: Losses,
        locked: ApiNames,
    ) -> None:
        """Read with the types of the document, its security and its server, and with the `locked` names."""
        self._root = root
        self._schemas = types.schemas
        self._security = security
        self._server = server
        self._document_losses = document_losses
        self._losses = losses
        self._bodies = Bodies(self._schemas, types, losses)
        self._locked = {key: _method_name(name) for key, name in locked.methods.items()}
        self._operation_ids: Counter[str | None] = Counter()
        self._paths: set[str] = set()
        """Methods and paths of operations: of those of the document, and of those that were read."""
        self.parameters = Parameters(self._schemas, types, self._bodies, losses)
        self.replies = Replies(self._schemas, types, losses, locked.errors)
        self.names: dict[str, MethodName] = {}
        """Method and path of an operation → the name of its method."""
        self.nodes: list[Node] = []
        """The nodes of the operations that were read, each with the media types that it is for."""
        self.whole_nodes: list[Node] = []
        """Operations of the document, each with all of its media types."""
        self.callers: list[tuple[model.Operation, Node]] = []
        """Operations for the usual media type, of which the callbacks are."""
        self.wrong_patterns: list[WrongChoice] = []

    def read(self, select: OperationChoice | None) -> Iterator[model.Operation]:
        """The chosen operations. Raises CollisionError where names of operations stay equal."""
        nodes = dict(self._described())
        self._operation_ids = Counter(text_of(node["operationId"]) for *_, node in nodes.values())
        described_operations = [described for described, _, _ in nodes.values()]
        names = self.names = method_names(described_operations, self._locked)
        self._paths = {each.key for each in described_operations}
        keys = chosen(select, described_operations)
        if select is not None:
            self.wrong_patterns = list(wrong_patterns(select, described_operations))
        for key, (described, item, node) in nodes.items():
            if key not in keys:
                continue
            further_media = FurtherMedia(
                self._bodies.further_media(node, described.method),
                {} if described.method == "HEAD" else self.replies.further_media(node),
            )
            media_names = self._media_names(described, names[key], further_media)
            # What has no method of its own is a loss of the usual one.
            further_media = further_media.among(media_names)
            usual_node = usual(self._schemas, node, further_media)
            try:
                operation = self._operation(described, names[key], item, usual_node)
            except NotCallableError as error:
                self._losses.add("left-out", node, f"`{key}` has no method: {error}")
                continue
            self.whole_nodes.append(node)
            self.callers.append((operation, node))
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
        self.nodes.append(node)
        self._document_losses.of_operation(described, item, node, operation)
        return operation

    def _media_names(
        self, described: Described, name: MethodName, further_media: FurtherMedia
    ) -> dict[str, MethodName]:
        """Names of the methods for further media types."""
        names: dict[str, MethodName] = {}
        for media in further_media.names:
            key = f"{described.method} {marked(described.path, media)}"
            used_names = {*self.names.values()}
            of_media = self._locked.get(key) or name_with(name, media, used_names)
            if of_media is not None and of_media not in used_names:
                self.names[key] = names[media] = of_media
        return names

    def _described(self) -> Iterator[tuple[str, tuple[Described, Node, Node]]]:
        """Each operation, by method and path: what names it, its path item, itself."""
        for path, described in self._root["paths"].items():
            item = self._schemas.target(described)
            if isinstance(item, ReferenceFault):
                self._losses.add("reference", described, item.message)
                continue
            for word, method in _METHODS.items():
                node = item[word]
                if not node.members:
                    continue
                key = f"{word.upper()} {path}"
                if method is not None:
                    yield key, (Described(method, path, node.members), item, node)
                else:
                    self._leave_out(word.upper(), path, node)
            for word, node in item["additionalOperations"].items():
                self._leave_out(word, path, node)

    def _leave_out(self, method: str, path: str, node: Node) -> None:
        message = f"`{method} {path}` is left out: clients send no {method} requests"
        self._losses.add("left-out", node, message)

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
        parameters = self.parameters.read(item, node, described, owner)
        names = [parameter.name for parameter in parameters]
        path = self._own_path(described)
        for fault in request_path.faults((), path, names):
            raise NotCallableError(fault.message)
        for variable in request_path.variables(path):
            if not is_parameter_name(variable, "path"):
                raise NotCallableError(f"the variable `{variable}` of its path cannot be filled")
        summary = text_of(node["summary"])
        messages = self.replies.errors(node, owner)
        has_body = any(each.location in ("json", "form", "body") for each in parameters)
        servers = own_servers(self._server, item, node, self._losses)
        return model.Operation(
            id=id_,
            group=name.group,
            call=model.Http(
                method=described.method,
                path=path,
                method_name=name.method,
                security=self._security.requirements(node),
                scopes=self._security.scopes(node),
                documentation=documentation(node["externalDocs"]),
                tags=tags_of(node, name.group),
                operation_id=self._operation_id(node),
                server=servers[0].url if servers else None,
                server_summary=(servers[0].summary or None) if servers else None,
                further_servers=servers[1:],
                successes=self._successes(described, node, owner),
                reply_headers=self.replies.headers(node, owner),
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
            examples=() if described.method == "HEAD" else self.replies.examples(node),
            deprecated=node["deprecated"].value is True,
        )

    def _operation_id(self, node: Node) -> str | None:
        """The operationId of an operation; None if another one has the same."""
        name = text_of(node["operationId"])
        return None if self._operation_ids[name] > 1 else name

    def _result(self, described: Described, node: Node, owner: str) -> model.Result | None:
        """Result of an operation; replies to HEAD have no body, whatever is described."""
        if described.method == "HEAD":
            self.replies.successes(node)
            return None
        return self.replies.result(node, owner)

    def _successes(self, described: Described, node: Node, owner: str) -> tuple[model.Success, ...]:
        successes = self.replies.described_successes(node, owner)
        if described.method == "HEAD":
            return tuple(replace(success, type=None, media=None) for success in successes)
        return successes


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


def _method_name(name: str) -> MethodName:
    group, _, method = name.partition(".")
    return MethodName(group, method)
