"""A server of tools that FastMCP makes of the profile for agents: how large its list is, and ten questions to the test wiki."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.model.structs import Api
from tests.mediawiki.server import Wiki
from tests.openapi.reading import operations

from .agents import DOCUMENTS, GUIDE, PER_TOKEN, document, report_of, size, tokens

QUESTIONS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("questions.yaml").read_text("utf-8")
)
ALL_TOOLS = ("--agents",)
SHORTEST = "--agents --operations allpages,search,revisions"
MOST_TOKENS = 30_000
"""Of the list of all 62 tools; that of the document for code generators has more than 200,000."""


def value_at(value: Any, path: list[str]) -> Any:
    """The value at a path, where `*` means each item of a list."""
    if not path:
        return value
    first, *rest = path
    if first == "*":
        return [value_at(item, rest) for item in value]
    return value_at(value[int(first)] if isinstance(value, list) else value[first], rest)


@pytest.fixture(scope="module")
def report(unwritten_wiki: Wiki, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The list of all tools, and what they answer to the questions."""
    address = unwritten_wiki.api_url.removesuffix("/api.php")
    return report_of(tmp_path_factory.mktemp("agents"), address, QUESTIONS, *ALL_TOOLS)


@pytest.mark.promise(
    "and an agent reads the whole list of tools before it calls one",
    "the program below hides it from the agent, and FastMCP sends it",
)
def test_ten_questions_are_answered(report: dict[str, Any]) -> None:
    assert len(report["replies"]) == len(QUESTIONS) == 10
    for question, reply in zip(QUESTIONS, report["replies"], strict=True):
        answer = value_at(reply, question["answer"])
        if "has" in question:
            assert set(question["has"]) <= set(answer), question["question"]
        else:
            told_is = sorted(answer) if isinstance(answer, list) else answer
            assert told_is == question["is"], question["question"]


@pytest.mark.promise(
    "`--agents` makes this list short",
    "the program below hides it from the agent, and FastMCP sends it",
)
def test_the_list_of_tools_is_short(wiki: Api, report: dict[str, Any]) -> None:
    assert len(report["tools"]) == len(wiki.operations) == 62
    assert report["characters"] / PER_TOKEN < MOST_TOKENS
    assert "cmtitle" in report["arguments"]
    assert {"list", "prop", "meta", "action", "format"}.isdisjoint(report["arguments"])


@pytest.mark.promise("each by its id, its operationId or its path")
@pytest.mark.parametrize(
    ("options", "tools"),
    [
        (("--tags", "categories"), 4),
        (("--tags", "categories,meta"), 11),
        (("--operations", "listSearch,query+info,allpages"), 3),
        (("--tags", "categories", "--exclude", "allcategories"), 3),
        (("--exclude", "deletedrevs"), 61),
    ],
)
def test_tools_are_chosen_by_tag_path_name_and_exclusion(
    options: tuple[str, ...], tools: int
) -> None:
    """An operation is a tool, as the tests above and below have it of FastMCP itself."""
    described = json.loads(document("--agents", *options))
    assert len([*operations(described)]) == tools


@pytest.mark.promise("Parameters that have one value in every request")
def test_constants_are_no_arguments() -> None:
    described = json.loads(document("--agents"))
    argument_names = {
        parameter.get("name") or parameter["$ref"].rpartition("/")[2]
        for item in described["paths"].values()
        for parameter in item["get"]["parameters"]
    }
    assert argument_names.isdisjoint(described["x-specloom-sent-always"])
    assert described["x-specloom-sent-always"]["action"] == "query"
    assert not [name for name in described["components"]["schemas"] if name.endswith("Reply")]
    assert all(
        "content" not in item["get"]["responses"]["default"] for item in described["paths"].values()
    )


ROW = re.compile(r"^\| `(wiki\.codegen|--agents[^`]*)` \| (\d+) \| ([\d,]+) \|$", re.MULTILINE)


@pytest.mark.promise("The cost of the list of tools")
def test_the_guide_has_the_figures_of_now(
    report: dict[str, Any], tmp_path: Path, exhaustive: bool
) -> None:
    """To a tenth: a sentence more in the description of an API does not make the guide wrong."""
    rows = {
        name: (int(tools), int(count.replace(",", "")))
        for name, tools, count in ROW.findall(GUIDE.read_text("utf-8"))
    }
    assert rows.keys() == DOCUMENTS.keys()
    for name, (tools, count) in rows.items():
        if DOCUMENTS[name] == ALL_TOOLS:
            measured = size(report)
        elif exhaustive or name == SHORTEST:
            measured = tokens(DOCUMENTS[name], tmp_path)
        else:
            continue
        assert measured[0] == tools, name
        assert measured[1] == pytest.approx(count, rel=0.1), name
