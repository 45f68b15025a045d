"""The double of a package that is made of an OpenAPI document answers as the document says."""

import asyncio
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from tests import rendered
from tests.clients.checking import CHECKERS, findings
from tests.clients.exchanges.exchange import package_of
from tests.openapi.tools.installed import MODULES
from tests.sampling import sampled

from .absence import argument, check_bodies, check_records

FILE = Path(__file__).with_name("doubles.yaml")
PUBLIC = MODULES / "@redocly/openapi-core/src/benchmark/benches/rebilly.yaml"
"""A public document with 355 operations, which a pinned package brings."""
PYTHON = {"UTC": UTC, "datetime": datetime}
"""Names that the expressions of the file may use, beside `package`, `sandbox` and `client`."""


@dataclass(frozen=True)
class Case:
    """One call of a client of the double, and what it ends with."""

    name: str
    call: str = "None"
    before: str = "None"
    result: Any = None
    error: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    received: str | None = None


def _cases() -> Iterator[Case]:
    for entry in yaml.load(FILE.read_text("utf-8"), yaml.CSafeLoader)["calls"]:
        yield Case(**entry)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    generated = package_of(FILE, tmp_path_factory.mktemp("doubles"))
    importlib.import_module(f"{generated.__name__}.testing")
    return generated


async def _awaited(sandbox: Any, call: str, names: Mapping[str, Any]) -> Any:
    async with sandbox.async_client() as client:
        result = eval(call, {**names, "client": client})
        return await result if asyncio.iscoroutine(result) else result


def _call(sandbox: Any, call: str, names: Mapping[str, Any], is_async: bool) -> Any:
    if is_async:
        return asyncio.run(_awaited(sandbox, call, names))
    with sandbox.client() as client:
        return eval(call, {**names, "client": client})


def _values(places: Any, names: Mapping[str, Any]) -> dict[str, str]:
    return {place: repr(eval(text, dict(names))) for place, text in places.items()}


@pytest.mark.promise(
    "answers every operation with a value of the described type",
    "an example of the document that fits, or a made-up value",
    "`set_answer` sets the answer of an operation",
)
@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("case", list(_cases()), ids=lambda case: case.name)
def test_a_double_answers_as_the_document_says(
    case: Case, package: ModuleType, is_async: bool
) -> None:
    expected = case.result if isinstance(case.result, dict) else {"result": str(case.result)}
    with package.testing.Sandbox() as sandbox:
        names: dict[str, Any] = {**PYTHON, "package": package, "sandbox": sandbox}
        try:
            eval(case.before, names)
            result = _call(sandbox, case.call, names, is_async)
        except package.Error as error:
            text = f"{type(error).__name__}: {error}".partition(" (HTTP status ")[0]
            assert text == case.error
            of_error = {"error": error, **names}
            assert _values({place: place for place in case.attributes}, of_error) == _values(
                case.attributes, names
            )
        else:
            assert case.error is None
            of_result = {"result": result, **names}
            assert _values({place: place for place in expected}, of_result) == _values(
                expected, names
            )
        if case.received is not None:
            received = [(each.operation, each.parameters) for each in sandbox.received]
            assert received == eval(case.received, names)


def test_credentials_are_asked_for_and_never_recorded(package: ModuleType) -> None:
    with package.testing.Sandbox() as sandbox:
        with package.Client("https://sandbox.test", transport=sandbox.transport) as stranger:
            assert stranger.pets.get_story(7) == "text"
            with pytest.raises(package.StatusError, match="credentials are missing") as raised:
                stranger.request("GET", "/pets")
            assert raised.value.status == 401
        with sandbox.client() as client:
            client.pets.list()
        assert [received.operation for received in sandbox.received] == [
            "pets.get_story",
            "pets.list",
        ]
        assert all("authorization" not in received.headers for received in sandbox.received)


def test_reset_forgets_answers(package: ModuleType) -> None:
    with package.testing.Sandbox() as sandbox, sandbox.client() as client:
        sandbox.set_answer("colours.list", ["blue"])
        assert [client.colours.list(), client.colours.list()] == [["blue"], ["blue"]]
        sandbox.reset()
        assert client.colours.list() == ["red"]


@pytest.mark.parametrize("checker", sampled(CHECKERS, {"mypy"}))
def test_the_double_and_its_use_are_clean_under_strict_checkers(
    package: ModuleType, checker: str, tmp_path: Path
) -> None:
    assert package.__file__ is not None
    name, source = package.__name__, Path(package.__file__).parents[1]
    program = tmp_path / "program.py"
    program.write_text(
        f"from {name} import Pet\nfrom {name}.testing import Sandbox\n\n"
        "with Sandbox() as sandbox, sandbox.client(retries=0) as client:\n"
        '    sandbox.set_answer("pets.get", status=404)\n'
        "    pet: Pet = client.pets.get(7)\n"
    )
    assert findings(checker, program, source, tmp_path) == []


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package of a public document."""
    if not PUBLIC.exists():
        pytest.skip(f"no {PUBLIC.name} here; `sh tests/setup/tools.sh` installs it")
    folder = tmp_path_factory.mktemp("public")
    (folder / "spec").mkdir()
    entry = {"id": "public", "reader": "openapi", "source": "api.yaml", "package": "public_client"}
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    (folder / "spec/api.yaml").write_bytes(PUBLIC.read_bytes())
    rendered.write_packages(folder / "spec/apis.yaml")
    sys.path.insert(0, str(folder / "generated/python/public_client/src"))
    try:
        importlib.import_module("public_client.testing")
        return importlib.import_module("public_client")
    finally:
        sys.path.pop(0)


def test_every_operation_of_a_public_document_is_answered_with_its_type(public: ModuleType) -> None:
    operations = public.operations.OPERATIONS
    with public.testing.Sandbox() as sandbox, sandbox.client() as client:
        for operation in operations:
            arguments = {
                parameter.name: argument(public, parameter)
                for parameter in operation.parameters
                if parameter.required
            }
            result = client.call(operation, **arguments)
            assert (result is None) == (operation.result is None), operation.name
        received = [each.operation for each in sandbox.received]
    assert len(operations) > 300
    assert received == [operation.name for operation in operations]


def test_absent_null_and_value_travel_apart_in_a_public_document(public: ModuleType) -> None:
    assert check_records(public) + check_bodies(public) > 100
