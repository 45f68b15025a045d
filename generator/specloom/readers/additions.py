"""Reads additions: what somebody wrote about operations and parameters, a file of Markdown for each operation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from specloom.diagnostics import Code, Diagnostic, Diagnostics
from specloom.documents.document import read_text
from specloom.documents.file import names_in
from specloom.documents.limits import Limits
from specloom.documents.suggestion import did_you_mean, did_you_mean_or_all
from specloom.languages import addition
from specloom.languages.addition import Heading
from specloom.languages.characters import HIDDEN, revealed
from specloom.model.structs import Api, Operation, Parameter, wiki_of

SUFFIX = ".md"
QUERY = "query"
"""Names the file about the parameters that every query of a wiki has."""


@dataclass(slots=True)
class _File:
    """A file, and what is found in it."""

    path: Path
    names: Mapping[str, str]
    """What the file may call a parameter, with a module's prefix or without → its name."""
    is_of_query: bool = False
    own: str | None = None
    """What is added to the operation."""
    by_parameter: dict[str, str] = field(default_factory=dict[str, str])

    def fault(self, line: int, code: Code, message: str, hint: str | None) -> Diagnostic:
        """A diagnostic at the beginning of a line."""
        return Diagnostic(str(self.path), line, 1, code, message, hint)


def added(api: Api, folder: Path, diagnostics: Diagnostics, limits: Limits) -> Api:
    """The API with the texts of a folder; files that are not sound are reported and left out."""
    try:
        names = names_in(folder)
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror or error}"
        diagnostics.add(Diagnostic.of_file(str(folder), "unreadable-file", message))
        return api
    operations = {operation.id: operation for operation in api.operations}
    own = _query_parameters(api)
    found: dict[str, _File] = {}
    for name in names:
        target = name.removesuffix(SUFFIX)
        operation = operations.get(target)
        if name == target or (operation is None and (own is None or target != QUERY)):
            diagnostics.add(_unknown_file(api, own, folder / name))
        elif (
            text := read_text(folder / name, str(folder / name), diagnostics, limits)
        ) is not None:
            file = _file(own or (), folder / name, operation)
            diagnostics.found.extend(_read(file, text.replace("\r\n", "\n")))
            found[target] = file
    return _with(api, found)


def _query_parameters(api: Api) -> Sequence[Parameter] | None:
    """The parameters that every query of a wiki has; None without any."""
    return api.shared_parameters or None


def _unknown_file(api: Api, own: Sequence[Parameter] | None, path: Path) -> Diagnostic:
    known = [f"{operation.id}{SUFFIX}" for operation in api.operations]
    if own is not None:
        known.append(f"{QUERY}{SUFFIX}")
    message = f"`{path.name}` is not named after an operation of `{api.id}`"
    hint = did_you_mean(path.name, known) or f"name it after its id, as `{known[0]}`"
    return Diagnostic.of_file(str(path), "unknown-name", message, hint)


def _file(own: Sequence[Parameter], path: Path, operation: Operation | None) -> _File:
    if operation is None:
        return _File(path, {parameter.name: parameter.name for parameter in own}, is_of_query=True)
    parameters = operation.every_parameter
    names = {operation.call.prefix + parameter.name: parameter.name for parameter in parameters}
    return _File(path, names | {parameter.name: parameter.name for parameter in parameters})


def _read(file: _File, text: str) -> Iterator[Diagnostic]:
    """Divide a text into what is added to the operation and to its parameters; what is wrong with it."""
    if len(text) > addition.MOST:
        message = f"the file has more than {addition.MOST:,} characters"
        yield Diagnostic.of_file(str(file.path), "over-limit", message, "shorten it")
        return
    if not text.strip():
        yield Diagnostic.of_file(str(file.path), "empty-file", "the file is empty")
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        for character in dict.fromkeys(HIDDEN.findall(line)):
            message = f"the text holds what does not show: `{revealed(character)}`"
            yield file.fault(number, "hidden-character", message, None)
    headings = addition.headings(text)
    first = headings[0].line - 1 if headings else len(lines)
    if own := "\n".join(lines[:first]).rstrip():
        yield from _own(file, own)
    ends = (*(heading.line - 1 for heading in headings[1:]), len(lines))
    for heading, end in zip(headings, ends, strict=False):
        yield from _section(file, heading, "\n".join(lines[heading.line : end]).rstrip())


def _own(file: _File, text: str) -> Iterator[Diagnostic]:
    if file.is_of_query:
        message = "this belongs to no parameter"
        hint = "begin with `## ` and the name of a parameter"
        yield file.fault(1, "wrong-value", message, hint)
    file.own = text.strip()
    yield from _problems(file, 0, text)


def _section(file: _File, heading: Heading, text: str) -> Iterator[Diagnostic]:
    name = file.names.get(heading.text)
    if name is None:
        message = f"there is no parameter `{heading.text}`"
        hint = did_you_mean_or_all(heading.text, file.names)
        yield file.fault(heading.line, "unknown-name", message, hint)
    elif name in file.by_parameter:
        message = f"`{name}` has a section before"
        yield file.fault(heading.line, "duplicate-name", message, "make one of the two")
    else:
        file.by_parameter[name] = text.strip()
    if text:
        yield from _problems(file, heading.line, text)
    else:
        message = "the section is empty"
        yield file.fault(heading.line, "wrong-value", message, "write something, or leave it out")


def _problems(file: _File, before: int, text: str) -> Iterator[Diagnostic]:
    """What is wrong with a text that stands behind so many lines."""
    for problem in addition.problems(text):
        yield file.fault(before + problem.line, "wrong-value", problem.message, problem.hint)


def _with(api: Api, found: dict[str, _File]) -> Api:
    operations = tuple(
        _of_operation(operation, file) if (file := found.get(operation.id)) else operation
        for operation in api.operations
    )
    if QUERY in found:
        wiki = wiki_of(api)
        parameters = _of_parameters(wiki.wire.parameters, found[QUERY])
        api = replace(api, protocol=replace(wiki, wire=replace(wiki.wire, parameters=parameters)))
    return replace(api, operations=operations)


def _of_operation(operation: Operation, file: _File) -> Operation:
    if operation.call.templated_parameters:
        templated = _of_parameters(operation.call.templated_parameters, file)
        operation = replace(
            operation, call=replace(operation.module, templated_parameters=templated)
        )
    return replace(
        operation, addition=file.own, parameters=_of_parameters(operation.parameters, file)
    )


def _of_parameters(parameters: tuple[Parameter, ...], file: _File) -> tuple[Parameter, ...]:
    return tuple(
        replace(parameter, addition=file.by_parameter.get(parameter.name))
        for parameter in parameters
    )
