"""Runs the program in this process, and looks at everything that it makes of inputs that it accepts."""

import ast
import importlib
import io
import json
import pkgutil
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
import yaml

from specloom import pipeline, resources
from specloom.cli.entry import main
from specloom.diagnostics import Diagnostic, Diagnostics, has_errors
from specloom.model import document as model_document
from specloom.readers.read import Sources
from specloom.rendering import finishing
from specloom.rendering.formatting import Form, formatted
from specloom.rendering.languages import LANGUAGES
from tests.facts.page import Page
from tests.warm import share, templates

if TYPE_CHECKING:
    from types import CodeType

Look = Literal["layout", "modules", "pages"]
"""Kind of check of the outputs: Python laid out and the model as it was written, the form of each file, or pages."""
LOOKS: tuple[Look, ...] = ("layout", "modules", "pages")
MODEL = Path("generated/model.yaml")
Kind = tuple[str, ...]
"""An element's name, those of its attributes, and the scheme of where it leads."""

SHARED = (
    "trio",  # starts a program when it is imported
    "seller_platform.sandbox",
    "seller_platform._runtime.core.async_connection",
    "wiki_query.testing",
    "specloom.cli.commands.check",
    "specloom.documents.misfit",  # loads jsonschema
    "specloom.readers.additions",
    "markdown_it.tree",
)
"""Import nearly all that runs and generated packages import, none of it of an input's making."""
_page = cache(Page)
"""Of a text: most texts of a run are those of the base, which the process before it has read."""
_code: "dict[bytes, CodeType]" = {}
"""Compiled modules of sound inputs: most modules of another input are the same."""
_FORMS: Mapping[str, Callable[[str], Any]] = {
    ".json": json.loads,
    ".md": lambda text: yaml.load(
        text.startswith("---\n") * text.split("\n---\n")[0], yaml.CSafeLoader
    ),
    ".toml": tomllib.loads,
    ".yaml": lambda text: yaml.load(text, yaml.CSafeLoader),
    ".yml": lambda text: yaml.load(text, yaml.CSafeLoader),
}


def prepare(patch: pytest.MonkeyPatch) -> None:
    """Let runs of this process and its children share what depends on no input, and what is imported."""
    share(patch)
    for name in SHARED:
        importlib.import_module(name)
    # Each makes the folder of compiled templates, which is outside of that of a test.
    for language in LANGUAGES:
        templates(resources.templates()).environment(language)
    patch.setattr(SourceFileLoader, "source_to_code", _compiled)


_compile = SourceFileLoader.source_to_code


def _compiled(loader: SourceFileLoader, data: bytes, path: str, **options: Any) -> "CodeType":
    """Compile a module; only the name of the file is that of the sound input's."""
    return _code.get(data) or _compile(loader, data, path, **options)


def compile_modules() -> None:
    """Let this process compile what is there, and its children only what differs."""
    for path in Path("generated/python").rglob("*.py"):
        data = path.read_bytes()
        with suppress(SyntaxError):  # which the input's own test finds
            _code[data] = compile(data, str(path), "exec", dont_inherit=True)


def run(*arguments: str) -> list[Diagnostic]:
    """Run a command and return its diagnostics, which its exit code must fit."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([*arguments, "--format", "json"])
    assert code in (0, 2) and out.getvalue(), err.getvalue()
    assert "Traceback" not in err.getvalue()
    diagnostics = [_diagnostic(**data) for data in json.loads(out.getvalue())["diagnostics"]]
    assert code == (2 if has_errors(diagnostics) else 0)
    return sorted(diagnostics)


def _diagnostic(severity: str, **data: Any) -> Diagnostic:
    diagnostic = Diagnostic(**{**data, "line": data["line"] or 0, "column": data["column"] or 0})
    assert diagnostic.severity == severity
    return diagnostic


def leave_layout(patch: pytest.MonkeyPatch) -> None:
    """Let runs of this process check the syntax of Python instead of laying it out, which takes longer than all else."""

    def unformatted(form: Form, content: bytes) -> bytes:
        if form != "python":
            return formatted(form, content)
        ast.parse(content)
        return content

    patch.setattr(finishing, "formatted", unformatted)


def examine() -> None:
    """See that every file is well-formed, and that Python imports."""
    for folder in (Path("generated"), Path("docs/reference")):
        for path in folder.rglob("*.*"):
            if path.suffix in _FORMS and path.is_file():
                _FORMS[path.suffix](path.read_text("utf-8"))
    for folder in Path("generated/python").glob("*/src"):
        sys.path.insert(0, str(folder.resolve()))
        for package in folder.iterdir():
            _forget(package.name)
            for module in pkgutil.walk_packages([str(package)], f"{package.name}."):
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
            for program in package.rglob("__main__.py"):
                compile(program.read_text("utf-8"), "", "exec", dont_inherit=True)


def _forget(package: str) -> None:
    """Let a package be imported anew, but for its runtime, which is the same for all: other tests may have imported another one."""
    runtime = f"{package}._runtime"
    for name in [*sys.modules]:
        is_of_package = name == package or name.startswith(f"{package}.")
        if is_of_package and name != runtime and not name.startswith(f"{runtime}."):
            del sys.modules[name]


def reread(from_model: Path | None = None) -> None:
    """See that the model is read as it was written: all outputs are made of it alone."""
    sources = Sources(Path("spec/apis.yaml"), Path(), model=from_model, follow_links=True)
    inputs = pipeline.read(pipeline.RunOptions(sources), Diagnostics())
    model = model_document.load(MODEL, str(MODEL), Diagnostics())
    assert inputs is not None
    assert model is not None
    assert model == inputs.model
    assert model_document.dump(model) == MODEL.read_text("utf-8")  # in the same order, too


def pages(some: slice = slice(None)) -> list[Page]:
    """The pages of the reference, as the site has them."""
    paths = sorted(Path("docs/reference").rglob("*.md"))
    return [_page(path.read_text("utf-8")) for path in paths[some]]


OF_TEXTS = {
    *("br", "code", "em", "strong", "s", "ol", "ul", "li", "p", "blockquote", "pre", "a"),
    *("table", "thead", "tbody", "tr", "th", "td", "div", "span"),
}
"""Elements that descriptions make, which are CommonMark."""


def are_harmless(kinds: Iterable[Kind]) -> bool:
    """Return whether no element has an address that runs."""
    return {kind[-1] for kind in kinds}.isdisjoint({"data", "javascript", "vbscript"})


def kinds(page: Page) -> set[Kind]:
    """Kinds of elements on a page."""
    return {
        (
            element.tag,
            *sorted(element.attributes),
            *(
                element.attributes[name].partition(":")[0].partition("#")[0]
                for name in ("href", "src")
                if name in element.attributes
            ),
        )
        for element in page.root.walk()
    }
