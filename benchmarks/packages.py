"""A package that is generated from an OpenAPI document, with values for the arguments of its methods."""

import importlib
import json
import sys
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import yaml

from benchmarks.documents import GENERATOR, identifier, run, set_up
from benchmarks.schemas import followed
from specloom.diagnostics import Diagnostics
from specloom.model.document import parse
from specloom.model.structs import Api, Field, ListOf, Operation, Parameter
from specloom.views.samples.filling import filling
from specloom.views.samples.made_up import made_up

CREDENTIAL = "credential"
_CONFIG = ("--config", "spec/apis.yaml", "--out", ".")
_FILE = b"example"


def path_of(operation: Operation) -> str:
    """The path of an operation in its document, where one for another media type has that of the usual one."""
    return operation.http.path.partition("#as-")[0]


@dataclass(frozen=True)
class Package:
    """A package, the model that it was generated from, and the document that this was read from."""

    document: Path
    api: Api
    module: ModuleType

    @cached_property
    def content(self) -> Any:
        """The document as plain data, without what refers to other files, such as samples of code."""
        text = self.document.read_text("utf-8")
        is_json = self.document.suffix == ".json"
        return _plain(json.loads(text) if is_json else yaml.load(text, _Loader))

    @cached_property
    def described(self) -> Mapping[str, Any]:
        """Operation → its description in the package."""
        operations = importlib.import_module(f"{self.module.__name__}.operations")
        return {operation.name: operation for operation in operations.OPERATIONS}

    def credentials(self) -> dict[str, str]:
        """Arguments of a client for everything that the API asks of callers."""
        described = importlib.import_module(f"{self.module.__name__}.operations").API
        arguments = {scheme.argument: CREDENTIAL for scheme in described.schemes}
        users = {each.user_argument: "user" for each in described.schemes if each.user_argument}
        key = {described.key.argument: CREDENTIAL} if described.key else {}
        return arguments | users | key

    def method(self, client: Any, operation: Operation) -> Any:
        """The method of a client for an operation."""
        group, _, name = self.python_name(operation).rpartition(".")
        return getattr(getattr(client, group) if group else client, name)

    def python_name(self, operation: Operation) -> str:
        """Name of an operation in the package: `pets.get`."""
        return f"{operation.group}.{operation.http.method_name}"

    def json_arguments(
        self, operation: Operation, more: Sequence[Parameter] = ()
    ) -> dict[str, object]:
        """Parameter → its value as JSON has it: those of the sample of an operation, and some more."""
        sample = filling(self.api, operation)
        values: dict[str, object] = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in sample.arguments.items()
        } | dict(sample.objects)
        added = [parameter for parameter in more if parameter.name not in values]
        if any(parameter.location == "form" for parameter in added):
            names = self._required_in_form(operation)
            of_form = (each for each in operation.parameters if each.location == "form")
            added += [
                each for each in of_form if each.wire_name in names and each.name not in values
            ]
        return values | {parameter.name: self.json_value(parameter) for parameter in added}

    def _required_in_form(self, operation: Operation) -> set[str]:
        """Members of a form that its body has if it has any."""
        item = followed(self.content, self.content["paths"][path_of(operation)])
        body = followed(self.content, item[operation.http.method.lower()]["requestBody"])
        schemas = (followed(self.content, media["schema"]) for media in body["content"].values())
        return {name for schema in schemas for name in schema.get("required", ())}

    def json_value(self, value: Parameter | Field) -> object:
        """A value of a parameter or a field, as JSON has it."""
        item = made_up(self.api.types, value, value.item_type)
        is_list = isinstance(value.type, ListOf) and not isinstance(item, list)
        return [item] if is_list else item

    def argument(self, operation: Operation, parameter: Parameter) -> str:
        """Name of the argument for a parameter."""
        place = (parameter.location, parameter.wire_name)
        described = self.described[self.python_name(operation)].parameters
        name: str = next(each.name for each in described if (each.place, each.wire) == place)
        return name

    def arguments(
        self, method: Any, operation: Operation, values: Mapping[str, object]
    ) -> dict[str, Any]:
        """Arguments of a method for JSON values of parameters."""
        hints = typing.get_type_hints(method)
        described = self.described[self.python_name(operation)]
        names = {(each.place, each.wire): each for each in described.parameters}
        arguments: dict[str, Any] = {}
        for parameter in operation.parameters:
            target = names.get((parameter.location, parameter.wire_name))
            if parameter.name in values and target is not None and target.name in hints:
                is_file = target.kind in ("bytes", "file")
                value = values[parameter.name]
                arguments[target.name] = (
                    ([_FILE] if target.several else _FILE)
                    if is_file
                    else self.value_of(hints[target.name], value)
                )
        return arguments

    def value_of(self, hint: Any, value: object) -> Any:
        """A JSON value as the type of an argument."""
        if isinstance(value, str | int | bool) and _takes_text(hint, value):
            return value
        bodies = importlib.import_module(f"{self.module.__name__}._runtime.rest.bodies")
        content = msgspec.json.encode(value)
        failure: Exception | None = None
        described = [each for each in typing.get_args(hint) if each is not type(None)]
        if type(None) in typing.get_args(hint) and len(described) == 1 and value is not None:
            return self.value_of(described[0], value)
        for option in (hint, *described):  # a union of two records cannot be read
            try:
                return bodies.body_as(option, content)
            except (TypeError, msgspec.ValidationError) as error:
                failure = failure or error
        items = described[-1:]
        if items and isinstance(value, list):  # where the union is that of items
            return [self.value_of(items[0], item) for item in value]
        if items and isinstance(value, dict):
            return {name: self.value_of(items[0], item) for name, item in value.items()}
        raise AssertionError(f"{value!r:.100} is not of {hint}") from failure


class _Loader(yaml.CSafeLoader):
    """Reads dates as texts."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:timestamp"]
    for first, rows in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def _plain(node: Any) -> Any:
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    if not str(node.get("$ref", "#")).startswith("#"):
        return {}
    return {str(key): _plain(value) for key, value in node.items()}


def _takes_text(hint: Any, value: str | int) -> bool:
    """Return whether a type has texts, or numbers, as they are."""
    return hint is type(value) or type(value) in typing.get_args(hint)


def package_of(document: Path, name: str, folder: Path) -> Package:
    """The package of a document, generated into an empty folder; raises RuntimeError if it cannot be."""
    plain = identifier(name)
    package = f"{plain.replace('-', '_')}_client"
    set_up(folder, document, f"api-{plain}", package)
    for kind in ("python", "model"):
        command = ("-m", "specloom", "generate", "--quiet", "--only", kind, *_CONFIG)
        generated = run(folder, GENERATOR, *command)
        if generated.code:
            raise RuntimeError(generated.output)
    text = (folder / "generated/model.yaml").read_text("utf-8")
    model = parse(text, "model.yaml", Diagnostics())
    assert model is not None
    (source,) = (folder / "generated/python").glob("*/src")
    sys.path.insert(0, str(source))
    try:
        module = importlib.import_module(package)
    finally:
        sys.path.remove(str(source))
    (path,) = (path for path in (folder / "spec").iterdir() if path.stem == name)
    return Package(path, model.apis[0], module)
