"""A template that does not work, as a diagnostic: which file, which line, why."""

import re
import traceback
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import jinja2

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.rendering.formatting import FormattingError
from specloom.rendering.languages import LANGUAGES, language_of
from specloom.rendering.render import Output
from specloom.rendering.templates import UnsafeTextError

_Line: TypeAlias = tuple[str, int]
"""The file of a template, and a line of it."""
_EXPLAINED = (jinja2.TemplateError, UnsafeTextError)
"""Errors whose own words say enough."""


@contextmanager
def rendering(output: Output, folders: Sequence[Path], diagnostics: Diagnostics) -> Generator[None]:
    """Collect faults of templates while an output is rendered.

    A fault of a partial is reported once, however many outputs include it. A template may raise anything:
    it divides by zero, includes itself, is not UTF-8.
    """
    try:
        yield
    except Exception as error:
        fault = _fault(error, output, folders)
        if fault not in diagnostics.found:
            diagnostics.add(fault)


def _fault(error: Exception, output: Output, folders: Sequence[Path]) -> Diagnostic:
    if isinstance(error, jinja2.TemplateSyntaxError):
        # Of a comment or raw block without an end, Jinja gives the file as the name.
        path, message_ = error.filename or error.name or output.template, str(error.message)
        hint = _suggestion(message_, path)
        message_ = message_ if hint is None else message_.removesuffix(".")
        return Diagnostic(path, error.lineno, 1, "template-fault", message_, hint)
    if isinstance(error, FormattingError):
        message = f"the rendered {output.path} is {error}"
        return Diagnostic.of_file(output.template, "template-fault", message)
    (path, line), innermost = _template_lines(error, output, folders)
    if isinstance(error, jinja2.TemplateNotFound):
        message = f"unknown template {error.name}"
        return Diagnostic(path, line, 1, "template-fault", message)
    explained = isinstance(error, _EXPLAINED)
    message = str(error) if explained else f"{type(error).__name__}: {error}"
    if innermost != (path, line):
        message += ", in {}:{}".format(*innermost)
    return Diagnostic(path, line, 1, "template-fault", message)


def _suggestion(message: str, path: str) -> str | None:
    """A suggestion of filters, if the error is about an unknown filter."""
    unknown, language = re.match(r"No filter named '(\w+)'", message), language_of(path)
    if unknown is None or language is None:
        return None
    return did_you_mean_or_all(unknown[1], LANGUAGES[language].filters)


def _template_lines(
    error: Exception, output: Output, folders: Sequence[Path]
) -> tuple[_Line, _Line]:
    """Lines of the innermost template in the first folder, if one was running, and of the innermost of all.

    Templates of specloom work with each other: what one of them misses was not given by one of the user.
    """
    lines = [
        (frame.filename, frame.lineno or 1) for frame in traceback.extract_tb(error.__traceback__)
    ]
    lines_by_folder = [
        [line for line in lines if Path(line[0]).is_relative_to(folder)] for folder in folders
    ]
    of_all = [line for line in lines if any(line in of_folder for of_folder in lines_by_folder)]
    innermost = (of_all or [(output.template, 1)])[-1]
    return (lines_by_folder[0] or [innermost])[-1], innermost
