"""Clients that other people's generators make of a document: generated, compiled strictly, and called."""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from tests.openapi.live.requests import cookies
from tests.openapi.reading import Object, operations, parameters

from .calls import Called, WikiRequest, of_actions, of_seller, of_wiki
from .installed import MODULES, TOOLS, program, run, tool

DRIVERS = Path(__file__).parent / "drivers"


@dataclass(frozen=True)
class Served:
    """Address of a document's API, with the calls to make."""

    address: str
    headers: Mapping[str, str]
    calls: list[Called]


def seller(address: str) -> Served:
    """The seller's sandbox at an address."""
    return Served(address, {}, list(of_seller(address)))


def wiki_as(
    document: Object, url: str, admin: httpx2.Client, requests: list[WikiRequest]
) -> Served:
    """A wiki at an address, asked by the operations of a document as its administrator; some actions if nothing else."""
    calls = of_wiki(document, requests) if requests else of_actions(document, url, admin)
    return Served(url, {"Cookie": cookies(admin)}, list(calls))


@dataclass(frozen=True)
class Generator:
    """A tool that makes a client, and how that is made and called."""

    name: str
    make: Callable[[Path, Path], None]
    """Generates of a document, into a folder, and compiles."""
    call: Callable[[Path, Path], str]
    """Calls what is in a folder as a file tells; what it prints ends in a line with the replies."""
    is_called: bool = True
    """True if it sends requests; models only read."""


def wrong(generator: Generator, folder: Path, file: Path, served: Served) -> dict[str, str]:
    """The operations that a client of a document does not have answered as a plain request is, and what it had."""
    generator.make(folder, file)
    return wrong_of_made(generator, folder, file, served)


def wrong_of_made(generator: Generator, folder: Path, file: Path, served: Served) -> dict[str, str]:
    """Misfits of the replies to a client that is already generated."""
    replies = call_results(generator, folder, json.loads(file.read_text(encoding="utf-8")), served)
    return {
        call.operation: str(reply)[:600]
        for call, reply in zip(served.calls, replies, strict=True)
        if reply.get("status") != 200 or not call.is_answered_by(reply["body"])
    }


def call_results(
    generator: Generator, folder: Path, document: Object, served: Served
) -> list[dict[str, Any]]:
    """The replies that the client in a folder has."""
    places = {
        operation_object["operationId"]: (path, method)
        for path, method, operation_object in operations(document)
    }
    in_address = {
        operation_object["operationId"]: (
            parameters(document, operation_object).keys() if method == "post" else ()
        )
        for _, method, operation_object in operations(document)
    }
    task = {
        "base": served.address,
        "headers": dict(served.headers),
        "calls": [
            {
                "operation": call.operation,
                "path": places[call.operation][0],
                "method": places[call.operation][1],
                "query": {
                    name: value
                    for name, value in call.arguments.items()
                    if name in in_address[call.operation]
                },
                "arguments": {
                    name: value
                    for name, value in call.arguments.items()
                    if name not in in_address[call.operation]
                },
                "expected": call.expected,
                "model": model_of(document, call.operation),
            }
            for call in served.calls
        ],
    }
    calls = folder / "calls.json"
    calls.write_text(json.dumps(task), encoding="utf-8")
    replies: list[dict[str, Any]] = json.loads(generator.call(folder, calls).splitlines()[-1])
    return replies


def model_of(document: Object, operation: str) -> str:
    """The name of the schema of an operation's success."""
    (described,) = [
        described
        for _, _, described in operations(document)
        if described["operationId"] == operation
    ]
    schema = described["responses"]["200"]["content"]["application/json"]["schema"]
    choices: dict[str, str] = schema.get("discriminator", {}).get("mapping", {})
    reference: str = choices.get("success") or schema.get("$ref", "")
    return reference.rpartition("/")[2]


def python_client(folder: Path, document: Path) -> None:
    """It warns of an operation whose answer is not JSON, and of nothing else."""
    output = run(
        *(tool("python/bin/openapi-python-client"), "generate", "--path", document),
        *("--meta", "none", "--output-path", folder / "client"),
        folder=folder,
        environment={"PATH": f"{TOOLS}/python/bin:/usr/bin:/bin"},
    )
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]
    for warned in re.findall(r"WARNING.*", output):
        (path,) = re.findall(r"WARNING parsing GET (\S+) ", warned)
        assert "application/json" not in paths[path]["get"]["responses"]["200"]["content"], warned


JAVA = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""For runs of seconds, half of which would go into compiling themselves better."""


def openapi_generator(folder: Path, document: Path, kind: str, *options: str) -> None:
    program("java")
    run(
        *(tool("python/bin/openapi-generator-cli"), "generate", "-i", document, "-g", kind),
        *("-o", "client/fetch" if kind == "typescript-fetch" else "client", *options),
        folder=folder,
        environment=JAVA,
    )


def generator_python(folder: Path, document: Path) -> None:
    openapi_generator(folder, document, "python")


def in_python(driver: str) -> Callable[[Path, Path], str]:
    """A function that calls a client in Python."""
    return lambda folder, calls: run(
        tool("python/bin/python"), DRIVERS / driver, folder / "client", calls, folder=folder
    )


GO = {
    "CGO_ENABLED": "0",
    "GOFLAGS": "-mod=mod -trimpath",  # what was compiled in another folder is found again
    "GOPROXY": "off",
    "GOCACHE": str(TOOLS / "go"),
}
"""Without any module but those of Go itself, and without a C compiler."""


def generator_go(folder: Path, document: Path) -> None:
    options = "enumClassPrefix=true,useOneOfDiscriminatorLookup=true"
    go = program("go")
    openapi_generator(folder, document, "go", "--additional-properties", options)
    client = folder / "client"
    (client / "driver").mkdir()
    shutil.copy(DRIVERS / "client.go", client / "driver" / "main.go")
    run(go, "vet", ".", "./driver", folder=client, environment=GO)
    run(go, "build", "-o", folder / "driver", "./driver", folder=client, environment=GO)


def in_go(folder: Path, calls: Path) -> str:
    return run(folder / "driver", calls, folder=folder)


def java(*words: str | Path, folder: Path) -> str:
    """Run Java with the libraries that generated clients need, which the generator itself has."""
    jar = next(TOOLS.glob("python/lib/*/site-packages/openapi_generator_cli/*.jar"), "no.jar")
    environment = {**JAVA, "CLASSPATH": f"classes{os.pathsep}{jar}"}
    return run(program("java"), *words, folder=folder, environment=environment)


def generator_java(folder: Path, document: Path) -> None:
    """Compiled by the compiler that Java runtimes have, too."""
    options = "openApiNullable=false,useSingleRequestParameter=true"
    library = ("--library", "native", "--additional-properties", options)
    openapi_generator(folder, document, "java", *library)
    places = (folder / "client/src/main/java", DRIVERS / "java")
    sources = folder / "sources"
    sources.write_text("\n".join(str(file) for place in places for file in place.rglob("*.java")))
    compiler = ("--module", "jdk.compiler/com.sun.tools.javac.Main", "-nowarn")
    java(*compiler, "-d", "classes", f"@{sources}", folder=folder)


def in_java(folder: Path, calls: Path) -> str:
    return java("Caller", "classes", calls, folder=folder)


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
    "include": ["client"],
}
ORVAL = 'export default { api: { input: "%s", output: { target: "./client/orval.ts", client: "fetch" } } };'


def in_typescript(
    make: Callable[[Path, Path], None], kind: str
) -> tuple[Callable[[Path, Path], None], Callable[[Path, Path], str]]:
    """Functions that make, compile and call a client in TypeScript."""

    def compiled(folder: Path, document: Path) -> None:
        (folder / "client").mkdir()
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        (folder / "tsconfig.json").write_text(json.dumps(TSCONFIG), encoding="utf-8")
        (folder / "node_modules").symlink_to(MODULES)
        shutil.copy(DRIVERS / "fetch.ts", folder / "client")
        make(folder, document)
        run(tool("npm/node_modules/.bin/tsc"), "--project", "tsconfig.json", folder=folder)

    def call(folder: Path, calls: Path) -> str:
        return run("node", folder / "out" / "fetch.js", kind, calls, folder=folder)

    return compiled, call


def openapi_fetch(folder: Path, document: Path) -> None:
    types = folder / "client" / "schema.ts"
    typescript = tool("npm/node_modules/.bin/openapi-typescript")
    run(typescript, document, "-o", types, folder=folder)


def orval(folder: Path, document: Path) -> None:
    (folder / "orval.config.mjs").write_text(ORVAL % document, encoding="utf-8")
    run(tool("npm/node_modules/.bin/orval"), "--config", "orval.config.mjs", folder=folder)


HEY_API = (
    'export default { input: "%s", output: { path: "client/hey", module: { extension: ".js" } },'
    ' plugins: ["@hey-api/client-fetch"] };'
)


def hey_api(folder: Path, document: Path) -> None:
    (folder / "hey.config.mjs").write_text(HEY_API % document, encoding="utf-8")
    program = tool("npm/node_modules/.bin/openapi-ts")
    run(program, "--file", folder / "hey.config.mjs", folder=folder)


def oazapfts(folder: Path, document: Path) -> None:
    program = tool("npm/node_modules/.bin/oazapfts")
    run(program, document, "client/oazapfts.ts", "--argumentStyle=object", folder=folder)


def typescript_fetch(folder: Path, document: Path) -> None:
    option = "importFileExtension=.js"
    openapi_generator(folder, document, "typescript-fetch", "--additional-properties", option)


def models(folder: Path, document: Path) -> None:
    """Models of replies; they call nothing."""
    (folder / "client").mkdir()
    run(
        *(tool("python/bin/datamodel-codegen"), "--input", document),
        *("--input-file-type", "openapi", "--output", folder / "client" / "models.py"),
        *("--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--disable-timestamp"),
        folder=folder,
    )


POSTMAN = {
    "folderStrategy": "Tags",
    "enableOptionalParameters": False,
    "parametersResolution": "Example",
}


def collection(folder: Path, document: Path) -> None:
    """A Postman collection, in which what is required is chosen."""
    (folder / "options.json").write_text(json.dumps(POSTMAN), encoding="utf-8")
    run(
        *(tool("npm/node_modules/.bin/openapi2postmanv2"), "--spec", document),
        *("--options-config", "options.json", "--output", "postman_collection.json"),
        folder=folder,
    )


def in_newman(folder: Path, calls: Path) -> str:
    modules = {"NODE_PATH": str(MODULES)}
    program = ("node", DRIVERS / "newman.cjs", folder / "postman_collection.json", calls)
    return run(*program, folder=folder, environment=modules)


GENERATORS = [
    Generator("openapi-python-client", python_client, in_python("openapi_python_client.py")),
    Generator(
        "openapi-generator python", generator_python, in_python("openapi_generator_python.py")
    ),
    Generator(
        "openapi-generator typescript-fetch", *in_typescript(typescript_fetch, "openapiGenerator")
    ),
    Generator("openapi-generator go", generator_go, in_go),
    Generator("openapi-generator java", generator_java, in_java),
    Generator("openapi-typescript, openapi-fetch", *in_typescript(openapi_fetch, "openapiFetch")),
    Generator("@hey-api/openapi-ts", *in_typescript(hey_api, "heyApi")),
    Generator("oazapfts", *in_typescript(oazapfts, "oazapfts")),
    Generator("orval", *in_typescript(orval, "orval")),
    Generator(
        "datamodel-code-generator",
        models,
        in_python("datamodel_code_generator.py"),
        is_called=False,
    ),
    Generator("openapi-to-postmanv2, Newman", collection, in_newman),
]
BY_NAME = {generator.name: generator for generator in GENERATORS}
