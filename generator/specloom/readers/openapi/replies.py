"""Replies to an operation: its result."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from specloom.model import structs as model
from specloom.model.media import (
    ANY,
    BYTES,
    essence,
    is_media_range,
    is_sequence,
    is_text,
    reply_essence,
)
from specloom.model.naming import LONGEST, is_parameter_name
from specloom.model.rules.findings import notation
from specloom.readers.openapi.events import EventTypes, media_of_events
from specloom.readers.openapi.examples import (
    example_sentence,
    has_null_example,
    wire_name_of,
)
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.links import text_of_links
from specloom.readers.openapi.losses import Losses
from specloom.readers.openapi.media_choices import distinct_media
from specloom.readers.openapi.nodes import Node, Pointer, ReferenceFault
from specloom.readers.openapi.schemas import Schemas, same_media
from specloom.readers.openapi.statuses import status_word
from specloom.readers.openapi.styles import JSON_MEDIA
from specloom.readers.openapi.texts import joined
from specloom.readers.openapi.types import Types
from specloom.readers.openapi.unions import union_of

_SUCCESS = re.compile(r"2(\d\d|XX)")
_REDIRECT = re.compile(r"3(\d\d|XX)")
"""Status of a described redirect, which is an error with the address."""
_ERROR = re.compile(r"[345](\d\d|XX)|DEFAULT")


class _Described(msgspec.Struct, frozen=True):
    """An error, before it has a name."""

    status: str
    body: model.TypeExpression | None
    meaning: str
    media: str | None
    other_media: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its status and the type of its body: `404 Problem`."""
        return self.status if self.body is None else f"{self.status} {notation(self.body)}"


_WITHOUT_BODY = frozenset({"204", "205"})
"""Statuses that HTTP allows no body for, whatever a document says."""


def _status_of_success(text: str) -> int | Literal["2XX", "default"]:
    match text:
        case "2XX":
            return text
        case "DEFAULT":
            return "default"
        case _:
            return int(text)


_ANY_OF = {"3XX": 300, "4XX": 400, "5XX": 500}
"""Range of statuses → the first of them."""


def _range(status: str) -> str | None:
    """A range of statuses in the words of the model; None for a single one."""
    return None if status.isdigit() else "default" if status == "DEFAULT" else status


def _status(text: str) -> int | str:
    return int(text) if text.isdigit() else text


class Replies:
    """Reads the responses of operations."""

    def __init__(
        self, schemas: Schemas, types: Types, losses: Losses, locked: Mapping[str, str]
    ) -> None:
        self._schemas = schemas
        self._locked = locked
        self._types = types
        self._losses = losses
        self._events = EventTypes(schemas, types, losses)
        self._errors: dict[str, _Described] = {}
        self._error_names: dict[str, str] = {}
        self._alternatives: set[Pointer] = set()
        """Places of the media types of errors that are read as one of several types of JSON."""

    def result(self, operation: Node, owner: str) -> model.Result | None:
        """Result of a successful call; None if nothing."""
        result = self._result(operation, owner)
        media = media_of_events(self.successes(operation))
        if result is None or media is None:
            return result
        return replace(result, events=self._events.events(media, owner))

    def _result(self, operation: Node, owner: str) -> model.Result | None:
        """Result of a successful call that is read whole."""
        bodies = {status: self._media(node) for status, node in self.successes(operation).items()}
        in_json = {status: media for status, media in bodies.items() if media and media[1]}
        if not in_json:
            is_optional = any(body is None for body in bodies.values())
            return self._raw_result([media for media in bodies.values() if media], is_optional)
        types: list[model.TypeExpression] = [
            self._schema_type(node, owner, "Result")
            for node in {node.at: node for node, _ in in_json.values()}.values()
        ]
        for status, media in bodies.items():
            if media is None and status != "DEFAULT":
                types.append("null")
            elif media is not None and not (media[1] or is_sequence(_essence_of(media[0]))):
                if is_text(_essence_of(media[0])):
                    self._types.not_json(media[0]["schema"], "reply-media")
                    types.append("string")
                else:
                    message = "a reply that is neither JSON nor text is not read"
                    self._losses.add("reply-media", media[0], message)
        return model.Result(type=union_of(types))

    def headers(self, operation: Node, owner: str) -> tuple[model.ReplyHeader, ...]:
        """Headers of the replies, each description once with the statuses that it is for."""
        headers: dict[bytes, tuple[model.Field, list[int | str]]] = {}
        for status, reply in self._responses(operation):
            for name, described in reply["headers"].items():
                header = self._header(name, described, owner)
                if header is not None:
                    described_status = "default" if status == "DEFAULT" else _status(status)
                    key = msgspec.json.encode(header)
                    headers.setdefault(key, (header, []))[1].append(described_status)
        return tuple(
            model.ReplyHeader(header=header, statuses=tuple(statuses))
            for header, statuses in headers.values()
        )

    def _header(self, name: str, described: Node, owner: str) -> model.Field | None:
        node = self._schemas.target(described)
        if isinstance(node, ReferenceFault):
            self._losses.add("reference", described, node.message)
            return None
        if name.casefold() == "content-type":
            return None  # by the standard, the media type says it
        if not is_parameter_name(name, "header"):
            self._losses.add("reply-header", described, f"no header can be called `{name}`")
            return None
        for media in node["content"].values():
            self._losses.add("reply-header", media, "a header with a media type is read as a text")
        schema = node["schema"] or Node({"type": "string"}, node.at)
        members = self._types.value(schema, owner, name, text_of(node["description"]))
        members["deprecated"] = node["deprecated"].value is True or members["deprecated"]
        presence = None if node["required"].value is True else model.Presence()
        return model.Field(**members, presence=presence)

    def successes(self, operation: Node) -> dict[str, Node]:
        """Status → reply of each success; none if the document describes only errors and redirects."""
        replies = dict(self._responses(operation))
        statuses = [status for status in replies if _SUCCESS.fullmatch(status)]
        if not statuses and "DEFAULT" in replies:
            statuses = ["DEFAULT"]
        for status in replies.keys() - {*statuses}:
            if not _ERROR.fullmatch(status):
                message = f"a reply of status {status.lower()} is not read"
                self._losses.add("status", replies[status], message)
        if not statuses and not any(map(_REDIRECT.fullmatch, replies)):
            message = "no successful reply is described: the call returns None"
            self._losses.add("success-status", operation, message)
        return {status: replies[status] for status in statuses}

    def described_successes(self, operation: Node, owner: str) -> tuple[model.Success, ...]:
        """Replies of success, each with its text and the type of its body."""
        successes = self.successes(operation)
        items = media_of_events(successes)
        return tuple(
            self._success(status, node, owner, items) for status, node in successes.items()
        )

    def _success(self, status: str, node: Node, owner: str, items: Node | None) -> model.Success:
        media = self._media(node)
        is_json = media is not None and media[1]
        type_: model.TypeExpression | None = None if media is None else "string"
        if media is not None and is_json:
            type_ = self._schema_type(media[0], owner, "Result")
        text = text_of(node["description"])
        if media is not None:
            examples = self._types.example_places(media[0]) if _has_examples(media) else ()
            text = self._types.texts.of_body(media[0]["schema"], text, examples)
            if has_null_example(self._schemas, media[0]):
                text = joined((text, example_sentence("Example", None)))
        return model.Success(
            status=_status_of_success(status),
            summary=joined((text, text_of_links(self._schemas, node))),
            type=type_,
            media=None if media is None else _media_of_success(media[0]),
            other_media=tuple(
                name
                for name in self._other_media(node)
                if items is None or node["content"][name].at != items.at
            ),
        )

    def examples(self, operation: Node) -> tuple[model.Example, ...]:
        """Bodies in JSON, and texts, of replies that the document shows, those of success first."""
        examples: dict[str, model.Example] = {}
        successes = self.successes(operation)
        errors = {
            status: node
            for status, node in self._responses(operation)
            if status not in successes and _ERROR.fullmatch(status)
        }
        for status, node in (*successes.items(), *errors.items()):
            media = self._media(node)
            if media is None or not _has_examples(media):
                continue
            for title, example in self._types.media_examples(media[0]):
                name = wire_name_of(title)
                if name is not None and name in examples:
                    ending = f"-{status.lower()}"
                    name = name[: LONGEST - len(ending)] + ending
                is_json = media[1] and example["value"].value is not None
                is_readable = is_json or isinstance(example["value"].value, str)
                if is_readable and name is not None and name not in examples:
                    self._types.show_example(example)
                    texts = (example["summary"], node["description"])
                    examples[name] = model.Example(
                        name=name,
                        summary=next(filter(None, map(text_of, texts)), title),
                        status=int(status) if status.isdigit() else _ANY_OF.get(status, 200),
                        statuses=_range(status) if status in errors else None,
                        error=status in errors,
                        reply=example["value"].value,
                    )
        return tuple(examples.values())

    def _raw_result(
        self, bodies: Sequence[tuple[Node, bool]], is_optional: bool
    ) -> model.Result | None:
        """A result that is a text or other bytes; None if no reply has a body."""
        if not bodies:
            return None
        names = dict.fromkeys(_essence_of(node) for node, _ in bodies)
        first, *others = names
        for node, _ in bodies:
            if is_sequence(_essence_of(node)):
                continue
            self._types.not_json(node["schema"], "reply-media")
            if _essence_of(node) in others:
                self._losses.add("reply-media", node, "only the first media type is asked for")
        type_ = union_of(["string", "null"]) if is_optional else "string"
        return model.Result(type=type_, media=first)

    def errors(self, operation: Node, owner: str) -> dict[str, str]:
        """Keys of the errors that an operation describes by their status, and what each means there."""
        replies = dict(self._responses(operation))
        is_success = not any(_SUCCESS.fullmatch(status) for status in replies)
        messages: dict[str, str] = {}
        for status, node in replies.items():
            if not _ERROR.fullmatch(status) or (status == "DEFAULT" and is_success):
                continue
            body = self._type(node, owner, status_word(status))
            key = f"{status} {body!r}"
            text = text_of(node["description"])
            if key not in self._errors:
                media = self._media(node)
                of_body = None if media is None or body is None else _media_type(media[0])
                self._errors[key] = _Described(
                    status, body, text or status_word(status), of_body, self._media_of_error(node)
                )
            elif {*self._media_of_error(node)} - {*self._errors[key].other_media}:
                message = "another operation has the same error in fewer media types"
                self._losses.add("representation", node, message)
            messages[key] = text or self._errors[key].meaning
        return messages

    @property
    def described_errors(self) -> Mapping[str, model.Error]:
        """The errors of all operations, by their keys.

        An error is named after its status, and after its record, too, where its status has several bodies.
        """
        bodies = Counter(error.status for error in self._errors.values())
        # Names that are to stay come first, so that no other error takes one of them.
        for key, error in sorted(
            self._errors.items(), key=lambda item: item[1].key not in self._locked
        ):
            word = status_word(error.status)
            names = [f"{word}Error", f"{word}StatusError", f"{word}ApiError"]
            if bodies[error.status] > 1 and error.body is not None:
                of_body = _word_of(error.body)
                names = [f"{word}{of_body}Error", f"{word}With{of_body}Error", *names]
            if error.key in self._locked:
                names.insert(0, self._locked[error.key])
            self._error_names[key] = self._types.keep_one_free(names)
        return {
            key: model.Error(
                name=self._error_names[key],
                message=error.meaning,
                status="default" if error.status == "DEFAULT" else _status(error.status),
                body=error.body,
                media=error.media,
                other_media=error.other_media,
            )
            for key, error in self._errors.items()
        }

    @property
    def error_names(self) -> Mapping[str, str]:
        """Status and type of the body of each error → its class, once the errors have been described."""
        return {error.key: self._error_names[key] for key, error in self._errors.items()}

    def _responses(self, operation: Node) -> Iterator[tuple[str, Node]]:
        for status, described in operation["responses"].items():
            node = self._schemas.target(described)
            if isinstance(node, ReferenceFault):
                self._losses.add("reference", described, node.message)
            elif status in _WITHOUT_BODY and node["content"].members:
                message = f"a reply of status {status} has no body"
                self._losses.add("reply-media", node["content"], message)
                yield status, node.with_member("content", Node(None, node["content"].at))
            else:
                yield status.upper(), node

    def _media(self, node: Node) -> tuple[Node, bool] | None:
        """The media type object of a reply that is read, and whether it is JSON; None if the reply has no body."""
        media = dict(node["content"].items())
        if not media:
            return None
        chosen = _chosen(media)
        same = same_media(media, chosen) if _is_json(chosen) else ()
        for other, inside in media.items():
            is_read = other == chosen or other in same or inside.at in self._alternatives
            if not is_read and not is_sequence(essence(other)):
                self._losses.add("reply-media", inside, f"a reply of `{other}` is not asked for")
        if _is_json(chosen) and self._is_binary(media[chosen]):
            message = f"a reply of the format `binary` is bytes, and is asked for as `{BYTES}`"
            for name in (chosen, *same):
                self._losses.add("reply-media", media[name], message)
            return media[chosen].as_member(BYTES), False
        return media[chosen], _is_json(chosen)

    def _is_binary(self, media: Node) -> bool:
        """Return whether a body is bytes, whatever its media type: generators of documents write JSON for downloads."""
        schema = self._schemas.normal(media["schema"])
        return schema["format"] == "binary" and schema.types in ((), ("string",))

    def further_media(self, operation: Node) -> dict[str, list[str]]:
        """Status of success → media types of its reply beside the usual one that have values of their own."""
        further_names: dict[str, list[str]] = {}
        for status, described in operation["responses"].items():
            reply = self._schemas.target(described)
            if isinstance(reply, ReferenceFault) or not _SUCCESS.fullmatch(status.upper()):
                continue
            media = dict(reply["content"].items())
            if not media:
                continue
            chosen = _chosen(media)
            same = same_media(media, chosen) if _is_json(chosen) else ()
            single = (name for name in media if not is_sequence(essence(name)))
            names = distinct_media(chosen, (name for name in single if name not in same))
            if names:
                further_names[status] = names
        return further_names

    def _other_media(self, node: Node) -> tuple[str, ...]:
        """Media types of a reply that have the same values as the one that is read."""
        media = self._media(node)
        if media is None or not media[1]:
            return ()
        return same_media(dict(node["content"].items()), str(media[0].at[-1]))

    def _media_of_error(self, node: Node) -> tuple[str, ...]:
        """Media types of an error beside the one that is asked for, whatever the schema of each."""
        return (*self._other_media(node), *self._other_bodies(node))

    def _other_bodies(self, node: Node) -> dict[str, Node]:
        """Media types of JSON of an error that have other schemas than the one that is asked for."""
        media = dict(node["content"].items())
        chosen = _chosen(media) if media else ""
        if not _is_json(chosen):
            return {}
        same = (chosen, *same_media(media, chosen))
        others = {
            name: body
            for name, body in media.items()
            if name not in same and _is_json(name) and is_media_range(name)
        }
        self._alternatives.update(body.at for body in others.values())
        return others

    def _type(self, node: Node, owner: str, name: str) -> model.TypeExpression | None:
        """Type of the body of an error; None if it has none that is read."""
        others = self._other_bodies(node)
        media = self._media(node)
        if media is None:
            return None
        body, is_json = media
        if is_json:
            bodies = [body, *others.values()]
            return union_of([self._schema_type(each, owner, name) for each in bodies])
        self._types.not_json(body["schema"], "reply-media")
        return "string" if is_text(essence(str(body.at[-1]))) else None

    def _schema_type(self, media: Node, owner: str, name: str) -> model.TypeExpression:
        schema = media["schema"]
        return self._types.result(schema, owner, name) if schema else "any"


def _media_type(media: Node) -> str | None:
    """Media type of a body; None for that of JSON, which any type stands for."""
    name = str(media.at[-1])
    return None if name == ANY or essence(name) == "application/json" else essence(name)


def _media_of_success(media: Node) -> str | None:
    """Media type of a body of success, which is also any, as it is asked for; None for that of JSON."""
    name = str(media.at[-1])
    return ANY if name == ANY else None if _media_type(media) is None else reply_essence(name)


def _has_examples(media: tuple[Node, bool]) -> bool:
    """Return whether the model holds examples of a reply: of JSON and of texts."""
    body, is_json = media
    return is_json or is_text(_essence_of(body))


def _is_json(name: str) -> bool:
    return JSON_MEDIA.fullmatch(name) is not None and not is_sequence(essence(name))


def _chosen(media: Iterable[str]) -> str:
    """The media type of a reply that is asked for: JSON, or else any, or else the first."""
    names = sorted(media, key=lambda name: name == ANY)
    return next(filter(_is_json, names), names[0])


def _essence_of(media: Node) -> str:
    """The name of a media type object, without parameters."""
    return reply_essence(str(media.at[-1]))


def _word_of(body: model.TypeExpression) -> str:
    """A type as a part of a class name: that of its record, without `Error` at its end."""
    match body:
        case model.Reference(name=name):
            return name.removesuffix("Error") or name
        case model.ListOf(items=items):
            return f"{_word_of(items)}List"
        case model.MapOf(values=values):
            return f"{_word_of(values)}Map"
        case model.Union(options=options):
            return _word_of(options[0])
        case str():
            return body.capitalize()
        case _:
            return "Value"
