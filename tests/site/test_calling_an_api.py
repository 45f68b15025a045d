"""Pages of REST APIs call the API at an address that a reader gives, with a key that nothing keeps."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx2
import pytest
from msgspec.structs import replace

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.languages.json import encoded
from specloom.model.structs import Api
from specloom.naming.names import package_names
from specloom.readers.read import Sources, read_model
from specloom.rendering.templates import Templates
from specloom.sources.config import load_config
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import Filling
from specloom.views.samples.filling import filling as usual_filling
from specloom.views.samples.form import form_facts
from specloom.views.samples.rest import takes_json
from tests.clients.seller.conftest import SOURCE
from tests.http_server import LocalServer, QuietHandler
from tests.node import NODE

from .conftest import ROOT
from .script import SCRIPTS, SITE, script_results
from .test_running import printed
from .test_try import ODD, fillings, rendered, run_with_form, trees, typed
from .test_try import names as names_of

PAGES = ("account/details", "items/get", "items/list", "purchases/validate")
KEY = "sandbox-owner"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    """Address of the sandbox, started as pages say."""
    with subprocess.Popen(
        [sys.executable, "-m", "seller_platform.sandbox", "--port", "0"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.mark.promise(
    "**Run** sends the request to the address", "keeps it in memory until you leave"
)
def test_each_page_of_the_seller_runs_against_the_sandbox(site: Path, sandbox: str) -> None:
    runs = run_with_form(
        site,
        f"""
        localStorage.clear()
        let page = await show("/reference/seller/items/get/")
        page.querySelector("[data-run]").click()
        const without = remark(page)
        page.querySelector("[data-use]").click()
        const hint = [page.querySelector("[data-address]").value, page.querySelector("[data-secret]").value]
        const found = {{}}
        for (const path of {json.dumps(PAGES)}) {{
          page = await show(`/reference/seller/${{path}}/`)
          const [address, key] = ["address", "secret"].map(name => page.querySelector(`[data-${{name}}]`))
          const empty = key.value
          for (const [field, text] of [[address, {json.dumps(sandbox.removeprefix("http://") + "/")}], [key, "{KEY}"]]) {{
            field.value = text
            field.dispatchEvent(new Event("input", {{bubbles: true}}))
          }}
          page.querySelector("[data-run]").click()
          const head = page.querySelector("[data-reply] figcaption")
          for (let waited = 0; waited < 400 && !/^(Reply|No)/.test(head.textContent); waited++) await pause()
          found[path] = {{
            reply: page.querySelector("[data-reply] code").textContent, codes: shown(page), empty, type: key.type,
            search: frame.contentWindow.location.href, head: head.textContent,
          }}
        }}
        const kept = JSON.stringify([{{...localStorage}}, {{...sessionStorage}}, document.cookie])
        const opaque = document.body.appendChild(document.createElement("iframe"))
        opaque.sandbox = "allow-scripts"
        const told = new Promise(done => addEventListener("message", event => done([event.origin, event.data])))
        opaque.srcdoc = `<script>fetch("{sandbox}/api/items/item?item_id=101&api_key={KEY}").then(reply => reply.json())
          .then(reply => parent.postMessage(reply.status, "*"), error => parent.postMessage(String(error), "*"))<\\/script>`
        return {{found, kept, without, hint, opaque: await told}}
        """,
    )
    assert runs["without"] == "Enter the address of the API first."
    assert runs["hint"] == ["http://127.0.0.1:8080", KEY]
    assert len(runs["found"]) == 4
    for path, run in runs["found"].items():
        assert run["head"] == f"Reply from {sandbox.removeprefix('http://')}, status 200", path
        assert json.loads(run["reply"])["status"] == "success", path
        assert (run["empty"], run["type"]) == ("", "password"), path
        assert KEY not in run["search"] + "".join(run["codes"]), path
        for code in run["codes"]:
            assert f"{sandbox}" in code, (path, code)
    assert KEY not in runs["kept"]
    assert sandbox in runs["kept"]
    assert '"regular": 29.90' in runs["found"]["items/get"]["reply"], "digits as they were sent"
    assert runs["opaque"] == ["null", "success"], "a page that was opened from a file"


def test_the_sandbox_lets_pages_call_the_api_and_give_no_orders(sandbox: str) -> None:
    preflight = {
        "Origin": "null",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    allowed = httpx2.options(f"{sandbox}/api/items/items", headers=preflight)
    assert allowed.status_code == 204
    assert allowed.headers["Access-Control-Allow-Origin"] == "*"
    assert allowed.headers["Access-Control-Allow-Headers"] == "authorization,content-type"
    orders = httpx2.get(f"{sandbox}/_sandbox/data/items", headers=preflight)
    assert orders.status_code == 200
    assert "Access-Control-Allow-Origin" not in orders.headers


class Requests(QuietHandler):
    """Keeps the parts of each request that a caller decides."""

    requests: list[Any]

    def serve(self) -> None:
        names = ("authorization", "content-type", "x-key", "x-other", "cookie")
        headers = {
            name.lower(): value
            for name, value in self.headers.items()
            if name.lower() in names or name.lower().startswith("header-")
        }
        path, _, query = self.path.partition("?")
        body = self.received().decode()
        content = body if body.startswith("{") else parse_qsl(body)
        self.requests.append([self.command, path, parse_qsl(query), headers, content])
        self.answer(b"{}", headers={"Content-Type": "application/json"})


def test_a_page_sends_what_its_program_in_javascript_sends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With each kind of key, in each place; a page refuses cookies, which a browser would drop."""
    import random

    chance, templates = random.Random(3), Templates(ROOT / "templates")
    monkeypatch.setattr(Requests, "requests", [], raising=False)
    compared = refused = 0
    with LocalServer(Requests) as server:
        for api in ODD:
            names = package_names(api)
            for operation in api.operations:
                (filling,) = fillings(api, operation, chance, 1)
                arguments = {
                    name: value
                    for name, value in filling.arguments.items()
                    if isinstance(value, str) and value.isascii() and value.isprintable()
                } | {
                    name: "7" for name in ("path-string",) if "{path-string}" in operation.http.path
                }
                filling = replace(filling, arguments=arguments)
                facts: Any = form_facts(names, replace(filling, arguments={}))
                moved = replace(api, server=replace(api.server, url=server.url, example=server.url))
                call = sample_call(names, replace(typed(operation, filling), api=moved))
                variables = [
                    facts["environment"],
                    *(entry[3] for entry in facts.get("credentials", ())),
                ]
                variables += facts.get("login", [])
                secrets = {name: f'{name.lower()}-"1' for name in variables if name}
                for name, secret in secrets.items():
                    monkeypatch.setenv(name, secret)
                sent = {
                    "facts": facts,
                    "values": arguments,
                    "server": server.url,
                    "secrets": secrets,
                }
                Requests.requests.clear()
                done = subprocess.run(
                    [str(NODE), str(SITE / "page_request.mjs"), str(SCRIPTS)],
                    input=json.dumps([sent]),
                    capture_output=True,
                    text=True,
                    check=True,
                )
                (fault,) = json.loads(done.stdout)
                if fault:
                    has_cookie = any(header.name == "Cookie" for header in call.sent.headers)
                    assert has_cookie if "cookies" in fault else call.sent.method == "GET", fault
                    refused += 1
                    continue
                printed("javascript", rendered(templates, call)[4], tmp_path / "sample.mjs")
                of_page, of_program = Requests.requests
                assert of_page == of_program, (api.id, operation.id)
                compared += 1
    assert (compared + refused, refused > 0) == (len(ODD) * 3, True)


def api_of(document: Path, folder: Path) -> Api:
    """The API of an OpenAPI document."""
    assert main(["init", "--openapi", str(document), str(folder)]) == 0
    diagnostics = Diagnostics()
    sources = Sources(config=folder / "spec/apis.yaml", root=folder)
    config = load_config(sources.config, diagnostics)
    assert config is not None
    model = read_model(sources, config, diagnostics)
    assert model is not None
    (api,) = model.apis
    return api


def compared_calls(api: Api, fillings: Iterable[Filling]) -> list[Any]:
    """Calls that forms of an API make; each prints what its page prints."""
    names, templates = package_names(api), Templates(ROOT / "templates")
    calls: list[Any] = []
    expected: list[tuple[Any, list[str]]] = []
    for filling in fillings:
        facts: Any = form_facts(names, filling)
        call = sample_call(names, filling)
        facts = json.loads(encoded(facts))  # as a page has them
        expected.append((names_of(call), rendered(templates, call)))
        calls.append({"facts": facts, "values": facts["example"], "server": facts["base"]})
    results = script_results(calls, trees(templates))
    for call_, (view, texts), result in zip(calls, expected, results, strict=True):
        assert result["samples"] == texts, call_["facts"]["url"]
        assert result["call"] == view, call_["facts"]["url"]
    return calls


def fields_of_json(call: Any) -> list[str]:
    """Parameters that a form takes as JSON."""
    parameters = call["facts"]["parameters"]
    return [parameter["wire"] for parameter in parameters if parameter.get("kind") == "json"]


TRACKER = ROOT / "tests/openapi/tracker/tracker.openapi.yaml"


def test_forms_of_an_openapi_document_print_what_its_pages_print(tmp_path: Path) -> None:
    api = api_of(TRACKER, tmp_path / "own")
    calls = compared_calls(api, (usual_filling(api, operation) for operation in api.operations))
    assert len([call for call in calls if fields_of_json(call)]) > 3
    separated = [call for call in calls if '"separator"' in json.dumps(call["facts"])]
    assert separated, "lists that are joined into one text"


VALUES: list[object] = [
    *({}, [], None, True, 7, -2.5, 1.0, 12345678901234567890, Decimal("10.00")),
    *(
        "",
        "a 'b' \"c\" \\",
        "ü 😀 \u2028 \0",
        "12",
        "a, long text that does not stand on one line of a program",
    ),
    [1, "two", None, [3.0], {"four": [False]}],
    {"a": 1, "b": {"c": [], "d": {}}, "e f": None, 'g"': "h"},
    [
        {"name": "A", "title": "B", "id": 3},
        {"name": None, "labels": ["x", "y"], "at": "2026-01-01T00:00:00Z"},
    ],
]
"""JSON of every form; most of it does not suit the type that it is filled in for."""


@pytest.mark.promise("takes JSON")
def test_a_form_prints_the_json_that_is_filled_in(tmp_path: Path) -> None:
    api = api_of(TRACKER, tmp_path / "own")
    fillings: list[Filling] = []
    for operation in api.operations:
        usual = usual_filling(api, operation)
        for parameter in operation.parameters:
            if takes_json(api, parameter):
                several = parameter.multiple is not None
                for value in VALUES:
                    data = [value, value] if several else value
                    objects = {**usual.objects, parameter.name: data}
                    arguments = {**usual.arguments, parameter.name: ""}
                    fillings.append(replace(usual, arguments=arguments, objects=objects))
    assert len(compared_calls(api, fillings)) > 5 * len(VALUES)


def test_a_form_says_that_a_text_is_not_json(tmp_path: Path) -> None:
    api = api_of(TRACKER, tmp_path / "own")
    usual = next(
        filling
        for filling in (usual_filling(api, operation) for operation in api.operations)
        if any(takes_json(api, parameter) for parameter in filling.operation.parameters)
    )
    (call,) = compared_calls(api, [usual])
    name = fields_of_json(call)[0]
    source = (
        "const [{ remarks }, { facts, values }] = [await import(process.argv[1]), JSON.parse(process.argv[2])];"
        "process.stdout.write(remarks(facts, new Map(Object.entries(values))).join())"
    )
    for text in ("abc", "{", "[1,]", "01"):
        call["values"][name] = text
        command = [str(NODE), "--input-type=module", "--eval", source]
        arguments = [str(SCRIPTS / "faults.mjs"), json.dumps(call)]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        assert done.stdout.startswith(f"{name} is not JSON."), text
