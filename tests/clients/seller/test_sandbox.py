"""The sandbox: in memory, in a file, as a server, and against the OpenAPI document."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import pytest
import seller_platform
import uvicorn
import yaml
from msgspec.structs import replace
from openapi_schema_validator import OAS31Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from seller_platform import (
    AsyncClient,
    CallTimeoutError,
    Client,
    HttpError,
    InvalidPurchaseCode,
    NoItemsFound,
    ParameterError,
    Price,
    testing,
)
from seller_platform._runtime.rest.sandbox.store import Store
from seller_platform.sandbox import application
from seller_platform.sandbox import main as serve
from seller_platform.testing import Sandbox
from starlette.applications import Starlette
from starlette.routing import Mount

from .conftest import CANARY, SOURCE, Server

ROOT = Path(__file__).parents[3]
OPENAPI = ROOT / "generated" / "openapi" / "seller.openapi.yaml"
with Sandbox() as shipped, shipped.client() as client:
    PRICE = Price(regular=Decimal("0.10"), extended=Decimal(1))
    NEW = replace(client.items.get(102), id=900, name="New", price=PRICE)
    SOLD = replace(client.purchases.validate("SUPPORTED-101"), purchase_code="NEW-900", item=NEW)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "sandbox.sqlite")


def ids(seller: Client) -> list[int]:
    return [item.id for item in seller.items.list()]


def test_no_name_of_the_stand_in_is_that_of_another_thing_of_the_package() -> None:
    package, stand_in = vars(seller_platform), vars(testing)
    shared = {name for name in package.keys() & stand_in.keys() if not name.startswith("__")}
    assert {name for name in shared if package[name] is not stand_in[name]} == set()


@pytest.mark.promise(
    "replaces the one of the same identity",
    "An operation returns the rows of a table that belong to the caller's account, or to nobody",
)
def test_what_is_added_is_served_to_its_account_only() -> None:
    with Sandbox() as sandbox, sandbox.client() as owner, sandbox.client("other") as other:
        sandbox.add_item(NEW)
        assert owner.items.get(900) == NEW
        assert other.items.get_or_none(900) is None
        sandbox.add_purchase(SOLD, account="other")
        assert other.purchases.validate("NEW-900") == SOLD
        assert owner.purchases.validate_or_none("NEW-900") is None


@pytest.mark.promise("replaces the one of the same identity")
def test_a_record_of_the_same_identity_is_replaced_in_its_place() -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        renamed = replace(seller.items.get(102), name="Renamed")
        sandbox.add_item(renamed)
        assert [item.name for item in seller.items.list()][1] == "Renamed"
        sandbox.remove("items", 102)
        assert ids(seller) == [101, 103, 104]


@pytest.mark.promise("without the key")
def test_what_was_asked_is_remembered_without_the_key() -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        seller.items.get(101)
        (received,) = sandbox.received
    assert (received.operation, received.account) == ("items.get", "owner")
    assert received.parameters == {"item_id": "101"}


@pytest.mark.promise("one after the other")
def test_faults_can_be_asked_for() -> None:
    with Sandbox() as sandbox, sandbox.client(retries=0) as seller:
        sandbox.fail_next(500, httpx2.ReadTimeout("late"), httpx2.Response(200, text="{}"))
        with pytest.raises(HttpError):
            seller.items.list()
        with pytest.raises(CallTimeoutError):
            seller.items.list()
        with pytest.raises(Exception, match="status"):
            seller.items.list()
        assert len(seller.items.list()) == 4
        sandbox.fail_next(503, operation="items.get")
        sandbox.fail_next(500)
        assert sandbox.clear_faults() == 2
        assert seller.items.get(101).id == 101
        assert [(met.operation, met.fault) for met in sandbox.received] == [
            ("items.list", "500"),
            ("items.list", "ReadTimeout"),
            ("items.list", "200"),
            ("items.list", None),
            ("items.get", None),
        ]


@pytest.mark.promise("no `repr` shows them")
def test_headers_are_remembered_and_not_shown() -> None:
    with Sandbox() as sandbox:
        with sandbox.client(headers={"X-Trace": "canary"}) as seller:
            seller.items.get(101)
        (received,) = sandbox.received
    assert received.headers["x-trace"] == "canary"
    assert received.headers["user-agent"].startswith("seller-platform/")
    assert "canary" not in repr(received)


@pytest.mark.promise(
    "`delay=1.5` delays each of these replies", "later than its `timeout` is a timeout"
)
def test_a_fault_or_the_right_reply_can_be_late() -> None:
    async def asynchronously(sandbox: Sandbox) -> None:
        async with sandbox.async_client(timeout=0.01, retries=0) as seller:
            sandbox.fail_next(delay=600)
            with pytest.raises(CallTimeoutError, match="late"):
                await seller.items.list()
            sandbox.fail_next(delay=0.001)
            assert len(await seller.items.list()) == 4

    with Sandbox() as sandbox, sandbox.client(timeout=0.01, retries=0) as seller:
        sandbox.fail_next(503, delay=0.001)
        with pytest.raises(HttpError):
            seller.items.list()
        sandbox.fail_next(delay=600)
        with pytest.raises(CallTimeoutError, match="late"):
            seller.items.list()
        sandbox.fail_next(delay=0.001)
        assert len(seller.items.list()) == 4
        asyncio.run(asynchronously(sandbox))
        assert [met.fault for met in sandbox.received] == ["503", *[None] * 4]


@pytest.mark.promise('`Sandbox("shop.sqlite")` keeps its data in a file')
def test_a_file_keeps_the_state(database: str) -> None:
    with Sandbox(database) as first:
        first.add_item(NEW)
        first.remove("items", 101)
    with Sandbox(database) as second, second.client() as seller:
        assert ids(seller) == [102, 103, 104, 900]
        assert seller.items.get(900) == NEW
        assert str(seller.items.get(900).price.regular) == "0.10"


def test_a_file_from_which_all_was_removed_stays_empty(database: str) -> None:
    with Sandbox(database) as first, first.client() as seller:
        tables = json.loads((SOURCE / "seller_platform/sandbox.json").read_text())["tables"]
        for table, field in {
            "accounts": "username",
            "items": "id",
            "purchases": "purchase_code",
        }.items():
            for row in tables[table]["rows"]:
                first.remove(table, row["value"][field])
        with pytest.raises(NoItemsFound):
            seller.items.list()
    with Sandbox(database) as second, second.client() as seller, pytest.raises(NoItemsFound):
        seller.items.list()


def test_a_file_is_filled_as_a_whole_or_not_at_all(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Store._put

    def put_until_the_end(self: Store, table: str, row: Any, /) -> None:
        if row.value.get("id") == 104:
            raise KeyboardInterrupt
        put(self, table, row)

    with monkeypatch.context() as stopped:
        stopped.setattr(Store, "_put", put_until_the_end)
        with pytest.raises(KeyboardInterrupt):
            Sandbox(database)
    with Sandbox(database) as sandbox, sandbox.client() as seller:
        assert ids(seller) == [101, 102, 103, 104]


# --- Over HTTP -----------------------------------------------------------------------------------------


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """`python -m seller_platform.sandbox` in another process."""
    with subprocess.Popen(
        [sys.executable, "-m", "seller_platform.sandbox", *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def test_who_reads_the_address_can_connect_at_once(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def run(_: uvicorn.Server, sockets: list[socket.socket]) -> None:
        """Nothing: the server has not begun to serve."""
        (listening,) = sockets
        port = capfd.readouterr().out.strip().rpartition(":")[2]
        socket.create_connection(("127.0.0.1", int(port)), timeout=5).close()
        listening.close()
        connected.append(port)

    connected: list[str] = []
    monkeypatch.setattr(uvicorn.Server, "run", run)
    assert serve([]) == 0
    assert len(connected) == 1


@pytest.mark.promise("gives them another one", "It prints its address")
def test_the_command_serves_it_and_keeps_its_state(database: str) -> None:
    arguments = ("--port", "0", "--database", database, "--error-status", "422")
    with served(*arguments) as address, Client(address, api_key=CANARY) as seller:
        assert len(seller.items.list()) == 4
        with pytest.raises(InvalidPurchaseCode) as raised:
            seller.purchases.validate("NO")
        assert raised.value.status == 422
        with Sandbox(database) as same:
            same.add_item(NEW)
        assert seller.items.get(900) == NEW


def ask(method: str, path: str, **request: Any) -> httpx2.Response:
    """Reply of the application when it is mounted below a path."""

    async def main() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=Starlette(routes=[Mount("/shop", app=application())]))
        async with httpx2.AsyncClient(transport=transport, base_url="http://h.test/shop") as http:
            return await http.request(method, path, **request)

    return asyncio.run(main())


@pytest.mark.promise("is the same as an ASGI application, which needs no extra")
def test_the_application_can_answer_from_a_sandbox_that_a_test_changes() -> None:
    async def main() -> None:
        with Sandbox() as sandbox:
            transport = httpx2.ASGITransport(app=application(sandbox=sandbox))
            async with AsyncClient("https://h.test", api_key=CANARY, transport=transport) as seller:
                sandbox.add_item(NEW)
                assert await seller.items.get(900) == NEW
            assert [received.operation for received in sandbox.received] == ["items.get"]

    asyncio.run(main())


@pytest.mark.promise("is the same as an ASGI application, which needs no extra")
def test_without_its_extra_the_server_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None; from seller_platform import sandbox; "
        "sandbox.application(); sandbox.main([])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "install the package with its extra `sandbox`" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--port", "65536"], "invalid port value"),
        (["--port", "http"], "invalid port value"),
        (["--error-status", "99"], "invalid status value"),
        (["--database", "/nowhere/at/all"], "unable to open database file"),
        (["--database", __file__], "not a database"),
    ],
)
def test_a_server_that_cannot_start_says_why(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        serve(arguments)
    assert ended.value.code == 2
    stderr = capsys.readouterr().err
    assert problem in stderr
    assert "usage: python -m seller_platform.sandbox" in stderr


KEYED = {"api_key": CANARY}
SUPPORTED = {**KEYED, "purchase_code": "SUPPORTED-101"}
FORM, CAPITALS = (
    f"api_key={CANARY}&purchase_code=SUPPORTED-101",
    "Application/X-WWW-Form-Urlencoded",
)
FIELDS = {name: (None, value) for name, value in SUPPORTED.items()}


@pytest.mark.promise("URL-encoded or multipart, as PHP's curl sends it")
@pytest.mark.parametrize(
    "request_",
    [
        {"data": SUPPORTED},
        {"content": FORM, "headers": {"Content-Type": f"{CAPITALS}; charset=utf-8"}},
        {"files": FIELDS},
    ],
    ids=["form", "form-in-capitals", "multipart-as-curl-in-php-sends-it"],
)
def test_the_post_takes_a_form_in_either_encoding(request_: dict[str, Any]) -> None:
    answer = ask("POST", "/api/purchases/validation", **request_).json()
    assert answer["data"]["purchase"]["purchase_code"] == "SUPPORTED-101"
    assert "supported_until" in answer["data"]["purchase"]


@pytest.mark.promise(
    "reads parameters only where they are documented", "gets an error with status 415"
)
@pytest.mark.parametrize(
    ("request_", "status", "message"),
    [
        (
            {"json": SUPPORTED},
            415,
            "The body is application/json, and must be application/x-www-form-urlencoded",
        ),
        (
            {"content": FORM},
            415,
            "The body has no type, and must be application/x-www-form-urlencoded",
        ),
        ({"params": SUPPORTED}, 200, "Invalid request"),
        ({"params": KEYED, "data": {"purchase_code": "SUPPORTED-101"}}, 200, "Invalid request"),
    ],
    ids=["json", "no-type", "query", "key-in-query"],
)
def test_what_stands_in_another_place_than_is_documented_is_refused(
    request_: dict[str, Any], status: int, message: str
) -> None:
    answer = ask("POST", "/api/purchases/validation", **request_)
    assert (answer.status_code, answer.json()) == (status, {"status": "error", "msg": message})


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("GET", "/api/none", 404, None),
        ("POST", "/api/items/all", 405, "GET"),
        ("OPTIONS", "/api/items/all", 405, "GET"),
        ("TRACE", "/api/purchases/validation", 405, "POST"),
        ("GET", "/", 404, None),
    ],
)
def test_what_is_no_operation_is_an_error(
    method: str, path: str, status: int, allowed: str | None
) -> None:
    response = ask(method, path)
    assert (response.status_code, response.headers.get("Allow")) == (status, allowed)
    assert response.json()["status"] == "error"


@pytest.mark.promise("reads parameters only where they are documented")
def test_a_get_takes_its_parameters_from_the_query_alone() -> None:
    answer = ask("GET", "/api/items/all", data={"api_key": CANARY}).json()
    assert answer == {"status": "error", "msg": "Invalid request"}


def test_an_address_of_version_six_can_be_used_as_it_is_printed() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no address ::1")
    with served("--host", "::1") as address, Client(address, api_key=CANARY) as seller:
        assert seller.account.details().username == "ada"


REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/api/account/details", {"params": KEYED}),
    ("GET", "/api/items/all", {"params": KEYED}),
    ("GET", "/api/items/all", {"params": {"api_key": "sandbox-empty"}}),
    *(
        ("GET", "/api/items/item", {"params": {**KEYED, "item_id": number}})
        for number in ("101", "102", "103", "104", "999", "x", "")
    ),
    *(
        ("POST", "/api/purchases/validation", {"data": {**KEYED, "purchase_code": code}})
        for code in ("SUPPORTED-101", "EXPIRED-103", "UNSUPPORTED-104", "OTHER-201", "")
    ),
    ("GET", "/api/account/details", {"params": {"api_key": "wrong"}}),
    ("GET", "/api/items/all", {}),
    ("POST", "/api/purchases/validation", {}),
]


@cache
def described() -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(OPENAPI.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return document


@pytest.mark.promise(
    "has three accounts, items of each kind, and purchases in each state of support"
)
@pytest.mark.parametrize(("method", "path", "request_"), REQUESTS)
def test_every_answer_fits_the_openapi_document(
    method: str, path: str, request_: dict[str, Any]
) -> None:
    document = described()
    response = ask(method, path, **request_)
    escaped, status = path.replace("/", "~1"), response.status_code
    answer = f"urn:seller#/paths/{escaped}/{method.lower()}/responses/{status}"
    registry: Registry[Any] = Registry().with_resource(
        "urn:seller", DRAFT202012.create_resource(document)
    )
    resolved = registry.resolver().lookup(answer)
    while "$ref" in resolved.contents:
        resolved = resolved.resolver.lookup(resolved.contents["$ref"])
    schema = resolved.contents["content"]["application/json"]["schema"]
    validator = OAS31Validator(schema, registry=registry, _resolver=resolved.resolver)
    assert list(validator.iter_errors(response.json())) == []
    broken = {**response.json(), "status": "neither"}
    assert list(validator.iter_errors(broken)) != []


# --- For other languages -------------------------------------------------------------------------------


@pytest.mark.promise("starts again with the data above", "waits for a request of this operation")
def test_a_fault_can_be_bound_to_an_operation_and_all_begin_anew() -> None:
    with Sandbox() as sandbox, sandbox.client(retries=0) as seller:
        sandbox.fail_next(503, operation="items.list")
        assert seller.items.get(101).id == 101
        with pytest.raises(HttpError):
            seller.items.list()
        sandbox.remove("items", 101)
        sandbox.fail_next(500)
        sandbox.reset()
        assert sandbox.received == []
        assert 101 in ids(seller)


@pytest.mark.promise("the last 1,000 requests that the sandbox understood")
def test_what_was_received_is_bounded() -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        for _ in range(1001):
            seller.items.get(101)
        assert len(sandbox.received) == 1000


@pytest.mark.promise("makes a record with a new identity; does not add it")
def test_records_for_tests_are_made() -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        item = sandbox.make_item(name="Made")
        sandbox.add_item(item)
        sold = sandbox.make_purchase(item=item)
        sandbox.add_purchase(sold)
        sandbox.add_account(seller.account.details().replace(balance=Decimal("7.00")))
        assert str(seller.account.details().balance) == "7.00"
        assert seller.items.get(item.id).name == "Made"
        assert seller.purchases.validate(sold.purchase_code).item == item


@pytest.mark.promise("control the server below `/_sandbox`")
def test_a_program_in_any_language_controls_the_server() -> None:
    with Sandbox() as sandbox, Server(sandbox) as address:
        control = httpx2.Client(base_url=f"{address}/_sandbox")
        with control, Client(address, api_key=CANARY, retries=0) as seller:
            late = {"operation": "items.get", "delay": 0.01}
            down = {"operation": "items.list", "status": 503, "body": "down", "times": 2}
            assert control.post("/faults", json=[late, down]).json() == {"planned": 3}
            assert seller.items.get(101).id == 101
            for _ in range(2):
                with pytest.raises(
                    HttpError, match="HTTP status 503, text/plain; charset=utf-8, down"
                ):
                    seller.items.list()
            row, *_ = control.get("/data/items").json()
            added = {
                "account": "owner",
                "value": {**row, "id": 901, "price": {"regular": 1.10, "extended": 2}},
            }
            assert control.post("/data/items", json=added).status_code == 200
            assert seller.items.get(901).name == row["name"]
            control.delete("/data/items/901")
            assert seller.items.get_or_none(901) is None
            received = control.get("/received").json()
            assert [(entry["operation"], entry["fault"]) for entry in received] == [
                ("items.get", None),
                ("items.list", "503"),
                ("items.list", "503"),
                ("items.get", None),
                ("items.get", None),
            ]
            assert received[0]["headers"]["accept"] == "application/json"
            assert control.post("/faults", json=[down]).json() == {"planned": 2}
            assert control.delete("/faults").json() == {"cleared": 2}
            assert len(seller.items.list()) == 4
            control.post("/reset")
            assert control.get("/received").json() == []
            for path, body in (("/faults", [{"state": 1}]), ("/data/none", {"value": {}})):
                assert control.post(path, json=body).status_code == 400
            assert control.get("/data/none").status_code == 400


NO_TABLE = "there is no table 'itms'; did you mean 'items'?"
NO_OPERATION = "there is no operation 'items.lst'; did you mean 'items.list'?"
NO_ACCOUNT = "there is no account 'nobody'; there are: owner, other, empty"
WHOLE: dict[str, Any] = json.loads(NEW.to_json())


@pytest.mark.promise("The sandbox refuses a record with a missing or an unknown member")
@pytest.mark.parametrize(
    ("method", "path", "body", "reason"),
    [
        ("POST", "/data/items", {"id": 999}, "unknown field `id`"),
        ("POST", "/data/items", {"value": {"id": 999}}, "is missing - at `$.name`"),
        (
            "POST",
            "/data/items",
            {"value": {**WHOLE, "id": "x"}},
            "Item: Expected `int`, got `str` - at `$.id`",
        ),
        (
            "POST",
            "/data/items",
            {"value": {**WHOLE, "price": {**WHOLE["price"], "regualr": 1}}},
            "Price has no member - at `$.price.regualr`",
        ),
        ("POST", "/data/items", {"value": WHOLE, "account": "nobody"}, NO_ACCOUNT),
        ("POST", "/data/itms", {"value": WHOLE}, NO_TABLE),
        ("GET", "/data/itms", None, NO_TABLE),
        ("DELETE", "/data/itms/101", None, NO_TABLE),
        (
            "POST",
            "/faults",
            [{"status": 503}, {"operation": "items.lst", "delay": 1}],
            NO_OPERATION,
        ),
        ("POST", "/faults", [{"status": 503}, {"status": 99}], "`int` >= 200 - at `$[1].status`"),
        ("POST", "/faults", [{"headers": {"Retry-After": "1"}, "delay": 1}], "need `status`"),
        ("POST", "/faults", [{}], "needs `status`, or `delay`"),
        (
            "POST",
            "/faults",
            [{"times": 2, "operation": "items.list"}],
            "needs `status`, or `delay`",
        ),
        ("POST", "/faults", [{"status": 304, "body": "x"}], "status 304 has no body"),
        ("POST", "/faults", [{"status": 503, "headers": {"Content-Length": "1"}}], "sets `Content"),
        ("POST", "/faults", [{"status": 503, "headers": {"a b": "1"}}], "'a b' is not the name"),
        (
            "POST",
            "/faults",
            [{"status": 503, "headers": {"A": "1\r\nB: 2"}}],
            "'A' holds a line break",
        ),
        ("POST", "/faults", {"status": 503}, "Expected `array`, got `object`"),
    ],
)
def test_nonsense_is_refused_with_its_reason_and_changes_nothing(
    method: str, path: str, body: object, reason: str
) -> None:
    with Sandbox() as sandbox, Server(sandbox) as address, sandbox.client(retries=0) as seller:
        content = None if body is None else json.dumps(body)
        answer = httpx2.request(method, f"{address}/_sandbox{path}", content=content)
        assert answer.status_code == 400
        assert reason in answer.json()["error"]
        assert ids(seller) == [101, 102, 103, 104]


@pytest.mark.promise("a `ParameterError` is raised")
def test_nonsense_is_refused_in_python_too() -> None:
    with Sandbox() as sandbox, sandbox.client(retries=0) as seller:
        odd: Any = sandbox
        nonsense: dict[str, Callable[[], object]] = {
            NO_TABLE: lambda: odd.remove("itms", 101),
            NO_OPERATION: lambda: odd.fail_next(503, operation="items.lst"),
            NO_ACCOUNT: lambda: odd.client("nobody"),
            "'503' is not an HTTP status from 200 to 599": lambda: odd.fail_next(500, "503"),
            "True is not an HTTP status": lambda: odd.fail_next(True),
            "give a fault, or a delay": lambda: odd.fail_next(operation="items.list"),
            "-1 is not a number of seconds from 0 to 600": lambda: odd.fail_next(503, delay=-1),
            "'1' is not a number of seconds": lambda: odd.fail_next(delay="1"),
            "99 is not a status from 200 to 599": lambda: Sandbox(error_status=99),
            "Price is not Item": lambda: odd.add_item(NEW.price),
            "Expected `str`, got `int`": lambda: odd.add_item(replace(NEW, name=5)),
            "there is no account 'x'": lambda: odd.add_item(NEW, account="x"),
        }
        for reason, order in nonsense.items():
            with pytest.raises(ParameterError, match=re.escape(reason)):
                order()
        assert ids(seller) == [101, 102, 103, 104]


@pytest.mark.promise('headers of the reply, such as `{"Retry-After"')
def test_a_fault_over_http_takes_headers() -> None:
    with Sandbox() as sandbox, Server(sandbox) as address:
        fault = {"status": 429, "headers": {"Retry-After": "7", "content-type": "text/html"}}
        moved = {"status": 304, "headers": {"ETag": '"1"'}}
        with Client(address, api_key=CANARY, retries=0) as seller:
            response = httpx2.post(f"{address}/_sandbox/faults", json=[fault, moved])
            assert response.json() == {"planned": 2}
            with pytest.raises(HttpError) as raised:
                seller.items.list()
            assert (raised.value.status, raised.value.retry_after) == (429, 7.0)
            assert raised.value.reply is not None
            assert raised.value.reply.headers["Content-Type"] == "text/html"
            with pytest.raises(HttpError) as raised:
                seller.items.list()
            assert raised.value.reply is not None
            assert raised.value.reply.headers["ETag"] == '"1"'
            assert ids(seller) == [101, 102, 103, 104]
