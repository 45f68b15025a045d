"""The encoders that templates call, by the language of the template.

Whatever a template prints has been through one of these where it is printed; the environment refuses
everything else. A filter of a language that stands inside another one (`yaml` in the front matter of a
page) returns text of the outer language.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from specloom.languages.addition import md_addition
from specloom.languages.commonmark import commonmark, commonmark_code
from specloom.languages.javascript import JavaScript, js_text
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
from specloom.languages.yaml import (
    Yaml,
    yaml_block,
    yaml_flow,
    yaml_pointer,
    yaml_text,
    yaml_title,
    yaml_tree,
)

Filters: TypeAlias = Mapping[str, Callable[..., Safe]]


def _front_matter(value: Any) -> Markdown:
    """A value in front matter."""
    return Markdown(yaml_flow(value))


def _title(text: str) -> Markdown:
    """A title or description in front matter, which themes print as HTML."""
    return Markdown(yaml_title(text))


def _identifier(name: str) -> Markdown:
    """An identifier of Python, within a line of a fenced block."""
    return Markdown(py_identifier(name))


def _literal(value: Any) -> Markdown:
    """A literal of Python, within a line of a fenced block."""
    return Markdown(py_literal(value))


FILTERS: Mapping[type[Safe], Filters] = {
    Python: {
        "py": py_literal,
        "text": py_text,
        "name": py_identifier,
        "dotted": py_dotted,
        "beside": py_beside,
        "imported": py_imported,
        "docstring": py_docstring,
        "docstring_as_written": py_docstring_as_written,
        "prose": py_prose,
        "sentence": py_sentence,
    },
    Yaml: {
        "yaml": yaml_flow,
        "prose": yaml_text,
        "block": yaml_block,
        "tree": yaml_tree,
        "pointer": yaml_pointer,
        "commonmark": commonmark,
        "code": commonmark_code,
        "title": yaml_title,
    },
    Markdown: {
        "md": md_text,
        "inline": md_inline,
        "prose": md_prose,
        "sentence": md_sentence,
        "paragraphs": md_paragraphs,
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
    Shell: {"word": sh_word},
    Php: {"php": php_text},
    JavaScript: {"js": js_text},
    Toml: {"toml": toml_string, "array": toml_array},
}
