"""Forms of operations with files and objects: a browser sends what is filled in, and each sample sends the same."""

import json
import subprocess
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from msgspec.structs import replace

from specloom.cli.app import main
from specloom.naming.names import package_names
from specloom.naming.rest import RestNames
from specloom.views.samples.expression import expression
from specloom.views.samples.filling import filling as usual_filling
from tests import browser
from tests.http_server import LocalServer, QuietHandler
from tests.node import NODE

from .script import SCRIPTS
from .test_calling_an_api import api_of, compared_calls, fields_of_json
from .test_in_a_browser import AXE, EVERYTHING, WAYS
from .test_other_sites import built
from .test_running import printed
from .test_try import FORM, run_with_form

DOCUMENT = """\
openapi: 3.1.0
info: {title: Albums, version: "1"}
servers: [{url: https://albums.example}]
paths:
  /pictures:
    post:
      operationId: upload
      tags: [pictures]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file, about]
              properties:
                file: {type: string, format: binary}
                more: {type: array, items: {type: string, format: binary}}
                title: {type: string}
                marks: {type: array, items: {type: string}}
                about: {$ref: "#/components/schemas/About"}
      responses: {"204": {description: Saved.}}
  /notes:
    post:
      operationId: note
      tags: [pictures]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [text]
              properties:
                text: {type: string}
                file: {type: string, format: binary}
                details: {}
              additionalProperties: true
      responses: {"204": {description: Saved.}}
  /tokens:
    post:
      operationId: createToken
      tags: [pictures]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [code, device]
              properties:
                code: {type: string, examples: ["a b"]}
                device:
                  type: object
                  required: [name, size]
                  properties: {name: {type: string}, size: {type: integer}, tags: {type: array, items: {type: string}}}
                marks: {type: array, items: {type: integer}}
                reason: {}
              additionalProperties: {type: string}
            encoding: {device: {style: deepObject, explode: true}, marks: {style: deepObject, explode: true}}
      responses: {"204": {description: Created.}}
  /pictures/{id}:
    patch:
      operationId: change
      tags: [pictures]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [people]
              properties:
                people: {type: array, items: {$ref: "#/components/schemas/Person"}}
                labels: {type: object, additionalProperties: {type: integer}}
                anything: {}
                private: {type: boolean}
      responses: {"204": {description: Changed.}}
  /captions?kind=short&kind=long:
    put:
      operationId: caption
      tags: [pictures]
      requestBody: {required: true, content: {text/plain: {schema: {type: string}}}}
      responses: {"204": {description: Changed.}}
components:
  schemas:
    Person:
      type: object
      required: [name]
      properties: {name: {type: string}, age: {type: integer}, friend: {$ref: "#/components/schemas/Person"}}
    About:
      type: object
      required: [place]
      properties: {place: {type: string}, people: {type: array, items: {$ref: "#/components/schemas/Person"}}}
"""
LANGUAGES = ("python", "async", "shell", "php", "javascript")
ABOUT = {"place": 'Café "Oak"', "people": [{"name": "Ann", "age": 7, "friend": {"name": "Bo"}}]}
PEOPLE = [{"name": "Ann"}, {"name": "Bo", "age": 2}]
ANYTHING = [1.0, None, {"a": [True, "b"]}]
FILLED_IN: dict[str, dict[str, str]] = {
    "upload": {"title": "A & B", "marks": "x,y z", "about": json.dumps(ABOUT)},
    "note": {
        "text": "no file",
        "details": '["a", {"b": 1.50}]',
        "others": '{"x": "y", "z": {"a": null}, "left": null}',
    },
    "create_token": {
        "device": '{"name": "Pen & ink", "size": 3, "tags": ["a", "b"]}',
        "marks": "1,2",
        "reason": '"lost & found"',
        "others": '{"kind": "c d"}',
    },
    "change": {
        "id": "a/b",
        "people": json.dumps(PEOPLE),
        "labels": '{"one": 1}',
        "private": "false",
        "anything": json.dumps(ANYTHING),
    },
    "caption": {"body": "two\nlines"},
}
"""Operation → what is filled in, apart from files."""
FILES = {"file": {"first picture.png": "\x01PNG"}, "more": {"a.txt": "A", "b.txt": "B\r\n"}}


class Requests(QuietHandler):
    """Keeps the content of each request; pages of any site may send them."""

    requests: list[Any]

    def serve(self) -> None:
        allowed = {f"Access-Control-Allow-{name}": "*" for name in ("Origin", "Methods", "Headers")}
        body, kind = self.received(), self.headers.get("Content-Type", "")
        if self.command != "OPTIONS":
            self.requests.append([self.command, self.path, content(kind, body)])
        self.answer(b"", 204, allowed)


def content(kind: str, body: bytes) -> Any:
    """A body without what its sender may choose: the boundary, white space, the types of files."""
    if kind.startswith("multipart/"):
        message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
        parts = [part for part in message.get_payload() if not isinstance(part, str)]
        return sorted(map(part_of, parts), key=lambda part: part[0])
    if kind.endswith("json"):
        return json.loads(body)
    text = body.decode()
    return parse_qsl(text, strict_parsing=True) if "urlencoded" in kind else [kind, text]


def part_of(part: Any) -> tuple[str, str | None, bytes]:
    """Name of a part, that of its file, and its content; JSON is no file, even if a browser calls it one."""
    name = part.get_param("name", header="content-disposition")
    payload: bytes = part.get_payload(decode=True)
    is_json = part.get_content_type() == "application/json"
    content = json.dumps(json.loads(payload)).encode() if is_json else payload
    return name, None if is_json else part.get_filename(), content


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("albums")
    document = folder / "albums.yaml"
    document.write_text(DOCUMENT, "utf-8")
    assert main(["init", "--openapi", str(document), str(folder / "own")]) == 0
    built(folder / "own")
    return folder / "own"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    monkeypatch.setattr(Requests, "requests", [], raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LocalServer(Requests) as server:
        yield server


FILL_IN = """
const aim = (page, server) => {
  const address = page.querySelector("[data-address]")
  address.value = server
  address.dispatchEvent(new Event("input", {bubbles: true}))
}
const add = (page, name) => {
  if (page.querySelector(`[name="try-${name}"]`)) return
  const select = page.querySelector("[name=add]")
  select.value = name
  select.dispatchEvent(new Event("change", {bubbles: true}))
}
const choose = (page, name, contents) => {
  const chosen = new DataTransfer()
  for (const [file, text] of Object.entries(contents)) chosen.items.add(new File([text], file))
  const input = page.querySelector(`[name="try-${name}"]`)
  input.files = chosen.files
  input.dispatchEvent(new Event("input", {bubbles: true}))
}
const sent = async page => {
  page.querySelector("[data-run]").click()
  const head = page.querySelector("[data-reply] figcaption")
  for (let waited = 0; waited < 200 && !/^(Reply|No)/.test(head.textContent); waited++) await pause()
  return head.textContent
}
"""


@pytest.mark.promise("takes a file from your disk", "sends the parts")
def test_a_browser_and_each_sample_send_what_is_filled_in(
    folder: Path,
    server: LocalServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = {
        page.parent.name: page.parent for page in (folder / "site/reference").rglob("index.html")
    }
    filled_in = {
        name: [f"/{pages[name].relative_to(folder / 'site')}/", values]
        for name, values in FILLED_IN.items()
    }
    told = run_with_form(
        folder / "site",
        FILL_IN + f"""
        const states = {{}}, odd = []
        for (const [name, [path, values]] of Object.entries({json.dumps(filled_in)})) {{
          const page = await show(path)
          aim(page, {json.dumps(server.url)})
          for (const [field, text] of Object.entries(values)) {{ add(page, field); enter(page, `try-${{field}}`, text) }}
          let lacking = ""
          if (name === "create_token") {{
            const field = page.querySelector("[name=try-device]"), whole = field.value
            for (const text of ['{{"name": "A", "size": 1, "else": 2}}', '{{"name": "A"}}', "{{"]) {{ enter(page, "try-device", text); odd.push(remark(page)) }}
            page.querySelector("[data-run]").click()
            enter(page, "try-device", whole)
          }}
          if (name === "change") {{
            const field = page.querySelector("[name=try-people]"), whole = field.value
            enter(page, "try-people", '[{{"age": 1}}, {{"name": "A", "friend": {{}}}}]')
            odd.push(remark(page))
            enter(page, "try-people", whole)
          }}
          if (name === "upload") {{
            page.querySelector("[data-run]").click()
            lacking = remark(page)
            for (const [field, files] of Object.entries({json.dumps(FILES)})) {{ add(page, field); choose(page, field, files) }}
          }}
          page.querySelectorAll(".sl-call .tabbed-labels > label")[1].click()
          states[name] = {{lacking, head: await sent(page), codes: shown(page), body: page.querySelector("[data-body] + .highlight code")?.textContent, search: frame.contentWindow.location.search}}
        }}
        return {{states, odd}}
        """,
    )
    states = told["states"]
    assert list(states) == list(FILLED_IN)
    assert told["odd"] == [
        "The samples in Python leave out what its classes lack: PicturesCreateTokenDevice.else.",
        "device.size is required.",
        'device is not JSON. Put a text between quotes, as in "a".',
        "people[0].name is required. people[1].friend.name is required.",
    ]
    assert states["upload"]["lacking"] == "Choose a file for file first."
    assert "picture" not in states["upload"]["search"]
    of_page = Requests.requests[:]
    assert [request[1] for request in of_page] == [
        "/pictures",
        "/notes",
        "/tokens",
        "/pictures/a%2Fb",
        "/captions?kind=short&kind=long",
    ]
    parts = {(name, file): text for name, file, text in of_page[0][2]}
    assert parts["file", "first picture.png"] == b"\x01PNG"
    assert parts["more", "b.txt"] == b"B\r\n"
    assert json.loads(parts["about", None]) == ABOUT
    assert of_page[1][2] == [
        ("details", None, b'["a", {"b": 1.5}]'),
        ("text", None, b"no file"),
        ("x", None, b"y"),
        ("z", None, b'{"a": null}'),
    ]
    assert ("device[tags][1]", "b") in of_page[2][2]
    assert ("marks[1]", "2") in of_page[2][2]
    assert of_page[2][2][-2:] == [("reason", "lost & found"), ("kind", "c d")]
    assert of_page[3][2] == {
        "people": PEOPLE,
        "labels": {"one": 1},
        "anything": ANYTHING,
        "private": False,
    }
    assert json.loads(states["change"]["body"]) == of_page[3][2], "the body beside the samples"
    monkeypatch.chdir(tmp_path)
    for files in FILES.values():
        for name, text in files.items():
            Path(name).write_bytes(text.encode())
    monkeypatch.syspath_prepend(str(folder / "generated/python/albums/src"))
    for page_request, state in zip(of_page, states.values(), strict=True):
        assert state["head"].endswith("status 204, empty")
        for language, code in zip(LANGUAGES, state["codes"], strict=False):
            Requests.requests.clear()
            printed(language, code, tmp_path / "sample.py")
            assert Requests.requests == [page_request], (language, code)


@pytest.mark.parametrize("way", ["light", "phone"])
def test_nothing_keeps_somebody_out_of_a_form_with_files_and_objects(
    folder: Path, server: LocalServer, way: str
) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core here; `sh tests/setup/tools.sh` installs it")
    axe = json.dumps(AXE.read_text("utf-8"))
    width, height, _ = WAYS[way]
    script = f"""
    Object.assign(frame, {{width: {width}, height: {height}}})
    const violations = {{}}
    for (const [name, field, text] of [["upload", "about", "{{}}"], ["change", "people", "[{{}}]"]]) {{
      const page = await show(`/reference/albums/pictures/${{name}}/`)
      aim(page, {json.dumps(server.url)})
      for (const option of [...page.querySelector("[name=add]").options]) if (option.value) add(page, option.value)
      enter(page, `try-${{field}}`, text)
      if (name === "upload") choose(page, "file", {{"a.png": "A"}})
      const head = await sent(page)
      for (const fold of page.querySelectorAll("details")) fold.open = true
      frame.contentWindow.eval({axe})
      const report = await frame.contentWindow.axe.run(page, {{...{json.dumps(EVERYTHING)}, resultTypes: ["violations"]}})
      const unreached = [...page.querySelectorAll(".sl-try :is(input, textarea, select, button)")].filter(({{tabIndex}}) => tabIndex < 0)
      violations[`${{name}}: ${{head.slice(-17)}}. ${{remark(page)}}`] = [
        ...report.violations.flatMap(({{id, nodes}}) => nodes.map(({{target}}) => `${{id}}: ${{target}}`)),
        ...unreached.map(({{outerHTML}}) => outerHTML),
      ]
    }}
    return violations
    """
    remarks = browser.run(folder / "site", FORM + FILL_IN + script, touch=way == "phone")
    assert remarks == {
        "upload: status 204, empty. about.place is required.": [],
        "change: status 204, empty. people[0].name is required.": [],
    }


def test_forms_print_what_pages_print(tmp_path: Path) -> None:
    document = tmp_path / "albums.yaml"
    document.write_text(DOCUMENT, "utf-8")
    api = api_of(document, tmp_path / "own")
    calls = compared_calls(api, (usual_filling(api, operation) for operation in api.operations))
    assert [fields_of_json(call) for call in calls] == [
        ["about"],
        ["details", "others"],
        ["device", "reason", "others"],
        ["people", "labels", "anything"],
        [],
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"volume": 3}, "Bag(volume=3)"),
        ({"size": 2}, "Box(size=2)"),
        ({}, "Box()"),
        ({"length": 1, "rope": {"volume": 3}}, "Rope(length=1, rope=Bag(volume=3))"),
        ({"colour": "red"}, "Box()"),
    ],
)
def test_an_alternative_is_the_record_that_takes_all_of_the_value(
    tmp_path: Path, value: dict[str, Any], expected: str
) -> None:
    integer = {"type": "integer"}
    things = [{"$ref": f"#/components/schemas/{name}"} for name in ("Box", "Bag", "Rope")]
    rope = {"length": integer, "rope": {"oneOf": things[:2]}}
    schemas = {
        "Box": {"type": "object", "properties": {"size": integer}},
        "Bag": {"type": "object", "properties": {"volume": integer}, "required": ["volume"]},
        "Rope": {"type": "object", "properties": rope, "required": ["length"]},
    }
    media = {"schema": {"oneOf": things}}
    described = {
        "operationId": "pack",
        "tags": ["things"],
        "requestBody": {"required": True, "content": {"application/json": media}},
        "responses": {"204": {"description": "Packed."}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "servers": [{"url": "https://things.example"}],
        "paths": {"/things": {"post": described}},
        "components": {"schemas": schemas},
    }
    (tmp_path / "things.json").write_text(json.dumps(document), "utf-8")
    api = api_of(tmp_path / "things.json", tmp_path / "own")
    (operation,) = api.operations
    (parameter,) = operation.parameters
    filling = replace(usual_filling(api, operation), arguments={parameter.name: value})
    (call,) = compared_calls(api, [filling])  # the form prints what the page prints
    assert fields_of_json(call) == ["body"]
    names = package_names(api)
    assert isinstance(names, RestNames)
    assert expression(api, names, parameter.type, value).text == expected


SAME_NAME = """
const [, scripts] = process.argv;
const { requestOf } = await import(`${scripts}/rest_request.mjs`);
const files = [{ name: "front", value: "1.png" }, { name: "back", value: "1.png" }];
const sent = { method: "POST", url: "https://albums.example/", query: [], headers: [], form: [], texts: [], documents: [], files };
const chosen = [["front", new File(["F"], "1.png")], ["back", new File(["B"], "1.png")]];
const { options } = requestOf({ sent, is_multipart: true }, new Map(), chosen);
console.log(await options.body.get("front").text(), await options.body.get("back").text());
"""


def test_files_of_one_name_in_two_folders_are_sent_in_their_parts() -> None:
    command = [str(NODE), "--input-type=module", "--eval", SAME_NAME, str(SCRIPTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "F B\n"
