"""Uses the wiki's client as a program would, with a wiki in memory, and prints what came."""

import asyncio
import json
import sys

import wiki_query
from wiki_query import AllPages, AsyncClient, Client, Info, Links, ParameterError
from wiki_query._runtime.mediawiki.modules.catalogue import module_classes
from wiki_query._runtime.mediawiki.modules.module import fields_of
from wiki_query.testing import FakeWiki

LISTED = {"query": {"allpages": [{"pageid": 1, "ns": 0, "title": "A"}]}}
PAGE = {"pageid": 1, "ns": 0, "title": "A", "links": [{"ns": 0, "title": "B"}], "length": 5}


def wiki() -> FakeWiki:
    fake = FakeWiki()
    fake.add({**LISTED, "continue": {"apcontinue": "B", "continue": "-||"}}, list="allpages")
    following = {"query": {"allpages": [{"pageid": 2, "ns": 0, "title": "B"}]}}
    fake.add(following, list="allpages", apcontinue="B")
    fake.add({"query": {"pages": [PAGE]}}, prop="info|links")
    return fake


def use() -> list[object]:
    with wiki().client(Client) as client:
        titles = [page["title"] for page in client.list(AllPages(prefix="A", minsize=1))]
        page = client.page("A", Info(prop=["url"]), Links(namespace=[0]))
        return [titles, page[Links], page[Info]["length"]]


async def use_async() -> list[object]:
    async with wiki().client(AsyncClient) as client:
        titles = [page["title"] async for page in client.list(AllPages(prefix="A"))]
        page = await client.page("A", Info(), Links())
        return [titles, page[Links], page[Info]["length"]]


def refused() -> str | None:
    try:
        AllPages(filterredir="redirect")  # type: ignore[arg-type]  # misspelt
    except ParameterError as error:
        return error.code
    return None


print(
    json.dumps(
        {
            "python": sys.version.split()[0],
            "optimization": sys.flags.optimize,
            "client": use(),
            "asynchronous": asyncio.run(use_async()),
            "refused": refused(),
            "parameters": {
                name: list(fields_of(module))
                for name, module in module_classes(wiki_query.__name__).items()
            },
        }
    )
)
