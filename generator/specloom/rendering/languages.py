"""The languages of templates: one row for each, with its encoders and what files of it must be.

Whatever a template prints has been through one of the encoders where it is printed; the environment refuses
everything else. A filter of a language that stands inside another one (`yaml` in the front matter of a
page) returns text of the outer language.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from specloom.languages.addition import md_addition
from specloom.languages.commonmark import commonmark, commonmark_code
from specloom.languages.description import has_markup, md_description, md_description_line
from specloom.languages.html import Html, html, html_address
from specloom.languages.javascript import JavaScript, js_text
from specloom.languages.json import Json, json_value
from specloom.languages.markdown import (
    Markdown,
    html_text,
    md_address,
    md_anchor,
    md_code,
    md_data,
    md_inline,
    md_lines,
    md_paragraphs,
    md_prose,
    md_sentence,
    md_text,
    md_verbatim,
)
from specloom.languages.php import Php, php_text
from specloom.languages.python import (
    Python,
    py_beside,
    py_description,
    py_description_line,
    py_docstring,
    py_docstring_as_written,
    py_dotted,
    py_identifier,
    py_imported,
    py_literal,
    py_prose,
    py_sentence,
    py_text,
)
from specloom.languages.safe import Safe
from specloom.languages.shell import Shell, sh_word
from specloom.languages.toml import Toml, toml_array, toml_string
from specloom.languages.typescript import TypeScript, ts_comment, ts_key, ts_literal, ts_name
from specloom.languages.yaml import (
    Yaml,
    yaml_block,
    yaml_flow,
    yaml_pointer,
    yaml_text,
    yaml_title,
    yaml_tree,
)
from specloom.rendering.soundness import (
    front_matter_problem,
    json_problem,
    python_problem,
    toml_problem,
    yaml_problem,
)

Filters: TypeAlias = Mapping[str, Callable[..., Safe]]


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """A row. Nothing has a default, so that nothing is forgotten."""

    name: str
    """Name for users."""
    endings: tuple[str, ...]
    """Endings of its file names."""
    filters: Filters
    """Filters that print values in templates."""
    problem: Callable[[str], str | None] | None
    """Checks a file that a custom template made; returns the fault, or None. None instead of a function:
    nothing is checked.
    """


def _front_matter(value: Any) -> Markdown:
    """A value in front matter."""
    return Markdown(yaml_flow(value))


def _title(text: str) -> Markdown:
    """A title or description in front matter, which themes print as HTML."""
    return Markdown(yaml_title(text))


def _prose(text: str, is_commonmark: bool = False) -> Markdown:
    """Text as from `md`, with inline code between backticks; with `true`, CommonMark on one line."""
    return md_description_line(text) if is_commonmark else md_prose(text)


def _sentence(text: str | None, is_commonmark: bool = False) -> Markdown:
    """Text as from `prose`, with a capital at its beginning and a full stop at its end; with `true`, CommonMark on one line."""
    if not text or not is_commonmark or not has_markup(text):
        return md_sentence(text)
    line = md_description_line(text)
    return line if line.endswith((".", "!", "?", ":", ">")) else Markdown(f"{line}.")


def _paragraphs(text: str, is_commonmark: bool = False) -> Markdown:
    """Text as from `prose`, as several paragraphs, separated at empty lines; with `true`, all blocks of CommonMark."""
    return md_description(text) if is_commonmark else md_paragraphs(text)


def _description(text: str, is_commonmark: bool = False) -> Markdown:
    """Text as from `sentence`; with `true`, all blocks of CommonMark."""
    return md_description(text) if is_commonmark and has_markup(text) else md_sentence(text)


def _docstring_description(text: str, is_ended: bool = False) -> Python:
    """A description, which is CommonMark, as blocks of a text for `docstring`; with `true`, it ends with an end mark."""
    return py_description(text, is_ended=is_ended)


def _identifier(name: str) -> Markdown:
    """An identifier of Python, within a line of a fenced block."""
    return Markdown(py_identifier(name))


def _literal(value: Any) -> Markdown:
    """A literal of Python, within a line of a fenced block."""
    return Markdown(py_literal(value))


LANGUAGES: Mapping[type[Safe], Language] = {
    Python: Language(
        name="Python",
        endings=(".py", ".typed"),
        filters={
            "py": py_literal,
            "text": py_text,
            "name": py_identifier,
            "dotted": py_dotted,
            "beside": py_beside,
            "imported": py_imported,
            "docstring": py_docstring,
            "docstring_as_written": py_docstring_as_written,
            "description": _docstring_description,
            "description_line": py_description_line,
            "prose": py_prose,
            "sentence": py_sentence,
        },
        problem=python_problem,
    ),
    Yaml: Language(
        name="YAML",
        endings=(".yaml", ".yml"),
        filters={
            "yaml": yaml_flow,
            "prose": yaml_text,
            "block": yaml_block,
            "tree": yaml_tree,
            "pointer": yaml_pointer,
            "commonmark": commonmark,
            "code": commonmark_code,
            "title": yaml_title,
        },
        problem=yaml_problem,
    ),
    Markdown: Language(
        name="Markdown",
        endings=(".md", ".txt", "LICENSE"),
        filters={
            "md": md_text,
            "inline": md_inline,
            "prose": _prose,
            "sentence": _sentence,
            "blocks": _description,
            "paragraphs": _paragraphs,
            "description_line": md_description_line,
            "addition": md_addition,
            "code": md_code,
            "html": html_text,
            "data": md_data,
            "address": md_address,
            "anchor": md_anchor,
            "verbatim": md_verbatim,
            "lines": md_lines,
            "name": _identifier,
            "py": _literal,
            "yaml": _front_matter,
            "title": _title,
        },
        problem=front_matter_problem,
    ),
    Shell: Language(
        name="Shell",
        endings=(".sh",),
        filters={"word": sh_word},
        problem=None,
    ),
    Php: Language(
        name="PHP",
        endings=(".php",),
        filters={"php": php_text},
        problem=None,
    ),
    JavaScript: Language(
        name="JavaScript",
        endings=(".js",),
        filters={"js": js_text},
        problem=None,
    ),
    Toml: Language(
        name="TOML",
        endings=(".toml",),
        filters={"toml": toml_string, "array": toml_array},
        problem=toml_problem,
    ),
    Html: Language(
        name="HTML",
        endings=(".html",),
        filters={"html": html, "address": html_address},
        problem=None,
    ),
    Json: Language(
        name="JSON",
        endings=(".json",),
        filters={"json": json_value},
        problem=json_problem,
    ),
    TypeScript: Language(
        name="TypeScript",
        endings=(".ts",),
        filters={"ts": ts_literal, "name": ts_name, "key": ts_key, "comment": ts_comment},
        problem=None,
    ),
}
"""The type of a language's safe text → the language."""


def language_of(file: str) -> type[Safe] | None:
    """The language of a file, or of a template that writes it, by its name; None if no row fits."""
    name = file.rsplit("/", 1)[-1].removesuffix(".j2")
    languages = (text for text, row in LANGUAGES.items() if name.endswith(row.endings))
    return next(languages, None)
