"""Calls operations of generated clients against Prism: `python -m benchmarks.prism FOLDER [NAME …]`.

Prism, which `make tools` installs, is a mock server made by others. It is started on each OpenAPI document of the folder, also on those
packed with gzip. It refuses requests that the document does not allow, and answers with examples of the document, or with values of its
schemas. Arguments are those of the samples. A line for each document has the number of calls, of right answers, which are values
of the described type, and of each kind of fault, which are listed below it. An example that Prism itself finds to
break its schema does not count against the client. Parts of a form with files are texts for Prism, whatever their media type, so that it refuses
lists and objects there; it stops at a header that is an object and is left out; and of an object in a form it expects all required
members of the objects inside, also of those that are left out. Exit code 1: there are faults.

--each N        at most N operations of each document, spread over it
--method PATCH  operations of one method
--depth N       Prism sees only what N references lead to (`benchmarks.shallow`), since all of Stripe's document takes it hours
--plain         all operations, as their samples call them; so also without any of these four
--styled        operations with lists or objects outside of JSON, with all of these parameters
--absence       each member of a JSON body that may be absent and null: left out, null, and a value
--errors        Prism answers 404 and 422 where these are described, and the error has to be the described one
"""

import argparse
import json
import re
import sys
import typing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

import httpx2
import msgspec
from tests.openapi.tools.prism import prism

from benchmarks.documents import documents_of
from benchmarks.packages import Package, package_of, path_of
from benchmarks.schemas import followed, schema_fault
from benchmarks.shallow import shallow
from specloom.documents.values import items_of, members_of
from specloom.model.structs import Field, Http, Operation, Parameter, Union, errors_of, record_of

Verdict: TypeAlias = Literal[
    "right", "example broken", "refused by Prism", "refused by client", "unreadable", "untyped", "wrong request", "wrong error"
]  # fmt: skip
VERDICTS: tuple[Verdict, ...] = typing.get_args(Verdict)
_NO_FAULTS = {"right", "example broken"}
MODES = ("plain", "styled", "absence", "errors")
_STATUSES = (404, 422)
_OUTSIDE_OF_JSON = ("query", "path", "header", "cookie", "form")
_PRISM_ERROR = b"stoplight.io/prism/errors"
_KEYED_BY_NAME = frozenset({
    "callbacks", "content", "encoding", "examples", "headers", "links", "parameters", "paths", "properties", "requestBodies",
    "responses", "schemas",
})  # fmt: skip
_State: TypeAlias = Literal["absent", "null", "value"]


@dataclass(frozen=True)
class Outcome:
    """Outcome of a call."""

    call: str
    verdict: Verdict
    reason: str = ""


class Passage(httpx2.BaseTransport):
    """Sends every request to Prism, also those for other servers of the API, and keeps the last exchange."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._transport = httpx2.HTTPTransport()
        self._server = ""
        self._request: httpx2.Request | None = None
        self.body = b""
        """Of the last request."""
        self.reply: httpx2.Response | None = None

    def begin(self, server: str | None) -> None:
        """Forget the last exchange; the next operation is sent to this server, or to that of the API."""
        self._server, self.body, self.reply = server or "", b"", None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass a request on."""
        self.body = request.read()
        place = urlsplit(self._address)
        if (request.url.host, request.url.port) != (place.hostname, place.port):
            path = request.url.raw_path.decode().removeprefix(urlsplit(self._server).path)
            request.url = httpx2.URL(f"{self._address}/{path.removeprefix('/')}")
        self._request = request
        self.reply = self._transport.handle_request(request)
        self.reply.read()
        return self.reply

    def violations(self, of: Literal["request", "response"]) -> str:
        """Faults that Prism finds in the last request, or in its own reply to it."""
        assert self.reply is not None
        text = self.reply.headers.get("sl-violations", "[]").removeprefix("Too many violations! ")
        return text if f'"location":["{of}"' in text else ""


class Calls:
    """Calls of one package."""

    def __init__(self, package: Package, address: str) -> None:
        self._package = package
        self._passage = Passage(address)
        self._tags = known_tags(package.content)
        options = {"retries": 0, "timeout": 60, "transport": self._passage}
        self._client = package.module.Client(address, **package.credentials(), **options)

    def plain(self, operation: Operation) -> Iterator[Outcome]:
        """Call an operation as its sample does."""
        yield self._outcome(operation, self._package.json_arguments(operation))

    def styled(self, operation: Operation) -> Iterator[Outcome]:
        """Call an operation with all of its parameters that have a style."""
        styled = [parameter for parameter in operation.parameters if _has_style(parameter)]
        if styled:
            values = self._package.json_arguments(operation, styled)
            lists = {
                each.name: _two_values(each, values[each.name]) for each in styled if each.multiple
            }
            yield self._outcome(operation, values | lists)

    def absence(self, operation: Operation) -> Iterator[Outcome]:
        """Call an operation with each member of its body that may be absent and null in each of three states."""
        for parameter in operation.parameters:
            if parameter.location == "json" and not parameter.required and _may_be_null(parameter):
                yield from self._member_states(operation, parameter)
            record = record_of(self._package.api, parameter.type)
            if parameter.location == "body" and record is not None:
                for field in record.fields:
                    if field.presence and field.access != "read" and _may_be_null(field):
                        yield from self._field_states(operation, parameter, field)

    def errors(self, operation: Operation) -> Iterator[Outcome]:
        """Let an operation be answered with errors that it describes."""
        described = {error.status: error for error in errors_of(self._package.api, operation)}
        for status in _STATUSES:
            for expected in (status, f"{status // 100}XX", "default"):
                if expected in described:
                    has_body = described[expected].body is not None
                    yield self._error_outcome(operation, status, str(expected), has_body)
                    break

    def _outcome(
        self,
        operation: Operation,
        values: Mapping[str, object],
        null: tuple[Parameter, str] | None = None,
    ) -> Outcome:
        """Call an operation with JSON values; `null` is a parameter and the member of it that becomes null."""
        package = self._package
        method = package.method(self._client, operation)
        name = package.python_name(operation)
        self._passage.begin(package.described[name].address)
        try:
            arguments = package.arguments(method, operation, values)
            if null is not None:
                argument = package.argument(operation, null[0])
                arguments[argument] = with_null(arguments.get(argument), null[1])
            result = self._result(method, arguments)
        except Exception as error:
            return self._failure(operation, name, error)
        if fault := self._refusal():
            return Outcome(name, "refused by Prism", fault)
        hint = typing.get_type_hints(method)["return"]
        place = untyped_place(result, hint, self._tags)
        return Outcome(name, "untyped", place) if place else Outcome(name, "right")

    def _result(self, method: Any, arguments: Mapping[str, Any]) -> Any:
        result = method(**arguments)
        if not hasattr(result, "__enter__"):
            return result
        with result as stream:  # of events
            for _ in stream:
                pass
        return None

    def _failure(self, operation: Operation, name: str, error: Exception) -> Outcome:
        reply = self._passage.reply
        text = " ".join(f"{type(error).__name__}: {error}".split())[:250]
        if reply is None:
            return Outcome(name, "refused by client", text)
        if fault := self._refusal():
            return Outcome(name, "refused by Prism", fault)
        fault = self._passage.violations("response") or reply_fault(
            self._package.content, operation.http, reply
        )
        if fault:
            return Outcome(name, "example broken", fault[:250])
        return Outcome(name, "unreadable", text)

    def _refusal(self) -> str:
        """The reason for which Prism refuses the last request; empty if it does not."""
        reply = self._passage.reply
        if reply is None:
            return ""
        if _PRISM_ERROR in reply.content:
            problem = reply.json()
            return f"{problem['title']}: {problem.get('validation') or problem.get('detail')}"[:250]
        return self._passage.violations("request")[:250]

    def _member_states(self, operation: Operation, parameter: Parameter) -> Iterator[Outcome]:
        values = self._package.json_arguments(operation, [parameter])
        rest = {name: value for name, value in values.items() if name != parameter.name}
        key = parameter.wire_name
        yield self._state(key, "absent", self._outcome(operation, rest))
        yield self._state(key, "null", self._outcome(operation, rest, (parameter, "")))
        yield self._state(key, "value", self._outcome(operation, values))

    def _field_states(
        self, operation: Operation, parameter: Parameter, field: Field
    ) -> Iterator[Outcome]:
        values, key = self._package.json_arguments(operation, [parameter]), field.name
        body = values[parameter.name]
        assert isinstance(body, dict), f"{parameter.name} of {operation.id} is not an object"
        rest = {**values, parameter.name: {name: body[name] for name in body if name != key}}
        value = {**body, key: self._package.json_value(field)}
        yield self._state(key, "absent", self._outcome(operation, rest))
        yield self._state(key, "null", self._outcome(operation, rest, (parameter, key)))
        if value[key] is not None:  # as an example may be
            full = self._outcome(operation, {**values, parameter.name: value})
            yield self._state(key, "value", full)

    def _state(self, key: str, expected: _State, outcome: Outcome) -> Outcome:
        """An outcome, which is wrong if the request did not have a member as expected."""
        outcome = replace(outcome, call=f"{outcome.call}: {key} {expected}")
        if self._passage.reply is None:
            return outcome
        body = json.loads(self._passage.body or b"{}")
        state: _State = "absent" if key not in body else "null" if body[key] is None else "value"
        if state != expected:
            return Outcome(outcome.call, "wrong request", f"{state}: {body!r:.100}")
        return outcome

    def _error_outcome(
        self, operation: Operation, status: int, expected: str, has_body: bool
    ) -> Outcome:
        package = self._package
        call = f"{package.python_name(operation)}: {status}"
        headers = {
            "Prefer": f"code={status}",
            "Accept": "*/*",
        }  # errors may have a media type of their own
        client = self._client.with_options(headers=headers)
        method = package.method(client, operation)
        self._passage.begin(package.described[package.python_name(operation)].address)
        try:
            values = package.json_arguments(operation)
            self._result(method, package.arguments(method, operation, values))
        except package.module.StatusError as error:
            name, body = type(error).__name__, error.body
            if fault := self._refusal():
                return Outcome(call, "refused by Prism", fault)
            outcome = Outcome(call, "right")
            if (error.described_status, error.status) != (expected, status):
                outcome = Outcome(call, "wrong error", f"{name} is of {error.described_status}")
            elif has_body and (body is None or untyped_place(body, error.body_type, self._tags)):
                outcome = Outcome(call, "untyped", name)
            if outcome.verdict != "right":
                failure = self._failure(operation, call, error)
                return failure if failure.verdict == "example broken" else outcome
            return outcome
        except Exception as error:
            return self._failure(operation, call, error)
        return Outcome(call, "wrong error", "none was raised")


def _two_values(parameter: Parameter, values: object) -> list[Any]:
    """A list of two values, since Prism sees no list in one; one value if the second would have to be another one."""
    items = items_of(values)
    if len(items) != 1 or parameter.limits.maximum_items == 1:
        return [*items]
    if parameter.limits.unique_items:
        return [*items, f"{items[0]}2"] if parameter.item_type == "string" else [*items]
    return [*items, *items]


def with_null(argument: Any, member: str) -> Any:
    """None, or a record with None as one of its members, by the API's name of it."""
    if not member:
        return None
    fields = {field.encode_name: field.name for field in msgspec.structs.fields(type(argument))}
    return argument.replace(**{fields[member]: None})


def reply_fault(document: Any, http: Http, reply: httpx2.Response) -> str:
    """The fault of a reply by the schema of the document; empty if it is sound, or without a schema."""
    media = reply.headers.get("content-type", "").partition(";")[0]
    if not media.endswith("json"):
        return ""
    described = followed(document, document["paths"][http.path][http.method.lower()]["responses"])
    status = str(reply.status_code)
    names = (status, f"{status[0]}XX", "default")
    response = followed(
        document, next((described[name] for name in names if name in described), {})
    )
    schema = response.get("content", {}).get(media, {}).get("schema", {})
    return schema_fault(document, schema, reply.json())


def kind_of(outcome: Outcome) -> str:
    """The reason of a fault, without what is special to one operation."""
    text = re.sub(r"^(\w+Error: )[\w.]+: \w+", r"\1…", outcome.reason)
    text = re.sub(r"(request|response)\.\S+|'[^']*'|\"[^\"]*\"|`[^`]*`|\(HTTP.*|\d+", "…", text)
    return f"{outcome.verdict}: {text[:90]}"


def known_tags(document: Any) -> dict[str, set[str]]:
    """Member by which discriminators of a document choose → all texts that one of them knows."""
    tags: dict[str, set[str]] = {}
    unread = [document]
    while unread:
        node = unread.pop()
        members = members_of(node)
        described = members_of(members.get("discriminator"))
        if isinstance(name := described.get("propertyName"), str):
            tags.setdefault(name, set()).update(members_of(described.get("mapping")))
        unread.extend((*members.values(), *items_of(node)))
    components = members_of(document.get("components", {}).get("schemas"))
    return {name: texts | components.keys() for name, texts in tags.items()}


def untyped_place(result: object, hint: Any, tags: Mapping[str, set[str]]) -> str:
    """The place of an object without a type in a result whose type has one; empty if there is none.

    A record of a kind that no discriminator knows has the type for these, as far as the signature names it.
    """
    if isinstance(result, dict):
        record, names = members_of(result), "Mapping|Any|dict"
        if any(str(record[tag]) not in tags[tag] for tag in tags if tag in record):
            names += f"|{type(result).__name__}"  # `UnknownRecord`
        return "" if re.search(rf"\b({names})\b", str(hint)) else "a dict"
    if isinstance(result, list | tuple) and hint is not Any:
        inner = [each for each in typing.get_args(hint) if each is not type(None)]
        places = (untyped_place(item, inner[0], tags) for item in result) if len(inner) == 1 else ()
        return next((f"an item: {place}" for place in places if place), "")
    return ""


def _has_style(parameter: Parameter) -> bool:
    is_list = parameter.multiple is not None
    return parameter.location in _OUTSIDE_OF_JSON and (is_list or parameter.http.style is not None)


def _may_be_null(value: Parameter | Field) -> bool:
    return isinstance(value.type, Union) and "null" in value.type.options


def without_referring_examples(node: Any, has_names: bool = False) -> Any:
    """A part of a document without examples that contain `$ref`, which Prism takes for references; `has_names` if its keys are names."""
    if isinstance(node, list):
        return [without_referring_examples(each) for each in items_of(node)]
    if not isinstance(node, dict):
        return node
    return {
        key: without_referring_examples(value, not has_names and key in _KEYED_BY_NAME)
        for key, value in members_of(node).items()
        if has_names or key not in ("example", "value") or '"$ref"' not in json.dumps(value)
    }


def with_paths_of(document: Any, operations: Sequence[Operation]) -> Any:
    """A document with the paths of some operations, since Prism takes long for each that it reads."""
    paths = {path_of(operation) for operation in operations}
    kept = {path: item for path, item in document["paths"].items() if path in paths}
    return {**document, "paths": kept}


def with_encoding(document: Any) -> Any:
    """A document in which forms say how lists travel, also as they do by default, which Prism does not know."""
    for item in document["paths"].values():
        for operation in filter(members_of, item.values()):
            body = followed(document, operation.get("requestBody", {}))
            for name, media in body.get("content", {}).items():
                if name.startswith("application/x-www-form-urlencoded"):
                    properties = followed(document, media.get("schema", {})).get("properties", {})
                    encoding = media.setdefault("encoding", {})
                    for member, schema in properties.items():
                        if followed(document, schema).get("type") == "array":
                            style = encoding.setdefault(member, {}).setdefault("style", "form")
                            encoding[member].setdefault("explode", style == "form")
    return document


def chosen(operations: Sequence[Operation], number: int, method: str | None) -> list[Operation]:
    """Operations to call, spread over all of them."""
    suitable = [each for each in operations if method in (None, each.http.method)]
    if not number or number >= len(suitable):
        return suitable
    return [suitable[index * len(suitable) // number] for index in range(number)]


def measured(
    name: str, document: Path, options: argparse.Namespace
) -> Iterator[tuple[str, list[Outcome]]]:
    """Outcomes of the calls of a document, in each mode."""
    with TemporaryDirectory() as folder:
        package = package_of(document, name, Path(folder))
        operations = chosen(package.api.operations, options.each, options.method)
        plain_document = Path(folder, "prism.json")
        paths = with_paths_of(without_referring_examples(package.content), operations)
        content = with_encoding(paths if options.depth is None else shallow(paths, options.depth))
        plain_document.write_text(json.dumps(content), "utf-8")
        with prism("mock", plain_document) as address:
            calls = Calls(package, address)
            for mode in options.modes:
                call = getattr(calls, mode)
                yield mode, [outcome for operation in operations for outcome in call(operation)]


def report(name: str, outcomes: Sequence[Outcome], most: int) -> None:
    """Print the line of a document, and its faults by kind with some of each."""
    counts = Counter(outcome.verdict for outcome in outcomes)
    cells = "".join(f"{counts[verdict]:>{len(verdict) + 2}}" for verdict in VERDICTS)
    print(f"{name:30}{len(outcomes):>7}{cells}", flush=True)
    faults = [outcome for outcome in outcomes if outcome.verdict != "right"]
    for kind, number in Counter(map(kind_of, faults)).most_common():
        print(f"  {number:4} x {kind}")
        for outcome in [fault for fault in faults if kind_of(fault) == kind][:most]:
            print(f"         {outcome.call}: {outcome.reason}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if an answer was not right."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("folder", type=Path, help="folder of documents")
    parser.add_argument("names", nargs="*", help="documents without their suffixes; default: all")
    parser.add_argument("--each", type=int, default=0, metavar="N")
    parser.add_argument("--method")
    parser.add_argument("--depth", type=int, metavar="N")
    parser.add_argument("--list", type=int, default=2, metavar="N", help="faults of each kind")
    for mode in MODES:
        parser.add_argument(f"--{mode}", dest="modes", action="append_const", const=mode)
    options = parser.parse_intermixed_args(arguments)
    options.modes = options.modes or ["plain"]
    every: dict[str, list[Outcome]] = {mode: [] for mode in options.modes}
    print(f"{'document':30}{'calls':>7}  " + "  ".join(VERDICTS))
    for name, document in documents_of(options.folder, options.names):
        for mode, outcomes in measured(name, document, options):
            report(f"{name} {mode}", outcomes, options.list)
            every[mode] += outcomes
    for mode, outcomes in every.items():
        report(f"all {mode}", outcomes, 0)
    verdicts = {outcome.verdict for outcomes in every.values() for outcome in outcomes}
    return int(not verdicts <= _NO_FAULTS)


if __name__ == "__main__":
    sys.exit(main())
