"""The guide's table of tools is what was measured, with the documents and the tools that there are now."""

import copy
import json
from typing import Any

import pytest

from .documents import PROFILES, committed, printed, shape
from .table import BEGIN, END, GUIDE, beside, read, tables

AGAIN = "`make tools` measures again"
STEMS = ("wiki", "wiki.codegen", "seller")
"""Documents that are right with every tool, as far as they are measured."""


@pytest.mark.promise(
    "They are valid until something other than texts, examples and extensions changes"
)
@pytest.mark.parametrize("name", PROFILES)
def test_tools_were_measured_with_the_documents_of_now(name: str) -> None:
    document = json.loads(printed(*PROFILES[name], "--json"))
    if name in (*STEMS, "wiki.actions"):
        assert document == committed(name)
    assert read()["documents"][name]["shape"] == shape(document), AGAIN


@pytest.mark.promise(
    "Calls with the same result as a plain request",
    "gives values of two enumerations the same name",
    "refuses values of an `anyOf` that contains itself",
    "openapi-generator for typescript-fetch treats an `anyOf` of a text and an object as the object",
)
def test_the_guide_shows_what_was_measured() -> None:
    """With the versions of the tools that the tests install: others may have other faults."""
    text = GUIDE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0].strip() == tables(read()).strip(), AGAIN


@pytest.mark.promise("Calls with the same result as a plain request")
def test_every_tool_is_right_with_the_document_that_is_named_for_it() -> None:
    right = {
        (tool["name"], name): count
        for tool in read()["tools"]
        for name, count in tool["right"].items()
        if name in STEMS
    }
    assert len(right) == 2 * len(read()["tools"])
    assert right == {key: 4 if key[1] == "seller" else 62 for key in right}


def test_one_document_is_measured_beside_what_is_known_of_the_others() -> None:
    before = read()
    again = {
        "documents": {"seller": before["documents"]["seller"] | {"kilobytes": 1}},
        "tools": [
            {"name": tool["name"], "right": {"seller": 3}, "wrong": {"seller": "x"}}
            for tool in before["tools"]
        ],
    }
    merged = beside(before, again)
    assert [*merged["documents"]] == [*PROFILES]
    for tool, earlier in zip(merged["tools"], before["tools"], strict=True):
        assert tool["right"] == earlier["right"] | {"seller": 3}
        assert tool["wrong"] == earlier.get("wrong", {}) | {"seller": "x"}
        assert tool.get("size") == earlier.get("size")


@pytest.mark.promise(
    "They are valid until something other than texts, examples and extensions changes"
)
@pytest.mark.parametrize(
    ("change", "is_another"),
    [
        (lambda item: item.update(type="object", format="x"), True),
        (lambda item: item.update({"x-specloom-observed": False}), False),
        (lambda item: item.update(description="In other words.", examples=[1]), False),
        (lambda item: item.update(properties={"description": {}}), True),
    ],
    ids=["a type", "an extension", "texts", "a member named as a keyword"],
)
def test_only_what_tools_read_makes_another_document(change: Any, is_another: bool) -> None:
    before = committed("seller")
    after = copy.deepcopy(before)
    change(after["components"]["schemas"]["Item"]["properties"]["name"])
    after["info"]["version"] = "2"
    assert (shape(after) != shape(before)) == is_another
