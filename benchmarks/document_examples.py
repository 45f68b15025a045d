"""Reads and writes each example of OpenAPI documents: `python -m benchmarks.document_examples FOLDER [NAME …]`.

An example of a reply, of a body or of a schema in `components` becomes a value of the type that the generated package has for it, and JSON
again, which has to be equal. A member that is null equals an absent one, and a time another one of the same moment. Examples that their own
schema refuses are counted apart, and so are those for which the package lacks a type. Exit code 1: an example came back otherwise.
"""

import argparse
import importlib
import json
import sys
import typing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

import msgspec

from benchmarks.documents import documents_of
from benchmarks.packages import Package, package_of
from benchmarks.schemas import followed, schema_fault
from specloom.model.media_marks import usual_operations
from specloom.model.structs import Operation

Verdict: TypeAlias = Literal["right", "wrong", "refused by its schema", "without a type"]
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
    others = usual_operations(package.api)  # ids of those for other media types
    with package.module.Client(
        "https://example.org", allow_http=True, **package.credentials()
    ) as client:
        for operation in package.api.operations:
            if operation.id in others:
                continue
            described = followed(document, document["paths"][operation.http.path])
            described = described[operation.http.method.lower()]
            for status, response in described["responses"].items():
                type_ = _type_of(package, operation, status)
                yield from _of_content(document, response, f"{operation.id} {status}", type_)
            body = [each for each in operation.parameters if each.location == "body"]
            if body:
                hints = typing.get_type_hints(package.method(client, operation))
                hint = hints.get(package.argument(operation, body[0]))
                yield from _of_content(document, described["requestBody"], operation.id, hint)
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


def _of_content(document: Any, owner: Any, place: str, type_: Any) -> Iterator[Example]:
    for media, content in followed(document, owner).get("content", {}).items():
        schema = content.get("schema")
        if schema is not None and media.partition(";")[0].endswith("json"):
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
    try:
        value = package.value_of(example.type, example.value)
        back = json.loads(_json(package, value))
    except Exception as error:
        fault, back = f"{type(error).__name__}: {error}"[:200], None
    else:
        fault = difference(example.value, back)
    if not fault:
        return "right", ""
    refusal = schema_fault(package.content, example.schema, example.value)
    return ("refused by its schema", refusal) if refusal else ("wrong", fault)


def _json(package: Package, value: Any) -> bytes:
    module = importlib.import_module(f"{package.module.__name__}._runtime.rest.others")
    encoder = msgspec.json.Encoder(decimal_format="number")
    written: bytes = module.spread_json(encoder.encode(value))
    return written


def difference(original: Any, back: Any, place: str = "$") -> str:
    """The first place at which JSON came back otherwise; empty if it is equal."""
    if isinstance(original, Mapping) and isinstance(back, Mapping):
        names = (*original, *(name for name in back if name not in original))
        pairs = ((original.get(name), back.get(name), f"{place}.{name}") for name in names)
        return next(filter(None, (difference(*pair) for pair in pairs)), "")
    if isinstance(original, list) and isinstance(back, list) and len(original) == len(back):
        items = enumerate(zip(original, back, strict=True))
        return next(
            filter(None, (difference(*pair, f"{place}[{index}]") for index, pair in items)), ""
        )
    if original == back or (_moment(original) is not None and _moment(original) == _moment(back)):
        return ""
    return f"{place}: {original!r:.60} became {back!r:.60}"


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
