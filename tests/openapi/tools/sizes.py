"""Amounts that a generator makes of a document: models, and arguments of each operation."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Size:
    """Size of a generated client."""

    models: int
    """Files with models, each for a schema, an enumeration or an unnamed type."""
    arguments: dict[str, tuple[int, int]]
    """Operation → how many arguments it takes, and how many of them it cannot do without."""


def openapi_python_client(client: Path) -> Size:
    """Of one module for each operation."""
    arguments = {
        file.stem: counts
        for file in client.glob("api/*/*.py")
        if file.stem != "__init__"
        for name, *counts in functions(file, leave_out={"client"})
        if name == "sync_detailed"
    }
    return Size(len(list(client.glob("models/*.py"))) - 1, paired(arguments))


def generator_python(client: Path) -> Size:
    """Of a class for each tag."""
    arguments = {
        name: counts
        for file in client.glob("openapi_client/api/*_api.py")
        for name, *counts in functions(file, leave_out={"self"})
        if not name.startswith("_")
        and not name.endswith(("_with_http_info", "_without_preload_content"))
    }
    return Size(len(list(client.glob("openapi_client/models/*.py"))) - 1, paired(arguments))


def functions(file: Path, leave_out: set[str]) -> Iterator[tuple[str, int, int]]:
    """The functions of a file, the number of their arguments, and of those without a default."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            signature = node.args
            optional = {
                *(
                    argument.arg
                    for argument in signature.args[len(signature.args) - len(signature.defaults) :]
                ),
                *(
                    argument.arg
                    for argument, default in zip(
                        signature.kwonlyargs, signature.kw_defaults, strict=True
                    )
                    if default is not None
                ),
            }
            names = {
                argument.arg for argument in (*signature.args, *signature.kwonlyargs)
            } - leave_out
            names = {name for name in names if not name.startswith("_")}
            yield node.name, len(names), len(names - optional)


def paired(counts_by_operation: dict[str, list[int]]) -> dict[str, tuple[int, int]]:
    return {name: (total, least) for name, (total, least) in counts_by_operation.items()}


def generator_fetch(client: Path) -> Size:
    """Of an interface for what each operation takes."""
    arguments: dict[str, tuple[int, int]] = {}
    for file in client.glob("fetch/apis/*.ts"):
        text = file.read_text(encoding="utf-8")
        for name, body in re.findall(
            r"^export interface (\w+)Request \{\n(.*?)^\}", text, re.M | re.S
        ):
            members: list[str] = re.findall(r"^    \w+(\??):", body, re.M)
            arguments[name] = (len(members), members.count(""))
    return Size(len(list(client.glob("fetch/models/*.ts"))) - 1, arguments)


def generator_go(client: Path) -> Size:
    """Of a function for each argument."""
    arguments: dict[str, tuple[int, int]] = {}
    for file in client.glob("api_*.go"):
        text = file.read_text(encoding="utf-8")
        request_methods: list[tuple[str, str]] = re.findall(
            r"^func \(r Api(\w+)Request\) (\w+)\(", text, re.M
        )
        _, *bodies = re.split(r"^func \(a \*\w+\) (\w+)Execute\(", text, flags=re.M)
        for name, body in zip(bodies[::2], bodies[1::2], strict=True):
            least = body.count("is required and must be specified")
            arguments[name] = (sum(of == name for of, _ in request_methods) - 1, least)
    return Size(len(list(client.glob("model_*.go"))), arguments)


def generator_java(client: Path) -> Size:
    """Of a method that takes one argument after the other, beside that of a request."""
    folder = client / "src/main/java/org/openapitools/client"
    arguments: dict[str, tuple[int, int]] = {}
    for file in folder.glob("api/*Api.java"):
        text = file.read_text(encoding="utf-8")
        for name, listed in re.findall(r"^  public \w+ (\w+)\((@.*)\) throws", text, re.M):
            if ", Map<String, String> headers" not in listed:
                annotations = re.findall(r"@javax\.annotation\.(\w+)", listed)
                arguments[name] = (len(annotations), annotations.count("Nonnull"))
    return Size(len(list(folder.glob("model/*.java"))) - 1, arguments)


SIZES: dict[str, Callable[[Path], Size]] = {
    "openapi-python-client": openapi_python_client,
    "openapi-generator python": generator_python,
    "openapi-generator typescript-fetch": generator_fetch,
    "openapi-generator go": generator_go,
    "openapi-generator java": generator_java,
}
