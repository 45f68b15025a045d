"""The templates of some folders: the one place that runs Jinja; `template_fault.py` knows its errors.

A template's name ends in the language it writes (`.py.j2`, `.yaml.j2`, `.md.j2`, `.toml.j2`), and its
environment prints integers and safe text of that language, nothing else: a bare string, a boolean or
None is an error, as is an undefined name. `languages.py` has the encoders that make text safe. Text of a
specification is never read as a template.
"""

from collections.abc import Iterator, MutableMapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from jinja2 import meta, nodes
from jinja2.runtime import Context

from specloom.documents.file import is_missing, read_bytes
from specloom.languages.javascript import JavaScript, js_data
from specloom.languages.safe import Safe
from specloom.rendering.languages import LANGUAGES, language_of
from specloom.rendering.template_cache import COMPILER_OPTIONS, template_cache
from specloom.rendering.template_tree import tree

_MOST = 10_000_000
"""Bytes of a template."""


class UnsafeTextError(TypeError):
    """A template printed what has not been through an encoder of its language."""


class _Absent(jinja2.StrictUndefined):
    """A name that is nowhere: an error where it is read, since `is none`, `in []` and others would answer for it."""

    def __init__(self, *facts: Any, **keywords: Any) -> None:
        super().__init__(*facts, **keywords)
        self._fail_with_undefined_error()


class _Environment(jinja2.Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dictionary: each include goes over all of it, which takes long with Jinja's `ChainMap`."""
        return {**self.globals, **(d or {})}


class Templates:
    """Templates of a folder, which folders before it may replace one by one."""

    def __init__(self, *folders: Path) -> None:
        """Take templates from the first of the folders that has them."""
        self._loader = jinja2.FunctionLoader(partial(_source, folders))
        self._environments: dict[type[Safe], jinja2.Environment] = {}
        self._trees: dict[str, tuple[nodes.Template, str | None]] = {}
        self._references: dict[str, list[str]] = {}

    def filled(self, name: str, view: msgspec.Struct) -> str:
        """The text of a template filled with a view, whose fields are its names."""
        language = _known_language(name)
        names = {field: getattr(view, field) for field in view.__struct_fields__}
        return self._template(name).render(names, template=language(name))

    def sample(self, call: msgspec.Struct, template: str, **names: Any) -> str:
        """The text of a sample's template for a call, in the sample's language, not yet encoded for the page."""
        return self._template(template).render(names, call=call).rstrip("\n")

    def trees(self, page: str) -> JavaScript:
        """The samples that the template of a page prints, in their order, and the templates of these as trees."""
        samples = [sample for name in self.used(page) for sample in _samples(self._parsed(name)[0])]
        names = [name for template, _ in samples for name in self.used(template)]
        trees = {name: tree(*self._parsed(name)) for name in dict.fromkeys(names)}
        return js_data({"samples": samples, "templates": trees})

    def used(self, name: str) -> list[str]:
        """The names of a template and of all that it includes."""
        used_names: list[str] = []
        waiting = [name]
        while waiting:
            template = waiting.pop()
            if template not in used_names:
                used_names.append(template)
                waiting.extend(self._referenced(template))
        return used_names

    def _referenced(self, name: str) -> list[str]:
        """The names of templates that a template includes itself, or prints as samples."""
        if name not in self._references:
            try:
                parsed, _ = self._parsed(name)
            except jinja2.TemplateError:  # named where it was never included, or may be missing
                return []
            included = meta.find_referenced_templates(parsed)
            self._references[name] = [
                *(other for other in included if other is not None),
                *(template for template, _ in _samples(parsed)),
            ]
        return self._references[name]

    def _parsed(self, name: str) -> tuple[nodes.Template, str | None]:
        """A template, and where it lies."""
        if name not in self._trees:
            environment = self.environment(_known_language(name))
            text, path, _ = self._loader.get_source(environment, name)
            self._trees[name] = self.parsed(environment, text, name, path), path
        return self._trees[name]

    def parsed(
        self, environment: jinja2.Environment, text: str, name: str, path: str | None
    ) -> nodes.Template:
        """The tree of a template's text."""
        return environment.parse(text, name, path)

    def environment(self, language: type[Safe]) -> jinja2.Environment:
        """The Jinja environment of a language."""
        if language not in self._environments:
            environment = _Environment(
                loader=self._loader,
                undefined=_Absent,
                finalize=_finalizer(language),
                autoescape=False,  # each language has encoders of its own
                auto_reload=False,
                bytecode_cache=template_cache(),
                **COMPILER_OPTIONS,
            )
            filters: dict[str, Any] = {**LANGUAGES[language].filters, "sample": self.sample}
            if language is JavaScript:
                filters["trees"] = self.trees
            environment.filters.update(filters)
            self._environments[language] = environment
        return self._environments[language]

    def _template(self, name: str) -> jinja2.Template:
        return self.environment(_known_language(name)).get_template(name)


def _samples(parsed: nodes.Template) -> Iterator[tuple[str, dict[str, Any]]]:
    """Calls of the filter `sample` in a template: the sample's template, and names for it."""
    for filtered in parsed.find_all(nodes.Filter):
        if filtered.name == "sample" and isinstance(filtered.args[0], nodes.Const):
            names = {str(keyword.key): keyword.value.as_const() for keyword in filtered.kwargs}
            yield str(filtered.args[0].value), names


def _source(folders: Sequence[Path], name: str) -> tuple[str, str, None] | None:
    """Text and path of a template, for Jinja; it may be anything that somebody has put there."""
    parts = jinja2.loaders.split_template_path(name)  # refuses `..`
    for folder in folders:
        path = folder.joinpath(*parts)
        if not is_missing(path):
            return read_bytes(path, _MOST).decode(), str(path), None
    return None


def _known_language(template: str) -> type[Safe]:
    language = language_of(template)
    if language is None:
        raise ValueError(f"{template}: no language known for this name")
    return language


@cache
def _finalizer(language: type[Safe]) -> Any:
    @jinja2.pass_context  # so that Jinja prints no value as it compiles, by filters that may change
    def finalize(_: Context, value: object) -> object:
        # No boolean, which is an int too, and would be printed in Python's words.
        if isinstance(value, language) or type(value) is int:
            return value
        filters = ", ".join(LANGUAGES[language].filters)
        raise UnsafeTextError(
            f"{_excerpt(value)} is not safe {language.__name__} text; print it through a filter: {filters}"
        )

    return finalize


def _excerpt(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
