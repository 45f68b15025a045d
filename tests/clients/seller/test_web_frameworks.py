"""Records in web frameworks: as response models of FastAPI, in pydantic, and in the JSON that Django writes."""

import json
import re
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError
from seller_platform import Account, Item, Price, Purchase
from seller_platform.testing import Sandbox
from starlette.testclient import TestClient

from tests.clients.rest.building import DESCRIPTION, generated

from .conftest import CANARY, ROOT

PAGE = ROOT / "docs/guide/seller/programs.md"
(PROGRAM,) = [
    block
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    if "fastapi" in block
]


def fastapi() -> ModuleType:
    module: ModuleType = pytest.importorskip(
        "fastapi", reason="no FastAPI here; `make test` installs it"
    )
    return module


@pytest.mark.promise("Records are response models")
def test_the_program_of_the_guide_serves_a_purchase(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fastapi()
    monkeypatch.setenv("SELLER_PLATFORM_BASE_URL", address)
    monkeypatch.setenv("SELLER_PLATFORM_API_KEY", CANARY)
    names: dict[str, Any] = {}
    exec(compile(PROGRAM, "program", "exec", dont_inherit=True), names)
    with TestClient(names["app"]) as service:
        reply = service.get("/purchases/SUPPORTED-101")
    assert reply.json()["price"] == "29.90"
    with Sandbox() as sandbox, sandbox.client() as seller:
        assert Purchase.from_dict(reply.json()) == seller.purchases.validate("SUPPORTED-101")


@pytest.mark.promise(
    "Records are response models",
    "`from_dict` and `from_json` read what FastAPI and Django's `DjangoJSONEncoder` wrote",
)
def test_fastapi_writes_what_a_record_is_read_from() -> None:
    framework: Any = fastapi()
    app = framework.FastAPI()
    with Sandbox() as sandbox, sandbox.client() as seller:
        items, account = seller.items.list(), seller.account.details()

    def echoed(item: Annotated[Item, framework.Body()]) -> Item:
        return item

    app.get("/items", response_model=list[Item])(lambda: items)
    app.get("/account", response_model=Account)(lambda: account)
    app.get("/nothing", response_model=Item | None)(lambda: None)
    app.post("/echo")(echoed)
    with TestClient(app) as service:
        assert [Item.from_dict(row) for row in service.get("/items").json()] == list(items)
        assert Account.from_json(service.get("/account").text) == account
        assert service.get("/nothing").json() is None
        for item in items:
            assert (
                Item.from_dict(service.post("/echo", json=json.loads(item.to_json())).json())
                == item
            )
        refused = service.post("/echo", json={**service.get("/items").json()[0], "id": "x"})
        assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["body", "id"])
        schemas = service.get("/openapi.json").json()["components"]["schemas"]
    assert schemas["Price-Output"]["required"] == ["regular", "extended"]
    assert "preview_image" not in schemas["ItemMedia"]["required"]


class _Django(json.JSONEncoder):
    """Amounts as text, and times with milliseconds: what the encoder of Django writes."""

    def default(self, o: object) -> object:
        if isinstance(o, Decimal):
            return str(o)
        if isinstance(o, datetime):
            text = o.isoformat()
            return (text[:23] + text[26:] if o.microsecond else text).replace("+00:00", "Z")
        return super().default(o)


@pytest.mark.promise(
    "`from_dict` and `from_json` read what FastAPI and Django's `DjangoJSONEncoder` wrote"
)
def test_what_django_wrote_is_read_back() -> None:
    with Sandbox() as sandbox, sandbox.client() as seller:
        records = [*seller.items.list(), seller.account.details()]
    for record in records:
        text = json.dumps(record.to_dict(), cls=_Django)
        assert type(record).from_dict(json.loads(text)) == record
        assert type(record).from_json(text) == record


def test_pydantic_takes_a_record_or_its_members_and_says_what_is_wrong() -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(Price)
    price = Price(regular=Decimal("29.90"), extended=Decimal(149))
    assert adapter.validate_python(price) is price
    assert adapter.validate_json('{"regular":29.90,"extended":"149"}') == price
    assert adapter.dump_json(price) == b'{"regular":"29.90","extended":"149"}'
    assert adapter.dump_python(price) == {"regular": Decimal("29.90"), "extended": Decimal(149)}
    with pytest.raises(ValidationError, match="regular"):
        adapter.validate_python({"regular": "a", "extended": 1})


def test_pydantic_takes_a_record_of_any_type_that_may_hold_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    description = DESCRIPTION.replace("inventory_client", "inventory_web")
    monkeypatch.syspath_prepend(str(generated(tmp_path, description) / "src"))
    import inventory_client as package  # type: ignore[import-not-found]  # made just now

    adapter: TypeAdapter[Any] = TypeAdapter(package.Thing)
    inner = package.Thing(id=8, class_="nut", worth=None)
    thing = package.Thing(
        id=7,
        class_="bolt",
        worth=Decimal("1.10"),
        inside=(inner,),
        ends="never",
        count="7",
        marks=(1.5, "1.5"),
        fee="free",
    )
    assert adapter.validate_json(adapter.dump_json(thing)) == thing
    assert adapter.validate_python(adapter.dump_python(thing)) == thing
