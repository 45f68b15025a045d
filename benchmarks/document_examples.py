"""Reads and writes each example of OpenAPI documents: `python -m benchmarks.document_examples FOLDER [NAME …]`.

An example of a reply, of a body or of a schema in `components` becomes a value of the type that the generated package has for it, and JSON
again, which has to be equal. A member that is null equals an absent one, and a time another one of the same moment. Counted apart are examples
that lost only members that no schema describes at their place, those that their own schema refuses, and those for which the package lacks a
type. Exit code 1: an example came back otherwise.
"""

import argparse
import importlib
import json
import sys
import typing
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import msgspec

from benchmarks.documents import documents_of
from benchmarks.packages import Package, package_of
from benchmarks.schemas import describes, followed, schema_fault
from specloom.model.media import JSON, essence
from specloom.model.structs import Operation

Verdict: TypeAlias = Literal[
    "right", "wrong", "undescribed members", "refused by its schema", "without a type"
]
VERDICTS: tuple[Verdict, ...] = typing.get_args(Verdict)


@dataclass(frozen=True)
class Example:
    """A value that a document shows, with its schema and the type that the package has for it."""

    place: str
    value: Any
    schema: Any
    type: Any
    """None if the package has none."""


def examples_of(package: Package) -> Iterator[Example]:
    """Examples of replies, of bodies and of components."""
    document = package.content
    with package.module.Client(
        "https://example.org", allow_http=True, **package.credentials()
    ) as client:
        for operation in package.api.operations:
            paths, http = document["paths"], operation.http
            described = paths[http.path if http.path in paths else http.request_path]
            described = followed(document, described)[http.method.lower()]
            media = {
                essence(name)
                for success in http.successes
                for name in (success.media or JSON, *success.other_media)
            }
            for status, response in described["responses"].items():
                type_ = _type_of(package, operation, status)
                names = media if status.startswith("2") else None
                yield from _of_content(document, response, f"{operation.id} {status}", type_, names)
            for body in (each for each in operation.parameters if each.location == "body"):
                hints = typing.get_type_hints(package.method(client, operation))
                hint = hints.get(package.argument(operation, body))
                names = {essence(body.http.media or JSON)}
                content = described["requestBody"]
                yield from _of_content(document, content, operation.id, hint, names)
    models = importlib.import_module(f"{package.module.__name__}.models")
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        for value in _values(document, schema):
            yield Example(name, value, schema, getattr(models, name, None))


def _type_of(package: Package, operation: Operation, status: str) -> Any:
    """Type of a reply: of the result, or of the body of an error."""
    described = package.described[package.python_name(operation)]
    if status.startswith("2"):
        return described.result
    errors = (each for each in described.errors if each.described_status == status)
    return next((each.body_type for each in errors), None)


def _of_content(
    document: Any, owner: Any, place: str, type_: Any, names: Collection[str] | None
) -> Iterator[Example]:
    """Examples of JSON of the media types with these names; None: of all."""
    for media, content in followed(document, owner).get("content", {}).items():
        schema, name = content.get("schema"), essence(media)
        if schema is not None and name.endswith("json") and (names is None or name in names):
            for value in (*_values(document, content), *_values(document, schema)):
                yield Example(place, value, schema, type_)


def _values(document: Any, owner: Any) -> Iterator[Any]:
    if "example" in owner:
        yield owner["example"]
    examples = owner.get("examples", [])
    if isinstance(examples, list):
        yield from examples
    else:
        targets = (followed(document, example) for example in examples.values())
        yield from (example["value"] for example in targets if "value" in example)


def judged(package: Package, example: Example) -> tuple[Verdict, str]:
    """Read an example and write it again."""
    if example.type is None:
        return "without a type", ""
    document, schema = package.content, example.schema
    options = (
        example.type,
        *typing.get_args(example.type),
    )  # a union of two records cannot be read
    results = [_differences(package, example, option) for option in options]
    if not all(results):
        return "right", ""
    if refusal := schema_fault(document, schema, example.value):
        return "refused by its schema", refusal
    for differences in results:
        if not any(
            each.is_fault or describes(document, schema, example.value, each.path)
            for each in differences
        ):
            return "undescribed members", str(differences[0])
    return "wrong", str(results[0][0])


def _differences(package: Package, example: Example, type_: Any) -> list["Difference"]:
    try:
        back = json.loads(_json(package, package.value_of(type_, example.value)))
    except Exception as error:
        return [Difference((), f"{type(error).__name__}: {error}"[:200], is_fault=True)]
    return [*differences_of(example.value, back)]


def _json(package: Package, value: Any) -> bytes:
    module = importlib.import_module(f"{package.module.__name__}._runtime.rest.others")
    encoder = msgspec.json.Encoder(decimal_format="number")
    written: bytes = module.spread_json(encoder.encode(value))
    return written


@dataclass(frozen=True)
class Difference:
    """A place at which JSON came back otherwise."""

    path: tuple[str | int, ...]
    text: str
    is_fault: bool
    """It is more than a member that is lost."""

    def __str__(self) -> str:
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"${''.join(steps)}: {self.text}"


def differences_of(
    original: Any, back: Any, path: tuple[str | int, ...] = ()
) -> Iterator[Difference]:
    """Places at which JSON came back otherwise."""
    if isinstance(original, Mapping) and isinstance(back, Mapping):
        for name in (*original, *(name for name in back if name not in original)):
            yield from differences_of(original.get(name), back.get(name), (*path, name))
    elif isinstance(original, list) and isinstance(back, list) and len(original) == len(back):
        for index, pair in enumerate(zip(original, back, strict=True)):
            yield from differences_of(*pair, (*path, index))
    elif original != back and (_moment(original) is None or _moment(original) != _moment(back)):
        text = f"{original!r:.60} became {back!r:.60}"
        yield Difference(path, text, is_fault=back is not None)


def _moment(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if an example came back otherwise."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("folder", type=Path, help="folder of documents")
    parser.add_argument("names", nargs="*", help="documents without their suffixes; default: all")
    options = parser.parse_args(arguments)
    wrong = 0
    print(f"{'document':22}" + "".join(f"{verdict:>24}" for verdict in VERDICTS))
    for name, document in documents_of(options.folder, options.names):
        with TemporaryDirectory() as folder:
            package = package_of(document, name, Path(folder))
            rows = [(each.place, *judged(package, each)) for each in examples_of(package)]
        counts = Counter(verdict for _, verdict, _ in rows)
        print(f"{name:22}" + "".join(f"{counts[verdict]:>24}" for verdict in VERDICTS), flush=True)
        for place, verdict, reason in rows:
            if reason:
                print(f"    {verdict}: {place}: {reason}")
        wrong += counts["wrong"]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
