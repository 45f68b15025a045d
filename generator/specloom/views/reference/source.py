"""Signatures and docstrings of public names, from the source of the runtime."""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TypeAlias, cast

from specloom import runtime
from specloom.rendering.render import View

RUNTIME = Path(runtime.__file__).parent
LINE = 88
"""A longer signature has a line for each parameter."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Definition: TypeAlias = Function | ast.ClassDef | ast.AnnAssign


class Entry(View, frozen=True):
    """A docstring's text about an argument or an error."""

    name: str
    text: str


class Member(View, frozen=True):
    """A method, or an attribute."""

    name: str
    signature: str
    text: str
    is_attribute: bool
    arguments: tuple[Entry, ...] = ()
    """Arguments in the docstring."""
    errors: tuple[Entry, ...] = ()

    @property
    def brief_signature(self) -> str:
        """The signature with its result, without the arguments."""
        before, _, rest = self.signature.partition("(")
        arguments, _, after = rest.rpartition(")")
        return f"{before}({'…' if arguments else ''}){after}"


class Named(View, frozen=True):
    """A public name of the runtime."""

    name: str
    signature: str
    """Empty: programs do not make it themselves."""
    text: str
    bases: tuple[str, ...]
    members: tuple[Member, ...]
    arguments: tuple[Entry, ...] = ()
    """Of the constructor."""


@cache
def named(module: str, name: str) -> Named:
    """A name that a module of the runtime defines: `mediawiki.results.page`, `Page`."""
    definition = _definition(module, name)
    if isinstance(definition, ast.ClassDef):
        return _class(module, definition)
    if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
        return Named(name, _signature(module, definition, name), _docstring(definition), (), ())
    text = _text_after(_tree(module).body, definition)
    if definition.value is not None and _type(definition.annotation) == "TypeAlias":
        return Named(name, f"{name} = {_type(definition.value)}", text, (), ())
    return Named(name, f"{name}: {_type(definition.annotation)}", text, (), ())


def defined(module: str) -> tuple[Named, ...]:
    """The public classes of a module, in its order."""
    return tuple(
        named(module, node.name)
        for node in _tree(module).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


@cache
def _tree(module: str) -> ast.Module:
    text = (RUNTIME / f"{module.replace('.', '/')}.py").read_text("utf-8")
    # With `ast.parse`, Python 3.14 leaves docstrings out under `-OO`.
    return cast("ast.Module", compile(text, module, "exec", ast.PyCF_ONLY_AST, optimize=0))


def _definition(module: str, name: str) -> Definition:
    # The last one: overloads come before what they overload.
    definition = None
    for node in _tree(module).body:
        if isinstance(node, Definition) and _name(node) == name:
            definition = node
    if definition is None:
        raise LookupError(f"{module} defines no {name}")
    return definition


def _name(node: Definition) -> str | None:
    if isinstance(node, ast.AnnAssign):
        return node.target.id if isinstance(node.target, ast.Name) else None
    return node.name


def _class(module: str, node: ast.ClassDef) -> Named:
    members_by_name: dict[str, Member] = {}
    signature, arguments = "", tuple[Entry, ...]()
    for home, owner in _lineage(module, node):
        for member in _members(home, owner):
            members_by_name.setdefault(member.name, member)
        constructor = _constructor(owner)
        if constructor is not None and home == module and not signature:
            signature = _signature(
                module, constructor, node.name, drop_first=True, with_result=False
            )
            arguments = _entries(constructor, "Args")
    bases = tuple(_code(base) for base in node.bases if isinstance(base, ast.Name))
    members = tuple(members_by_name.values())
    return Named(node.name, signature, _docstring(node), bases, members, arguments)


def _constructor(owner: ast.ClassDef) -> ast.FunctionDef | None:
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and node.name in ("__init__", "__new__"):
            return node
    return None


def _lineage(module: str, node: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """A class, and its bases in the runtime."""
    yield module, node
    for base in node.bases:
        base = base.value if isinstance(base, ast.Subscript) else base
        home = _home(module, base.id) if isinstance(base, ast.Name) else None
        if home is not None and isinstance(base, ast.Name):
            definition = _definition(home, base.id)
            if isinstance(definition, ast.ClassDef):
                yield from _lineage(home, definition)


def _home(module: str, name: str) -> str | None:
    """The module of the runtime that defines a name which another one uses."""
    for node in _tree(module).body:
        if isinstance(node, Definition) and _name(node) == name:
            return module
        imported = node.names if isinstance(node, ast.ImportFrom) and node.level else ()
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in imported):
            folder = module.split(".")[: -node.level]
            return ".".join([*folder, *(node.module or "").split(".")])
    return None


def _members(module: str, owner: ast.ClassDef) -> Iterator[Member]:
    for node in owner.body:
        match node:
            case ast.FunctionDef(name="__init__"):
                yield from _set_by(node)
            case ast.FunctionDef(name="__new__"):
                continue
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("_") and not (name.startswith("__") and _docstring(node)):
                    continue
                yield _method(module, node)
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                text = _text_after(owner.body, node)
                signature = f"{name}: {_type(node.annotation)}{_default(module, node.value)}"
                yield Member(name, signature, text, True)
            case ast.Assign(targets=[ast.Name(id=name)]) if not name.startswith("_"):
                text = _text_after(owner.body, node)
                yield Member(name, f"{name} = {_code(node.value)}", text, True)
            case _:
                pass


def _method(module: str, node: Function) -> Member:
    marks = {_code(mark) for mark in node.decorator_list}
    if "property" in marks:
        hint = "" if node.returns is None else f": {_type(node.returns)}"
        return Member(node.name, node.name + hint, _docstring(node), True)
    signature = _signature(module, node, node.name, drop_first="staticmethod" not in marks)
    entries = (_entries(node, title) for title in ("Args", "Raises"))
    return Member(node.name, signature, _docstring(node), False, *entries)


def _set_by(constructor: ast.FunctionDef) -> Iterator[Member]:
    """Attributes that a constructor sets and documents."""
    hints = {argument.arg: argument.annotation for argument in _arguments(constructor)}
    for node in constructor.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        target = node.target if isinstance(node, ast.AnnAssign) else target
        if not isinstance(target, ast.Attribute) or target.attr.startswith("_"):
            continue
        hint = node.annotation if isinstance(node, ast.AnnAssign) else hints.get(target.attr)
        signature = target.attr if hint is None else f"{target.attr}: {_type(hint)}"
        yield Member(target.attr, signature, _text_after(constructor.body, node), True)


def _arguments(function: Function) -> list[ast.arg]:
    parameters = function.args
    return [*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs]


def _signature(
    module: str,
    function: Function,
    name: str,
    *,
    drop_first: bool = False,
    with_result: bool = True,
) -> str:
    parameters = function.args
    plain = [*parameters.posonlyargs, *parameters.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(parameters.defaults))
    parts = [
        _parameter(module, argument, default)
        for argument, default in zip(plain, [*defaults, *parameters.defaults], strict=True)
    ]
    if parameters.posonlyargs:
        parts.insert(len(parameters.posonlyargs), "/")
    parts = parts[1:] if drop_first else parts
    parts = parts[1:] if parts[:1] == ["/"] else parts
    if parameters.vararg is not None:
        parts.append(f"*{_parameter(module, parameters.vararg, None)}")
    elif parameters.kwonlyargs:
        parts.append("*")
    parts += [
        _parameter(module, argument, default)
        for argument, default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
    ]
    if parameters.kwarg is not None:
        parts.append(f"**{_parameter(module, parameters.kwarg, None)}")
    before = "async " if isinstance(function, ast.AsyncFunctionDef) else ""
    after = f" -> {_type(function.returns)}" if with_result and function.returns else ""
    line = f"{before}{name}({', '.join(parts)}){after}"
    if len(line) <= LINE:
        return line
    lines = "".join(f"    {part},\n" for part in parts)
    return f"{before}{name}(\n{lines}){after}"


def _parameter(module: str, argument: ast.arg, default: ast.expr | None) -> str:
    hint = "" if argument.annotation is None else f": {_type(argument.annotation)}"
    default_text = _default(module, default)
    return f"{argument.arg}{hint}{default_text if hint else default_text.replace(' = ', '=', 1)}"


def _default(module: str, value: ast.expr | None) -> str:
    """A default as readers need it: with the values of constants, which they cannot import."""
    if value is None or isinstance(value, ast.Call):
        return ""
    return f" = {_code(_Constants(module).visit(deepcopy(value)))}"


class _Constants(ast.NodeTransformer):
    """Puts the values of a module's constants in the place of their names."""

    def __init__(self, module: str) -> None:
        self._module = module

    def visit_Name(self, node: ast.Name) -> ast.expr:
        constant = _constant(self._module, node.id) if node.id.isupper() else None
        return node if constant is None else constant


def _constant(module: str, name: str) -> ast.expr | None:
    """The value of a constant of the runtime, which a module defines or imports."""
    for node in _tree(module).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                return cast("ast.expr", _Constants(module).visit(deepcopy(value)))
            case ast.ImportFrom(level=level, names=names) if level and any(
                alias.name == name for alias in names
            ):
                folder = module.split(".")[:-level]
                return _constant(".".join([*folder, *(node.module or "").split(".")]), name)
            case _:
                pass
    return None


def _type(node: ast.expr) -> str:
    """A type, which may stand within quotation marks."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace("builtins.", "")  # which is there since a method is called `list`
    return _code(node)


def _code(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if '"' in text else text.replace("'", '"')


def _docstring(node: Function | ast.ClassDef) -> str:
    """The text, up to the sections that list arguments and errors."""
    return _SECTION.split(ast.get_docstring(node) or "", maxsplit=1)[0].rstrip()


_SECTION = re.compile(r"^(Args|Raises):\n", re.MULTILINE)


def _entries(node: Function, title: str) -> tuple[Entry, ...]:
    """The entries of a section of a docstring."""
    _, *pieces = _SECTION.split(ast.get_docstring(node) or "")
    section = dict(zip(pieces[::2], pieces[1::2], strict=True)).get(title, "")
    entries = re.split(r"^    (?! )", section, flags=re.MULTILINE)[1:]
    parts = (" ".join(entry.split()).partition(": ") for entry in entries)
    return tuple(Entry(name, text) for name, _, text in parts)


def _text_after(body: list[ast.stmt], node: ast.AST) -> str:
    """The docstring of an attribute."""
    place = next(index for index, inner in enumerate(body) if inner is node)
    match body[place + 1 : place + 2]:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return " ".join(text.split())
        case _:
            return ""
