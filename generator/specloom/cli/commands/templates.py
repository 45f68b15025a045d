"""The command `templates`: print which templates there are, or the values that one of them gets; writes no file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill, indent
from typing import Any, get_args

import msgspec

from specloom import pipeline
from specloom.cli.commands.options import Options
from specloom.cli.commands.report import Report, refused
from specloom.cli.console import write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model.json_schema import words
from specloom.model.structs import Node
from specloom.rendering.render import Output, View

COMMAND = "templates"
_WIDTH = 100


def templates(options: Options, template: str | None) -> Report:
    """Print the list of templates, or the description of one."""
    diagnostics = Diagnostics()
    inputs = pipeline.read(options.run, diagnostics)
    if inputs is None:
        return refused(COMMAND, diagnostics.found, options.root)
    outputs = _by_template(pipeline.planned(inputs))
    if template is not None and template not in outputs:
        message = f"no file is made with a template `{template}`"
        hint = did_you_mean_or_all(template, outputs)
        diagnostics.add(Diagnostic.of_file("templates", "unknown-name", message, hint))
        return refused(COMMAND, diagnostics.found, options.root)
    if template is None:
        lines = [
            f"{name}  writes {_paths(outputs_of)}" for name, outputs_of in sorted(outputs.items())
        ]
    else:
        lines = list(_described(template, outputs[template]))
    unwritten = write("\n".join(lines) + "\n")
    return Report(COMMAND, unwritten, diagnostics.found, root=options.root)


def _by_template(planned: Iterable[object]) -> dict[str, list[Output]]:
    outputs: dict[str, list[Output]] = {}
    for output in planned:
        if isinstance(output, Output):
            outputs.setdefault(output.template, []).append(output)
    return outputs


def _paths(outputs: Sequence[Output]) -> str:
    further = f" and {len(outputs) - 1} more" if len(outputs) > 1 else ""
    return f"{outputs[0].path}{further}"


def _described(template: str, outputs: Sequence[Output]) -> Iterator[str]:
    """The values of a template, then tables of the views within, each once."""
    view = type(outputs[0].view)
    yield f"{template} writes {_paths(outputs)}\n"
    yield from _fields(view)
    views = [view]
    for part in views:
        if part is not view:
            yield f"\n{part.__name__}: {_line(words(part.__module__)[part.__name__].docstring)}\n"
            yield from _fields(part)
        views += [inner for inner in dict.fromkeys(_inner_views(part)) if inner not in views]


def _fields(view: type[View]) -> Iterator[str]:
    """One entry for each value: its name, its type, and what it is."""
    texts = {
        name: text
        for kind in reversed(view.__mro__)
        for name, text in _attribute_texts(kind).items()
    }
    for field in msgspec.structs.fields(view):
        yield f"  {field.name}: {_short_annotation(field.type)}"
        about = texts.get(field.name) or _of_model(field.type)
        if about:
            yield indent(fill(_line(about), _WIDTH - 6), "      ")


def _attribute_texts(kind: type) -> dict[str, str]:
    if not issubclass(kind, View) or kind is View:
        return {}
    return words(kind.__module__)[kind.__name__].attributes


def _of_model(annotation: Any) -> str:
    """The docstring of a part of the model."""
    if not (isinstance(annotation, type) and issubclass(annotation, Node)):
        return ""
    return words(annotation.__module__)[annotation.__name__].docstring.split("\n")[0]


def _inner_views(view: type[View]) -> Iterator[type[View]]:
    for field in msgspec.structs.fields(view):
        yield from _views_in(field.type)


def _views_in(annotation: Any) -> Iterator[type[View]]:
    if isinstance(annotation, type) and issubclass(annotation, View):
        yield annotation
    for argument in get_args(annotation):
        yield from _views_in(argument)


def _short_annotation(annotation: Any) -> str:
    """An annotation in short: without the modules that its names come from."""
    if isinstance(annotation, type) and not get_args(annotation):
        return annotation.__name__
    return re.sub(r"\b[a-z_][\w.]*\.(?=[A-Z])", "", str(annotation))


def _line(text: str) -> str:
    return " ".join(text.split())
