"""Help on a module's parameters, in an interpreter and in an editor: their types, defaults and texts."""

import inspect
import json
import pydoc
import subprocess
import sys
from pathlib import Path
from typing import Any

import jedi  # type: ignore[import-untyped]  # has no types
import pytest
from wiki_query import AllPages, CategoryMembers
from wiki_query._runtime.mediawiki.modules.catalogue import module_classes
from wiki_query._runtime.mediawiki.modules.module import fields_of

from tests.clients.wiki.conftest import PACKAGE

MODULES = list(module_classes("wiki_query").values())
PREFIX = "Beginning of the titles to list, without namespace."


@pytest.mark.promise("so do `help(AllPages)` and, in IPython, `AllPages?`")
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_help_tells_of_every_parameter(module: type[Any]) -> None:
    signature, text = inspect.signature(module), inspect.getdoc(module) or ""
    assert list(signature.parameters) == list(fields_of(module))
    assert [f"{name}: " for name in signature.parameters if f"\n    {name}: " not in text] == []
    for name, parameter in signature.parameters.items():
        assert parameter.annotation is not parameter.empty
        assert parameter.default is getattr(module, name, parameter.empty)


@pytest.mark.promise("so do `help(AllPages)` and, in IPython, `AllPages?`")
def test_help_shows_parameters_as_they_are_given() -> None:
    text = pydoc.plain(pydoc.render_doc(AllPages))
    assert "AllPages(*, from_: str | None = None, to: str | None = None, prefix: " in text
    assert f"prefix: {PREFIX}" in text
    assert "Annotated" not in str(inspect.signature(CategoryMembers))


@pytest.mark.promise(
    "Editors complete names and values, and show what they mean",
    "Your editor shows the same text while you type a call",
)
def test_an_editor_without_a_type_checker_knows_the_parameters() -> None:
    source = "from wiki_query import AllPages\nAllPages("
    (static,) = jedi.Script(source, project=jedi.Project(PACKAGE)).get_signatures()
    (live,) = jedi.Interpreter("AllPages(", [{"AllPages": AllPages}]).get_signatures()
    for signature in (static, live):
        assert [parameter.name for parameter in signature.params] == list(fields_of(AllPages))
        assert f"prefix: {PREFIX}" in signature.docstring()


@pytest.mark.promise(
    "Editors complete names and values, and show what they mean",
    "Your editor shows the same text while you type a call",
)
def test_an_editor_shows_the_text_of_the_parameter_that_is_being_typed(tmp_path: Path) -> None:
    source = "from wiki_query import AllPages\nAllPages(prefix="
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(PACKAGE)]}))
    document = {"uri": (tmp_path / "a.py").as_uri(), "languageId": "python", "version": 1}
    place = {"textDocument": document, "position": {"line": 1, "character": 16}}
    folders = [{"uri": tmp_path.as_uri(), "name": "a"}]
    talk: list[tuple[str, int | None, dict[str, Any]]] = [
        ("initialize", 1, {"processId": None, "capabilities": {}, "workspaceFolders": folders}),
        ("initialized", None, {}),
        ("textDocument/didOpen", None, {"textDocument": {**document, "text": source}}),
        ("textDocument/signatureHelp", 2, place),
    ]
    answer: dict[str, Any] = {}
    command = [sys.executable, "-m", "pyright.langserver", "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None
        for method, number, params in talk:
            message = {"jsonrpc": "2.0", "method": method, "params": params}
            body = json.dumps(message if number is None else {**message, "id": number}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            server.stdin.flush()
            answer = {}
            while number is not None and (answer.get("id") != number or "method" in answer):
                headers = iter(server.stdout.readline, b"\r\n")
                size = sum(int(line[15:]) for line in headers if line.startswith(b"Content-Length"))
                answer = json.loads(server.stdout.read(size))
        server.kill()
    (signature,) = answer["result"]["signatures"]
    texts = {
        parameter["label"]: parameter["documentation"]["value"]
        for parameter in signature["parameters"]
    }
    assert texts["prefix: str | None = None"] == f"prefix: {PREFIX}"
