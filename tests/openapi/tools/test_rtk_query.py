"""The faults of RTK Query that the guide tells are still there, and what it says against them helps; `make test-all` looks for them."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from specloom.cli.app import main
from tests.guides.test_guides import block
from tests.http_server import LocalServer, QuietHandler
from tests.node import NODE, npm_install

from .installed import MODULES, ROOT, run
from .table import GUIDE

pytestmark = pytest.mark.exhaustive
PACKAGES = (
    *("@rtk-query/codegen-openapi@2.2.0", "@reduxjs/toolkit@2.15.0"),
    *("react@19.3.1", "react-redux@9.3.1", "@types/react@19.3.3"),
)
PLAIN = """\
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";

const send = fetchBaseQuery({ baseUrl: "https://seller.example.org" });

export const emptySplitApi = createApi({ baseQuery: send, endpoints: () => ({}) });
"""
CALL = """\
import { configureStore } from "@reduxjs/toolkit";
import { emptySplitApi } from "./emptyApi";
import { api } from "./generated";

const store = configureStore({
  reducer: { [emptySplitApi.reducerPath]: emptySplitApi.reducer },
  middleware: (middleware) => middleware().concat(emptySplitApi.middleware),
});
const call = api.endpoints.purchasesValidate.initiate({ body: { code: "ABC", key: "k" } } as never);
store.dispatch(call).then((reply) => console.log(JSON.stringify(reply)));
"""
OPTIONS = ("--strict", "--skipLibCheck", "--target", "es2022")
CHECKED = (*OPTIONS, "--noEmit", "--module", "esnext", "--moduleResolution", "bundler")
BUILT = (*OPTIONS, "--outDir", "out", "--module", "commonjs", "--moduleResolution", "node10")
"""As modules that Node.js finds without the ends of their names, as the generator writes them."""


class Echo(QuietHandler):
    """Answers with the media type and the body of a request."""

    def serve(self) -> None:
        request = {"type": self.headers["Content-Type"], "body": self.received().decode()}
        self.answer(json.dumps(request).encode(), headers={"Content-Type": "application/json"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with RTK Query in it."""
    folder = tmp_path_factory.mktemp("rtk")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', "utf-8")
    assert npm_install(folder, *PACKAGES) == 0
    return folder


@pytest.fixture
def echo() -> Iterator[str]:
    with LocalServer(Echo) as server:
        yield server.url


def generate(folder: Path, document: str) -> None:
    """Write `generated.ts` from a document."""
    (folder / "document.json").write_text(document, "utf-8")
    config = {
        "schemaFile": "./document.json",
        "apiFile": "./emptyApi.ts",
        "apiImport": "emptySplitApi",
        "outputFile": "./generated.ts",
        "exportName": "api",
        "hooks": False,
    }
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    script = folder / "node_modules/@rtk-query/codegen-openapi/lib/bin/cli.mjs"
    run(NODE, script, "config.json", folder=folder)


def type_errors(folder: Path) -> list[str]:
    """Messages of TypeScript about `generated.ts`."""
    compiler = MODULES / "typescript/bin/tsc"
    command = [str(NODE), str(compiler), *CHECKED, "generated.ts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return re.findall(r"error TS\d+: .*", done.stdout)


@pytest.mark.promise(
    "makes types of `wiki.actions` that TypeScript refuses in 17 places",
    "Print the document without these actions, and all of it compiles",
)
def test_some_actions_make_types_that_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "emptyApi.ts").write_text(PLAIN, "utf-8")
    monkeypatch.chdir(ROOT)
    command = block(GUIDE, "sh", "specloom openapi --api wiki --actions --json")
    arguments = shlex.split(command.replace("\\\n", " ").partition(">")[0])[1:]
    for options, count in ((arguments[: arguments.index("--exclude")], 17), (arguments, 0)):
        assert main(options) == 0
        generate(folder, capsys.readouterr().out)
        assert len(type_errors(folder)) == count


@pytest.mark.promise("`fetchBaseQuery` sends a form as JSON", "Turn bodies into forms")
def test_forms_are_sent_as_json_unless_they_are_turned_into_forms(folder: Path, echo: str) -> None:
    guide = block(GUIDE, "ts", "// emptyApi.ts\n")
    for text, media in (
        (PLAIN, "application/json"),
        (guide, "application/x-www-form-urlencoded"),
    ):
        empty = text.replace("https://seller.example.org", echo)
        assert empty != text
        (folder / "emptyApi.ts").write_text(empty, "utf-8")
        generate(folder, (ROOT / "generated/openapi/seller.openapi.json").read_text("utf-8"))
        (folder / "call.ts").write_text(CALL, "utf-8")
        compiler = MODULES / "typescript/bin/tsc"
        run(NODE, compiler, *BUILT, "call.ts", folder=folder)
        (folder / "out/package.json").write_text('{"type": "commonjs"}', "utf-8")
        reply = json.loads(run(NODE, "out/call.js", folder=folder))
        assert reply["data"]["type"].startswith(media), reply
