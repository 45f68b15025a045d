"""Shares of the outputs that are text of their templates, and lengths of the values that templates print.

`python -m tests.rendering.report` prints a table: a line for each template that makes a file, with all that it
includes. Prose, literals, schemas, type expressions and addresses may be of any length; of other printed
values the longest is shown.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import pass_context
from jinja2.runtime import Context

from specloom import pipeline, resources
from specloom.diagnostics import Diagnostics
from specloom.languages.python import Python, py_prose
from specloom.languages.safe import Safe
from specloom.publishing.selection import EVERYTHING
from specloom.readers.read import Sources, read_config, read_guide, read_model
from specloom.rendering.languages import LANGUAGES
from specloom.rendering.render import Output, Renderer
from specloom.rendering.templates import Templates

Finalizer: TypeAlias = Callable[[Context, object], object]
ROOT = Path(__file__).parents[2]
OF_ANY_LENGTH = frozenset(
    {
        "array",
        "block",
        "code",
        "docstring",
        "html",
        "inline",
        "md",
        "paragraphs",
        "prose",
        "py",
        "sentence",
        "text",
        "title",
        "toml",
        "tree",
        "verbatim",
        "yaml",
    }
)
"""Filters that print prose, literals of a specification, or schemas."""
LIMIT = 60
"""Characters of any other value."""
_ADDRESS = re.compile(r"(https?://|\.{0,2}/|#)\S*|[\w./-]+\.(md|py|yaml|json)(#\S*)?")


@dataclass
class Printed:
    """Characters printed by one template."""

    all: int = 0
    """Characters of its outputs."""
    printed: int = 0
    """Characters of printed values among them."""
    longest: str = ""
    """The longest value that is none of prose, literal, schema, type expression, address."""

    @property
    def share(self) -> float:
        """The share of the outputs that is text of templates."""
        return 1 - self.printed / self.all if self.all else 1


@dataclass
class Watch:
    """Looks at every value that templates print."""

    printed_by_template: dict[str, Printed] = field(default_factory=dict[str, Printed])
    encoded: dict[int, Safe] = field(default_factory=dict[int, Safe])
    """Results of filters of any length since the output was begun."""
    counted: dict[int, Safe] = field(default_factory=dict[int, Safe])
    """Results of filters for pieces that the template has printed before, and for words of the template."""
    template: str = ""

    def filter(self, name: str, encode: Callable[..., Safe]) -> Callable[..., Safe]:
        """A filter whose results are remembered."""

        def watched(*values: Any, **options: Any) -> Safe:
            encoded = encode(*values, **options)
            if name in OF_ANY_LENGTH:
                self.encoded[id(encoded)] = encoded
            if isinstance(values[0], str) and py_prose("")[0] in values[0]:
                self.counted[id(encoded)] = encoded
            return encoded

        return watched

    def finalizer(self, finalize: Finalizer) -> Finalizer:
        """A finalizer that counts."""

        @pass_context
        def watched(context: Context, value: object) -> object:
            finalized = finalize(context, value)
            text = str(finalized)
            of_template = self.printed_by_template[self.template]
            of_template.printed += 0 if id(value) in self.counted else len(text)
            is_longest = id(value) not in self.encoded and len(text) > len(of_template.longest)
            if is_longest and not is_free(value):
                of_template.longest = text
            return finalized

        return watched


def is_free(value: object) -> bool:
    """Return True if a value that no filter made is a type expression or an address."""
    if isinstance(value, Python):
        try:
            nodes = list(ast.walk(ast.parse(value, mode="eval").body))
        except SyntaxError:
            return False
        return not any(isinstance(node, ast.Dict | ast.Lambda | ast.IfExp) for node in nodes)
    return _ADDRESS.fullmatch(str(value)) is not None


def report(root: Path = ROOT) -> dict[str, Printed]:
    """Template → what it made of this repository's specifications."""
    watch = Watch()
    renderer = Renderer()
    renderer.templates = Templates(resources.templates())  # its own, since it is changed
    for language, row in LANGUAGES.items():
        environment = renderer.templates.environment(language)
        environment.filters.update(
            {name: watch.filter(name, encoder) for name, encoder in row.filters.items()}
        )
        assert environment.finalize is not None
        environment.finalize = watch.finalizer(environment.finalize)
    for output in outputs(root):
        watch.template, watch.encoded, watch.counted = output.template, {}, {}
        watch.printed_by_template.setdefault(output.template, Printed()).all += len(
            renderer.render(output)
        )
    return dict(sorted(watch.printed_by_template.items()))


def outputs(root: Path) -> Iterator[Output]:
    """Every output that has a template."""
    diagnostics = Diagnostics()
    sources = Sources(root / "spec" / "apis.yaml", root)
    config = read_config(sources, diagnostics)
    assert config is not None, diagnostics.found
    model = read_model(sources, config, diagnostics)
    assert model is not None, diagnostics.found
    guide = read_guide(root, diagnostics)
    yield from (
        output for output in pipeline.plan(model, EVERYTHING, guide) if isinstance(output, Output)
    )


def table(printed_by_template: dict[str, Printed]) -> Iterator[str]:
    """The report as lines."""
    yield f"{'template':44} {'of it':>9} {'printed':>9} {'share':>6}  longest other value"
    for name, printed in printed_by_template.items():
        in_template = printed.all - printed.printed
        longest = printed.longest.replace("\n", "⏎")[:LIMIT]
        length = len(printed.longest)
        yield f"{name:44} {in_template:9,} {printed.printed:9,} {printed.share:6.0%}  {length:4} {longest}"


if __name__ == "__main__":
    print("\n".join(table(report())))
