"""The faults of tools that the guide tells are still there, each with the document that the guide shows for it.

They change with the versions of tools alone: `make tools`, which a test asks for after such a change, looks for all of them.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
import pytest
import yaml

from tests.guides.test_guides import block
from tests.http_server import LocalServer, QuietHandler
from tests.sampling import sampled

from .calls import Called
from .generators import (
    BY_NAME,
    GENERATORS,
    GO,
    Generator,
    Served,
    call_results,
    in_typescript,
    openapi_fetch,
    openapi_generator,
    typescript_fetch,
    wrong,
)
from .installed import program, run
from .prism import prism
from .table import GUIDE
from .validators import express, openapi_core

PLAIN = Generator("openapi-fetch", *in_typescript(openapi_fetch, "openapiFetchPlain"))
TOOLS = BY_NAME | {PLAIN.name: PLAIN}
exhaustive = pytest.mark.exhaustive
PYTHON = "openapi-python-client"
REPLY = {"value": [[1]], "account": "Admin", "version": "1.10"}


class Echo(QuietHandler):
    """Tells what was asked, and what would be answered to it."""

    def serve(self) -> None:
        body = {"asked": self.path, **REPLY}
        self.answer(json.dumps(body).encode(), headers={"Content-Type": "application/json"})


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    with LocalServer(Echo) as server:
        yield server.url


def document_file(name: str, folder: Path) -> Path:
    """A document of the guide as a file."""
    file = folder / f"{name}.json"
    file.write_text(
        json.dumps(yaml.safe_load(block(GUIDE, "yaml", f"# {name}\n"))), encoding="utf-8"
    )
    return file


@pytest.mark.promise("repeat a parameter** that has several values")
@pytest.mark.parametrize(
    ("name", "expected_path"),
    sampled(
        [
            (PYTHON, "/a?p=a&p=b"),
            ("openapi-fetch", "/a?p=a&p=b"),
            ("orval", "/a?p=a%2Cb"),
            ("openapi-generator go", "/a?p=a&p=b"),
        ],
        [(PYTHON, "/a?p=a&p=b")],
    ),
)
def test_several_values_of_a_parameter_are_not_joined(
    tmp_path: Path, name: str, expected_path: str, echo: str
) -> None:
    call = Called("getA", {"p": ["a", "b"]}, {"asked": "/a?p=a%7Cb", **REPLY})
    problems = wrong(
        TOOLS[name], tmp_path, document_file("array.yaml", tmp_path), Served(echo, {}, [call])
    )
    assert expected_path in problems["getA"]


SEND_DEFAULTS = ("openapi-python-client", "openapi-generator go")


@pytest.mark.promise(
    "only openapi-python-client and openapi-generator for Go send the default of an optional parameter"
)
@pytest.mark.parametrize(
    "name",
    sampled(
        [tool.name for tool in GENERATORS if tool.is_called and "Newman" not in tool.name],
        [PYTHON],
    ),
)
def test_few_tools_send_the_default_of_an_optional_parameter(
    tmp_path: Path, name: str, echo: str
) -> None:
    expected_path = "/a?q=a" if name in SEND_DEFAULTS else "/a"
    served = Served(echo, {}, [Called("getA", {}, {"asked": expected_path, **REPLY})])
    assert wrong(TOOLS[name], tmp_path, document_file("constants.yaml", tmp_path), served) == {}


@exhaustive
@pytest.mark.promise("gives values of two enumerations the same name")
def test_values_of_two_enumerations_have_one_name_in_go(tmp_path: Path) -> None:
    go = program("go")
    openapi_generator(tmp_path, document_file("enumerations.yaml", tmp_path), "go")
    with pytest.raises(AssertionError, match="ALL redeclared in this block"):
        run(go, "vet", ".", folder=tmp_path / "client", environment=GO)


@exhaustive
@pytest.mark.promise("refuses values of an `anyOf` that contains itself")
def test_values_of_a_choice_that_contains_itself_are_refused_in_python(
    tmp_path: Path, echo: str
) -> None:
    served = Served(echo, {}, [Called("getA", {}, {"asked": "/a", **REPLY})])
    python = TOOLS["openapi-generator python"]
    problems = wrong(python, tmp_path, document_file("any.yaml", tmp_path), served)
    assert "No match found" in problems["getA"]


@exhaustive
@pytest.mark.promise(
    "openapi-generator for typescript-fetch treats an `anyOf` of a text and an object as the object"
)
def test_a_choice_of_a_text_and_an_object_is_the_object_in_typescript(tmp_path: Path) -> None:
    document = document_file("any.yaml", tmp_path)

    def used(folder: Path, file: Path) -> None:
        typescript_fetch(folder, file)
        use = 'import type { Reply } from "./fetch/index.js";\nexport const reply: Reply = { account: "Admin" };\n'
        (folder / "client" / "use.ts").write_text(use, encoding="utf-8")

    compiled, _ = in_typescript(used, "openapiGenerator")
    with pytest.raises(
        AssertionError, match=r"use\.ts.*[Tt]ype 'string' has no properties in common"
    ):
        compiled(tmp_path, document)


@exhaustive
@pytest.mark.promise(
    "reads a text of digits as a number", "does not send a parameter that has an `anyOf`"
)
def test_a_choice_of_types_is_a_number_and_is_not_sent_in_java(tmp_path: Path, echo: str) -> None:
    java = TOOLS["openapi-generator java"]
    reply = {"asked": "/a?null", "version": 1.1}
    served = Served(
        echo, {}, [Called("getA", {"size": 5}, reply), Called("getA", {}, reply | {"asked": "/a"})]
    )
    document = document_file("choices.yaml", tmp_path)
    java.make(tmp_path, document)
    sent, without = call_results(java, tmp_path, json.loads(document.read_text("utf-8")), served)
    assert sent == {"status": 200, "body": reply}
    assert "NullPointerException" in without["error"]


@exhaustive
@pytest.mark.promise("an `anyOf` of a list and an object does not compile")
def test_a_choice_of_a_list_and_an_object_does_not_compile_in_java(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="<identifier> expected"):
        TOOLS["openapi-generator java"].make(tmp_path, document_file("lists.yaml", tmp_path))


def through_prism(document: Path, _upstream: str, _log: Path) -> AbstractContextManager[str]:
    return prism("mock", document)


@pytest.mark.promise("Tools that route by path cannot use paths with a dot segment")
@pytest.mark.parametrize(
    ("proxy", "message"),
    sampled(
        [
            (through_prism, "NO_PATH_MATCHED_ERROR"),
            (express, "Unexpected + at index"),
            (openapi_core, "PathNotFound"),
        ],
        [(express, "Unexpected + at index")],
    ),
)
def test_a_path_with_a_dot_segment_is_not_found(
    tmp_path: Path,
    echo: str,
    proxy: Callable[[Path, str, Path], AbstractContextManager[str]],
    message: str,
) -> None:
    log = tmp_path / "log"
    with proxy(document_file("dots.yaml", tmp_path), echo, log) as address:
        reply = httpx2.get(f"{address}/query+links/../api.php", timeout=60)
    logged = log.read_text(encoding="utf-8") if log.exists() else ""
    assert message in reply.text + logged
