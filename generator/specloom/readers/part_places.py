"""Where a part of the model stands: in the source of its API, an overlay, or a document of the model."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document
from specloom.documents.json_text import load_json
from specloom.documents.limits import HIGHEST, Grammar
from specloom.documents.position import Pointer
from specloom.documents.yaml_text import load_yaml, parse_yaml
from specloom.model.structs import Api, MediaWiki, Model, Rest
from specloom.model.type_use import result_names
from specloom.sources.config import BUILTIN, ApiEntry, Config

At: TypeAlias = tuple[str, ...]
"""The way to a part of an API, by names: `("operations", "items.get", "parameters", "item_id")`."""


class PartPlace(NamedTuple):
    """A line of a file."""

    path: str
    line: int
    column: int


_Candidate: TypeAlias = tuple[Document, Pointer]


class SourcePlaces:
    """Of parts whose APIs were read from their sources."""

    def __init__(self, config: Config, model: Model) -> None:
        """`model` is what was read from the sources that the list names."""
        self._entries = {entry.id: entry for entry in config.apis}
        self._apis = {api.id: api for api in model.apis}
        self._config = config
        self._documents: dict[Path, Document | None] = {}

    def of(self, api: str, at: At) -> PartPlace:
        """The nearest thing around it, where it stands nowhere itself: what was removed."""
        entry = self._entries.get(api)
        if entry is None:
            return PartPlace(str(self._config.path), 1, 1)
        return _nearest(list(self._candidates(entry, at))) or self._listed(entry)

    def _listed(self, entry: ApiEntry) -> PartPlace:
        """Where the list of APIs names the API."""
        listed = self._document(self._config.path)
        assert listed is not None  # it has just been read
        way = "apis", self._config.apis.index(entry)
        return PartPlace(listed.path, *listed.position(way))

    def _candidates(self, entry: ApiEntry, at: At) -> Iterator[_Candidate]:
        folder = self._config.folder
        if entry.reader == "rest":
            yield from _both(self._document(folder / entry.source), _in_rest(at))
            return
        if entry.reader == "openapi":
            document = self._document(folder / entry.source, "any")
            yield from _both(document, _in_openapi(self._apis.get(entry.id), at))
            return
        catalogue = {"operations": entry.source, "actions": entry.actions}.get("".join(at[:1]))
        document = None if catalogue is None else self._document(folder / catalogue)
        if document is not None:
            way = _in_catalogue(document, at)
            yield document, way
            if "".join(at[2:3]) not in ("rules", "result") and _depth(document.data, way) > 2:
                return  # an overlay may still speak of a parameter that is gone
        owners = _owners(self._apis.get(entry.id), at)
        for name in entry.overlays:
            if not name.startswith(BUILTIN):
                yield from _both(self._document(folder / name), _in_overlay(at, owners))

    def _document(self, path: Path, grammar: Grammar = "json") -> Document | None:
        if path not in self._documents:
            load = load_json if path.suffix == ".json" else load_yaml
            self._documents[path] = load(path, str(path), Diagnostics(), HIGHEST, grammar)
        return self._documents[path]


class ModelPlaces:
    """Of parts in a document of the model."""

    def __init__(self, text: str, shown: str) -> None:
        """`shown` is the document's path."""
        self._text, self._shown = text, shown

    @cached_property
    def _document(self) -> Document | None:
        return parse_yaml(self._text, self._shown, Diagnostics(), HIGHEST)

    def of(self, api: str, at: At) -> PartPlace:
        """As that of `SourcePlaces`."""
        document = self._document
        if document is None:
            return PartPlace(self._shown, 1, 1)
        way: list[str | int] = ["apis"]
        here: Any = document.data["apis"]
        for step in (api, *_in_model(at)):
            key = _key(here, step)
            if key is None:
                continue
            way.append(key)
            here = here[key]
        return PartPlace(self._shown, *document.position(way, key=True))


def _key(data: Any, name: str) -> str | int | None:
    """The key of a member, or the index of the item that has the name; None where there is neither."""
    if isinstance(data, dict):
        return name if name in data else None
    if isinstance(data, list):
        for index, item in enumerate(cast("list[object]", data)):
            known = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
            if name in (known.get("id"), known.get("name"), known.get("code")):
                return index
    return None


_OF_PROTOCOLS = {(name,) for form in (Rest, MediaWiki) for name in form.__struct_fields__}


def _in_model(at: At) -> At:
    if at[:1] == ("records",):
        return ("types", at[1], "fields", *at[2:])
    if at[2:3] == ("templated_parameters",):
        at = (*at[:2], "call", *at[2:])
    return ("protocol", *at) if at[:1] in _OF_PROTOCOLS else at


def _in_rest(at: At) -> Iterator[Pointer]:
    match at:
        case ("operations", _, "errors", name):
            yield "errors", name
        case ("records", name, *inside):
            yield ("records", name, *(("fields", *inside) if inside else ()))
            yield "enumerations", name
        case ("wire", *_):
            yield ("envelope",)
        case ():
            yield ("title",)
        case _:
            yield at


def _in_openapi(api: Api | None, at: At) -> Iterator[Pointer]:
    match at:
        case ("operations", id_, *_) if api is not None:
            calls = [operation.http for operation in api.operations if operation.id == id_]
            for call in calls:
                yield "paths", call.path, call.method.lower()
        case ("records", name, *inside):
            yield ("components", "schemas", name, *(("properties", *inside) if inside else ()))
        case _:
            yield "info", "title"


def _both(document: Document | None, ways: Iterator[Pointer]) -> Iterator[_Candidate]:
    return iter(()) if document is None else ((document, way) for way in ways)


def _in_catalogue(document: Document, at: At) -> Pointer:
    way: list[str | int] = ["paraminfo", "modules"]
    here: Any = document.data["paraminfo"]["modules"]
    for step in at[1:]:
        key = _key(here, step.replace("templated_parameters", "templatedparameters"))
        here = None if key is None else here[key]
        way.append(step if key is None else key)
    return way


def _in_overlay(at: At, owners: Sequence[str]) -> Iterator[Pointer]:
    match at:
        case ("operations" | "actions" as kind, *inside):
            yield ("modules" if kind == "operations" else "action_modules", *inside)
        case ("records", name, *inside):
            yield ("records", name, *(("fields", *inside) if inside else ()))
            yield "value_lists", name
            for owner in owners:
                for modules in ("modules", "action_modules"):
                    for part in ("fields", "group_fields"):
                        yield (modules, owner, "result", part, *inside)
        case ():
            yield ("title",)
        case _:
            yield at


def _owners(api: Api | None, at: At) -> list[str]:
    """The operations whose results are made of a record."""
    if api is None or at[:1] != ("records",):
        return []
    return [
        operation.id
        for operation in (*api.operations, *api.actions)
        if at[1] in result_names(operation.result)
    ]


def _nearest(candidates: Sequence[_Candidate]) -> PartPlace | None:
    """Of the candidate of which the fewest steps are missing; of several, the first."""
    known = [
        (len(way) - depth, document, way[:depth])
        for document, way in candidates
        if (depth := _depth(document.data, way)) >= min(2, len(way))
    ]
    if not known:
        return None
    _, document, way = min(known, key=lambda candidate: candidate[0])
    return PartPlace(document.path, *document.position(way, key=True))


def _depth(data: Any, way: Pointer) -> int:
    """How many steps of a way exist."""
    for number, step in enumerate(way):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return number
    return len(way)
