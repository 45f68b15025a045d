"""Rules of the model: each mistake has one verdict, in the file that describes an API and in the document of its model."""

import ast
import copy
import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from msgspec.structs import replace

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Finding
from specloom.documents.suggestion import hint_text
from specloom.model import document, rules
from specloom.model.rules import api as rules_of_api
from specloom.model.structs import Alias, Limits, Model
from specloom.readers.read import read_api
from specloom.readers.rest import reader
from specloom.sources.config import ApiEntry
from tests.changes.facts import API
from tests.corpus.corpus import changed_files, entries

Data: TypeAlias = dict[str, Any]
Verdict: TypeAlias = tuple[str, str, str | None]

ENTRY = ApiEntry(id="shop", reader="rest", source="shop.yaml", package="shop")
SHOP = """\
specloom: 1
title: Shop
version: 1.0.0
summary: A shop.
server: {url: "https://shop.example.org", summary: The shop.}
authentication: {parameter: key, summary: The key., place: header}
envelope: {record: Whole, status: status, success: ok, error: failed, message: text}
groups:
  items: {title: Items}
operations:
  items.list:
    title: List items
    summary: Return items.
    method: GET
    path: /items
    parameters:
      size: {type: integer}
      name: {type: string}
      state: {type: State}
      order: {type: string, values: [name, price]}
    result: {type: list of Item, member: data.items}
  items.get:
    title: Get an item
    summary: Return one item.
    method: GET
    path: "/items/{id}"
    parameters:
      id: {type: integer}
    result: {type: Item, member: data.item, echoes: {id: id}}
  items.add:
    title: Add an item
    summary: Add one item.
    method: POST
    path: /items
    parameters:
      item: {type: Item, place: body}
errors:
  NoItem: {message: No such item, operations: [items.get]}
  Closed: {message: We are closed, operations: [items.get, items.list]}
records:
  Whole:
    fields:
      status: {type: string}
      text: {type: string}
      data: {type: object}
  Item:
    conditions: {sold: The item was sold.}
    helpers: {is_sold: {present: since, summary: Whether it is sold.}}
    fields:
      id: {type: integer}
      price: {type: decimal, currency_of: currency}
      currency: {type: string, known_values: [EUR, USD]}
      since: {type: timestamp, only_if: [sold]}
enumerations:
  State: {values: [open, closed], deprecated_values: [closed]}
facts:
  hours: {text: It is closed at night., source: its door}
unspecified:
  limit: {subject: The limit., quote: A., assumed: None., change: Nothing., about: [items.list]}
"""


class Mistake:
    """A mistake, made in the data of the file and in that of the model document."""

    def __init__(self, name: str, file: Callable[[Data], None], model: Callable[[Data], None]):
        self.name, self.file, self.model = name, file, model

    def __repr__(self) -> str:
        return self.name


def operation(data: Data, id_: str) -> Data:
    """An operation of either."""
    operations: dict[str, Data] | list[Data] = data["operations"]
    if isinstance(operations, dict):
        return operations[id_]
    return next(each for each in operations if each["id"] == id_)


def of_parameter(name: str, /, to: str = "items.list", **facts: Any) -> Mistake:
    """Facts of a parameter, which both call by one name, or by that of the model."""
    limits = {key: value for key, value in facts.items() if key in Limits.__struct_fields__}
    in_model = {key: value for key, value in facts.items() if key not in (*limits, "place")}

    def file(data: Data) -> None:
        operation(data, to)["parameters"].setdefault(name, {"type": "string"}).update(facts)

    def model(data: Data) -> None:
        parameters = operation(data, to)["parameters"]
        parameter: Data | None = next((each for each in parameters if each["name"] == name), None)
        if parameter is None:
            parameter = {"name": name, "type": "string"}
            parameters.append(parameter)
        parameter.update(in_model)
        parameter.setdefault("limits", {}).update(limits)
        if "place" in facts:
            parameter["http"] = {"location": facts["place"]}

    shown = ", ".join(f"{key}: {value!r}" for key, value in facts.items())
    return Mistake(f"{to} {name} with {shown}", file, model)


def of_field(name: str, /, record: str = "Item", **facts: Any) -> Mistake:
    def file(data: Data) -> None:
        data["records"][record]["fields"][name].update(facts)

    limits = {key: value for key, value in facts.items() if key in Limits.__struct_fields__}

    def model(data: Data) -> None:
        fields = next(each for each in data["types"] if each["name"] == record)["fields"]
        members = {
            key: {"kind": "reference", "name": value} if value == "Nix" else value
            for key, value in facts.items()
            if key not in limits
        }
        members |= {"limits": limits} if limits else {}
        next(each for each in fields if each["name"] == name).update(members)

    return Mistake(f"{record}.{name} with {facts}", file, model)


def field(data: Data, record: str, name: str) -> Data:
    """A field in a model document."""
    fields = next(each for each in data["types"] if each["name"] == record)["fields"]
    return next(each for each in fields if each["name"] == name)


def renamed_key(data: Data, name: str) -> None:
    data["protocol"]["authentication"]["parameter"] = name
    for each in data["operations"]:
        each["parameters"][0]["name"] = name


def together(first: Mistake, second: Mistake) -> Mistake:
    """Two mistakes that are one."""

    def file(data: Data) -> None:
        first.file(data)
        second.file(data)

    def model(data: Data) -> None:
        first.model(data)
        second.model(data)

    return Mistake(f"{first}, {second}", file, model)


def of_operation(id_: str, /, **facts: Any) -> Mistake:
    def file(data: Data) -> None:
        operation(data, id_).update(facts)

    def model(data: Data) -> None:
        described = operation(data, id_)
        for key, value in facts.items():
            (described["call"] if key in described["call"] else described)[key] = value

    return Mistake(f"{id_} with {facts}", file, model)


def of_record(name: str, /, part: str, entry: str, **facts: Any) -> Mistake:
    """An entry more in a part of a record."""

    def file(data: Data) -> None:
        described = data["records"][name].setdefault(part, {})
        described[entry] = facts.get("text", facts)

    def model(data: Data) -> None:
        members = dict(facts)
        for kind in ("present", "until"):
            if kind in facts:
                members |= {"kind": kind, "field": members.pop(kind)}
        record = next(each for each in data["types"] if each["name"] == name)
        record.setdefault(part, []).append({"name": entry, **members})

    return Mistake(f"{name} with {part} {entry}: {facts}", file, model)


def of_result(id_: str, **facts: Any) -> Mistake:
    def file(data: Data) -> None:
        operation(data, id_)["result"].update(facts)

    def model(data: Data) -> None:
        members = {"key" if key == "member" else key: value for key, value in facts.items()}
        operation(data, id_)["result"].update(members)

    return Mistake(f"{id_} with {facts}", file, model)


def without_envelope() -> Mistake:
    def file(data: Data) -> None:
        del data["envelope"]

    def model(data: Data) -> None:
        del data["protocol"]["envelope"]

    return Mistake("no envelope", file, model)


MISTAKES = (
    of_parameter("size", minimum=9, maximum=3),
    of_parameter("name", pattern="(["),
    of_parameter("size", default=900, maximum=100),
    of_parameter("size", default="x"),
    of_parameter("size", default={"a": 1}),
    of_parameter("item", to="items.add", default={"id": "x"}),
    of_parameter("size", example="x"),
    of_parameter("size", example=900, maximum=100),
    of_parameter("name", minimum=1),
    of_parameter("size", maximum_characters=3),
    of_parameter("size", required=True, default=5),
    of_parameter("name", secret=True, default="k"),
    of_operation("items.list", path="books"),
    of_operation("items.list", path="/books/{nix}"),
    of_field("currency", type="Nix", known_values=[]),
    of_parameter("Host", place="header"),
    of_parameter("state", deprecated_values=["z"]),
    of_parameter("size", minimum=1.5),
    of_parameter("size", multiple_of=0),
    of_parameter("size", minimum_items=3),
    of_parameter("size", unique_items=True),
    of_parameter("size", maximum_members=3),
    of_field("id", each={"maximum": 3}),
    of_parameter("name", minimum_characters=9, maximum_characters=3),
    of_parameter("size", format="date"),
    of_parameter("name", maximum_bytes=3, default=("a",)),
    of_parameter("state", default="ajar"),
    of_parameter("state", pattern="a"),
    of_parameter("id", to="items.get", secret=True),
    of_parameter("id", to="items.get", place="query"),
    together(of_operation("items.list", method="HEAD"), of_parameter("name", place="json")),
    of_parameter("name", place="path"),
    of_parameter("note", to="items.add", place="json"),
    of_parameter("a b"),
    of_parameter("size", maximum_items=3),
    of_parameter("size", type="null"),
    of_field("id", known_values=["a"]),
    of_field("id", minimum=9, maximum=3),
    of_field("id", maximum_characters=3),
    of_field("id", default="x"),
    of_field("id", default=900, maximum=100),
    of_field("currency", deprecated_values=["DEM"]),
    of_field("price", accepts=["loose-time"]),
    of_field("currency", currency_of="id"),
    of_field("price", currency_of="Whole.text"),
    of_field("price", currency_of="Nix.text"),
    of_field("status", record="Whole", type="integer"),
    Mistake(
        "a condition that brings and omits",
        lambda data: data["records"]["Item"]["fields"]["since"].update(omitted_if=["sold"]),
        lambda data: field(data, "Item", "since")["presence"].update(omitted_if=["sold"]),
    ),
    Mistake(
        "a contact without anything",
        lambda data: data.update(contact={}),
        lambda data: data.update(contact={}),
    ),
    Mistake(
        "a field without a name",
        lambda data: data["records"]["Item"]["fields"].update({" ": {"type": "string"}}),
        lambda data: next(each for each in data["types"] if each["name"] == "Item")[
            "fields"
        ].append({"name": " ", "type": "string"}),
    ),
    Mistake(
        "a record without fields",
        lambda data: data["records"].update(Empty={"fields": {}}),
        lambda data: data["types"].append({"kind": "record", "name": "Empty", "fields": []}),
    ),
    Mistake(
        "the key in a header that transports set",
        lambda data: data["authentication"].update(parameter="Host"),
        lambda data: renamed_key(data, "Host"),
    ),
    of_record("Item", "conditions", "Lent", text="It is lent."),
    of_record("Item", "helpers", "Is it", present="since", summary="It."),
    of_record("Item", "helpers", "price", present="since", summary="It."),
    of_record("Item", "helpers", "is_old", present="age", summary="It."),
    of_record("Item", "helpers", "is_new", until="id", summary="It."),
    of_result("items.get", member="data..item"),
    of_result("items.list", echoes={"id": "size"}),
    without_envelope(),
)


ONLY_IN_DOCUMENTS: Mapping[str, Callable[[Data], None]] = {
    "an error that is not listed": lambda data: operation(data, "items.get")["errors"].append("No"),
    "an id of another group": lambda data: (
        data["groups"].append({"name": "more", "title": "More"}),
        operation(data, "items.get").update(group="more"),
    )[-1],
    "a call of another protocol": lambda data: operation(data, "items.get").update(
        call={"kind": "module"}
    ),
    "an unknown security scheme": lambda data: operation(data, "items.get")["call"].update(
        security=[["key"], ["keey"]]
    ),
    "the text of a server without its address": lambda data: operation(data, "items.get")[
        "call"
    ].update(server_summary="Items."),
    "a message of an error that the operation does not have": lambda data: operation(
        data, "items.get"
    )["call"].update(error_messages={"No": "Nothing."}),
    "two examples of a body of one name": lambda data: operation(data, "items.get")["call"].update(
        body_examples=[{"name": "a"}, {"name": "a"}]
    ),
    "a requested field without a circumstance": lambda data: field(data, "Item", "id").update(
        presence={"requested": True}
    ),
    "a style outside of queries and forms": lambda data: operation(data, "items.get")["parameters"][
        0
    ].update(http={"location": "path", "style": "json"}),
    "fields of a form that are no map": lambda data: operation(data, "items.get")["parameters"][
        0
    ].update(http={"location": "form", "style": "fields"}, type="string"),
    "a callback of an unknown operation": lambda data: data["protocol"].update(
        webhooks=[
            {
                "name": "a",
                "type": "any",
                "callback": {"operation": "items.put", "name": "a", "address": "{$url}"},
            }
        ]
    ),
    "a header of an unknown webhook": lambda data: data["protocol"].update(
        webhook_headers=[{"header": {"name": "X-A", "type": "string"}, "webhooks": ["a"]}]
    ),
    "two webhooks of one name": lambda data: data["protocol"].update(
        webhooks=[{"name": "a", "type": "any"}, {"name": "a", "type": "any"}]
    ),
    "an alias of an unknown type": lambda data: data["types"].append(
        {"kind": "alias", "name": "Nest", "type": {"kind": "reference", "name": "Nix"}}
    ),
    "an alias that is one of its own options": lambda data: data["types"].append(
        {
            "kind": "alias",
            "name": "Nest",
            "type": {
                "kind": "union",
                "options": ["string", {"kind": "reference", "name": "Nest"}],
            },
        }
    ),
    "an unknown type of a parameter": lambda data: operation(data, "items.add")["parameters"][
        1
    ].update(type={"kind": "reference", "name": "Nix"}),
}
"""Mistakes that no description can have."""


@pytest.mark.parametrize("name", ONLY_IN_DOCUMENTS)
def test_a_mistake_that_only_a_document_can_have_is_an_error(name: str, sound: Data) -> None:
    data, diagnostics = copy.deepcopy(sound), Diagnostics()
    ONLY_IN_DOCUMENTS[name](data["apis"][0])
    assert document.sound(yaml.safe_dump(data), "model.yaml", diagnostics) is None
    assert diagnostics.found


def test_a_wiki_has_no_aliases() -> None:
    nest = Alias(name="Nest", type="any")
    faults = rules_of_api.faults(replace(API, types=(*API.types, nest)))
    message = "the modules of a wiki have records and enumerations alone"
    assert (("types", len(API.types)), message) in {(fault.at, fault.message) for fault in faults}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """The document of the model of the sound description."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "shop.yaml").write_text(SHOP)
    diagnostics = Diagnostics()
    api = read_api(ENTRY, folder, diagnostics)
    assert api is not None, diagnostics.found
    data: Data = yaml.safe_load(document.dump(Model(apis=(api,))))
    return data


def verdicts(diagnostics: Diagnostics) -> list[tuple[str, *tuple[str, ...]]]:
    """Diagnostics without their places."""
    return sorted(
        (each.severity, each.code, each.message, each.hint or "") for each in diagnostics.found
    )


@pytest.mark.parametrize("mistake", MISTAKES, ids=repr)
def test_a_mistake_has_one_verdict(mistake: Mistake, sound: Data, tmp_path: Path) -> None:
    described, modelled = yaml.safe_load(SHOP), copy.deepcopy(sound)
    mistake.file(described)
    mistake.model(modelled["apis"][0])
    (tmp_path / "shop.yaml").write_text(yaml.safe_dump(_plain(described), sort_keys=False))
    of_file, of_model = Diagnostics(), Diagnostics()
    read_api(ENTRY, tmp_path, of_file)
    document.sound(yaml.safe_dump(_plain(modelled), sort_keys=False), "model.yaml", of_model)
    assert verdicts(of_file) == verdicts(of_model)
    assert of_file.found, "no rule sees the mistake"


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(item) for item in data] if isinstance(data, list | tuple) else data


# --- Over every rule ---------------------------------------------------------------------------------

CORPUS = [
    entry
    for entry in entries()
    if entry.file.name == "rest.yaml" and entry.data.keys().isdisjoint({"delete", "copy"})
]


@pytest.mark.parametrize("entry", CORPUS, ids=str)
def test_the_document_of_what_a_file_describes_has_the_faults_of_the_file(
    entry: Any, tmp_path: Path
) -> None:
    found = _rule_findings(entry, tmp_path)
    if found is not None:
        of_file, of_document = found
        assert sorted(map(_verdict, of_file)) == sorted(map(_verdict, of_document))


def test_every_rule_is_broken_by_a_mistake(
    sound: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: set[tuple[str, int]] = set()
    made = {module: _findings_made(module) for module in _rule_modules()}
    for module in made:
        for name in FINDERS:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, _noted(getattr(module, name), module, broken))
    for entry in CORPUS:
        _rule_findings(entry, tmp_path)
    for change in (*(mistake.model for mistake in MISTAKES), *ONLY_IN_DOCUMENTS.values()):
        modelled = copy.deepcopy(sound)
        change(modelled["apis"][0])
        document.sound(yaml.safe_dump(_plain(modelled)), "model.yaml", Diagnostics())
    unbroken = {
        f"{module.__name__.rpartition('.')[2]}:{first}"
        for module, calls in made.items()
        for first, last in calls
        if not any(name == module.__name__ and first <= line <= last for name, line in broken)
    }
    assert unbroken == set()


FINDERS = ("Finding", "unknown", "unknown_type")
ELSEWHERE = ("__init__", "findings", "rest", "sandbox", "api", "examples", "wiki", "wiki_names")
"""Modules of rules that are broken elsewhere: in the corpus of models, catalogues and lists of APIs."""


def _rule_modules() -> list[Any]:
    folder = Path(rules.__file__).parent
    names = sorted(path.stem for path in folder.glob("*.py"))
    return [
        importlib.import_module(f"{rules.__name__}.{name}")
        for name in names
        if name not in ELSEWHERE
    ]


def _findings_made(module: Any) -> list[tuple[int, int]]:
    """First and last line of each call that makes a finding."""
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    return [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FINDERS
    ]


def _noted(
    finder: Callable[..., Finding], module: Any, broken: set[tuple[str, int]]
) -> Callable[..., Finding]:
    def noted(*arguments: Any, **named: Any) -> Finding:
        broken.add((module.__name__, sys._getframe(1).f_lineno))
        return finder(*arguments, **named)

    return noted


def _rule_findings(entry: Any, folder: Path) -> tuple[list[Finding], list[Finding]] | None:
    """Findings of the rules in what a file describes and in the document made of it; None if it has another form."""
    text = changed_files(entry).get("spec/shop.yaml")
    if text is None:
        return None
    (folder / "shop.yaml").write_bytes(text)
    described = reader.read(ENTRY, folder, Diagnostics())
    if described is None:
        return None
    of_file = list(rules_of_api.faults(described.api))
    written = document.dump(Model(apis=(described.api,)))
    model = document.parse(written, "model.yaml", Diagnostics())
    assert model is not None
    return of_file, list(rules_of_api.faults(model.apis[0]))


def _verdict(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.message, hint_text(finding.hint) or ""
