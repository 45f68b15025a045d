"""The templates serve an API that has nothing in common with the seller's."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import httpx2
import pytest

from specloom.model.naming import snake_case
from tests.clients.checking import CHECKERS, findings
from tests.clients.exposure import assert_not_exposed, caught, from_environment

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


@pytest.mark.promise("Every operation needs the key, except one with `public: true`")
def test_the_key_goes_into_its_header_only_where_it_is_needed(package: ModuleType) -> None:
    request, _ = ask(package, THING, lambda client: client.list.get(7))
    assert request.headers["X-Warehouse-Key"] == "canary"
    request, is_open = ask(
        package, {"warehouse": {"open": True}}, lambda client: client.call_.status()
    )
    assert "X-Warehouse-Key" not in request.headers
    assert is_open is True


@pytest.mark.promise(
    "gets a package of the same kind", "Default: `path` if the path names the parameter"
)
def test_parameters_go_where_they_belong(package: ModuleType) -> None:
    request, things = ask(
        package,
        [THING],
        lambda client: client.list.all(
            "a/b c",
            from_=datetime(2026, 1, 2, tzinfo=UTC),
            order="-name",
            state=["new", "used"],
            page_size=5,
            exact=True,
        ),
    )
    assert request.url.raw_path.decode() == (
        "/v1/shelves/a%2Fb%20c/things?from=2026-01-02T00%3A00%3A00Z&order=-name"
        "&state=new&state=used&page-size=5&exact=true"
    )
    assert [thing.id for thing in things] == [7]


def test_commas_separate_the_values_of_a_list_in_a_header_and_in_a_path(
    package: ModuleType,
) -> None:
    """As in OpenAPI, whose style is `simple` there."""
    request, _ = ask(
        package,
        b"",
        lambda client: client.call_.order("AB-1", X_Tags=["a", "b c"], X_Codes=(1, 2)),
    )
    assert (request.headers["X-Tags"], request.headers["X-Codes"]) == ("a,b c", "1,2")
    request, _ = ask(package, b"", lambda client: client.call_.order("AB-1", X_Tags=[]))
    assert "X-Tags" not in request.headers
    request, _ = ask(package, [], lambda client: client.list.some(["1", "2/3"]))
    assert request.url.raw_path == b"/v1/some/1,2%2F3"


def test_a_json_body_holds_numbers_as_numbers(package: ModuleType) -> None:
    request, _ = ask(
        package,
        THING,
        lambda client: client.call_.create(
            "bolt", price=Decimal("1.10"), tags=("a",), extra={"x": [Decimal("2.50")]}, pin="1234"
        ),
    )
    assert request.headers["Content-Type"] == "application/json"
    assert request.content == (
        b'{"name":"bolt","price":1.10,"tags":["a"],"extra":{"x":[2.50]},"pin":"1234"}'
    )


PIN = "canary-1234"
CODE = 987_654_321


def put(client: Any) -> Any:
    """With secrets from the environment, so that no frame of a test holds one."""
    pin, code = "INVENTORY_CLIENT_PIN", "INVENTORY_CLIENT_CODE"
    return client.call_.create(
        "bolt",
        pin=from_environment(pin),
        codes=[int(from_environment(code))],
        price=Decimal("1.10"),
    )


def put_in_a_thread(package: ModuleType, transport: Any) -> None:
    with package.Client(transport=transport, retries=0) as client:
        put(client)


def put_in_a_task(package: ModuleType, transport: Any) -> None:
    async def main() -> None:
        async with package.AsyncClient(transport=transport, retries=0) as client:
            await put(client)

    asyncio.run(main())


@pytest.mark.promise("The value must stay out of logs and errors")
@pytest.mark.parametrize("status", [200, 400, 503, None])
@pytest.mark.parametrize("use", [put_in_a_thread, put_in_a_task])
def test_no_tool_shows_a_secret_argument(
    package: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    use: Callable[..., None],
    status: int | None,
) -> None:
    received: list[bytes] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        received.append(request.read())
        text = f"{PIN} {CODE} {request.headers['X-Warehouse-Key']}"
        if status is None:
            raise httpx2.ReadError(text)
        return httpx2.Response(status, json={"class": text})

    for name, value in (("API_KEY", PIN), ("PIN", PIN), ("CODE", str(CODE))):
        monkeypatch.setenv(f"INVENTORY_CLIENT_{name}", value)
    error = caught(partial(use, package, httpx2.MockTransport(handle)))
    assert received == [b'{"name":"bolt","price":1.10,"pin":"canary-1234","codes":[987654321]}']
    assert isinstance(error, package.Error)
    assert_not_exposed(error, ["canary", str(CODE)])


EARLY = timezone(timedelta(hours=-1))
LOCAL = datetime(2026, 1, 2)  # noqa: DTZ001 - the mistake that is tested
CYCLE: dict[str, Any] = {}
CYCLE["x"] = CYCLE
A_STRING = "must be a string (str)"
A_LIST = "must be a list or a tuple, each value a string (str)"
UNSENDABLE: list[tuple[dict[str, Any], str]] = [
    ({name: text}, f"{name} {fault}, which no header can carry")
    for name in ("If_Match", "X_Pin")
    for text, fault in (
        ("café", "holds a character outside ASCII"),
        ("a\r\nb: c", "holds a line break"),
        ("a\nb", "holds a line break"),
        ("a\0b", "holds a control character"),
        (" a", "begins or ends with a blank"),
    )
]
TOO_LONG = "makes an address of more than 65,536 characters"
REFUSED: list[tuple[str, dict[str, Any], str]] = (
    [
        (
            "list.all",
            {"shelf": shelf},
            "shelf would make another address of /shelves/{shelf}/things",
        )
        for shelf in ("", ".", "..")
    ]
    + [
        (operation, {name: value}, f"{name} {problem}")
        for operation, name, value, problem in (
            ("list.all", "shelf", b"a", f"is of type bytes and {A_STRING}"),
            ("list.all", "from_", LOCAL, "says not in which time zone it is"),
            (
                "list.all",
                "from_",
                LOCAL.date(),
                "is of type date and must be a time with its zone (datetime)",
            ),
            ("list.all", "from_", datetime.max.replace(tzinfo=EARLY), "is out of all range in UTC"),
            ("list.all", "order", 1, f"is of type int and {A_STRING}"),
            ("list.all", "state", "new", f"is of type str and {A_LIST}"),
            ("list.all", "state", {"new"}, f"is of type set and {A_LIST}"),
            (
                "list.all",
                "state",
                ["new", None],
                f"has a value at 1 that is of type NoneType and {A_STRING}",
            ),
            ("list.all", "exact", 1, "is of type int and must be True or False (bool)"),
            (
                "list.all",
                "shelves",
                "a",
                "is no parameter; there are: shelf, from_, order, state, page_size, exact",
            ),
            ("list.get", "number", True, "is of type bool and must be a whole number (int)"),
            ("list.get", "number", [7, 8], "is of type list and must be a whole number (int)"),
            ("list.get", "number", 7.0, "is of type float and must be a whole number (int)"),
            ("list.get", "number", 2**64, "is out of the range of 64 bits"),
            ("list.get", "number", -(2**63) - 1, "is out of the range of 64 bits"),
            (
                "call.create",
                "price",
                1.1,
                "is of type float and must be an exact number (Decimal or int)",
            ),
            ("call.create", "price", Decimal("1e401"), "has more than 400 digits"),
            ("call.create", "pin", b"1234", f"is of type bytes and {A_STRING}"),
            (
                "call.create",
                "codes",
                [1, "2"],
                "has a value at 1 that is of type str and must be a whole number (int)",
            ),
            ("call.create", "extra", [1], "is of type list and must be a mapping (dict)"),
            (
                "call.create",
                "extra",
                {"x": object()},
                "cannot be written as JSON: object has no place in a JSON body",
            ),
            (
                "call.create",
                "extra",
                {"x": {1, object()}},
                "cannot be written as JSON: object has no place in a JSON body",
            ),
            (
                "call.create",
                "extra",
                CYCLE,
                "cannot be written as JSON: maximum recursion depth exceeded while serializing an object",
            ),
            (
                "call.compare",
                "things",
                [{}],
                "has a value at 0 that is of type dict and must be a record of this package",
            ),
            ("call.compare", "things", [1] * 3, "has more than 2 values"),
            (
                "call.order",
                "weight",
                "1",
                "is of type str and must be a number (int, float or Decimal)",
            ),
            ("call.order", "amount", Decimal("sNaN"), "is no number"),
            ("call.order", "until", LOCAL, "is of type datetime and must be a date (date or str)"),
            ("call.order", "token", 1, "is of type int and must be a UUID (UUID or str)"),
        )
    ]
    + [
        ("call.order", arguments, problem)
        for arguments, problem in (
            ({"code": None}, "code is required"),
            ({"code": "ab-1"}, "code does not fit the pattern ^[A-Z]{2}-[0-9]+$"),
            ({"code": "AB-123456"}, "code has more than 8 characters"),
            ({"amount": Decimal("0.009")}, "amount is less than 0.01"),
            ({"amount": 100}, "amount is more than 99.99"),
            ({"amount": Decimal("NaN")}, "amount is no number"),
            ({"weight": 0.11}, "weight is more than 0.1"),
            ({"weight": float("inf")}, "weight is no number"),
            ({"notes": ["ab", "cd", "ef"]}, "notes has more than 2 values"),
            ({"notes": ["ab", "c"]}, "notes has a value at 1 that has fewer than 2 characters"),
            ({"notes": ["äöü"]}, "notes has a value at 0 that has more than 4 bytes in UTF-8"),
        )
    ]
)
REFUSED += [
    (
        "call.order",
        {"X_Tags": ["a,b"]},
        "X_Tags has a value at 0 that holds a comma, which separates the values of a header",
    ),
    ("list.all", {"shelf": "x" * 65_500}, f"shelf {TOO_LONG}"),
    *(
        ("list.some", {"numbers": numbers}, "numbers would make another address of /some/{numbers}")
        for numbers in ([], [".."], [""])
    ),
    ("list.some", {"state": ["\u00fc"] * 6_000}, f"state {TOO_LONG}"),
]
REFUSED += [
    (operation, {name: value}, f"{name} {place} with a {blank}: give it without")
    for operation, name, value, place, blank in (
        ("list.all", "shelf", "a\n", "ends", "line break"),
        ("list.all", "shelf", "\ufeffa", "begins", "blank"),
        ("list.some", "numbers", ["1", " 2"], "begins", "blank"),
    )
]
REFUSED += [("call.order", arguments, problem) for arguments, problem in UNSENDABLE]
REQUIRED: dict[str, dict[str, Any]] = {
    "list.all": {"shelf": "a"},
    "call.create": {"name": "bolt"},
    "call.order": {"code": "AB-1"},
    "list.some": {"numbers": ["1"]},
}


@pytest.mark.promise(
    "an argument is missing, of another type or not allowed; nothing was sent",
    "Clients check arguments against these limits before they send anything",
)
@pytest.mark.parametrize(
    ("operation", "arguments", "problem"),
    REFUSED,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_argument_that_is_not_allowed_is_refused_before_anything_is_sent(
    package: ModuleType, operation: str, arguments: dict[str, Any], problem: str
) -> None:
    (described,) = (
        candidate for candidate in package.operations.OPERATIONS if candidate.name == operation
    )

    def handle(request: httpx2.Request) -> httpx2.Response:
        raise AssertionError("something was sent")

    with (
        package.Client(api_key="canary", transport=httpx2.MockTransport(handle)) as client,
        pytest.raises(package.ParameterError) as raised,
    ):
        if operation == "call.compare":
            arguments = {"with_": package.Record(at=LOCAL, serial=None), **arguments}
        client.call(described, **{**REQUIRED.get(operation, {}), **arguments})
    assert str(raised.value) == f"{operation}: {problem}"
    assert raised.value.parameter == [*arguments][-1]
    assert raised.value.operation == operation
    assert isinstance(raised.value, ValueError)


@pytest.mark.promise("a client takes a `date` or a `UUID` of Python as well as text")
def test_arguments_at_their_limits_are_sent_as_they_are(package: ModuleType) -> None:
    request, _ = ask(
        package,
        b"",
        lambda client: client.call_.order(
            "AB-12345",
            amount=Decimal("0.01"),
            weight=0.1,
            until=date(2026, 1, 2),
            token=UUID(int=1),
            notes=("abcd", "ef"),
        ),
    )
    assert request.content == (
        b'{"code":"AB-12345","amount":0.01,"weight":0.1,"until":"2026-01-02",'
        b'"token":"00000000-0000-0000-0000-000000000001","notes":["abcd","ef"]}'
    )
    request, _ = ask(
        package, THING, lambda client: client.call_.create("bolt", price=Decimal("1e400"))
    )
    assert b'"price":1' in request.content
    for number in (-(2**63), 2**64 - 1):

        def got(client: Any, number: int = number) -> Any:
            return client.list.get(number)

        request, _ = ask(package, THING, got)
        assert request.url.path.endswith(f"/{number}")


@pytest.mark.promise("Records cannot be changed in place", "a dict with the platform's names")
def test_a_record_can_be_a_body(package: ModuleType) -> None:
    thing = package.Thing(
        id=7,
        class_="bolt",
        worth=Decimal("1.10"),
        ends=datetime(2026, 1, 2, tzinfo=UTC),
        prices={"eur": Decimal("0.10")},
        inside=(package.Thing(id=8, class_="nut", worth=None),),
    )
    request, answer = ask(
        package, THING, lambda client: client.call_.replace(7, thing, dry_run=True)
    )
    assert (request.method, request.url.raw_path) == ("PUT", b"/v1/things/7?dry-run=true")
    assert request.headers["Content-Type"] == "application/json"
    assert request.content == (
        b'{"id":7,"class":"bolt","worth":1.10,"ends":"2026-01-02T00:00:00Z",'
        b'"inside":[{"id":8,"class":"nut","worth":null}],"prices":{"eur":0.10}}'
    )
    assert answer.id == 7
    assert thing.to_json().encode() == request.content
    assert thing.to_dict()["class"] == "bolt"
    assert thing.to_dict()["prices"] == {"eur": Decimal("0.10")}
    assert thing.to_dict()["ends"] is thing.ends
    assert thing.replace(class_="nut").to_dict() == {**thing.to_dict(), "class": "nut"}
    with pytest.raises(AttributeError, match="immutable"):
        thing.id = 8


def test_records_can_be_members_of_a_body(package: ModuleType) -> None:
    record = package.Record(at=datetime(2026, 1, 2, tzinfo=UTC), serial="5")
    things = [package.Thing(id=1, class_="a", worth=None)]
    request, _ = ask(
        package,
        b"",
        lambda client: client.call_.compare(record, things=things, by=[1, None]),
        status=204,
    )
    assert request.content == (
        b'{"with":{"at":"2026-01-02T00:00:00Z","serial":"5"},'
        b'"things":[{"id":1,"class":"a","worth":null}],"by":[1,null]}'
    )


def test_a_call_without_a_result_returns_none(package: ModuleType) -> None:
    request, result = ask(package, b"", lambda client: client.call_.remove(7), 204)
    assert (request.method, result) == ("DELETE", None)


@pytest.mark.parametrize(
    ("body", "expected"), [({"bolt": {"height": 3}}, {"bolt": 3}), (None, None)]
)
def test_a_record_may_come_in_a_map_alone(
    package: ModuleType, body: object, expected: object
) -> None:
    _, stock = ask(package, body, lambda client: client.call_.stock())
    assert (stock and {kind: stack.height for kind, stack in stock.items()}) == expected


@pytest.mark.promise("one of several types")
def test_a_result_may_be_one_of_several_types(package: ModuleType) -> None:
    for body, expected in (
        ({"height": 3}, package.Stack(height=3)),
        ("2026-01-02T00:00:00Z", datetime(2026, 1, 2, tzinfo=UTC)),
        ("nothing", "nothing"),
    ):
        _, last = ask(package, body, lambda client: client.call_.last())
        assert last == expected


def test_a_record_without_a_summary_is_called_what_it_is(tmp_path: Path) -> None:
    renamed = DESCRIPTION.replace("Stack", "OpenIssue")
    folder = generated(tmp_path, renamed)
    program = "import inventory_client; print(inventory_client.OpenIssue.__doc__)"
    assert printed(folder, "-c", program) == "An open issue.\n"


@pytest.mark.parametrize("status", [300, 399, 400, 404])
def test_without_an_envelope_the_status_tells_of_errors(package: ModuleType, status: int) -> None:
    with pytest.raises(package.HttpError) as raised:
        ask(package, THING, lambda client: client.list.get(7), status)
    assert raised.value.status == status
    assert ("redirects are not followed" in str(raised.value)) == (status < 400)


def test_types_that_json_does_not_have(package: ModuleType) -> None:
    _, thing = ask(
        package,
        b'{"id": 7, "class": "x", "str": "s", "add-self": "a", "worth": 1.50, "rating": 2.5,'
        b' "history": [1, 2.10], "ends": "never", "prices": {"eur": 3, "usd": 3.30},'
        b' "either": {"at": "2026-01-02T03:04:05", "serial": "1"}, "free": [1.10],'
        b' "Record": {"at": "2026-01-02T05:04:05+02:00", "serial": 5},'
        b' "inside": [{"id": 8, "class": "y", "worth": 0, "ends": "2026-01-02T03:04:05Z"}]}',
        lambda client: client.list.get(7),
    )
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert (thing.class_, thing.str_, thing.add_self) == ("x", "s", "a")
    assert str(thing.worth) == "1.50"
    assert list(map(str, thing.history)) == ["1", "2.10"]
    assert all(type(amount) is Decimal for amount in thing.history)
    assert {name: str(price) for name, price in thing.prices.items()} == {"eur": "3", "usd": "3.30"}
    assert thing.ends == "never"
    assert thing.inside[0].ends == at
    assert thing.Record_ == package.Record(at=at, serial=5)
    assert thing.either == package.Record(at=at, serial="1")
    assert thing.rating == 2.5
    assert type(thing.rating) is float


@pytest.mark.promise("one of several types")
@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("history", ["1"]),
        ("ends", "sometime"),
        ("ends", 5),
        ("either", True),
        ("either", "x"),
        ("worth", "1"),
        ("prices", {"eur": None}),
    ],
)
def test_what_fits_no_option_is_refused(package: ModuleType, member: str, value: object) -> None:
    with pytest.raises(package.DecodeError) as raised:
        ask(package, {**THING, member: value}, lambda client: client.list.get(7))
    assert raised.value.path.startswith(f"$.{member}")


@pytest.mark.promise("a value keeps the type that it came with")
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


@pytest.mark.promise("one of several types")
@pytest.mark.parametrize("value", [False, [1, 2], {"at": "2026-01-02T03:04:05Z", "serial": None}])
def test_what_fits_an_option_is_taken(package: ModuleType, value: object) -> None:
    _, thing = ask(package, {**THING, "either": value}, lambda client: client.list.get(7))
    assert thing.either is not None


def test_the_readme_shows_code_as_code(folder: Path) -> None:
    readme = (folder / "README.md").read_text("utf-8")
    assert "| `client.call_.status()` | Whether the warehouse is `open`. |\n" in readme
    assert 'with Client(api_key="…") as client:\n    print(client.call_.stock())\n' in readme


@pytest.mark.promise("gets a package of the same kind")
@pytest.mark.parametrize("checker", CHECKERS)
def test_the_package_is_clean_under_strict_checkers(
    folder: Path, checker: str, tmp_path: Path
) -> None:
    source = folder / "src"
    assert findings(checker, source / "inventory_client", source, tmp_path) == []


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
    "The answer to an operation is the rows of a table that belong to the caller's account, or to nobody"
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
