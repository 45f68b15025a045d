"""The texts of the wiki's actions: complete, short, and about what the catalogue has."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

SPEC = Path(__file__).parents[2] / "spec" / "wiki"
CATALOGUE: dict[str, dict[str, Any]] = {
    module["name"]: module
    for module in json.loads((SPEC / "actions.json").read_text("utf-8"))["paraminfo"]["modules"]
    if module.get("group") == "action" and module["name"] != "query"
}


def of_overlay(name: str) -> dict[str, Any]:
    modules: dict[str, Any] = yaml.load((SPEC / name).read_text("utf-8"), yaml.CSafeLoader)[
        "action_modules"
    ]
    return modules


TEXTS = of_overlay("action_modules.yaml")
RESULTS = of_overlay("action_results.yaml")
LONGEST = 140


def parameters(action: str) -> dict[str, dict[str, Any]]:
    """Parameters that clients have: `corrections` leave some out."""
    module = CATALOGUE[action]
    entries = [*module["parameters"], *module["templatedparameters"]]
    corrections = TEXTS[action].get("corrections", {}).get("parameters", {})
    left_out = {name for name, members in corrections.items() if members is None}
    return {entry["name"]: entry for entry in entries if entry["name"] not in left_out}


def summaries() -> Iterator[tuple[str, str]]:
    for action, entry in TEXTS.items():
        yield action, entry["summary"]
        for name, entry_text in entry.get("parameters", {}).items():
            if isinstance(entry_text, str):
                yield f"{action}.{name}", entry_text
                continue
            yield f"{action}.{name}", entry_text["summary"]
            for value, text in entry_text["values"].items():
                yield f"{action}.{name}={value}", text


def test_every_action_and_parameter_has_a_summary_and_nothing_else_has_one() -> None:
    described = {action: set(entry.get("parameters", ())) for action, entry in TEXTS.items()}
    assert described == {action: set(parameters(action)) for action in CATALOGUE}
    assert RESULTS.keys() == CATALOGUE.keys()


def test_texts_of_values_belong_to_values_that_exist_and_are_complete() -> None:
    for action, entry in TEXTS.items():
        for name, entry_text in entry.get("parameters", {}).items():
            if isinstance(entry_text, dict):
                assert set(entry_text["values"]) == set(parameters(action)[name]["type"]), (
                    action,
                    name,
                )


def test_a_summary_is_one_short_plain_sentence() -> None:
    plain = re.compile(r"[A-Z][^\n<>\[\]{}_|]*\.")
    odd = [
        (place, text)
        for place, text in summaries()
        if len(text) > LONGEST or not plain.fullmatch(re.sub(r"`[^`]*`", "x", text))
    ]
    assert odd == []


def test_what_is_deprecated_is_told_so() -> None:
    for place, text in summaries():
        action, _, name = place.partition(".")
        if name and "=" not in name:
            entry = parameters(action)[name]
            assert ("deprecated" in entry) == ("deprecated" in text), place


def test_code_in_a_summary_is_of_the_action_or_named_elsewhere() -> None:
    """A misspelt parameter would mislead."""
    names: set[str] = set()
    for action in CATALOGUE:
        names |= set(parameters(action))
        names |= {str(value) for entry in parameters(action).values() for value in _values(entry)}
        names.add(action)
    codes = {code for _, text in summaries() for code in re.findall(r"`([a-z]+)`", text)}
    assert codes - names == OTHER.keys()


OTHER = {
    "g": "the prefix of a generator",
    "infinite": "an expiry",
    "never": "an expiry",
    "unlink": "what a request for authentication is for",
}
"""Code in the texts that is nothing of an action, and what it is."""


def _values(entry: dict[str, Any]) -> list[Any]:
    return entry["type"] if isinstance(entry["type"], list) else []


def test_what_is_too_long_for_a_table_is_told_in_a_few_words() -> None:
    """Of a deprecated parameter, these are what replaces it."""
    briefs: dict[str, str] = yaml.load(
        (SPEC / "action_briefs.yaml").read_text("utf-8"), yaml.CSafeLoader
    )["briefs"]
    entries = {
        f"{action}.{name}": entry
        for action in CATALOGUE
        for name, entry in parameters(action).items()
    }
    assert briefs.keys() <= entries.keys()
    assert {place for place, entry in entries.items() if "deprecated" in entry} <= briefs.keys()
    for place, text in briefs.items():
        replaced = re.match("Use `|Leave it out$", text) is not None
        assert replaced == ("deprecated" in entries[place]), place
        assert len(text) <= 40 and not text.endswith("."), place
    long = {place for place, text in summaries() if len(text) > 60 and "{" not in place}
    assert {place for place in long if place in entries and place not in briefs} == set()


OPTIONS = re.compile(r"userjs-")
"""Options that only scripts of the account read."""


def test_an_example_changes_nothing_for_good_beyond_its_purpose() -> None:
    """Readers run the first example of an action as it stands, as a sample."""
    lasting: list[str] = []
    for action, entry in of_overlay("action_examples.yaml").items():
        name, example = next(iter(entry["examples"].items()))
        arguments = example.get("arguments", {})
        if "expiry" in parameters(action) and "expiry" not in arguments:
            lasting.append(f"{action}.{name}: what has an end can be without one")
        if action == "options" and not OPTIONS.match(arguments.get("optionname", "")):
            lasting.append(f"{action}.{name}: the account is another one afterwards")
    assert lasting == []
