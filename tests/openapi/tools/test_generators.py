"""Clients that code generators make of the documents: generated, compiled strictly, and called."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.openapi.reading import operations

from .calls import Called
from .conftest import DOCUMENTS, committed
from .installed import TOOLS, run, tool

HERE = Path(__file__).parent
DRIVERS = HERE / "drivers"
Server = Callable[[str], tuple[str, dict[str, str], list[Called]]]
Replies = list[dict[str, Any]]
each_document = pytest.mark.parametrize("stem", ["seller", "wiki.codegen"])


def file_of(stem: str) -> Path:
    return DOCUMENTS / f"{stem}.openapi.json"


def asked(folder: Path, stem: str, server: Server) -> tuple[Path, list[Called]]:
    """The file that tells a driver what to call, and the calls."""
    base, headers, calls = server(stem)
    places = {
        told["operationId"]: (path, method) for path, method, told in operations(committed(stem))
    }
    told = {
        "base": base,
        "headers": headers,
        "calls": [
            {
                "operation": call.operation,
                "path": places[call.operation][0],
                "method": places[call.operation][1],
                "arguments": call.arguments,
            }
            for call in calls
        ],
    }
    file = folder / "calls.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    return file, calls


def assert_right(calls: list[Called], printed: str) -> None:
    """Every call had the answer that a plain request has."""
    replies: Replies = json.loads(printed.splitlines()[-1])
    wrong = {
        call.operation: str(reply)[:600]
        for call, reply in zip(calls, replies, strict=True)
        if reply.get("status") != 200 or not call.is_answered_by(reply["body"])
    }
    assert wrong == {}


@each_document
def test_openapi_python_client(tmp_path: Path, stem: str, server_of: Server) -> None:
    python = tool("python/bin/python")
    run(
        tool("python/bin/openapi-python-client"),
        *(
            "generate",
            "--path",
            file_of(stem),
            "--meta",
            "none",
            "--output-path",
            tmp_path / "client",
        ),
        *("--fail-on-warning",),
        folder=tmp_path,
        environment={"PATH": f"{TOOLS}/python/bin:/usr/bin:/bin"},
    )
    file, calls = asked(tmp_path, stem, server_of)
    driver = DRIVERS / "openapi_python_client.py"
    assert_right(calls, run(python, driver, tmp_path / "client", file, folder=tmp_path))


@each_document
def test_openapi_generator_for_python(tmp_path: Path, stem: str, server_of: Server) -> None:
    python = tool("python/bin/python")
    generator = tool("python/bin/openapi-generator-cli")
    run(generator, "generate", "-i", file_of(stem), "-g", "python", "-o", "client", folder=tmp_path)
    file, calls = asked(tmp_path, stem, server_of)
    driver = DRIVERS / "openapi_generator_python.py"
    assert_right(calls, run(python, driver, tmp_path / "client", file, folder=tmp_path))


TSCONFIG = {
    "compilerOptions": {
        "strict": True,
        "target": "ES2022",
        "module": "ESNext",
        "moduleResolution": "Bundler",
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "types": ["node"],
        "outDir": "out",
        "skipLibCheck": True,
    },
    "include": ["source"],
}
ORVAL = 'export default { api: { input: "%s", output: { target: "./source/orval.ts", client: "fetch" } } };'


def openapi_fetch(folder: Path, document: Path) -> None:
    types = folder / "source" / "schema.ts"
    run(
        tool("typescript/node_modules/.bin/openapi-typescript"),
        document,
        "-o",
        types,
        folder=folder,
    )


def orval(folder: Path, document: Path) -> None:
    (folder / "orval.config.mjs").write_text(ORVAL % document, encoding="utf-8")
    run(tool("typescript/node_modules/.bin/orval"), "--config", "orval.config.mjs", folder=folder)


def openapi_generator(folder: Path, document: Path) -> None:
    generator = tool("python/bin/openapi-generator-cli")
    source = folder / "source" / "fetch"
    run(
        *(generator, "generate", "-i", document, "-g", "typescript-fetch", "-o", source),
        *("--additional-properties", "importFileExtension=.js"),
        folder=folder,
    )


@each_document
@pytest.mark.parametrize(
    ("kind", "generate"),
    [("openapiFetch", openapi_fetch), ("orval", orval), ("openapiGenerator", openapi_generator)],
    ids=["openapi-fetch", "orval", "openapi-generator-typescript-fetch"],
)
def test_clients_in_typescript(
    tmp_path: Path, stem: str, kind: str, generate: Callable[[Path, Path], None], server_of: Server
) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps(TSCONFIG), encoding="utf-8")
    (tmp_path / "node_modules").symlink_to(TOOLS / "typescript" / "node_modules")
    shutil.copy(DRIVERS / "fetch.ts", tmp_path / "source")
    generate(tmp_path, file_of(stem))
    run(tool("typescript/node_modules/.bin/tsc"), "--project", "tsconfig.json", folder=tmp_path)
    file, calls = asked(tmp_path, stem, server_of)
    assert_right(calls, run("node", tmp_path / "out" / "fetch.js", kind, file, folder=tmp_path))


MODELS = """
import json, sys
import models
for name, reply in json.load(open(sys.argv[1])):
    getattr(models, name).model_validate(reply)
"""


@each_document
def test_models_of_datamodel_code_generator_take_every_reply(
    tmp_path: Path, stem: str, server_of: Server
) -> None:
    run(
        tool("python/bin/datamodel-codegen"),
        *(
            "--input",
            file_of(stem),
            "--input-file-type",
            "openapi",
            "--output",
            tmp_path / "models.py",
        ),
        *("--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--disable-timestamp"),
        folder=tmp_path,
    )
    told = {told["operationId"]: told for _, _, told in operations(committed(stem))}
    _, _, calls = server_of(stem)
    replies: list[tuple[str, Any]] = []
    for call in calls:
        schema = told[call.operation]["responses"]["200"]["content"]["application/json"]["schema"]
        reference = schema.get("$ref") or schema["discriminator"]["mapping"]["success"]
        replies.append((reference.rpartition("/")[2], call.expected))
    (tmp_path / "replies.json").write_text(json.dumps(replies), encoding="utf-8")
    (tmp_path / "validate.py").write_text(MODELS, encoding="utf-8")
    run(tool("python/bin/python"), "validate.py", "replies.json", folder=tmp_path)
