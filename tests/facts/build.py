"""One API built from changed specifications: its model, and its outputs, made when they are asked for."""

import copy
import importlib
import itertools
import json
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, TypeAlias

from specloom.diagnostics import Diagnostics
from specloom.documents.json_text import load_json
from specloom.documents.yaml_text import load_yaml
from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.naming.names import names_of
from specloom.readers.read import read_api
from specloom.rendering.formatting import json_of_yaml
from specloom.rendering.render import Copy, Output
from specloom.sources.config import ApiEntry
from specloom.views.kinds import KINDS
from tests.rendered import content

from .page import ROOT, Page

Spec: TypeAlias = dict[str, Any]
"""Path below `spec/` → what the file holds."""

_NUMBERS = itertools.count(1)
_FOLDER = TemporaryDirectory(prefix="facts-")
sys.path.insert(0, _FOLDER.name)


@dataclass(frozen=True)
class Source:
    """The specification that is changed: one entry of a list of APIs."""

    id: str
    reader: str
    source: str
    overlays: tuple[str, ...] = ()
    trim: Callable[[Spec, frozenset[str]], None] | None = None
    """Takes away all but some modules, so that building stays quick; without any named, what no fact is about."""
    some: frozenset[str] = frozenset()
    """Modules to keep for facts about the whole API."""

    @property
    def paths(self) -> Sequence[str]:
        """Its files."""
        return (self.source, *self.overlays)


@cache
def committed(source: Source, modules: frozenset[str] = frozenset()) -> Spec:
    """The specification as it is committed, or some modules of it; to be copied before it is changed."""
    if modules:
        documents = copy.deepcopy(committed(source))
        assert source.trim is not None
        source.trim(documents, modules)
        return documents
    diagnostics = Diagnostics()
    documents = {}
    for path in source.paths:
        load = load_json if path.endswith(".json") else load_yaml
        document = load(ROOT / "spec" / path, path, diagnostics)
        assert document is not None, diagnostics.found
        documents[path] = document.data
    if source.trim is not None:
        source.trim(documents, modules)
    return documents


_PROFILES = (
    OpenApiProfile(paths="shared", multi="array"),
    OpenApiProfile(name="codegen", multi="array"),
)
"""Documents that hold everything."""


class Built:
    """The API of one specification."""

    def __init__(
        self, source: Source, spec: Mapping[str, Any] | None = None, *, package: str = ""
    ) -> None:
        """Give the client a package that no other has if it is imported; for comparisons all have the same."""
        self._source = source
        self._package = package or f"{source.id}_facts_{next(_NUMBERS)}"
        self._spec = committed(source) if spec is None else spec

    @cached_property
    def api(self) -> Api:
        """Its model."""
        entry = ApiEntry(
            id=self._source.id,
            reader=self._source.reader,
            source=self._source.source,
            package=self._package,
            overlays=self._source.overlays,
            openapi=_PROFILES if self._source.reader == "paraminfo" else (),
        )
        diagnostics = Diagnostics()
        with TemporaryDirectory(prefix="spec-") as folder:
            for path, data in self._spec.items():
                file = Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(written(data), encoding="utf-8")
            api = read_api(entry, Path(folder), diagnostics)
        assert api is not None, "\n".join(map(str, diagnostics.found))
        return api

    # --- Reference ---

    def page_of(self, id_: str) -> str:
        """The name of an operation's page."""
        group = next(entry.group for entry in self.api.operations if entry.id == id_)
        letters = _letters(f"{group}/{id_.rpartition('.')[2]}")
        start = f"docs/reference/{self._source.id}/"
        paths = [
            path.removeprefix(start).removesuffix(".md") for path in self._outputs("reference")
        ]
        return next(path for path in paths if _letters(path) == letters)

    @cache  # noqa: B019 - a handful of objects, all alive until the end of the run
    def page(self, name: str) -> Page:
        """A page of the API's reference: `items/get`, `types`."""
        path = f"docs/reference/{self._source.id}/{name}.md"
        return Page(self.files("reference", path)[path].decode())

    # --- Client ---

    @cached_property
    def client(self) -> ModuleType:
        """The client's package, imported."""
        start = f"generated/python/{self._package}/src/"
        for path, output in self._outputs("python").items():
            if path.startswith(start):
                _write(path.removeprefix(start), output)
        importlib.invalidate_caches()
        return importlib.import_module(self._package)

    def client_module(self, name: str) -> ModuleType:
        """A module of the client's package."""
        assert self.client
        return importlib.import_module(f"{self._package}.{name}")

    def project(self) -> dict[str, Any]:
        """The metadata of the client's distribution."""
        path = f"generated/python/{self._package}/pyproject.toml"
        return tomllib.loads(self.files("python", path)[path].decode())

    # --- OpenAPI ---

    @cache  # noqa: B019 - see above
    def openapi(self, document: str | None = None) -> Any:
        """An OpenAPI document, from its JSON form."""
        path = f"generated/openapi/{document or self._source.id}.openapi.yaml"
        return json.loads(json_of_yaml(self.files("openapi", path)[path].decode()))

    # --- Files ---

    @cache  # noqa: B019 - see above
    def _outputs(self, kind: str) -> dict[str, Output | Copy]:
        (kind_row,) = (kind_row for kind_row in KINDS if kind_row.name == kind)
        model = Model(apis=(self.api,))
        return {output.path: output for output in kind_row.plan(model, names_of(model), ())}

    def files(self, kind: str, *paths: str) -> dict[str, bytes]:
        """The files of one kind, or some of them, as they are before formatting."""
        outputs = self._outputs(kind)
        return {path: content(outputs[path]) for path in paths or outputs}

    def paths(self, kind: str) -> Sequence[str]:
        """The files of one kind, without making them."""
        return tuple(self._outputs(kind))


def _letters(path: str) -> str:
    """Letters of a module's name that its file's name keeps, whatever its signs and capitals become."""
    return re.sub(r"[^a-z0-9/]", "", path.casefold())


def _write(name: str, output: Output | Copy) -> None:
    """Put a file of a package where it is imported from; the runtime is shared, to be compiled once."""
    package, is_runtime, path_in_runtime = name.partition("/_runtime/")
    root = Path(_FOLDER.name)
    file = root / "shared" / path_in_runtime if is_runtime else root / name
    data = content(output)
    if is_runtime and not (root / package / "_runtime").exists():
        (root / package).mkdir(exist_ok=True)
        (root / "shared").mkdir(exist_ok=True)
        (root / package / "_runtime").symlink_to(root / "shared", target_is_directory=True)
    if file.exists():
        assert file.read_bytes() == data
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


_NO_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def written(data: Any) -> str:
    """JSON that is YAML as well: characters that YAML reads otherwise are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    return _NO_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
