"""Fills templates: the one place that runs Jinja; `template_fault.py` knows its errors.

A template's name ends in the language it writes (`.py.j2`, `.yaml.j2`, `.md.j2`, `.toml.j2`), and its
environment prints integers and safe text of that language, nothing else: a bare string, a boolean or
None is an error, as is an undefined name. `filters.py` has the encoders that make text safe. Text of a
specification is never read as a template.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import msgspec
from jinja2 import meta, nodes

from specloom.documents.file import is_missing, read_bytes
from specloom.languages.javascript import JavaScript
from specloom.languages.markdown import Markdown
from specloom.languages.php import Php
from specloom.languages.python import Python
from specloom.languages.safe import Safe
from specloom.languages.shell import Shell
from specloom.languages.toml import Toml
from specloom.languages.yaml import Yaml
from specloom.model.structs import OpenApiOverlay, OverlayAction
from specloom.rendering.filters import FILTERS
from specloom.rendering.overlay_fault import ActionFault

if TYPE_CHECKING:
    from specloom.rendering.openapi_overlay import Overlaid

LANGUAGES: Mapping[str, type[Safe]] = {
    ".py": Python,
    ".yaml": Yaml,
    ".yml": Yaml,
    ".md": Markdown,
    ".txt": Markdown,
    ".toml": Toml,
    ".sh": Shell,
    ".php": Php,
    ".js": JavaScript,
    ".typed": Python,
    "LICENSE": Markdown,
}


_MOST = 10_000_000
"""Bytes of a template."""


DIGEST = "digest-of-this-document"
"""Stands in a document for eight digits of its own hash."""


class UnsafeTextError(TypeError):
    """A template printed what has not been through an encoder of its language."""


class View(msgspec.Struct, frozen=True):
    """What fills a template, or a part of it: the fields are the template's names.

    A struct and not a dataclass, because there are a hundred, and defining one takes a fiftieth of the time.
    """


@dataclass(frozen=True, slots=True)
class Followed:
    """A document whose overlays change another output, too."""

    document: "Output"
    view: Callable[[Any, Any], View]
    """The view of the other output, from the data of the document before and after the changes."""


@dataclass(frozen=True, slots=True)
class Output:
    """A file to render: its path under the output root, its template, and the view that fills it."""

    path: str
    template: str
    """Path under the template folder."""
    view: View
    json: str | None = None
    """Path of the same document as JSON, made of the rendered YAML."""
    overlays: Sequence[OpenApiOverlay] = ()
    """Changes to make to the rendered document, before its hash is taken."""
    followed: Followed | None = None
    """What the view is made of instead."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A file that is written as it is."""

    path: str
    content: bytes


class _Absent(jinja2.StrictUndefined):
    """A name that is nowhere: an error where it is read, since `is none`, `in []` and others would answer for it."""

    def __init__(self, *facts: Any, **named: Any) -> None:
        super().__init__(*facts, **named)
        self._fail_with_undefined_error()


class Renderer:
    """Renders outputs from a template folder, single templates of which another folder may replace."""

    def __init__(self, *folders: Path) -> None:
        """Take templates from the first of the folders that has them."""
        self._loader = jinja2.FunctionLoader(partial(_source, folders))
        self._environments: dict[type[Safe], jinja2.Environment] = {}
        self.overlaid = dict[str, "Overlaid"]()
        """Documents with the changes of their overlays, by path."""
        self.effective = list[OverlayAction]()
        """Actions of overlays that have changed something so far."""
        self.misdone = list[ActionFault]()
        """What is wrong with actions of overlays."""

    def render(self, output: Output) -> str:
        """The text of one output, before formatting; `template` is the path of its template."""
        if output.overlays:
            result = self._overlaid(output)
            self.effective.extend(result.effective)
            self.misdone.extend(result.faults)
            return _with_digest(result.text)
        text = self._filled(output.template, self._view(output))
        return text if output.json is None else _with_digest(text)

    def _filled(self, name: str, view: View) -> str:
        language = language_of(name)
        template = self.environment(language).get_template(name)
        names = {field: getattr(view, field) for field in view.__struct_fields__}
        return template.render(names, template=language(name))

    def _view(self, output: Output) -> View:
        if output.followed is None:
            return output.view
        result = self._overlaid(output.followed.document)
        return output.followed.view(result.before, result.after)

    def _overlaid(self, output: Output) -> "Overlaid":
        """A document with its changes; kept, since a collection is made of it, too."""
        if output.path not in self.overlaid:
            from specloom.rendering.openapi_overlay import overlaid  # here, since few runs have one

            text = self._filled(output.template, output.view)
            self.overlaid[output.path] = overlaid(output.path, text, output.overlays)
        return self.overlaid[output.path]

    def sample(self, call: View, template: str, **names: Any) -> str:
        """What a template of another language makes of a call: text yet to be encoded where it stands."""
        language = language_of(template)
        return (
            self.environment(language).get_template(template).render(names, call=call).rstrip("\n")
        )

    def used(self, name: str) -> list[str]:
        """The names of a template and of all that it includes."""
        environment = self.environment(language_of(name))
        found: list[str] = []
        waiting = [name]
        while waiting:
            template = waiting.pop()
            if template in found:
                continue
            found.append(template)
            try:
                text, *_ = self._loader.get_source(environment, template)
                parsed = environment.parse(text)
            except jinja2.TemplateError:  # named where it was never included, or may be missing
                continue
            referenced = meta.find_referenced_templates(parsed)
            waiting.extend(other for other in referenced if other is not None)
            waiting.extend(_sample_templates(parsed))
        return found

    def environment(self, language: type[Safe]) -> jinja2.Environment:
        """What templates of a language are rendered in."""
        if language not in self._environments:
            environment = jinja2.Environment(
                loader=self._loader,
                undefined=_Absent,
                finalize=_finalizer(language),
                autoescape=False,  # noqa: S701 - each language has encoders of its own
                trim_blocks=True,
                lstrip_blocks=True,
                keep_trailing_newline=True,
                auto_reload=False,
            )
            filters: dict[str, Any] = {**FILTERS[language], "sample": self.sample}
            environment.filters.update(filters)
            self._environments[language] = environment
        return self._environments[language]


def _sample_templates(parsed: nodes.Template) -> Iterator[str]:
    """The templates that a template hands to the filter `sample`."""
    for filtered in parsed.find_all(nodes.Filter):
        if filtered.name == "sample" and isinstance(filtered.args[0], nodes.Const):
            yield str(filtered.args[0].value)


def _with_digest(text: str) -> str:
    return text.replace(DIGEST, sha256(text.encode()).hexdigest()[:8], 1)


def _source(folders: Sequence[Path], name: str) -> tuple[str, str, None] | None:
    """Text and path of a template, for Jinja; it may be anything that somebody has put there."""
    parts = jinja2.loaders.split_template_path(name)  # refuses `..`
    for folder in folders:
        path = folder.joinpath(*parts)
        if not is_missing(path):
            return read_bytes(path, _MOST).decode(), str(path), None
    return None


def language_of(template: str) -> type[Safe]:
    """The language that a template writes, by its name."""
    name = template.rsplit("/", 1)[-1].removesuffix(".j2")
    for ending, language in LANGUAGES.items():
        if name.endswith(ending):
            return language
    raise ValueError(f"{template}: no language known for this name")


@cache
def _finalizer(language: type[Safe]) -> Any:
    def finalize(value: object) -> object:
        # No boolean, which is an int too, and would be printed in Python's words.
        if isinstance(value, language) or type(value) is int:
            return value
        known = ", ".join(FILTERS[language])
        raise UnsafeTextError(
            f"{_excerpt(value)} is not safe {language.__name__} text; print it through a filter: {known}"
        )

    return finalize


def _excerpt(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
