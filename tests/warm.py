"""Lets all runs of the program in one process share what depends on no input of theirs.

A run of the program compiles templates, loads black, and starts a process for each further core. Tests of
what a run says and does need none of that anew; tests in processes of their own have all of it.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import jinja2
import pytest
from jinja2.bccache import Bucket

from specloom import resources
from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document
from specloom.documents.limits import STANDARD, Limits
from specloom.documents.yaml_text import load_yaml
from specloom.languages.javascript import JavaScript
from specloom.languages.safe import Safe
from specloom.model.json_schema import schema_text
from specloom.publishing import cache as publishing_cache
from specloom.readers.paraminfo import overlay
from specloom.rendering import finishing, render, workers
from specloom.rendering.formatting import formatted
from specloom.rendering.templates import Templates
from specloom.sources.config import BUILTIN
from specloom.views import schemas

if TYPE_CHECKING:
    from types import CodeType


class Compiled(jinja2.BytecodeCache):
    """Compiled code of each text of a template."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], CodeType] = {}

    def get_source_checksum(self, source: str) -> str:
        """New each time where the code holds other templates, since Jinja applies filters to constants as it compiles."""
        return uuid4().hex if "| trees" in source else super().get_source_checksum(source)

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._compiled[bucket.key, bucket.checksum] = bucket.code


class SharedTemplates(Templates):
    """Templates, of which those beside own ones are compiled once, too; all own ones are read anew."""

    def __init__(self, *folders: Path) -> None:
        super().__init__(*folders)
        self._printed: dict[str, JavaScript] = {}

    def environment(self, language: type[Safe]) -> jinja2.Environment:
        environment = super().environment(language)
        environment.bytecode_cache = _compiled
        return environment

    def trees(self, page: str) -> JavaScript:
        """Print those of a page once; the project's own templates are shared by all."""
        if page not in self._printed:
            self._printed[page] = super().trees(page)
        return self._printed[page]

    def parsed(
        self, environment: jinja2.Environment, text: str, name: str, path: str | None
    ) -> jinja2.nodes.Template:
        """Parse each text once, as it is compiled once."""
        if (name, text) not in _trees_by_text:
            _trees_by_text[name, text] = super().parsed(environment, text, name, path)
        return _trees_by_text[name, text]


_compiled = Compiled()
_trees_by_text: dict[tuple[str, str], jinja2.nodes.Template] = {}
_templates, _formatted, _schema_text = cache(SharedTemplates), cache(formatted), cache(schema_text)


@cache
def _sound(path: Path, path_shown: str, limits: Limits) -> Document | None:
    diagnostics = Diagnostics()
    document = load_yaml(path, path_shown, diagnostics, limits)
    return None if diagnostics.found else document


def shipped(
    path: Path, path_shown: str, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Document | None:
    """The files with facts about MediaWiki are read once; those of a user each time."""
    document = _sound(path, path_shown, limits) if path_shown.startswith(BUILTIN) else None
    return document or load_yaml(path, path_shown, diagnostics, limits)


_hash = publishing_cache._hash
_hash_of_program = cache(_hash)
_PROGRAM = tuple(f"{folder}/" for folder in resources.program_folders(None))


def hashed(path: str) -> str | None:
    """The files of the program, of which a run notes some hundreds, are read once."""
    return _hash_of_program(path) if path.startswith(_PROGRAM) else _hash(path)


def share(patch: pytest.MonkeyPatch) -> None:
    """Let runs of this process and its children share what depends on no input, and ask for no other process."""
    patch.setattr(render, "Templates", templates)
    patch.setattr(finishing, "formatted", _formatted)
    patch.setattr(schemas, "schema_text", _schema_text)
    patch.setattr(publishing_cache, "_hash", hashed)
    patch.setattr(overlay, "load_yaml", shipped)
    patch.setattr(workers, "_pool", lambda: None)


def templates(*folders: Path) -> Templates:
    """The project's own are shared; those that tests change are read anew."""
    shared = folders == (resources.templates(),)
    return _templates(*folders) if shared else SharedTemplates(*folders)


@pytest.fixture(autouse=True, scope="module")
def shared() -> Iterator[None]:
    """For all tests; one that is about what is shared has a fixture of this name that does nothing."""
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        yield
