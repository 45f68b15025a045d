"""Requests that an API sends are read with their headers, and documents keep them."""

import importlib
import json
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from specloom.cli.app import main
from tests.clients.exchanges.exchange import HERE, package_of

FILE = HERE / "openapi_webhooks.yaml"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return package_of(FILE, tmp_path_factory.mktemp("webhooks"))


@pytest.fixture(scope="module")
def webhooks(package: ModuleType) -> ModuleType:
    return importlib.import_module(f"{package.__name__}.webhooks")


@pytest.mark.promise("`header` reads a header of a request as a type")
def test_headers_of_requests_are_read_as_types(package: ModuleType, webhooks: ModuleType) -> None:
    headers = {"x-attempt": "2", "X-EVENT": "lost", "X-Sent": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert webhooks.header(headers, "X-Attempt", int) == 2
    assert webhooks.header(headers, "X-Event", str) == "lost"
    assert webhooks.header(headers, "X-Sent", datetime) == datetime(2026, 10, 21, 7, 28, tzinfo=UTC)
    assert webhooks.header(headers, "X-Signature", str) is None
    with pytest.raises(package.DecodeError, match="the header `X-Event`"):
        webhooks.header(headers, "X-Event", int)


def test_headers_are_described_once(webhooks: ModuleType) -> None:
    text = webhooks.__doc__ or ""
    assert "- `X-Signature` (`str`): Hash of the body." in text
    assert "- `X-Attempt` (`int`): Number of the attempt. At least 1." in text
    assert text.count("X-Event") == 1
    assert "Header of this request: `X-Attempt`." in webhooks.read_moved.__doc__
    assert "Reply with 204: OK." in webhooks.read_moved.__doc__


@pytest.mark.promise("has a function for each callback of an operation, too")
def test_bodies_of_callbacks_are_read_as_records(package: ModuleType, webhooks: ModuleType) -> None:
    assert webhooks.read_moved('{"at": 1}') == package.Event(at=1)
    assert webhooks.read_parcels_send_finished_done_url('{"at": 1}') == package.Event(at=1)
    late = webhooks.read_returns_return_parcel_finished_failed_url('{"reason": "late"}')
    assert late.reason == "late"
    assert "A call of `parcels.send` causes it" in webhooks.read_moved.__doc__
    assert (
        "`read_moved`"
        in importlib.import_module(f"{package.__name__}.client").ParcelsResource.send.__doc__
    )


def _written_again(document: object, folder: Path) -> dict[str, Any]:
    """The document that is rendered of one."""
    (folder / "spec").mkdir(parents=True)
    (folder / "spec/api.json").write_text(json.dumps(document), "utf-8")
    entry = {"id": "parcel", "reader": "openapi", "source": "api.json", "package": "parcel_client"}
    (folder / "spec/apis.yaml").write_text(json.dumps({"specloom": 1, "apis": [entry]}), "utf-8")
    config = ["--config", str(folder / "spec/apis.yaml"), "--out", str(folder)]
    assert main(["generate", *config]) == 0
    text = (folder / "generated/openapi/parcel.openapi.yaml").read_text("utf-8")
    written: dict[str, Any] = yaml.load(text, yaml.CSafeLoader)
    return written


def test_documents_keep_webhooks_callbacks_and_their_headers(tmp_path: Path) -> None:
    described = yaml.load(FILE.read_text("utf-8"), yaml.CSafeLoader)["description"]
    written = _written_again(described, tmp_path / "first")
    assert _written_again(written, tmp_path / "second") == written
    lost, signature = written["webhooks"]["lost"]["post"], described["components"]["parameters"]
    assert lost["parameters"] == [
        signature["Signature"],
        {"name": "X-Event", "in": "header", "schema": {"type": "string", "examples": ["lost"]}},
    ]
    assert lost["responses"] == described["webhooks"]["lost"]["post"]["responses"]
    callbacks = written["paths"]["/parcels"]["post"]["callbacks"]
    assert callbacks["moved"] == described["paths"]["/parcels"]["post"]["callbacks"]["moved"]
    finished = described["components"]["callbacks"]["finished"]
    assert callbacks["finished"].keys() == finished.keys()
    assert callbacks["finished"]["{$request.query.doneUrl}"] == finished["{$request.query.doneUrl}"]
    page = (tmp_path / "first/docs/reference/parcel/parcels/send.md").read_text("utf-8")
    assert "| `POST moved` | `{$request.body#/callbackUrl}/moved` |" in page
    calling = (tmp_path / "first/docs/reference/parcel/calling.md").read_text("utf-8")
    assert "| `X-Signature` | string | `lost`, `damaged` | Hash of the body. |" in calling
