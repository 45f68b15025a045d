"""A program that uses everything of a generated package, made of the package itself: it passes a type checker.

For each class of a module it passes every parameter by name, as the type that the package takes; of each record it reads
every field into the type that the package says; of each method it passes what it takes and keeps what it returns.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Program:
    """The text, and what each of its lines is about."""

    lines: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)

    def add(self, unit: str, *lines: str) -> None:
        """Lines about a class of the package, or a method of its client."""
        self.lines += lines
        self.units += [unit] * len(lines)

    @property
    def text(self) -> str:
        """The whole of it."""
        return "\n".join(self.lines) + "\n"


class _Home:
    """A generated module: what its names mean."""

    def __init__(self, package: str, path: Path, root: Path) -> None:
        self.package = package
        self.tree = ast.parse(path.read_text("utf-8"))
        self.name = ".".join((package, *path.relative_to(root).with_suffix("").parts))
        self.imported: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                above = self.name.split(".")[: -node.level] if node.level else []
                home = ".".join([*above, *([node.module] if node.module else [])])
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (home, alias.name)
        self.classes = {
            node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)
        }
        self.dicts = {
            name: _fields_of(node.value)
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == "TypedDict"
            for name in (ast.unparse(node.targets[0]),)
        }
        self.aliases = {
            node.target.id: node.value
            for node in self.tree.body
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.value is not None
            and ast.unparse(node.annotation) == "TypeAlias"
        }


class Users:
    """Makes the program."""

    def __init__(self, source: Path, sent_records: Collection[str] = ()) -> None:
        """`source` is the folder of the package; records that are only `sent` are made, and all others read."""
        self._package = source.name
        self._sent_records = sent_records
        paths = [path for path in sorted(source.rglob("*.py")) if "_runtime" not in path.parts]
        homes = [_Home(self._package, path, source) for path in paths]
        self._homes: Mapping[str, _Home] = {home.name: home for home in homes}
        self._imports: set[str] = set()

    def program(self) -> Program:
        """The program."""
        body = Program()
        for home in self._homes.values():
            for node in home.classes.values():
                if _is_public(node.name):
                    self._use(body, home, node)
            for name, fields in home.dicts.items():
                self._read(body, home, name, fields)
        program = Program()
        for name in sorted(self._imports):
            program.add(name.rpartition(" ")[2], name)
        for unit, line in zip(body.units, body.lines, strict=True):
            program.add(unit, line)
        return program

    def _use(self, program: Program, home: _Home, node: ast.ClassDef) -> None:
        bases = [ast.unparse(base) for base in node.bases]
        last = home.name.rpartition(".")[2]
        if "TypedDict" in bases:
            self._read(program, home, node.name, list(_annotated(node)))
        elif node.name in self._sent_records or (
            ".modules." in home.name and "Module" in " ".join(bases)
        ):
            self._make(program, home, node)
        elif last == "models":
            self._look(program, home, node)
        elif last == "client" and node.name.endswith("Resource"):
            self._call(program, home, node)
        elif last == "errors":
            self.local_name(home, node.name)

    def local_name(self, home: _Home, name: str) -> str:
        self._imports.add(f"from {home.name} import {name}")
        return name

    def _read(
        self, program: Program, home: _Home, name: str, fields: Sequence[tuple[str, ast.expr]]
    ) -> None:
        self.local_name(home, name)
        program.add(name, f"def read_{name}(record: {name}) -> None:", "    pass")
        for number, (key, annotation) in enumerate(fields):
            kind, required = _bare(annotation)
            text = self._text(home, kind)
            value = f"record[{key!r}]" if required else f"record.get({key!r})"
            annotation_text = text if required else f"{text} | None"
            program.add(f"{name}.{key}", f"    value{number}: {annotation_text} = {value}")

    def _make(self, program: Program, home: _Home, node: ast.ClassDef) -> None:
        name = self.local_name(home, node.name)
        arguments = [
            (key, self._text(home, annotation))
            for key, annotation in _annotated(node)
            if not key.startswith("__")
        ]
        signature = ", ".join(f"{key}: {text}" for key, text in arguments)
        program.add(name, f"def make_{name}({signature}) -> {name}:", f"    return {name}(")
        for key, _ in arguments:
            program.add(f"{name}.{key}", f"        {key}={key},")
        program.add(name, "    )")
        for number, base in enumerate(node.bases):
            text = self._text(home, base)
            program.add(name, f"def base{number}_{name}(module: {name}) -> {text}: return module")

    def _look(self, program: Program, home: _Home, node: ast.ClassDef) -> None:
        name = self.local_name(home, node.name)
        program.add(name, f"def look_{name}(record: {name}) -> None:", "    pass")
        for number, (key, annotation) in enumerate(_annotated(node)):
            text = self._text(home, annotation)
            program.add(f"{name}.{key}", f"    value{number}: {text} = record.{key}")
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and _is_public(method.name):
                call = "" if method.decorator_list else "()"
                program.add(name, f"    record.{method.name}{call}")

    def _call(self, program: Program, home: _Home, node: ast.ClassDef) -> None:
        attribute = _attribute(home, node.name)
        client = self.local_name(home, "Client")
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or not _is_public(method.name):
                continue
            by_place = method.args.args[1:]
            by_name = method.args.kwonlyargs
            signature = [
                f"{argument.arg}: {self._text(home, argument.annotation)}"
                for argument in (*by_place, *by_name)
                if argument.annotation is not None
            ]
            assert method.returns is not None
            unit = f"{attribute}.{method.name}"
            head = ", ".join([f"client: {client}", *signature])
            returns = self._text(home, method.returns)
            program.add(unit, f"def call_{attribute}_{method.name}({head}) -> {returns}:")
            program.add(unit, f"    return client.{unit}(")
            for argument in by_place:
                program.add(f"{unit}.{argument.arg}", f"        {argument.arg},")
            for argument in by_name:
                program.add(f"{unit}.{argument.arg}", f"        {argument.arg}={argument.arg},")
            program.add(unit, "    )")

    def _text(self, home: _Home, annotation: ast.expr) -> str:
        """A type, with aliases of the package replaced by what they stand for."""
        return ast.unparse(_Resolved(self, home).visit(_copy(annotation)))

    def resolved(self, home: _Home, name: str) -> ast.expr:
        """The expression that a name stands for in a module."""
        if name in home.aliases:
            return _Resolved(self, home).visit(_copy(home.aliases[name]))  # type: ignore[no-any-return]  # a visitor of ast returns Any
        if name in home.classes or name in home.dicts:
            self.local_name(home, name)
        elif name in home.imported:
            place, other = home.imported[name]
            if place in self._homes:
                return self.resolved(self._homes[place], other)
            self._imports.add(f"from {place} import {other}")
            return ast.Name(other)
        elif name == "builtins":
            self._imports.add("import builtins")
        return ast.Name(name)


class _Resolved(ast.NodeTransformer):
    def __init__(self, users: Users, home: _Home) -> None:
        self._users, self._home = users, home

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._users.resolved(self._home, node.id)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            self._users.resolved(self._home, "Literal")
            return node
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated":
            assert isinstance(node.slice, ast.Tuple)
            return self.visit(node.slice.elts[0])  # type: ignore[no-any-return]  # a visitor of ast returns Any
        self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):  # a name that the module writes in quotes
            return self.visit(ast.parse(node.value, mode="eval").body)  # type: ignore[no-any-return]  # a visitor of ast returns Any
        return node


def _fields_of(call: ast.Call) -> list[tuple[str, ast.expr]]:
    """Entries of a dict some of whose keys are not names of Python."""
    fields = call.args[1]
    assert isinstance(fields, ast.Dict)
    return [
        (ast.literal_eval(key), value)
        for key, value in zip(fields.keys, fields.values, strict=True)
        if key is not None
    ]


def _copy(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body


def _annotated(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id, part.annotation


def _bare(annotation: ast.expr) -> tuple[ast.expr, bool]:
    """The type of a field of a dict, and whether it is always there."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "NotRequired":
        return annotation.slice, False
    return annotation, True


def _attribute(home: _Home, resource: str) -> str:
    for part in home.classes["Client"].body:
        returned = part.returns if isinstance(part, ast.FunctionDef) else None
        if returned is not None and ast.unparse(returned).strip("'\"") == resource:
            assert isinstance(part, ast.FunctionDef)
            return part.name
    raise LookupError(resource)


def _is_public(name: str) -> bool:
    return not name.startswith("_")
