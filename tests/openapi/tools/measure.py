"""Measures every tool with every document, and writes what was found beside this file and into the guide.

`python -m tests.openapi.tools.measure`, which `make tools` calls, takes some minutes. It takes names of documents, too,
and then keeps what was measured of the others.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
from seller_platform.testing import Sandbox

from tests.clients.seller.conftest import Server
from tests.mediawiki.seed import seed, seed_large_ids
from tests.mediawiki.server import install, missing, serve, stop
from tests.openapi.conftest import described
from tests.openapi.live.requests import administrator
from tests.openapi.reading import Object, operations

from .calls import ACTIONS, WikiRequest, requests_of_wiki
from .documents import PROFILES, printed, shape
from .fronts import core_rules
from .generators import GENERATORS, Generator, Served, seller, wiki_as, wrong, wrong_of_made
from .prism import prism
from .sizes import SIZES
from .table import BEHIND_RULES, FAILS, RESULTS, SLICES, Results, beside, in_guide, read, write
from .validators import express, openapi_core

SLICED = ("links", "allpages", "siteinfo")
CHANGES = "wiki.actions"
"""The document whose calls change the wiki, and so the answers to others: it is last."""
Found = dict[str, str]
"""Operation → what was wrong with its answer."""


@dataclass(frozen=True)
class Servers:
    """Servers, requests and documents of a measurement."""

    sandbox: str
    wiki: str
    admin: httpx2.Client
    requests: list[WikiRequest]
    documents: dict[str, str]
    """The texts of all documents, by name."""

    def serving(self, document: Object, front: str | None = None) -> Served:
        """The API of a document, perhaps behind another server."""
        if "/api.php" not in str(document["paths"].keys()):
            return seller(self.sandbox)
        requests = [] if document["info"]["title"].endswith(": actions") else self.requests
        return wiki_as(document, front or self.wiki, self.admin, requests)


@contextmanager
def servers(documents: dict[str, str]) -> Iterator[Servers]:
    """The sandbox and a wiki with data."""
    lacking = missing()
    if lacking is not None:
        sys.exit(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    (api,) = [api for api in described().apis if api.id == "wiki"]
    with TemporaryDirectory() as folder, Sandbox() as sandbox, Server(sandbox) as address:
        wiki = install(Path(folder) / "wiki")
        process = serve(wiki)
        try:
            seed(wiki)
            seed_large_ids(wiki)
            with administrator(wiki) as admin:
                requests = requests_of_wiki(api, admin, wiki.api_url)
                _assert_large_ids(requests)
                yield Servers(address, wiki.url, admin, requests, documents)
        finally:
            stop(process)


def _assert_large_ids(requests: Sequence[WikiRequest]) -> None:
    replies = json.dumps([query.reply for query in requests])
    for name in ("pageid", "revid", "userid"):
        ids = map(int, re.findall(rf'"{name}": ([0-9]+)', replies))
        assert max(ids) > 2**31, f"every {name} of the wiki fits into 32 bits"


def generated(generator: Generator, name: str, file: Path, running: Servers, row: Any) -> None:
    """Put what one generator makes of one document to the results."""
    document = json.loads(file.read_text(encoding="utf-8"))
    with TemporaryDirectory() as place:
        folder = Path(place)
        result(row, name, partial(wrong, generator, folder, file, running.serving(document)))
        if name != "wiki.codegen":
            return
        if generator.name in SIZES:
            size = SIZES[generator.name](folder / "client")
            (categories,) = [
                counts
                for operation, counts in size.arguments.items()
                if operation.replace("_", "").lower() == "listallcategories"
            ]
            total, least = (sum(column) for column in zip(*size.arguments.values(), strict=True))
            count = len(size.arguments)
            row["size"] = {
                "models": size.models,
                "arguments": [round(total / count, 1), round(least / count, 1)],
                "listAllCategories": list(categories),
            }
        if generator.is_called:
            with core_rules(running.wiki) as front:
                served = running.serving(document, front)
                behind = partial(wrong_of_made, generator, folder, file, served)
                result(row, BEHIND_RULES, behind)


def sliced(generator: Generator, running: Servers, row: Any) -> None:
    """Put what one generator makes of slices, which stand on the true path, to the results."""
    measured_slices: Found = {}
    with TemporaryDirectory() as place, core_rules(running.wiki) as front:
        for module in SLICED:
            text = running.documents[module]
            folder = Path(place) / module
            folder.mkdir()
            file = folder / "slice.json"
            file.write_text(text, encoding="utf-8")
            served = running.serving(json.loads(text), front)
            measured_slices |= {
                f"{module} {key}": value
                for key, value in wrong(generator, folder, file, served).items()
            }
    result(row, SLICES, lambda: measured_slices)


def result(row: Any, name: str, measured: Callable[[], Found]) -> None:
    """Put one cell of the table to the results."""
    try:
        misfits = measured()
    except AssertionError as error:
        row["right"][name] = FAILS
        row["wrong"][name] = _reason(error)
        print(f"{row['name']}, {name}: fails", flush=True)
        return
    totals = {SLICES: 3, CHANGES: len(ACTIONS)}
    total = totals.get(name, 4 if name.startswith("seller") else 62)
    row["right"][name] = total - len(misfits)
    if misfits:
        first, reply = next(iter(misfits.items()))
        row["wrong"][name] = f"{first}: {reply}"[:300]
    print(f"{row['name']}, {name}: {row['right'][name]} of {total}", flush=True)


def _reason(error: AssertionError) -> str:
    """The first line about an error, without the folder that the file is in."""
    lines = str(error).splitlines()
    reason = next((line for line in lines if "rror" in line), lines[0])
    return re.sub(r"/\S+/(\w+\.java:)", r"\1", reason)[:300]


Proxy = Callable[[Path, str, Path], AbstractContextManager[str]]


@contextmanager
def prism_as_proxy(document: Path, upstream: str, _: Path) -> Iterator[str]:
    with prism("proxy", document, upstream, "--errors") as address:
        yield address


VALIDATORS: dict[str, Proxy] = {
    "Prism as a proxy": prism_as_proxy,
    "express-openapi-validator": express,
    "openapi-core": openapi_core,
}


def validated(proxy: Proxy, name: str, file: Path, running: Servers, row: Any) -> None:
    """Put what comes through one validator to the results."""
    with TemporaryDirectory() as place:
        of_wiki = name == "wiki"
        upstream = running.wiki if of_wiki else running.sandbox
        with proxy(file, upstream, Path(place) / "log") as address:
            plain = through_wiki(address, running) if of_wiki else through_seller(address, running)
            result(row, name, lambda: dict(plain))


def through_wiki(address: str, running: Servers) -> Iterator[tuple[str, str]]:
    """The modules that are not answered as without what is between."""
    calls = running.serving(json.loads(running.documents["wiki.codegen"])).calls
    for request, call in zip(running.requests, calls, strict=True):
        reply = running.admin.get(f"{address}/api.php", params=request.wire)
        if reply.status_code != 200 or not call.is_answered_by(reply.json()):
            yield request.module, reply.text[:300]


def through_seller(address: str, running: Servers) -> Iterator[tuple[str, str]]:
    """Misfits of the replies to operations of the sandbox."""
    document = json.loads(running.documents["seller"])
    places = {
        operation_object["operationId"]: (path, method)
        for path, method, operation_object in operations(document)
    }
    for call in running.serving(document).calls:
        path, method = places[call.operation]
        if method == "get":
            reply = httpx2.get(address + path, params=call.arguments, timeout=60)
        else:
            reply = httpx2.post(address + path, data=call.arguments, timeout=60)
        if reply.status_code != 200 or not call.is_answered_by(reply.json()):
            yield call.operation, reply.text[:300]


def measured(folder: Path, names: Sequence[str]) -> Results:
    """These documents with every tool, two at a time."""
    texts = {name: printed(*options, "--json") for name, options in PROFILES.items()}
    slices = {
        module: printed("--api", "wiki", "--modules", module, "--lean", "--json")
        for module in SLICED
    }
    files: dict[str, Path] = {}
    for number, (name, text) in enumerate(texts.items()):
        files[name] = folder / f"{number}.json"
        files[name].write_text(text, encoding="utf-8")
    tools: list[dict[str, Any]] = [
        {"name": name, "right": {}, "wrong": {}}
        for name in (*(generator.name for generator in GENERATORS), *VALIDATORS)
    ]
    rows = {tool["name"]: tool for tool in tools}
    with servers(texts | slices) as running, ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(generated, generator, name, file, running, rows[generator.name])
            for generator in GENERATORS
            for name, file in files.items()
            if name in names and name not in ("wiki", CHANGES)
        ]
        jobs += [
            pool.submit(validated, proxy, name, files[name], running, rows[validator])
            for validator, proxy in VALIDATORS.items()
            for name in ("wiki", "seller")
            if name in names
        ]
        for job in jobs:
            job.result()
        for generator in GENERATORS:
            if rows[generator.name]["right"].get(BEHIND_RULES, 62) != 62:
                sliced(generator, running, rows[generator.name])
        last = [
            pool.submit(
                generated, generator, CHANGES, files[CHANGES], running, rows[generator.name]
            )
            for generator in GENERATORS
            if CHANGES in names
        ]
        for job in last:
            job.result()
    documents = {
        name: {
            "version": json.loads(text)["info"]["version"],
            "shape": shape(json.loads(text)),
            "kilobytes": round(len(text.encode()) / 1000),
        }
        for name, text in texts.items()
        if name in names
    }
    return {"documents": documents, "tools": tools}


def main(names: Sequence[str]) -> None:
    """Measure these documents, or all; what was measured of others stays."""
    with TemporaryDirectory() as folder:
        try:
            results = measured(Path(folder), names or [*PROFILES])
        except pytest.skip.Exception as missing:
            sys.exit(str(missing))
    if names:
        results = beside(read(), results)
    RESULTS.write_text(write(results), encoding="utf-8")
    in_guide(results)


if __name__ == "__main__":
    main(sys.argv[1:])
