"""The templates serve an API that has nothing in common with the seller's."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest

from specloom.model.naming import snake_case
from tests.clients.checking import CHECKERS, findings
from tests.sampling import sampled

from .building import DESCRIPTION, generated

THING = {"id": 7, "class": "bolt", "worth": None}


def printed(folder: Path, *arguments: str) -> str:
    """Output of Python when it runs with the package."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


Asked = tuple[httpx2.Request, Any]


def ask(
    package: ModuleType, body: object, action: Callable[[Any], Any], status: int = 200
) -> Asked:
    """The requests, and the result of the call, equal for both clients."""
    requests: list[httpx2.Request] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        request.read()
        requests.append(request)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx2.Response(status, content=content)

    async def main() -> Any:
        async with package.AsyncClient(
            api_key="canary", transport=httpx2.MockTransport(handle)
        ) as client:
            return await action(client)

    with package.Client(api_key="canary", transport=httpx2.MockTransport(handle)) as client:
        result = action(client)
    assert asyncio.run(main()) == result
    first, second = requests
    assert (first.method, first.url, first.content) == (second.method, second.url, second.content)
    return first, result


@pytest.mark.promise("A client then takes the variable as an argument")
def test_the_address_is_fixed_but_can_be_another(
    package: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    request, _ = ask(package, THING, lambda client: client.list.get(7))
    assert str(request.url) == "https://inventory.example.org/v1/things/7"
    monkeypatch.setenv("INVENTORY_CLIENT_BASE_URL", "https://test.example.org")
    request, _ = ask(package, THING, lambda client: client.list.get(7))
    assert str(request.url) == "https://test.example.org/things/7"


def test_a_body_that_contains_itself_is_refused(package: ModuleType) -> None:
    cycle: dict[str, Any] = {}
    cycle["x"] = cycle
    message = "^call.create: extra cannot be written as JSON: maximum recursion depth exceeded"
    with pytest.raises(package.ParameterError, match=message) as raised:
        ask(package, THING, lambda client: client.call_.create("bolt", extra=cycle))
    assert isinstance(raised.value, ValueError)


@pytest.mark.promise("Records cannot be changed in place", "a dict with the platform's names")
def test_a_record_is_written_as_the_platform_writes_it(package: ModuleType) -> None:
    thing = package.Thing(
        id=7,
        class_="bolt",
        worth=Decimal("1.10"),
        ends=datetime(2026, 1, 2, tzinfo=UTC),
        prices={"eur": Decimal("0.10")},
        inside=(package.Thing(id=8, class_="nut", worth=None),),
    )
    assert thing.to_json() == (
        '{"id":7,"class":"bolt","worth":1.10,"ends":"2026-01-02T00:00:00Z",'
        '"inside":[{"id":8,"class":"nut","worth":null}],"prices":{"eur":0.10}}'
    )
    assert thing.to_dict()["class"] == "bolt"
    assert thing.to_dict()["prices"] == {"eur": Decimal("0.10")}
    assert thing.to_dict()["ends"] is thing.ends
    assert thing.replace(class_="nut").to_dict() == {**thing.to_dict(), "class": "nut"}
    with pytest.raises(AttributeError, match="immutable"):
        thing.id = 8


def test_a_record_without_a_summary_is_called_what_it_is(tmp_path: Path) -> None:
    renamed = DESCRIPTION.replace("Stack", "OpenIssue")
    folder = generated(tmp_path, renamed)
    program = "import inventory_client; print(inventory_client.OpenIssue.__doc__)"
    assert printed(folder, "-c", program) == "An open issue.\n"


@pytest.mark.promise("a value keeps the type that it was sent with")
@pytest.mark.parametrize(
    ("member", "written", "value"),
    [
        ("count", "1.5", 1.5),
        ("count", "2", 2.0),
        ("count", '"7"', "7"),
        ("whole", "1", 1),
        ("whole", "9007199254740993", 9007199254740993),
        ("whole", '"1"', "1"),
        ("is-set", "true", True),
        ("is-set", '"true"', "true"),
        ("size", "1.5", 1.5),
        ("size", "1", 1),
        ("marks", '[1.5,"1.5"]', (1.5, "1.5")),
        ("sizes", '{"a":1,"b":"1"}', {"a": 1, "b": "1"}),
        ("due", '"2026-01-02T00:00:00Z"', datetime(2026, 1, 2, tzinfo=UTC)),
        ("due", '"soon"', "soon"),
        ("fee", "1", 1),
        ("fee", "1.10", Decimal("1.10")),
        ("fee", '"free"', "free"),
    ],
)
def test_a_value_of_several_types_keeps_its_own(
    package: ModuleType, member: str, written: str, value: object
) -> None:
    body = f'{{"id":7,"class":"bolt","worth":null,"{member}":{written}}}'.encode()
    thing = package.Thing.from_json(body)
    request, answer = ask(package, body, lambda client: client.call_.replace(7, thing))
    for record in (thing, answer, package.Thing.from_dict(thing.to_dict())):
        actual = getattr(record, member.replace("-", "_"))
        assert (actual, type(actual)) == (value, type(value))
        assert record.to_json().encode() == body.replace(b":2}", b":2.0}")
        assert request.content == record.to_json().encode()


def test_the_readme_shows_code_as_code(folder: Path) -> None:
    readme = (folder / "README.md").read_text("utf-8")
    assert "| `client.call_.status()` | Whether the warehouse is `open`. |\n" in readme
    assert 'with Client(api_key="…") as client:\n    print(client.call_.status())\n' in readme


PROGRAM = """\
from typing import assert_type

import inventory_client as inventory


async def call(client: inventory.Client, other: inventory.AsyncClient) -> None:
    assert_type(client.respond(client.call_.status).value, bool)
    response = await other.respond(other.call_.status)
    assert_type(response, inventory.Response[bool])
    client.respond(client.call_.status, 7)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
"""
"""A program that checkers accept, and would not if a method's types were lost."""


@pytest.mark.promise("gets a package of the same kind")
@pytest.mark.parametrize("checker", sampled(CHECKERS, ["mypy"]))
def test_the_package_is_clean_under_strict_checkers(
    folder: Path, checker: str, tmp_path: Path
) -> None:
    source = folder / "src"
    (source / "program.py").write_text(PROGRAM, "utf-8")
    assert findings(checker, source, source, tmp_path) == []


@pytest.mark.parametrize("name", ["Path", "SandboxAccount", "BaseSandbox", "DATA", "Any"])
def test_what_the_sandbox_holds_may_be_called_as_something_of_it(tmp_path: Path, name: str) -> None:
    sandbox = {
        "specloom": 1,
        "tables": {"stacks": {"record": name}},
        "answers": {"call.last": {"table": "stacks"}},
    }
    folder = generated(tmp_path, DESCRIPTION.replace("Stack", name), sandbox)
    program = (
        "import inventory_client as inventory\n"
        "from inventory_client.testing import Sandbox\n"
        "with Sandbox() as sandbox:\n"
        f"    print(sandbox.add_{snake_case(name)}(inventory.{name}(height=3)))\n"
    )
    assert printed(folder, "-c", program) == "None\n"


@pytest.mark.promise(
    "An operation returns the rows of a table that belong to the caller's account, or to nobody"
)
def test_the_sandbox_reads_what_is_sent_once_and_where_it_belongs(tmp_path: Path) -> None:
    """Escapes in an address, members of a body, the key in a header; in memory and as a server."""
    shelf = "a/b %41"
    things = [{**THING, "id": number, "class": name} for number, name in [(1, shelf), (2, "A")]]
    sandbox = {
        "specloom": 1,
        "accounts": {"staff": {"key": "staff-key", "summary": "All."}},
        "tables": {
            "things": {
                "record": "Thing",
                "rows": [{"account": "staff", "value": thing} for thing in things],
            }
        },
        "answers": {
            "list.all": {"table": "things", "match": {"class": "shelf"}},
            "call.create": {"table": "things", "match": {"class": "name"}},
        },
    }
    program = f"""
import asyncio, httpx2
from inventory_client import AsyncClient
from inventory_client.sandbox import application
from inventory_client.testing import Sandbox

async def served(sandbox):
    transport = httpx2.ASGITransport(app=application(sandbox=sandbox))
    async with AsyncClient("https://h.test/v1", api_key="staff-key", transport=transport) as client:
        return [thing.id for thing in await client.list.all({shelf!r})]

with Sandbox() as sandbox, sandbox.client() as client:
    print([thing.id for thing in client.list.all({shelf!r})], asyncio.run(served(sandbox)))
    print(client.call_.create("A").id, [asked.parameters for asked in sandbox.received])
"""
    record = {"shelf": shelf}
    assert printed(generated(tmp_path, DESCRIPTION, sandbox), "-c", program).splitlines() == [
        "[1] [1]",
        f"2 {[record, record, {'name': 'A'}]}",
    ]


@pytest.mark.parametrize("name", ["key", "secret", "transport", "base_url"])
def test_a_key_may_be_called_as_something_of_the_client(tmp_path: Path, name: str) -> None:
    parameter = "X-Warehouse-Key, place: header"
    folder = generated(tmp_path, DESCRIPTION.replace(parameter, f"{name}, place: query"))
    program = (
        "import httpx2, inventory_client as inventory\n"
        "answer = lambda request: print(request.url.query) or httpx2.Response(200, json=[])\n"
        "transport = httpx2.MockTransport(answer)\n"
        "inventory.Client(api_key='canary', transport=transport).list.all('a')\n"
    )
    assert printed(folder, "-c", program) == f"b'{name}=canary'\n"
