"""The values that each template gets, and the filters of each language, as pages of the guides: read from the program.

`python -m tests.guides.contexts` writes the pages; a test holds that they are up to date.
"""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, get_args

import msgspec

from specloom.languages.safe import Safe
from specloom.model.json_schema import words
from specloom.model.structs import Node
from specloom.rendering.filters import FILTERS
from specloom.rendering.render import Output, View
from specloom.rendering.templates import LANGUAGES, language_of
from tests.rendering.report import ROOT, outputs

GUIDE = ROOT / "docs" / "guide"
FILTERS_HEAD = """\
---
search:
  exclude: true
---

# Template filters

Here are the filters of the [templates](templates.md), by the language that a template writes. The page is made from the program.
"""
CONTEXTS_HEAD = """\
---
search:
  exclude: true
---

# Template contexts

Here are the values that each [template](templates.md) gets. The page is made from the program. Another lists the
[filters](template-filters.md).

Types without a table are those of the [model](model.md). Every fact of them can be printed through a filter of the
template's language. A partial (its name begins with `_`) gets the values of the template that includes it. Every template
also has `template`, its own path.
"""


def pages() -> dict[Path, str]:
    """The pages, whole."""
    return {
        GUIDE / "template-contexts.md": "\n".join([CONTEXTS_HEAD, *_templates(), *_views()]),
        GUIDE / "template-filters.md": "\n".join([FILTERS_HEAD, *_filters()]),
    }


def _filters() -> Iterator[str]:
    for language, filters in FILTERS.items():
        endings = ", ".join(
            f"`{ending}`" for ending, known in LANGUAGES.items() if known is language
        )
        yield f"## {_language(language)}: {endings}\n"
        yield "| Filter | What it prints |\n|---|---|"
        for name, encode in filters.items():
            about = (encode.__doc__ or "").strip().split("\n")[0]
            yield f"| `{name}` | {_cell(about)} |"
        yield ""


def _templates() -> Iterator[str]:
    yield "## Templates\n"
    listed: dict[type[View], str] = {}
    for name, output in sorted(_first_outputs().items()):
        yield f"### `{name}`\n"
        yield f"Writes `{output.path}`, {_language(language_of(name))}.\n"
        first = listed.setdefault(type(output.view), name)
        if first == name:
            yield from _table(type(output.view))
        else:
            yield f"It gets the same values as `{first}`.\n"


def _views() -> Iterator[str]:
    yield "## Parts of contexts\n"
    found = {type(output.view) for output in _first_outputs().values()}
    waiting = [part for view in found for part in _inside(view)]
    parts: dict[str, type[View]] = {}
    while waiting:
        part = waiting.pop()
        if _title(part) not in parts:
            parts[_title(part)] = part
            waiting.extend(_inside(part))
    for title, part in sorted(parts.items()):
        yield f"### {title}\n"
        yield f"{_paragraph(words(part.__module__)[part.__name__].docstring)}\n"
        yield from _table(part)


def _first_outputs() -> dict[str, Output]:
    """The first output of each template, which is enough to know its view."""
    found: dict[str, Output] = {}
    for output in outputs(ROOT):
        found.setdefault(output.template, output)
    return found


def _table(view: type[View]) -> Iterator[str]:
    if not view.__struct_fields__:
        yield "It gets no values.\n"
        return
    own = {name: said for kind in reversed(view.__mro__) for name, said in _said(kind).items()}
    yield "| Name | Type | Meaning |\n|---|---|---|"
    for field in msgspec.structs.fields(view):
        about = own.get(field.name) or _of_model(field.type)
        yield f"| `{field.name}` | {_type(field.type)} | {_cell(about)} |"
    yield ""


def _of_model(annotation: Any) -> str:
    """What a part of the model says of itself."""
    if not (isinstance(annotation, type) and issubclass(annotation, Node)):
        return ""
    return words(Node.__module__)[annotation.__name__].docstring.split("\n")[0]


def _said(kind: type) -> dict[str, str]:
    if not issubclass(kind, View) or kind is View:
        return {}
    return words(kind.__module__)[kind.__name__].attributes


def _type(annotation: Any) -> str:
    """An annotation in short: without the modules that its names come from."""
    shown = annotation.__name__ if isinstance(annotation, type) and not get_args(annotation) else ""
    shown = shown or re.sub(r"\b[a-z_][\w.]*\.(?=[A-Z])", "", str(annotation))
    return _code(shown)


def _inside(view: type[View]) -> Iterator[type[View]]:
    for field in msgspec.structs.fields(view):
        yield from _views_in(field.type)


def _views_in(annotation: Any) -> Iterator[type[View]]:
    if isinstance(annotation, type) and issubclass(annotation, View):
        yield annotation
    for argument in get_args(annotation):
        yield from _views_in(argument)


def _title(view: type[View]) -> str:
    """Its name and room: views of two outputs may have one name."""
    return f"`{view.__name__}` of {view.__module__.removeprefix('specloom.views.')}"


def _cell(text: str) -> str:
    return re.sub(r"`([^`]*)`", lambda code: _code(code[1]), _paragraph(text))


def _language(kind: type[Safe]) -> str:
    name = kind.__name__
    return name.upper() if name in ("Php", "Toml", "Yaml") else name


def _code(text: str) -> str:
    """Code in a cell: between backticks, a backslash in front of `|` would be shown."""
    return f"<code>{escape(text).replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _paragraph(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
