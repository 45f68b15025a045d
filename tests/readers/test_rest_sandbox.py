"""The description of a sandbox: every fault is told with its place, and a sound one becomes the model."""

import re
from pathlib import Path

import pytest
import yaml

from specloom import model
from specloom.config import ApiEntry
from specloom.diagnostics import Diagnostics
from specloom.readers.rest import reader as rest

SPEC = Path(__file__).parents[2] / "spec" / "seller"
SANDBOX = (SPEC / "sandbox.yaml").read_text(encoding="utf-8")


def read(tmp_path: Path, text: str) -> tuple[model.Api | None, list[str]]:
    (tmp_path / "api.yaml").write_bytes((SPEC / "api.yaml").read_bytes())
    (tmp_path / "sandbox.yaml").write_text(text, encoding="utf-8")
    entry = ApiEntry(
        id="seller", reader="rest", source="api.yaml", package="seller", sandbox="sandbox.yaml"
    )
    diagnostics = Diagnostics()
    return rest.read(entry, tmp_path, diagnostics), [str(one) for one in diagnostics.found]


def test_the_committed_sandbox_becomes_part_of_the_model(tmp_path: Path) -> None:
    api, found = read(tmp_path, SANDBOX)
    assert found == []
    assert api is not None
    assert api.sandbox is not None
    assert [one.name for one in api.sandbox.accounts] == ["owner", "other", "empty"]
    assert {table.name: len(table.rows) for table in api.sandbox.tables} == {
        "accounts": 3,
        "items": 5,
        "purchases": 4,
    }
    price = api.sandbox.tables[1].rows[0].value["price"]
    assert price == {"regular": "29.90", "extended": "149"}


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("key_error: InvalidRequest", "key_error: InvalidRequst", "unknown-name", "InvalidRequest"),
        (
            "account: other\n        value:\n          id: 201",
            "account: nobody\n        value:\n          id: 201",
            "unknown-name",
            "there is no account `nobody`",
        ),
        ("record: Item\n", "record: Itm\n", "unknown-name", "did you mean `Item`"),
        ("identity: purchase_code", "identity: code", "unknown-name", "there is no field `code`"),
        (
            "embeds: {item: items}",
            "embeds: {item: goods}",
            "unknown-name",
            "there is no table `goods`",
        ),
        (
            "embeds: {item: items}",
            "embeds: {thing: items}",
            "unknown-name",
            "there is no field `thing`",
        ),
        ("item: 103", "item: 999", "unknown-name", "has no row of this id"),
        (
            "items.list: {table: items",
            "items.lst: {table: items",
            "unknown-name",
            "did you mean `items.list`",
        ),
        ("table: purchases\n", "table: purchase\n", "unknown-name", "did you mean `purchases`"),
        (
            "match: {id: item_id}",
            "match: {id: item}",
            "unknown-name",
            "there is no parameter `item`",
        ),
        (
            "match: {id: item_id}",
            "match: {number: item_id}",
            "unknown-name",
            "there is no field `number`",
        ),
        (
            "absent: ItemNotFound",
            "absent: NoItemsFound",
            "unknown-name",
            "there is no error `NoItemsFound`",
        ),
        ("          id: 101\n", "          id: '101'\n", "wrong-type", "does not fit"),
        (
            'published_at: "2023-02-01T10:00:00Z"',
            'published_at: "2023-02-01 10:00"',
            "wrong-type",
            "does not fit",
        ),
        ('regular: "29.90"', "regular: cheap", "wrong-type", "does not fit"),
        ("          name: Shop theme\n", "", "missing-key", "`name` of Item is missing"),
        (
            "          name: Shop theme\n",
            "          name: Shop theme\n          nme: x\n",
            "unknown-name",
            "did you mean `name`",
        ),
        ("  owner: {key: sandbox-owner,", "  owner: {kee: sandbox-owner,", "unknown-key", "key"),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, old: str, new: str, code: str, message: str
) -> None:
    assert SANDBOX.count(old) >= 1
    api, found = read(tmp_path, SANDBOX.replace(old, new, 1))
    assert api is None
    assert any(
        re.search(rf"sandbox\.yaml:\d+:\d+: {code}: .*{re.escape(message)}", one) for one in found
    ), found


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    spec = yaml.safe_load(SANDBOX)
    spec["key_error"] = "None"
    spec["tables"]["items"]["rows"][0]["value"]["id"] = "x"
    spec["answers"]["items.get"]["table"] = "none"
    _, found = read(tmp_path, yaml.safe_dump(spec))
    assert len(found) >= 3
