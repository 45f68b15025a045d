"""Facts around the schemas of a document that no part of the model holds, each of which is a loss at its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET

from specloom.documents.values import members_of
from specloom.model import structs as model
from specloom.readers.openapi.examples import has_null_example, shown_examples
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.links import has_unread_link
from specloom.readers.openapi.losses import Losses, LossKind
from specloom.readers.openapi.method_names import Described
from specloom.readers.openapi.nodes import Node, ReferenceFault
from specloom.readers.openapi.parameters import place_of
from specloom.readers.openapi.schemas import Schemas, alternatives
from specloom.readers.openapi.styles import is_encoding
from specloom.readers.openapi.texts import says_the_same

_EXAMPLES: Mapping[str, tuple[LossKind, str]] = {
    "example": ("example", "the example is not shown"),
    "examples": ("example", "the examples are not shown"),
}
_NOT_SHOWN: Mapping[str, tuple[LossKind, str]] = {
    **_EXAMPLES,
    "externalDocs": ("external-docs", "the link to further documentation is not shown"),
}
_OF_PARAMETERS: Mapping[str, tuple[LossKind, str]] = {
    "allowReserved": ("style", "`allowReserved`: reserved characters are sent escaped"),
}


class DocumentLosses:
    """Reports losses of a document beside its schemas."""

    def __init__(self, schemas: Schemas, losses: Losses) -> None:
        self._schemas = schemas
        self._losses = losses

    def of_document(self, root: Node, api: model.Api, is_whole: bool) -> None:
        """Report facts of the API as a whole; of tags, only if all of its operations are read."""
        info = root["info"]
        if info["termsOfService"] and api.protocol.terms_of_service is None:
            self._losses.add("info", info["termsOfService"], "the terms of service are not shown")
        if _has_facts(info["contact"]) and api.contact is None:
            self._losses.add("info", info["contact"], "a contact of this form is not shown")
        if _has_facts(info["license"]) and api.license is None:
            self._losses.add("info", info["license"], "a license of this form is not shown")
        self._report_documentation(root, api.protocol)
        shown = {group.summary for group in api.groups}
        shown |= {tag.summary for tag in api.protocol.further_tags}
        documented = {group.title for group in api.groups if group.documentation is not None}
        documented |= {
            tag.name for tag in api.protocol.further_tags if tag.documentation is not None
        }
        for tag in root["tags"] if is_whole else ():
            if tag.text("description") and text_of(tag["description"]) not in shown:
                self._losses.add("tag", tag, "its group has the description of another tag")
            elif tag["description"].members:
                self._losses.add("tag", tag, "the description of a tag is not a text")
            if tag.text("name") not in documented:
                self._report(tag, _NOT_SHOWN)

    def of_operation(
        self, call: Described, item: Node, node: Node, operation: model.Operation
    ) -> None:
        """Report facts of an operation beside its schemas."""
        self._report_documentation(node, operation.call)
        parameters: dict[tuple[str, str], model.Parameter | None] = {
            (parameter.location, parameter.wire_name): parameter
            for parameter in operation.parameters
        }
        for described in (*item["parameters"], *node["parameters"]):
            parameter = self._target(described)
            location, name = place_of(
                call, parameter.text("in") or "", parameter.text("name") or ""
            )
            # A variable of the path is sent in it, whatever its place.
            sent_parameter = parameters.get((location, name), parameters.get(("path", name)))
            self._of_parameter(parameter, sent_parameter)
        body = self._target(node["requestBody"])
        text = text_of(body["description"])
        of_body = [
            parameter.summary
            for parameter in operation.parameters
            if parameter.location == "body" or parameter.http.style == "fields"
        ]
        if text is not None and not _is_shown(text, (operation.http.body_summary, *of_body)):
            self._losses.add("text", body, "the description of the body is not shown")
        shown_bodies = [example.value for example in operation.http.body_examples]
        self._of_media(body, [*sent_examples(operation), *shown_bodies])
        self._of_encodings(body)
        carried = [example.reply for example in operation.examples]
        statuses = {str(success.status) for success in operation.http.successes}
        for status, reply in self._replies(node):
            is_success = status in statuses and not has_unread_link(self._schemas, reply)
            if reply["links"].members and not is_success:
                self._losses.add("link", reply, "the links to other operations are not read")
            is_null_shown = status in statuses and any(
                has_null_example(self._schemas, media) for media in reply["content"].values()
            )  # by the text of the reply
            self._of_media(reply, [*carried, None] if is_null_shown else carried)

    def of_replies(
        self, node: Node, operation: model.Operation, errors: Iterable[model.Error]
    ) -> None:
        """Report texts and statuses of replies that neither the errors of the operation nor its result have."""
        texts = [
            *(error.message for error in errors),
            *(each.summary for each in operation.http.successes),
        ]
        replies = {status: self._target(reply) for status, reply in node["responses"].items()}
        for reply in replies.values():
            text = text_of(reply["description"])
            if text is not None and not _is_shown(text, texts):
                self._losses.add("text", reply, "the description of the reply is not shown")

    def _of_parameter(self, node: Node, parameter: model.Parameter | None) -> None:
        has_example = parameter is not None and parameter.example is not UNSET
        self._report(node, _OF_PARAMETERS if has_example else {**_OF_PARAMETERS, **_EXAMPLES})
        if not has_example:
            self._of_media(node)
        type_ = None if parameter is None else parameter.type
        schema = self._schemas.normal(node["schema"])
        takes_null = isinstance(type_, model.Union) and "null" in type_.options
        # An optional one that is null is left out, as RFC 6570 says.
        is_sent = parameter is not None and parameter.required
        if is_sent and self._schemas.allows_null(schema) and not takes_null:
            self._losses.add("null", node["schema"], "a required parameter is never null")
        if type_ == "string" and any(
            len(alternatives(self._schemas, union)[0]) > 1 for union in schema.unions
        ):
            message = "the union of the alternatives is sent as text"
            self._losses.add("alternatives", node["schema"], message)
        if type_ == "string" and schema["enum"]:
            self._losses.add("enumeration", node["schema"], "the values of `enum` are not shown")

    def _of_media(self, around: Node, carried: Sequence[object] = ()) -> None:
        for media in around["content"].values():
            shown = [example["value"].value for _, example in shown_examples(self._schemas, media)]
            lost = [value for value in shown if not any(holds(each, value) for each in carried)]
            if 0 < len(lost) < len(shown):
                message = "only some of the examples are shown"
                self._losses.add("example", media, message)
            elif lost or not shown:
                self._report(media, _NOT_SHOWN)

    def _of_encodings(self, body: Node) -> None:
        for media in body["content"].values():
            for encoding in media["encoding"].values():
                for keyword, node in encoding.items():
                    if not is_encoding(keyword, node.value):
                        message = f"`{keyword}`: the member is sent as forms send it by default"
                        self._losses.add("encoding", node, message)

    def _replies(self, node: Node) -> Iterator[tuple[str, Node]]:
        """The replies by their statuses, as the model has these."""
        for status, reply in node["responses"].items():
            yield status if status == "default" else status.upper(), self._target(reply)

    def _report_documentation(self, node: Node, part: model.Protocol | model.Call) -> None:
        facts = dict(_NOT_SHOWN)
        if isinstance(part, model.Rest | model.Http) and part.documentation is not None:
            del facts["externalDocs"]
        self._report(node, facts)

    def _report(self, node: Node, facts: Mapping[str, tuple[LossKind, str]]) -> None:
        for keyword, (kind, message) in facts.items():
            value = node[keyword]
            if value and (keyword == "example" or value.value not in (False, "", [], {})):
                is_of_node = kind in ("example", "external-docs", "link")
                self._losses.add(kind, node if is_of_node else value, message)

    def _target(self, node: Node) -> Node:
        target = self._schemas.target(node)
        return Node(None, node.at) if isinstance(target, ReferenceFault) else target


def _has_facts(node: Node) -> bool:
    """Return whether an object has other members than extensions of the standard."""
    return any(not name.startswith("x-") for name in node.members)


def sent_examples(operation: model.Operation) -> list[object]:
    """Examples of the body of an operation: of the whole, and of its members together."""
    shown = [each for each in operation.parameters if each.example is not UNSET]
    wholes = [parameter.example for parameter in shown if parameter.location == "body"]
    members = {each.wire_name: each.example for each in shown if each.location in ("json", "form")}
    return [*wholes, members]


def holds(whole: object, value: object) -> bool:
    """Return whether an object has all members of another with the same values, or a value is the same."""
    members, shown_members = members_of(whole), members_of(value)
    if not shown_members:
        return whole == value
    return all(members.get(name, UNSET) == member for name, member in shown_members.items())


def _is_shown(text: str, output_texts: Iterable[str | None]) -> bool:
    """Return whether one of the texts of outputs says what a text of the document says."""
    texts = (each for each in output_texts if each is not None)
    return any(text == each or says_the_same(text, each) for each in texts)
