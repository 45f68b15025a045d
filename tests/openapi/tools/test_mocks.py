"""Mock servers that are fed with the documents: the project's own clients get the recorded examples from them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import seller_platform
import wiki_query
from seller_platform import Client as SellerClient

from specloom.model.structs import Api, Example, Operation, fitting_example
from specloom.naming.mediawiki import WikiNames, wiki_names
from tests.clients.wiki.either import Sync
from tests.clients.wiki.live.calls import parts_of
from tests.sampling import sampled

from .documents import DOCUMENTS, printed
from .prism import prism

FIXED = {"action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext"}


def replies_of(wiki: Sync, names: WikiNames, operation: Operation, example: Example) -> list[Any]:
    """Values that the client returns for an example's request."""
    wire_names = names.arguments_of(operation)
    arguments = {
        wire_names[name]: value for name, value in example.arguments.items() if name != "limit"
    }
    make: Any = getattr(wiki_query, str(operation.module.class_name))
    module = make(**arguments)
    assert operation.result is not None
    answer: Any
    if operation.group == "list":
        answer = wiki.list(module, max_items=example.arguments.get("limit"))
    elif operation.group == "meta" or operation.result.where == "query":
        answer = wiki.query(module)
    else:
        answer = wiki.pages(module, **example.shared)
    return parts_of(module, answer)


def recorded(names: WikiNames, operation: Operation, example: Example) -> list[Any]:
    """Values that the client returns if the recorded reply itself is the answer."""
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=example.reply))
    wiki = Sync("https://wiki.example.org/w/api.php", transport=transport)
    replies = replies_of(wiki, names, operation, example)
    wiki.close()
    return replies


@pytest.mark.exhaustive  # each run asks for a slice of one
@pytest.mark.promise(
    "the examples there have the names of the modules",
    "the project's own clients return what was recorded, for all 62 modules and all four operations",
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_wikis_client_is_answered_by_every_module(wiki: Api) -> None:
    """With `Prefer`, a mock of the plain document returns a module's example."""
    answered, names = 0, wiki_names(wiki)
    with prism("mock", DOCUMENTS / "wiki.openapi.json") as address:
        for operation in wiki.operations:
            example = fitting_example(operation)
            assert example is not None
            client = Sync(f"{address}/api.php", headers={"Prefer": f"example={operation.id}"})
            replies = replies_of(client, names, operation, example)
            client.close()
            assert replies == recorded(names, operation, example), operation.id
            assert replies, operation.id
            answered += 1
    assert answered == 62


def sliced(module: str, folder: Path) -> Path:
    """The document of one module."""
    document = folder / "slice.yaml"
    document.write_text(printed("--api", "wiki", "--modules", module), encoding="utf-8")
    return document


@pytest.mark.promise("In a slice of one module, there is nothing to choose")
@pytest.mark.parametrize("module", sampled(["categorymembers", "links", "siteinfo"], ["links"]))
def test_a_slice_of_one_module_needs_no_preference(wiki: Api, module: str, tmp_path: Path) -> None:
    (operation,) = [known for known in wiki.operations if known.id == module]
    example, names = fitting_example(operation), wiki_names(wiki)
    assert example is not None
    with prism("mock", sliced(module, tmp_path)) as address:
        client = Sync(f"{address}/api.php")
        assert replies_of(client, names, operation, example) == recorded(names, operation, example)
        client.close()


@pytest.mark.promise("invents replies from the schemas instead")
@pytest.mark.parametrize("module", sampled(["info", "search", None], ["info"]))
def test_a_mock_can_make_replies_up(module: str | None, tmp_path: Path) -> None:
    """Of all modules, and of two that have lists of messages or pages as values of a map."""
    document = DOCUMENTS / "wiki.openapi.json"
    if module is not None:
        document = sliced(module, tmp_path)
    with prism("mock", document, "--dynamic", "--seed", "1") as address:
        request_parameters = (
            {**FIXED, "prop": "info"} if module == "info" else {**FIXED, "list": "search"}
        )
        reply = httpx2.get(
            f"{address}/api.php", params={**request_parameters, "srsearch": "A"}, timeout=60
        )
    assert reply.status_code == 200, reply.text
    assert reply.json()["query"]


CALLS: dict[str, Callable[[SellerClient], object]] = {
    "account.details": lambda seller: seller.account.details(),
    "items.list": lambda seller: seller.items.list(),
    "items.get": lambda seller: seller.items.get(202),
    "purchases.validate": lambda seller: seller.purchases.validate("unknown"),
}


@pytest.mark.promise(
    "the project's own clients return what was recorded, for all 62 modules and all four operations"
)
def test_the_sellers_client_is_answered_with_each_error(seller: Api) -> None:
    """The successes come without being asked for: see `test_validators`."""
    with prism("mock", DOCUMENTS / "seller.openapi.json") as address:
        for operation in seller.operations:
            for name in operation.errors:
                headers = {"Prefer": f"example={name}"}
                refused = pytest.raises(getattr(seller_platform, name))
                with SellerClient(address, api_key="any", headers=headers) as client, refused:
                    CALLS[operation.id](client)
