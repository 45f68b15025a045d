"""The summaries of the wiki's modules, parameters, values and fields say what their sources let them say."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

SPEC = Path(__file__).parents[2] / "spec" / "wiki"
CATALOGUE: dict[str, dict[str, Any]] = {
    module["name"]: module
    for module in json.loads((SPEC / "paraminfo.json").read_text("utf-8"))["paraminfo"]["modules"]
}
TEXTS: dict[str, Any] = yaml.load((SPEC / "texts.yaml").read_text("utf-8"), yaml.CSafeLoader)[
    "modules"
]
BRIEFS: dict[str, str] = yaml.load((SPEC / "briefs.yaml").read_text("utf-8"), yaml.CSafeLoader)[
    "briefs"
]
RESULTS: dict[str, Any] = yaml.load((SPEC / "results.yaml").read_text("utf-8"), yaml.CSafeLoader)

LONGEST = 140
IMPERATIVES = {"Find", "List", "Return", "Search"}
EXPLAINED = {
    "filterbots", "filteriw", "filterlanglinks", "filterredir", "info", "page", "prexpiry",
    "prfiltercascade", "prop", "requestsfor", "show", "sort", "testactionsdetail", "type", "what",
}  # fmt: skip
"""Parameters whose every value has a text, wherever they are enumerations."""
LONGEST_BRIEF = 40
"""Letters of a line in the table of parameters, beside name, type and default."""
OTHER_CODE = {
    "log/kind": "two values and the mark between them",
    "*": "the all-specifier, or the wildcard of a search for addresses",
    "!": "what negates a flag",
    "#": "what an id given for a user begins with",
    "//": "the beginning of an address without a protocol",
    "$1": "a placeholder in a message",
    "$2": "a placeholder in a message",
    "image/jpeg": "a MIME type",
    "page2-100px": "options of a thumbnail",
    "latest": "a version of a metadata form",
    "edit": "an action on a page",
    "messages=*": "the all-specifier of a parameter",
    "testactions=read": "an action on a page, to test for",
    "bot": "a right",
    "prev": "a revision, by its place",
    "next": "a revision, by its place",
    "cur": "a revision, by its place",
    "infinity": "an expiry in a result",
    "1000+": "a number in a result",
    "messages": "a member of a result",
    "extension": "a value in a result",
    "manual": "a value in a result",
    "ltr": "a value in a result",
    "rtl": "a value in a result",
    "male": "a value in a result",
    "female": "a value in a result",
    "unknown": "a value in a result",
    "titles": "a parameter of the query itself",
    "revids": "a parameter of the query itself",
    "action=compare": "an action of the API, which is not a query module",
    "action=expandtemplates": "an action of the API, which is not a query module",
    "action=parse": "an action of the API, which is not a query module",
}
"""Code in the texts that names no module, parameter or value of the catalogue, and what it is."""


def parameters(module: str) -> dict[str, dict[str, Any]]:
    return {parameter["name"]: parameter for parameter in CATALOGUE[module]["parameters"]}


def summary(entry: str | dict[str, Any]) -> str:
    return entry if isinstance(entry, str) else entry["summary"]


def value_texts(entry: str | dict[str, Any]) -> dict[str, str]:
    return {} if isinstance(entry, str) else entry.get("values", {})


def all_texts() -> Iterator[tuple[str, str, str]]:
    """Each text: the module it belongs to, its place, itself."""
    for module, entry in TEXTS.items():
        yield module, module, entry["summary"]
        for name, parameter in entry["parameters"].items():
            yield module, f"{module}.{name}", summary(parameter)
            for value, text in value_texts(parameter).items():
                yield module, f"{module}.{name}={value}", text


def briefs() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Each parameter with the few words on it: its module, its place, itself, the words."""
    for module in CATALOGUE:
        for name, parameter in parameters(module).items():
            place = f"{module}.{name}"
            yield module, place, parameter, BRIEFS.get(place, BRIEFS.get(name, ""))


def values(parameter: dict[str, Any]) -> set[str]:
    """The values of an enumeration; none of anything else."""
    return {str(value) for value in parameter["type"]} if is_enumeration(parameter) else set()


def is_enumeration(parameter: dict[str, Any]) -> bool:
    return isinstance(parameter["type"], list)


def faults(accept: Callable[[str, str], object]) -> list[str]:
    return [f"{place}: {text}" for module, place, text in all_texts() if not accept(module, text)]


@pytest.mark.promise("The overlay `builtin:mediawiki` comes with specloom")
def test_every_module_and_parameter_has_a_summary_and_nothing_else_has_one() -> None:
    described = {module: set(entry["parameters"]) for module, entry in TEXTS.items()}
    assert described == {module: set(parameters(module)) for module in CATALOGUE}


def test_texts_of_values_belong_to_values_that_exist() -> None:
    unknown = [
        f"{module}.{name}={value}"
        for module, entry in TEXTS.items()
        for name, parameter in entry["parameters"].items()
        for value in value_texts(parameter)
        if value not in values(parameters(module)[name])
    ]
    assert unknown == []


def test_values_that_do_not_explain_themselves_have_texts() -> None:
    silent = [
        f"{module}.{name}: {sorted(missing)}"
        for module in CATALOGUE
        for name, parameter in parameters(module).items()
        if name in EXPLAINED
        if (missing := values(parameter) - set(value_texts(TEXTS[module]["parameters"][name])))
    ]
    assert silent == []


def test_a_text_is_one_short_plain_sentence() -> None:
    plain = re.compile(r"[A-Z][^\n<>\[\]{}_|⧼⧽]*\.")
    assert faults(lambda _, text: len(text) <= LONGEST and plain.fullmatch(text)) == []


def test_every_parameter_is_told_in_a_few_words_of_its_own() -> None:
    short = re.compile(r"[A-Z`][^\n<>\[\]{}_|⧼⧽]*[^.]")
    assert [
        (place, text)
        for _, place, _, text in briefs()
        if not short.fullmatch(text) or len(text) > LONGEST_BRIEF
    ] == []
    alone = {place for place in BRIEFS if "." in place}
    assert alone <= {place for _, place, _, _ in briefs()}


def test_the_few_words_on_a_deprecated_parameter_are_what_replaces_it() -> None:
    for _, place, parameter, text in briefs():
        replaced = re.match("Use `|Leave it out$", text) is not None
        assert replaced == ("deprecated" in parameter), place


def test_a_field_of_a_result_has_one_too() -> None:
    holders = [
        *(module["result"] for module in RESULTS["modules"].values()),
        *({"fields": field_set} for field_set in RESULTS["field_sets"].values()),
        *RESULTS["records"].values(),
    ]
    texts = [
        (name, field if isinstance(field, str) else field.get("summary", ""))
        for holder in holders
        for kind in ("fields", "group_fields", "siblings")
        for name, field in holder.get(kind, {}).items()
    ]
    assert texts
    assert [text for text in texts if not re.fullmatch(rf"[A-Z].{{1,{LONGEST}}}\.", text[1])] == []


def test_code_in_a_text_names_what_exists() -> None:
    def accept(module: str, text: str) -> bool:
        names = {*CATALOGUE, *parameters(module), *OTHER_CODE}
        for name, parameter in parameters(module).items():
            names |= values(parameter) | {f"{name}={value}" for value in values(parameter)}
        return text.count("`") % 2 == 0 and set(re.findall("`([^`]*)`", text)) <= names

    assert faults(accept) == []
    assert [text for module, _, _, text in briefs() if not accept(module, text)] == []


def test_no_exception_for_code_is_left_over() -> None:
    texts = [text for _, _, text in all_texts()] + [text for _, _, _, text in briefs()]
    used = {code for text in texts for code in re.findall("`([^`]*)`", text)}
    assert set(OTHER_CODE) - used == set()


def test_a_module_is_told_as_what_it_does() -> None:
    first = {module: entry["summary"].split()[0] for module, entry in TEXTS.items()}
    assert {module: word for module, word in first.items() if word not in IMPERATIVES} == {}


def test_no_text_only_repeats_a_name() -> None:
    repeated = [
        place
        for _, place, text in all_texts()
        if re.sub(r"\W", "", text).lower() == re.split("[.=]", place)[-1].lower()
    ]
    assert repeated == []


def test_no_two_modules_share_a_summary() -> None:
    assert len({entry["summary"] for entry in TEXTS.values()}) == len(TEXTS)


def test_texts_call_deprecated_what_the_catalogue_does() -> None:
    marked = {place for _, place, text in all_texts() if "; deprecated" in text}
    deprecated = {name for name, module in CATALOGUE.items() if "deprecated" in module}
    for module in CATALOGUE:
        for name, parameter in parameters(module).items():
            if "deprecated" in parameter:
                deprecated.add(f"{module}.{name}")
            deprecated |= {
                f"{module}.{name}={value}" for value in parameter.get("deprecatedvalues", ())
            }
    assert marked == deprecated


@pytest.mark.parametrize("name", ["continue", "dir", "end", "limit", "namespace", "start", "tag"])
def test_parameters_of_one_meaning_begin_alike(name: str) -> None:
    beginnings = {
        "continue": r"Where to continue, from the `continue` object of the previous reply\.",
        "dir": r"Order",
        "end": r"Timestamp (of adding )?to stop at, inclusive",
        "limit": r"[A-Z][a-z ]+(per request|of each file), at most",
        "namespace": r"Numbers? of the namespaces? ",
        "start": r"Timestamp (of adding )?to start at, inclusive",
        "tag": r"Change tag; list only ",
    }
    texts = {
        module: summary(entry["parameters"][name])
        for module, entry in TEXTS.items()
        if name in entry["parameters"]
    }
    assert {m: t for m, t in texts.items() if not re.match(beginnings[name], t)} == {}
