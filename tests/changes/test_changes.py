"""Kinds of change that no fact makes alone, each from a pair of models; and what holds of all kinds."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.compare import changes
from specloom.changes.kinds import KINDS, ChangeKind, Effect
from specloom.changes.python_types import PythonView
from specloom.changes.renames import renamed
from specloom.changes.type_change import of_reply
from specloom.changes.types import (
    JsonType,
    Relation,
    relation,
    reversed_relation,
    text_relation,
)
from specloom.changes.verdict import next_version
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.structs import (
    Alias,
    Api,
    Authentication,
    Constant,
    Enumeration,
    Envelope,
    Error,
    Events,
    Fact,
    Field,
    Group,
    Helper,
    Http,
    ListOf,
    MapOf,
    MediaWiki,
    Model,
    Module,
    NamedType,
    Operation,
    Parameter,
    Presence,
    Record,
    Reference,
    Rest,
    Result,
    Rule,
    Server,
    TypeExpression,
    Union,
    enumeration_of,
)
from specloom.readers.read import read_api
from specloom.sources.config import load_config
from tests.changes.facts import kinds
from tests.protocols import WIRE, with_protocol
from tests.values import parameter_of, with_facts

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "generated" / "model.yaml"

COLOUR = Enumeration(name="Colour", values=("red", "green"))
PARAMETER = parameter_of("size", "integer", maximum=10)
FIELD = Field(name="price", type="integer")
RECORD = Record(name="Item", fields=(FIELD,))
ORDER = Record(name="Order", fields=(Field(name="count", type="integer"),))
RESULT = Result(type=ListOf(items=Reference(name="Item")), key="items")
ERROR = Error(name="NoItems", message="No items")
OPERATION = Operation(
    id="items.list",
    group="items",
    call=Http(method="GET", path="/items", method_name="list"),
    parameters=(
        PARAMETER,
        parameter_of("colour", Reference(name="Colour")),
        parameter_of("order", Reference(name="Order"), location="body"),
    ),
    result=RESULT,
    errors=(ERROR.name,),
)
API = Api(
    id="shop",
    title="Shop",
    protocol=Rest(),
    package="shop",
    version="0.3.1",
    summary="A shop.",
    server=Server(url="https://shop.example.org", variable=None, summary="It.", example=""),
    groups=(Group(name="items", title="Items"),),
    operations=(OPERATION,),
    types=(COLOUR, RECORD, ORDER),
    errors=(ERROR, Error(name="busy", code="busy", message="Busy", common=True)),
)


def with_operation(**members: Any) -> Api:
    return replace(API, operations=(replace(OPERATION, **members),))


def with_module(**members: Any) -> Api:
    """A wiki with a module that has these members."""
    return replace(with_operation(call=Module(**members)), protocol=MediaWiki(wire=WIRE))


def with_errors(error: Error) -> Api:
    """The API with another error in place of the one of its operation."""
    changed = with_operation(errors=(error.name,))
    return replace(changed, errors=(error, *API.errors[1:]))


def with_first(**members: Any) -> Api:
    """The parameter `size` with other facts."""
    changed = with_facts(PARAMETER, **members)
    return with_operation(parameters=(changed, *OPERATION.parameters[1:]))


def nest(*options: TypeExpression, name: str = "Nest") -> Alias:
    """A list of itself and of values of other types."""
    return Alias(name=name, type=ListOf(items=Union(options=(Reference(name=name), *options))))


def with_type(declaration: NamedType) -> Api:
    remaining = (declared for declared in API.types if declared.name != declaration.name)
    return replace(API, types=(*remaining, declaration))


def with_field(**members: Any) -> Api:
    """The field `Item.price` with other facts."""
    return with_type(replace(RECORD, fields=(with_facts(FIELD, **members),)))


def with_sent(**members: Any) -> Api:
    """The field `Order.count`, which callers send, with other facts."""
    return with_type(replace(ORDER, fields=(with_facts(ORDER.fields[0], **members),)))


RULE = Rule(kind="not_with", terms=("size",), others=("colour",))
MAYBE = Presence(when="it is for sale")
MORE = (*OPERATION.parameters, parameter_of("page", "integer"))
SURE = (*OPERATION.parameters, parameter_of("page", "integer", required=True))
FEWER = OPERATION.parameters[1:]
NEEDED = replace(PARAMETER, required=True)
SEVERAL: dict[str, Any] = {"type": ListOf(items="integer"), "maximum_items": 50}
BARE = replace(RECORD, fields=())
SEEN = replace(RECORD, fields=(with_facts(FIELD, observed="only"),))
SEEN_RESULT = replace(RESULT, source="observed: replies of a wiki")
UNKNOWN = Result(type="any", where="query", key="things", assumed=True)
TEXT, NOTHING = Result(type="string"), Result(type="null")
EVENTS = Result(type="string", events=Events(media="text/event-stream"))
WHOLE = Result(type="string", media="text/event-stream")
ITEMS = replace(WHOLE, events=EVENTS.events)
MAYBE_TEXT = Result(type=Union(options=("string", "null")))
NUMBERS, INTEGERS, AMOUNTS = (
    Result(type=ListOf(items=scalar)) for scalar in ("number", "integer", "decimal")
)
TEXT_TOO = Union(options=("integer", "string"))
KEY = Authentication(parameter="key", secret=True, summary="The key.")
KEY_PARAMETER = parameter_of("key", "string", required=True)
ENVELOPE = Envelope(
    record="Reply",
    status_field="status",
    success_value="yes",
    error_value="no",
    message_field="msg",
)
HELPER = Helper(name="is_priced", kind="present", field="price", summary="Whether it has a price.")
FACT = Fact(id="hours", text="It is closed.", source="its door")


def with_key(*parameters: Parameter) -> Api:
    """An API with a key, and an operation with these parameters."""
    return with_protocol(with_operation(parameters=(*parameters, *FEWER)), authentication=KEY)


def with_path(name: str) -> Api:
    """An operation with a parameter in its path."""
    parameter = with_facts(NEEDED, name=name, location="path")
    call = Http(method="GET", path=f"/items/{{{name}}}", method_name="list")
    return with_operation(call=call, parameters=(parameter, *FEWER))


def with_renamed(old: str, new: str) -> Api:
    """The API with another name for one of its types."""
    return renamed(API, {old: new})


PAIRS: list[tuple[ChangeKind, Api, Api]] = [
    # names that no request has
    ("api-renamed", API, replace(API, id="store")),
    ("operation-id-changed", API, with_operation(id="items_list")),
    ("operation-renamed", API, with_operation(group="wares")),
    ("record-renamed", API, with_renamed("Item", "Ware")),
    ("record-renamed", API, with_renamed("Order", "Basket")),
    ("record-renamed", API, with_renamed("Colour", "Color")),
    ("error-renamed", API, with_errors(replace(ERROR, name="NothingFound"))),
    ("argument-renamed", with_path("item"), with_path("ware")),
    ("parameter-respelled", with_first(name="per-page"), with_first(name="per_page")),
    ("text-changed", with_path("a-b"), with_path("a_b")),
    ("field-respelled", with_field(name="per-page"), with_field(name="per_page")),
    # the client sends the key anyhow
    ("operation-key-dropped", with_key(KEY_PARAMETER), with_key()),
    ("operation-key-needed", with_key(), with_key(KEY_PARAMETER)),
    ("secret-added", API, with_first(secret=True)),
    ("secret-removed", with_first(secret=True), API),
    # what the rows of test_facts.py do not have
    ("key-needed", API, with_protocol(API, authentication=KEY)),
    ("key-dropped", with_protocol(API, authentication=KEY), API),
    ("protocol-changed", API, with_protocol(API, envelope=ENVELOPE)),
    (
        "token-needed",
        with_module(token="patrol"),
        with_module(token="csrf"),
    ),
    ("token-dropped", with_module(token="csrf"), with_module()),
    ("parameter-added", API, with_operation(parameters=MORE)),
    ("parameter-required-added", API, with_operation(parameters=SURE)),
    ("parameter-required-added", API, with_type(replace(ORDER, fields=(*ORDER.fields, FIELD)))),
    ("parameter-removed", API, with_operation(parameters=FEWER)),
    ("parameter-renamed", API, with_first(name="width")),
    ("parameter-became-required", with_sent(presence=MAYBE), API),
    ("parameter-became-optional", API, with_sent(presence=MAYBE)),
    (
        "parameters-reordered",
        with_operation(parameters=(SURE[-1], NEEDED)),
        with_operation(parameters=(NEEDED, SURE[-1])),
    ),
    ("type-narrowed", with_first(type="string"), API),
    ("type-narrowed", with_sent(type="number"), API),
    ("type-narrowed", API, with_sent(type="string")),
    ("type-replaced", API, with_first(type="string")),
    ("type-widened", with_first(type="integer"), with_first(type="number")),
    ("type-widened", API, with_sent(type="number")),
    ("type-widened", API, with_first(type="number")),
    ("type-widened", with_sent(type="timestamp"), with_sent(type="any")),
    ("type-widened", with_first(location="json"), with_first(location="json", type="any")),
    # JSON has no text in place of a number.
    ("type-narrowed", with_first(location="json"), with_first(location="json", type="string")),
    ("type-replaced", with_first(type="string", format="date"), with_first(type="string")),
    ("type-narrowed", with_first(type="string"), with_first(type="string", format="uuid")),
    ("type-replaced", with_sent(type="timestamp"), with_sent(type="string")),
    ("python-type-changed", with_first(type="number"), with_first(type="decimal")),
    ("python-type-changed", with_sent(type="number"), with_sent(type="decimal")),
    (
        "value-of-site",
        with_type(replace(COLOUR, site_specific=True)),
        with_type(replace(COLOUR, site_specific=True, values=("red",))),
    ),
    ("limit-lowered", API, with_first(minimum=1)),
    ("limit-raised", API, with_first(maximum=20)),
    ("several-values-added", API, with_first(**SEVERAL)),
    ("several-values-removed", with_first(**SEVERAL), API),
    ("limit-raised", API, with_first(maximum=None)),
    ("limit-raised", with_first(minimum=1), API),
    ("rule-added", API, with_operation(rules=(RULE,))),
    ("rule-removed", with_operation(rules=(RULE,)), API),
    ("result-changed", API, with_operation(result=None)),
    ("result-replaced", with_operation(result=replace(RESULT, type="any")), API),
    ("result-replaced", with_operation(result=NUMBERS), with_operation(result=INTEGERS)),
    ("result-narrowed", with_operation(result=MAYBE_TEXT), with_operation(result=TEXT)),
    # mypy refuses the result of a function that returns None alone.
    ("result-replaced", with_operation(result=MAYBE_TEXT), with_operation(result=NOTHING)),
    ("python-type-changed", with_operation(result=NUMBERS), with_operation(result=AMOUNTS)),
    (
        "field-added",
        API,
        with_type(replace(RECORD, fields=(FIELD, Field(name="id", type="string")))),
    ),
    ("field-removed", API, with_type(replace(RECORD, fields=()))),
    ("field-not-seen", with_field(source="observed on a wiki"), with_type(BARE)),
    ("field-not-seen", with_field(observed="only"), with_type(BARE)),
    ("field-not-seen", with_type(replace(SEEN, name="Shop")), API),
    ("field-not-seen", with_type(replace(RECORD, source="observed")), with_type(BARE)),
    ("type-not-seen", with_field(observed="only"), with_field(observed="only", type="any")),
    (
        "type-not-seen",
        with_field(observed="only", type=ListOf(items="string")),
        with_field(observed="only", type=ListOf(items="any")),
    ),
    ("type-not-seen", with_operation(result=SEEN_RESULT), with_operation(result=UNKNOWN)),
    ("result-replaced", with_operation(result=UNKNOWN), API),
    ("events-added", with_operation(result=TEXT), with_operation(result=EVENTS)),
    ("events-removed", with_operation(result=EVENTS), with_operation(result=TEXT)),
    # A method that returned the whole text now yields its items.
    ("events-changed", with_operation(result=WHOLE), with_operation(result=ITEMS)),
    ("field-widened", with_field(), with_field(type="any")),
    ("field-widened", with_field(observed="only"), with_field(observed="only", type=TEXT_TOO)),
    ("field-replaced", with_field(observed="only", type="any"), with_field(observed="only")),
    ("field-renamed", API, with_field(name="cost")),
    ("field-became-optional", API, with_field(presence=MAYBE)),
    (
        "field-became-optional",
        with_field(brought_by=("price", "all")),
        with_field(brought_by=("price",)),
    ),
    ("field-became-certain", with_field(presence=MAYBE), API),
    ("field-narrowed", with_field(type=TEXT_TOO), API),
    # The class at run time is another one.
    ("field-replaced", with_field(type="number"), API),
    ("field-replaced", with_field(type="string"), with_field(type="timestamp")),
    ("field-replaced", with_field(type="object"), with_field(type=Reference(name="Order"))),
    ("field-replaced", with_field(type="any"), with_field(type="decimal")),
    ("python-type-changed", with_field(type="number"), with_field(type="decimal")),
    ("field-widened", with_field(type="timestamp"), with_field(type="string")),
    ("field-widened", with_field(type=Reference(name="Order")), with_field(type="object")),
    ("field-widened", API, with_field(type="number")),
    ("field-widened", with_field(type="string", format="uri"), with_field(type="string")),
    ("field-narrowed", with_field(type="string"), with_field(type="string", format="uri")),
    ("field-limit-lowered", with_field(), with_field(maximum=9)),
    ("field-limit-raised", with_field(maximum=9), with_field(maximum=10)),
    ("field-limit-raised", with_field(maximum_items=9), with_field()),
    ("field-limit-raised", with_field(pattern="^a"), with_field(pattern="^b")),
    ("limit-lowered", with_sent(maximum=9), with_sent(maximum=8)),
    ("limit-raised", with_sent(minimum=9), with_sent(minimum=8)),
    ("default-changed", with_sent(default=1), with_sent(default=2)),
    ("text-changed", with_field(default=1), with_field(default=2)),
    ("field-deprecated", with_field(), with_field(deprecated=True)),
    ("reply-widened", with_field(type="string"), with_field(type="string", accepts=("number",))),
    ("reply-widened", with_field(presence=MAYBE), with_field(presence=MAYBE, accepts=("null",))),
    ("record-added", API, with_type(Record(name="Shop", fields=()))),
    ("record-removed", with_type(Record(name="Shop", fields=())), API),
    ("record-removed", with_type(Enumeration(name="Size", values=("s",))), API),
    ("record-removed", with_type(nest("integer")), API),
    ("record-added", API, with_type(nest("integer"))),
    ("field-widened", with_type(nest("integer")), with_type(nest("integer", "string"))),
    ("field-narrowed", with_type(nest("integer", "string")), with_type(nest("integer"))),
    ("record-renamed", with_type(nest("integer")), with_type(nest("integer", name="Cage"))),
    ("helper-added", API, with_type(replace(RECORD, helpers=(HELPER,)))),
    ("helper-removed", with_type(replace(RECORD, helpers=(HELPER,))), API),
    ("fact-added", API, replace(API, facts=(FACT,))),
    ("fact-removed", replace(API, facts=(FACT,)), API),
    ("error-added", replace(API, errors=API.errors[:1]), API),
    ("error-added", with_operation(errors=()), API),
    ("error-removed", API, replace(API, errors=API.errors[:1])),
    ("error-removed", API, with_operation(errors=())),
    ("operation-added", replace(API, operations=()), API),
    ("operation-removed", API, replace(API, operations=())),
]
TOGETHER: list[tuple[set[ChangeKind], Api, Api]] = [
    ({"parameter-became-optional", "parameter-by-name"}, with_first(required=True), API),
]
"""An optional argument is passed by name."""


MIRRORS: list[tuple[ChangeKind, ChangeKind]] = [
    ("api-added", "api-removed"),
    ("operation-added", "operation-removed"),
    ("operation-deprecated", "operation-undeprecated"),
    ("field-one-way", "field-both-ways"),
    ("parameter-required-added", "field-one-way"),
    ("operation-internal", "operation-published"),
    ("key-needed", "key-dropped"),
    ("scheme-added", "scheme-removed"),
    ("server-variable-added", "server-variable-removed"),
    ("post-needed", "post-dropped"),
    ("token-needed", "token-dropped"),
    ("right-needed", "right-dropped"),
    ("generator-added", "generator-removed"),
    ("parameter-added", "parameter-removed"),
    ("parameter-required-added", "parameter-removed"),
    ("parameter-required-added", "field-removed"),
    ("parameter-became-required", "parameter-became-optional"),
    ("parameter-deprecated", "parameter-undeprecated"),
    ("type-narrowed", "type-widened"),
    ("type-narrowed", "type-replaced"),
    ("value-added", "value-removed"),
    ("values-closed", "values-opened"),
    ("value-deprecated", "value-undeprecated"),
    ("limit-lowered", "limit-raised"),
    ("check-added", "check-removed"),
    ("several-values-added", "several-values-removed"),
    ("rule-added", "rule-removed"),
    ("result-changed", "result-narrowed"),
    ("result-changed", "result-replaced"),
    ("reply-widened", "field-narrowed"),
    ("field-widened", "field-replaced"),
    ("secret-added", "secret-removed"),
    ("events-added", "events-removed"),
    ("events-changed", "events-removed"),
    ("operation-key-needed", "operation-key-dropped"),
    ("field-added", "field-removed"),
    ("field-added", "field-not-seen"),
    ("type-not-seen", "field-replaced"),
    ("type-not-seen", "result-replaced"),
    ("field-became-optional", "field-became-certain"),
    ("field-became-optional", "parameter-became-required"),
    ("parameter-became-optional", "field-became-certain"),
    ("field-widened", "field-narrowed"),
    ("field-widened", "type-narrowed"),
    ("field-limit-lowered", "field-limit-raised"),
    ("field-limit-raised", "limit-lowered"),
    ("field-deprecated", "field-undeprecated"),
    ("record-added", "record-removed"),
    ("record-added", "field-not-seen"),
    ("helper-added", "helper-removed"),
    ("error-added", "error-removed"),
    ("absence-added", "absence-removed"),
    ("fact-added", "fact-removed"),
]
ITS_OWN_MIRROR: set[ChangeKind] = {
    *("package-renamed", "operation-moved", "operation-renamed"),
    *("address-changed", "prefix-changed", "key-renamed", "key-moved", "protocol-changed"),
    *("server-variable-changed", "token-needed", "parameter-renamed", "parameter-moved"),
    *("parameters-reordered", "type-narrowed", "value-of-site", "default-changed"),
    *(
        "field-limit-raised",
        "limit-lowered",
        "result-changed",
        "result-moved",
        "events-changed",
        "field-renamed",
        "field-widened",
    ),
    *("fact-changed", "text-changed", "python-type-changed", "api-renamed"),
    *("operation-id-changed", "parameter-respelled", "argument-renamed", "field-respelled"),
    *("record-renamed", "error-renamed"),
}
"""A change to a type of which neither contains the other, or to another token, is as bad both ways."""
ONE_WAY: set[ChangeKind] = {"parameter-by-name"}
"""An argument that is allowed by position is allowed by name, too."""


def mirrored(kind: ChangeKind, back: Iterable[ChangeKind]) -> bool:
    """Return True if the changes back contain one that undoes this change."""
    counterparts = {other for pair in MIRRORS if kind in pair for other in pair if other != kind}
    if kind in ITS_OWN_MIRROR:
        counterparts.add(kind)
    return bool(counterparts & set(back))


def test_every_kind_has_a_mirror() -> None:
    assert {kind for pair in MIRRORS for kind in pair} | ITS_OWN_MIRROR | ONE_WAY == KINDS.keys()


@pytest.mark.promise(
    "A result may become narrower, a parameter wider",
    "The id of an operation, the name of a record and the name of a variable in a path are in no request",
    "An operation of a REST API counts as renamed if its method and its path are the same",
    "Values that depend on a wiki's configuration, such as user groups, are never breaking",
)
@pytest.mark.parametrize(("kind", "before", "after"), PAIRS)
def test_a_change_is_of_its_kind_alone(kind: ChangeKind, before: Api, after: Api) -> None:
    assert kinds(before, after) == [kind]


@pytest.mark.parametrize(("expected", "before", "after"), TOGETHER)
def test_some_changes_are_of_two_kinds(expected: set[ChangeKind], before: Api, after: Api) -> None:
    assert set(kinds(before, after)) == expected


def test_an_api_comes_and_goes() -> None:
    assert kinds(None, API) == ["api-added"]
    assert kinds(API, None) == ["api-removed"]


@pytest.mark.promise("a client that is generated again hides it")
def test_what_changes_in_the_envelope_breaks_no_python() -> None:
    reply = Record(name="Reply", fields=(Field(name="things", type="string"),))
    wrapped = replace(with_protocol(API, envelope=ENVELOPE), types=(*API.types, reply))
    fields = (Field(name="wares", type="integer"), Field(name="size", type="integer"))
    helper = replace(HELPER, field="size")
    other = replace(wrapped, types=(*API.types, replace(reply, fields=fields, helpers=(helper,))))
    differences = changes(Model(apis=(wrapped,)), Model(apis=(other,)))
    effects = [(change.kind, change.wire, change.source) for change in differences]
    assert effects == [
        ("field-removed", "breaking", "none"),
        ("field-added", "addition", "none"),
        ("field-added", "addition", "none"),
    ]
    assert next_version("1.0.0", differences) == "1.1.0"
    # As a result of its own, programs see it.
    whole = [
        replace(api, operations=(replace(OPERATION, result=Result(type=Reference(name="Reply"))),))
        for api in (wrapped, other)
    ]
    differences = changes(Model(apis=(whole[0],)), Model(apis=(whole[1],)))
    assert differences[0].source == "breaking"


def test_what_clients_of_a_wiki_send_by_themselves_breaks_no_python() -> None:
    token = parameter_of("token", "string", required=True, token_type="csrf")
    more = parameter_of("continue", "string")
    result = replace(RESULT, continuation=("itcontinue",))
    action = Operation(id="edit", group="action", call=Module(), result=RESULT)
    query = Operation(id="items", group="list", call=Module(prefix="it"), result=result)
    for old, new, kind in (
        (action, replace(action, parameters=(token,)), "parameter-required-added"),
        (replace(query, parameters=(more,)), query, "parameter-removed"),
        (
            replace(query, parameters=(more,)),
            replace(query, parameters=(replace(more, type="integer"),)),
            "type-narrowed",
        ),
    ):
        before, after = (replace(API, operations=(operation,)) for operation in (old, new))
        (change,) = changes(Model(apis=(before,)), Model(apis=(after,)))
        assert (change.kind, change.wire, change.source) == (kind, "breaking", "none")
    # One that an API of another kind has is the caller's.
    (change,) = changes(
        Model(apis=(with_operation(parameters=(*MORE[:-1], more)),)), Model(apis=(API,))
    )
    assert change.source == "breaking"


@pytest.mark.promise("A parameter, field, record or error counts as renamed")
def test_two_candidates_are_no_renaming() -> None:
    candidates = tuple(replace(PARAMETER, name=name) for name in ("width", "height"))
    after = with_operation(parameters=(*candidates, *FEWER))
    assert kinds(API, after) == ["parameter-removed", "parameter-added", "parameter-added"]


def test_what_is_not_seen_again_has_no_other_name() -> None:
    other = replace(SEEN.fields[0], name="cost")
    differences = kinds(with_type(SEEN), with_type(replace(RECORD, fields=(other,))))
    assert differences == ["field-not-seen", "field-added"]


def test_a_prefix_is_part_of_a_name() -> None:
    before, after = (
        with_operation(call=Module(prefix="it"), parameters=some)
        for some in (OPERATION.parameters, FEWER)
    )
    (change,) = changes(Model(apis=(before,)), Model(apis=(after,)))
    assert change.message == "`items.list: itsize` was removed"
    assert change.advice == "leave it out"


# --- All of them -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model() -> Model:
    """Of this repository."""
    loaded = model_document.load(MODEL, "model.yaml", Diagnostics())
    assert loaded is not None
    return loaded


def test_actions_of_a_wiki_are_compared_with_actions(model: Model) -> None:
    wiki = next(api for api in model.apis if api.protocol.shares_address)
    # A query module has the id, too.
    same_id = wiki.operations[0].id
    action = Operation(id=same_id, group="action", call=Module(), parameters=(PARAMETER,))
    needed = replace(action, parameters=(replace(PARAMETER, required=True),))
    with_it, changed = (with_protocol(wiki, actions=(variant,)) for variant in (action, needed))
    assert kinds(with_it, changed) == ["parameter-became-required"]
    alone = Model(apis=(with_protocol(wiki, actions=()),))
    (gone,) = changes(Model(apis=(with_it,)), alone)
    assert (gone.kind, gone.subject) == ("operation-removed", f"action={action.id}")


def test_nothing_has_changed_in_the_same_model(model: Model) -> None:
    assert changes(model, model) == ()


@pytest.mark.parametrize(("before", "after"), [pair[1:] for pair in PAIRS])
def test_no_change_goes_unnoticed_the_other_way_round(before: Api, after: Api) -> None:
    assert_undone(kinds(before, after), kinds(after, before))


def assert_undone(there: list[ChangeKind], back: list[ChangeKind]) -> None:
    """Require as many changes back as forth, of kinds that undo them."""
    assert sum(kind not in ONE_WAY for kind in there) == sum(kind not in ONE_WAY for kind in back)
    for forward, backward in ((there, back), (back, there)):
        assert all(kind in ONE_WAY or mirrored(kind, backward) for kind in forward), backward


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_tells_what_it_is_about(kind: ChangeKind) -> None:
    change = Change(kind, "shop", "items", "`old`", "`new`")
    assert "`items`" in change.message
    assert "{" not in change.message + change.advice


MEMBERS: list[tuple[TypeExpression, TypeExpression, Relation]] = [
    ("integer", "integer", "same"),
    ("integer", "number", "wider"),
    ("number", "integer", "narrower"),
    ("integer", "string", "other"),
    ("string", "any", "wider"),
    (Constant(value="infinity"), "string", "wider"),
    (Constant(value=False), "boolean", "wider"),
    (Constant(value=1), "integer", "wider"),
    (Constant(value=1), "number", "wider"),
    (Constant(value=1), Constant(value=True), "other"),
    ("number", "decimal", "same"),
    ("object", MapOf(values="any"), "same"),
    ("string", Union(options=("string", "null")), "wider"),
    (Union(options=("string", "null")), Union(options=("null", "string")), "same"),
    (ListOf(items="integer"), ListOf(items="number"), "wider"),
    (MapOf(values="any"), MapOf(values="string"), "narrower"),
    (MapOf(values="any"), ListOf(items="any"), "other"),
    (Reference(name="Item"), "object", "wider"),
    (Reference(name="Item"), Reference(name="Order"), "other"),
]


TEXTS: list[tuple[str, str, Relation]] = [
    ("string", "text", "same"),
    ("number", "decimal", "same"),
    ("integer", "number", "wider"),
    ("integer", "limit", "wider"),
    ("boolean", "string", "wider"),
    ("title", "string", "wider"),
    ("user", "title", "other"),
    ("number", "limit", "other"),
]


@pytest.mark.parametrize(("before", "after", "expected"), TEXTS)
def test_texts_of_types_contain_one_another(before: str, after: str, expected: Relation) -> None:
    assert text_relation((before, None), (after, None)) == expected
    assert text_relation((after, None), (before, None)) == reversed_relation(expected)


@pytest.mark.parametrize(("before", "after", "expected"), MEMBERS)
def test_types_hold_one_another(
    before: TypeExpression, after: TypeExpression, expected: Relation
) -> None:
    old, new = JsonType(before), JsonType(after)
    assert relation(old, new) == expected
    assert relation(new, old) == reversed_relation(expected)


WIKI, REST = (PythonView({"Item": RECORD}, is_rest=is_rest) for is_rest in (False, True))
ITEM = Reference(name="Item")
REPLIES: list[tuple[PythonView, TypeExpression, TypeExpression, Effect, Effect]] = [
    # A number of plain JSON may be an `int`; a record is a `dict` for which checkers want keys.
    (WIKI, "number", "integer", "addition", "breaking"),
    (REST, "number", "integer", "breaking", "breaking"),
    (WIKI, "string", "timestamp", "addition", "breaking"),
    (REST, "string", "timestamp", "breaking", "breaking"),
    (WIKI, "number", "decimal", "none", "none"),
    (REST, "number", "decimal", "breaking", "breaking"),
    (WIKI, "object", ITEM, "breaking", "breaking"),
    (REST, "object", ITEM, "breaking", "breaking"),
    # From and to `Any`, checkers say nothing, and programs rely on it.
    (WIKI, "any", "string", "breaking", "breaking"),
    (REST, ListOf(items="any"), ListOf(items="string"), "breaking", "breaking"),
    # A `list` is invariant, a `tuple` is not.
    (WIKI, ListOf(items=TEXT_TOO), ListOf(items="string"), "breaking", "breaking"),
    (REST, ListOf(items=TEXT_TOO), ListOf(items="string"), "addition", "breaking"),
    (REST, Constant(value="a"), "string", "breaking", "addition"),
]


@pytest.mark.promise(
    "A value of a result must keep its class, and its type must pass where the old type was declared",
    "A `list` of another type is another type",
    "A change from or to `Any` in a result is breaking",
)
@pytest.mark.parametrize(("view", "before", "after", "there", "back"), REPLIES)
def test_a_type_of_replies_changes_by_its_class_and_its_annotation(
    view: PythonView, before: TypeExpression, after: TypeExpression, there: Effect, back: Effect
) -> None:
    old, new = view.value(before), view.value(after)
    assert of_reply("same", "same", old, new).source == there
    assert of_reply("same", "same", new, old).source == back


VERSIONS = [
    ("0.3.1", [], "0.3.1"),
    ("0.3.1", ["parameter-removed"], "0.4.0"),
    ("0.3.1", ["parameter-added"], "0.3.2"),
    ("0.3.1", ["text-changed"], "0.3.2"),
    ("1.2.3", ["field-widened", "field-added"], "2.0.0"),
    ("1.2.3", ["field-added"], "1.3.0"),
    ("1.2.3", ["prefix-changed"], "1.3.0"),
    ("1.2.3", ["text-changed"], "1.2.4"),
    ("1.2", ["field-added"], "1.3.0"),
    ("1.2.3", ["operation-deprecated"], "1.3.0"),
    ("1.2.3", ["value-deprecated", "text-changed"], "1.3.0"),
    ("1.2.3", ["field-not-seen"], "2.0.0"),
]


@pytest.mark.promise(
    "The last lines give the next version of each package",
    "an addition or a deprecation the minor one",
    "something was added or is deprecated, or only other programs break",
)
@pytest.mark.parametrize(("version", "change_kinds", "expected"), VERSIONS)
def test_the_next_version(version: str, change_kinds: list[ChangeKind], expected: str) -> None:
    assert next_version(version, [Change(kind, "shop", "x") for kind in change_kinds]) == expected


# --- From one MediaWiki to the next ----------------------------------------------------------------


NEWER = {"source": "wiki/paraminfo-1.43.json", "wiki_version": "1.43"}


def read(**members: Any) -> Model:
    config = load_config(ROOT / "spec" / "apis.yaml", Diagnostics())
    assert config is not None
    (entry,) = (entry for entry in config.apis if entry.id == "wiki")
    api = read_api(replace(entry, **members), config.folder, Diagnostics())
    assert api is not None
    return Model(apis=(api,))


def test_each_list_depends_on_the_site_in_both_versions_of_mediawiki_or_in_none() -> None:
    older, newer = (
        {
            f"{operation.id}.{parameter.name}": enumeration.site_specific
            for model in (read(**members),)
            for operation in model.apis[0].operations + model.apis[0].actions
            for parameter in operation.parameters + operation.call.templated_parameters
            if (enumeration := enumeration_of(model.apis[0], parameter)) is not None
        }
        for members in ({}, NEWER)
    )
    assert older["contributors.rights"] and newer["contributors.rights"]
    assert {name for name in older.keys() & newer.keys() if older[name] != newer[name]} == set()


def test_what_changed_between_two_versions_of_mediawiki() -> None:
    differences = changes(read(), read(**NEWER))

    def messages(effect: Effect) -> list[str]:
        return [change.message for change in differences if change.effect == effect]

    assert messages("breaking") == [
        "`list=prefixsearch: psoffset` had no minimum and now has minimum `0`",
        "`list=search: sroffset` had no minimum and now has minimum `0`",
    ]
    added = messages("addition")
    assert "`prop=extlinks: elexpandurl` is now deprecated" in messages("deprecation")
    assert "`list=allusers: auexcludetemp` was added; it may be left out" in added
    assert "`prop=info: inprop` now also takes `editintro` and `preloadcontent`" in added
    assert "`RecentChangesItem.temp` was added" in added
