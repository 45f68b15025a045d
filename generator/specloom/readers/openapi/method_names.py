"""Names of operations in Python: the group and the method of each, from what a document says of it.

A name is the first of these that no other operation of the group has: a name that the document gives
for other generators, its operationId without the words of its group, the whole operationId, its path,
and last the HTTP method with the whole path, in the end with every sign of it; of a path that is too long
for a name, its end. Operations that share a name all move on to their next one, so a name does not depend
on the order of the paths. Only one whose operationId begins with the group keeps the name, `pulls/list`
beside `pull-request-stacks/list`, and so does the only one of a single thing, `revokeUserGrant` beside
`revokeUserGrants`. In the end, `get_pets` in `pets` is `list`, if it gets a list and the group has no other one.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from specloom.documents.values import items_of
from specloom.model.naming import LONGEST, identifier, words
from specloom.model.structs import Method
from specloom.readers.openapi.path_queries import split_path

_VERBS: Mapping[Method, str] = {
    "GET": "get",
    "POST": "create",
    "PUT": "replace",
    "PATCH": "update",
    "DELETE": "delete",
    "HEAD": "head",
    "OPTIONS": "options",
}
"""HTTP method → the verb of a method that is named by its path."""
_VERSION = re.compile(r"v\d+\w*|\d+(\.\d+)*|api|rest|\d{4}-\d\d-\d\d", re.IGNORECASE)
"""Segments at the beginning of a path that name no resource."""
_METHOD_KEYS = ("x-speakeasy-name-override", "x-fern-sdk-method-name", "x-stainless-method-name")
_GROUP_KEYS = ("x-speakeasy-group", "x-fern-sdk-group-name", "x-stainless-group-name")
_ABBREVIATIONS = re.compile(r"[^aeiouy]{2,}us")
"""Plurals of abbreviations, such as `skus` and `gpus`, unlike words such as `status`."""
_CAMEL_CASE = re.compile(r"[a-z]+([A-Z][A-Za-z0-9]*)+")
_PREPOSITIONS = frozenset({"by", "for", "from", "in", "of", "to", "with", "and", "or"})
_ARTICLES = frozenset({"a", "an", "the"})
_PHRASE_VERBS = frozenset({
    "accept", "activate", "apply", "approve", "assign", "authenticate", "authorize", "ban", "calculate", "cancel", "clear",
    "complete", "confirm", "connect", "convert", "create", "deactivate", "decline", "defend", "delete", "deploy", "describe",
    "disable", "disconnect", "edit", "enable", "execute", "fetch", "find", "finish", "forward", "generate", "get", "grant",
    "invite", "kick", "merge", "modify", "move", "promote", "publish", "put", "refresh", "register", "reject", "remove",
    "rename", "replace", "resend", "reset", "resolve", "restore", "restrict", "resume", "retrieve", "revoke", "save", "send",
    "stop", "submit", "subscribe", "supply", "suspend", "terminate", "unban", "unpin", "unsubscribe", "upload", "validate",
    "verify",
})  # fmt: skip
"""Verbs at the beginning of a segment that names what is done."""
_NOUNS_TOO = frozenset(
    {"add", "answer", "copy", "export", "import", "pin", "search", "set", "start", "update"}
)
"""Verbs that begin the names of resources, too, such as `import-jobs`."""
_LONGEST_GROUP = 3 * LONGEST // 4
"""Letters of a group: what is left has the method."""
_UNNAMED = "api"
"""The group of operations without a tag and without a fixed segment in their path."""


class Described(msgspec.Struct, frozen=True):
    """An operation, as far as its name depends on it."""

    method: Method
    path: str
    members: Mapping[str, Any]
    """The operation object of the document."""

    @property
    def key(self) -> str:
        """Method and path, unique in a document: `GET /pets/{petId}`."""
        return f"{self.method} {self.path}"

    @property
    def request_path(self) -> str:
        """The path without the variables of its query, which are parameters like any other."""
        return split_path(self.path)[0]

    @property
    def query_variables(self) -> Mapping[str, str]:
        """Variable of the query in the path → parameter that has its value."""
        return split_path(self.path)[1]


class MethodName(msgspec.Struct, frozen=True):
    """Where a client has an operation: `client.<group>.<method>()`."""

    group: str
    method: str


class CollisionError(Exception):
    """Operations whose names stay equal."""

    def __init__(self, name: MethodName, operations: Sequence[Described]) -> None:
        super().__init__(name, operations)
        self.name = name
        self.operations = operations


def method_names(
    operations: Sequence[Described], locked: Mapping[str, MethodName] = {}
) -> dict[str, MethodName]:
    """The name of each operation, by method and path.

    A name of `locked` stays with its operation, and no other operation gets it. Raises
    CollisionError where operations have not a single name of their own.
    """
    candidates = {
        operation.key: (
            [locked[operation.key]] if operation.key in locked else _candidates(operation)
        )
        for operation in operations
    }
    described = {operation.key: operation for operation in operations}
    while True:
        holders: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for key, names in candidates.items():
            holders[names[0].group, names[0].method.lower()].append(key)
        shared = [keys for keys in holders.values() if len(keys) > 1]
        if not shared:
            names_by_key = {key: names[0] for key, names in candidates.items()}
            return names_by_key | _lists(operations, names_by_key, locked)
        for keys in shared:
            movable = [key for key in keys if len(candidates[key]) > 1]
            if not movable:
                name = candidates[keys[0]][0]
                raise CollisionError(name, [described[key] for key in keys])
            preferred = (
                [key for key in movable if _has_group(described[key])],
                [key for key in movable if _is_singular(described[key])],
                [key for key in movable if _is_spelled(described[key], candidates[key][1])],
            )
            keepers = next((keys for keys in preferred if len(keys) == 1), list[str]())
            for key in movable:
                if [key] != keepers or len(movable) == 1:
                    del candidates[key][0]


def _lists(
    operations: Sequence[Described],
    names: Mapping[str, MethodName],
    locked: Mapping[str, MethodName],
) -> dict[str, MethodName]:
    """`pets.list` for `pets.get_pets` beside `pets.get`, unless the group has another list."""
    return {
        operation.key: list_
        for operation in operations
        if (name := names[operation.key]).method == f"get_{name.group}"
        and _is_collection(operation, name.group)
        and (list_ := MethodName(name.group, "list")) not in names.values()
        and operation.key not in locked
        and not _extension(operation.members, _METHOD_KEYS)
    }


def _is_collection(operation: Described, group: str) -> bool:
    """Return whether a path ends in the plural of the group: `GET /shops/{id}/pets`."""
    segments = _segments(operation.request_path)
    last = _lower(segments[-1]) if segments else []
    is_plural = bool(last) and _singular(last[-1]) != last[-1]
    return operation.method == "GET" and is_plural and f"_{group}".endswith("_".join(["", *last]))


def _is_spelled(operation: Described, name: MethodName) -> bool:
    """Return whether a name has a word for a sign of the path, which is the last resort."""
    spelled = _name([operation.method.lower(), *_spelled(operation.path)], "")
    return name.method == spelled != _name(_whole(operation), "")


def _has_group(operation: Described) -> bool:
    """Return whether an operationId begins with the tag of the operation and a separator."""
    id_ = operation.members.get("operationId")
    return isinstance(id_, str) and _without_prefix(id_, _tag(operation))[0]


def _is_singular(operation: Described) -> bool:
    """Return whether an operationId ends in a word for a single thing."""
    names = _lower(str(operation.members.get("operationId") or ""))
    return bool(names) and _singular(names[-1]) == names[-1]


def group_name(tag: str) -> str:
    """The attribute of a client that has the operations of a tag."""
    return _name(_lower(tag) or [_UNNAMED], "group")


def _candidates(operation: Described) -> list[MethodName]:
    tag = _tag(operation)
    extension = _extension(operation.members, _GROUP_KEYS)
    group = group_name(extension if extension and _is_group(extension) else tag)
    verb = _VERBS[operation.method]
    longest = LONGEST - len(group) - 1
    methods = [_name(names, verb) for names in _method_candidates(operation, tag) if names]
    fitting = [method for method in methods if len(method) <= longest]
    if len(fitting) < len(methods):
        ends = [_name(names, verb) for names in _by_end_of_path(operation)]
        fitting += [method for method in ends if len(method) <= longest]
        fitting.append(_last_words(_name(_whole(operation), verb), longest))
    different = [method for method, _ in groupby(fitting)]
    return [MethodName(group, method) for method in different]


def _last_words(method: str, longest: int) -> str:
    """The verb of a name and as many of its last words as a name may have."""
    verb, *rest = method.split("_")
    while rest and len("_".join([verb, *rest])) > longest:
        del rest[0]
    return "_".join([verb, *rest])


def _tag(operation: Described) -> str:
    segments = () if _is_procedure(operation) else _fixed(operation.path)[:1]
    for tag in (*items_of(operation.members.get("tags"))[:1], *segments):
        if isinstance(tag, str) and _is_group(tag):
            return tag
    return _UNNAMED


def _is_procedure(operation: Described) -> bool:
    """Return whether all of a path is the operationId, or a phrase: the name of a procedure, and of no resource."""
    segments = _segments(re.split("[?#]", operation.path)[0])
    names = _lower(segments[0]) if len(segments) == 1 else []
    id_ = operation.members.get("operationId")
    is_id = isinstance(id_, str) and _lower(id_) == names
    is_phrase = _ends_in_phrase(operation, segments) and _CAMEL_CASE.fullmatch(segments[0])
    return len(names) > 1 and (is_id or bool(is_phrase))


def _ends_in_phrase(operation: Described, segments: Sequence[str]) -> bool:
    """Return whether a path that is sent with POST ends in a verb and its object: `POST /acceptDispute`."""
    names = _lower(segments[-1]) if segments and "{" not in segments[-1] else []
    if operation.method != "POST" or len(names) < 2:
        return False
    is_of_one = _singular(names[-1]) == names[-1]
    return names[0] in _PHRASE_VERBS or (names[0] in _NOUNS_TOO and is_of_one)


def _is_group(name: str) -> bool:
    return bool(words(name)) and len(group_name(name)) <= _LONGEST_GROUP


def _extension(members: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    for key in keys:
        value = members.get(key)
        nested = items_of(value)  # Fern and Speakeasy nest groups
        if nested:
            value = ".".join(map(str, nested))
        if isinstance(value, str) and words(value):
            return value
    return None


def _method_candidates(operation: Described, tag: str) -> Iterator[list[str]]:
    extension = _extension(operation.members, _METHOD_KEYS)
    if extension:
        yield _lower(extension)
    group = [_singular(word) for word in _lower(tag)]
    id_ = operation.members.get("operationId")
    if isinstance(id_, str) and words(id_):
        is_function = re.fullmatch(r"\w+", id_) is not None  # `v1.health.get` is a path of names
        of_function = _without_path(_lower(id_), operation) if is_function else _lower(id_)
        is_of_function = of_function != _lower(id_)
        is_prefixed, short = _without_prefix("_".join(of_function) if is_of_function else id_, tag)
        if is_prefixed:
            yield short
        elif is_of_function or not _is_path(short, operation):
            short = _without_path(short, operation)
            yield _without_group(short, group)
            yield short
            yield _lower(id_)
    yield from _by_path(operation, group)


def _without_prefix(id_: str, tag: str) -> tuple[bool, list[str]]:
    """Return whether an operationId begins with its tag and a separator (`repos/get`, `Pets.list`), and its words without that."""
    for separator in "/.":
        head, found, tail = id_.rpartition(separator)
        if found and words(tail):
            return _lower(head) == _lower(tag), _lower(tail)
    head, _, tail = id_.partition("_")
    if words(tail) and _lower(head.removesuffix("Controller")) == _lower(tag):
        return True, _lower(tail)
    return False, _lower(id_)


def _without_group(names: Sequence[str], group: Sequence[str]) -> list[str]:
    """Words without those of the group: `list_pets_by_tag` → `list_by_tag`, `add_user_to_group` → `add_user`,
    `get_an_album` → `get`.

    Of its last words only directly behind the verb or at the end: `list_requests` → `list` in `sign_requests`.
    """
    singular = [_singular(name) for name in names]
    for count in range(len(group), 0, -1):
        starts = range(len(names) - count + 1) if count == len(group) else (len(names) - count, 1)
        for start in starts:
            end = start + count
            if start < 1 or singular[start:end] != list(group[-count:]):
                continue
            is_last = end == len(names)
            if count < len(group) and not is_last and names[end] not in _PREPOSITIONS:
                continue
            if names[start - 1] in _ARTICLES:
                start -= 1
            if is_last and names[start - 1] in _PREPOSITIONS:
                start -= 1
            rest = [*names[:start], *names[end:]]
            if _is_phrase(rest):
                return rest
    return list(names)


def _is_phrase(names: Sequence[str]) -> bool:
    return bool(names) and names[0] not in _PREPOSITIONS and names[-1] not in _PREPOSITIONS


def _is_path(names: Sequence[str], operation: Described) -> bool:
    """Return whether an operationId is nothing but method and path: `get_files_id_comments`, `PostOrdersOrderCancel`."""
    verb, *rest = names
    if verb != operation.method.lower() or not rest:
        return False
    fixed = [word for segment in _fixed(operation.path) for word in _lower(segment)]
    return _is_within(rest, _lower(operation.path)) and _is_within(fixed, rest)


def _is_within(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether words are among others in the same order; `id` stands for any variable."""
    rest = iter(others)
    return all(name == "id" or name in rest for name in names)


def _without_path(names: Sequence[str], operation: Described) -> list[str]:
    """Without the path and the method that FastAPI adds to the name of a function."""
    tail = [*_lower(operation.path), operation.method.lower()]
    ends = len(names) > len(tail) and list(names[-len(tail) :]) == tail
    return list(names[: -len(tail)]) if ends else list(names)


def _by_path(operation: Described, group: Sequence[str]) -> Iterator[list[str]]:
    path, _, fragment = operation.path.partition("#")
    path = path.partition("?")[0]
    if words(fragment):  # not sent; it tells apart what one path does
        yield _without_group(_lower(fragment), group)
        yield _lower(fragment)
    segments = _segments(path)
    is_item = segments[-1:] != [] and segments[-1].startswith("{")
    fixed = [word for segment in _fixed(path) for word in _lower(segment)]
    is_group = [_singular(word) for word in fixed] == list(group)
    rest = [] if is_group else _without_group(["", *fixed], group)[1:]
    verb = _VERBS[operation.method]
    if _ends_in_phrase(operation, segments) or (
        operation.method == "POST" and _is_action(segments)
    ):
        yield _lower(segments[-1])
    if operation.method == "POST" and is_item:
        verb = "update"
    if operation.method == "GET" and not is_item and fixed and _singular(fixed[-1]) != fixed[-1]:
        verb = "list"
    yield [verb, *(rest if verb == "list" else _of_one(rest, _lower(_tag(operation))))]
    if not rest and operation.method == "PATCH":
        yield ["patch"]  # beside another operation that is called an update
    yield [verb, *fixed]
    yield [verb, *(word for segment in segments for word in _lower(segment))]
    yield [operation.method.lower(), *_with_variables(_segments(path, version=True))]
    yield _whole(operation)
    # A word at the end of a segment and at the beginning of the next one is there twice.
    whole = [each for each in operation.path.split("/") if each]
    yield [operation.method.lower(), *("_".join(_with_variables([each])) for each in whole)]
    yield [operation.method.lower(), *_spelled(operation.path)]


def _of_one(names: Sequence[str], group: Sequence[str]) -> Sequence[str]:
    """Words for one of several, where they end in the word of the group: `bank_account` in `accounts`."""
    ends_alike = names[-1:] == group[-1:] != []
    is_of_phrase = len(names) < 2 or names[-2] in _ARTICLES | _PREPOSITIONS
    return [*names[:-1], _singular(names[-1])] if ends_alike and not is_of_phrase else names


def _whole(operation: Described) -> list[str]:
    """The method with all words of the path."""
    return [operation.method.lower(), *_with_variables(operation.path.split("/"))]


def _by_end_of_path(operation: Described) -> Iterator[list[str]]:
    """The method with the last segment of the path, with the last two, and so on."""
    segments = [segment for segment in operation.path.split("/") if segment]
    for count in range(1, len(segments)):
        yield [operation.method.lower(), *_with_variables(segments[-count:])]


_SIGNS = {"{": "by", "}": "", "-": "hyphen", "_": "underscore", ".": "dot", "~": "tilde"}


def _spelled(path: str) -> Iterator[str]:
    """Words for every sign of a path, since others differ from it in nothing else: `/a/` is `a_slash`."""
    *segments, last = path.removeprefix("/").split("/")
    for segment in (*(segment or "/" for segment in segments), last or "/"):
        for word in re.findall(r"[a-z0-9]+|[A-Z]+|[^A-Za-z0-9]", segment):
            if word.isascii() and word.isalnum():
                yield from ("capital", word.lower()) if word.isupper() else (word,)
            elif sign := "slash" if word == "/" else _SIGNS.get(word, f"u{ord(word):x}"):
                yield sign


def _with_variables(segments: Iterable[str]) -> Iterator[str]:
    for segment in segments:
        yield from ("by", *_lower(segment)) if segment.startswith("{") else _lower(segment)


def _is_action(segments: Sequence[str]) -> bool:
    """Return whether a path ends in a word behind an item: `/orders/{id}/cancel`."""
    if len(segments) < 2 or "{" in segments[-1] or "{" not in segments[-2]:
        return False
    last = _lower(segments[-1])
    return bool(last) and _singular(last[-1]) == last[-1]


def _segments(path: str, version: bool = False) -> list[str]:
    """The segments of a path, by itself without those in front that name a version."""
    segments = [segment for segment in path.split("/") if segment]
    while not version and len(segments) > 1 and _VERSION.fullmatch(segments[0]):
        del segments[0]
    return segments


def _fixed(path: str) -> list[str]:
    """The segments of a path in front of their variables (`thumbnail.{format}`), without the version in front."""
    starts = [segment.partition("{")[0] for segment in _segments(re.split("[?#]", path)[0])]
    return [start for start in starts if words(start)]


def _lower(text: str) -> list[str]:
    return [word.lower() for word in words(text)]


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    is_plural = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_plural or _ABBREVIATIONS.fullmatch(word) else word


def _name(names: Sequence[str], prefix: str) -> str:
    """An identifier that is not private: words, none of them twice in a row."""
    once = [
        name for position, name in enumerate(names) if position == 0 or names[position - 1] != name
    ]
    name = "_".join(once)
    return identifier(f"{prefix}_{name}" if name[:1].isdigit() else name)
