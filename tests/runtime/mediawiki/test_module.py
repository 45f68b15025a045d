"""A module as a value: what may be given, and what is refused before anything is sent."""

import pickle
import warnings
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from specloom.runtime.mediawiki.errors import ParameterError
from specloom.runtime.mediawiki.modules.marks import Count, Limit
from specloom.runtime.mediawiki.modules.module import ListModule, default_of, fields_of, replace
from specloom.runtime.mediawiki.modules.types import Forced
from tests.runtime.mediawiki.modules import Books, Catalog, Chapters, Shelf


@pytest.mark.promise("A parameter that you leave out is not sent")
def test_only_what_was_given_is_stored() -> None:
    assert vars(Books()) == {}
    assert vars(Books(from_="A", illustrated=False, topic=None)) == {"from_": "A"}
    assert Books().sort == "title"


def test_one_value_or_many_become_a_tuple() -> None:
    assert Books(prop="ids").prop == ("ids",)
    assert Books(prop=["ids", "author"]).prop == ("ids", "author")
    assert Books(few=dict.fromkeys("ab").keys()).few == ("a", "b")
    assert Books(few={1: "b", 2: "a"}.values()).few == ("b", "a")
    assert Books(namespace=3).namespace == (3,)
    assert Books(namespace="*").namespace == "*"


def test_a_set_is_given_in_an_order_of_its_own() -> None:
    assert Books(few={"c", "a", "b"}).few == ("a", "b", "c")
    assert Books(namespace={9, 10}).namespace == (10, 9), "in the order of their texts"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ({"fro": "A"}, "unrecognizedparams", "did you mean 'from_'?"),
        ({"sort": "titel"}, "badvalue", "did you mean 'title'?"),
        ({"sort": 3}, "badvalue", "Books.sort"),
        ({"prop": "id"}, "unrecognizedvalues", "did you mean 'ids'?"),
        ({"prop": "ids|author"}, "unrecognizedvalues", "as a list: ['ids', 'author']"),
        ({"prop": "ids|titel"}, "unrecognizedvalues", "known: 'ids'"),
        ({"prop": ["ids", True]}, "badvalue", "Books.prop"),
        ({"shelf": ["a", "*"]}, "unrecognizedvalues", "no value '*'"),
        ({"namespace": "0"}, "badinteger", "expected a whole number"),
        ({"namespace": True}, "badinteger", "expected a whole number"),
        ({"author": 4}, "badvalue", "expected text"),
        ({"illustrated": "yes"}, "badbool", "expected True or False"),
        ({"pages": 0}, "outofrange", "1 … 1000"),
        ({"pages": 1001}, "outofrange", "1 … 1000"),
        ({"pages": "7"}, "badinteger", "expected a whole number"),
        ({"copies": "MAX"}, "badinteger", "expected a whole number or 'max'"),
        ({"page_size": 5001}, "outofrange", "1 … 5000"),
        ({"few": ["a", "b", "c", "d"]}, "toomanyvalues", "3 at most"),
        ({"note": "ééééé!"}, "maxbytes", "10 bytes"),
        ({"note": "six chars"}, "maxchars", "5 characters"),
        (
            {"since": datetime(2020, 1, 1)},  # noqa: DTZ001 - as it must not be
            "badtimestamp",
            "aware",
        ),
        ({"since": "2020-01-01"}, "badtimestamp", "a time too"),
        ({"since": "yesterday"}, "badtimestamp", "not a time"),
        ({"since": 5}, "badtimestamp", "datetime or text"),
        ({"text": "x"}, "badvalue", "expected a mapping"),
        ({"few": {"a": "b"}}, "badvalue", "got dict, of which only the keys would be sent"),
        ({"few": {"a": "b"}}, "badvalue", "are a list too: ['a=b']"),
        ({"prop": {"ids": False}}, "badvalue", "got dict"),
        ({"namespace": {0: True}}, "badvalue", "got dict"),
        (
            {"few": (text for text in "ab")},
            "badvalue",
            "got generator, which can be read only once",
        ),
        ({"few": map(str, [1])}, "badvalue", "got map, which can be read only once"),
        ({"few": b"ab"}, "badvalue", "expected text, got b'ab'"),
        ({"namespace": b"ab"}, "badinteger", "expected a whole number"),
        ({"few": ["a", None]}, "badvalue", "expected text, got None"),
    ],
)
def test_what_the_server_would_refuse_is_refused(
    arguments: dict[str, Any], code: str, message: str
) -> None:
    with pytest.raises(ParameterError, match=r"books|Books") as caught:
        Books(**arguments)
    assert caught.value.code == code
    assert caught.value.module == "books"
    assert message in str(caught.value)


def test_parameters_are_given_by_name() -> None:
    with pytest.raises(TypeError, match="Books takes parameters by name, not 'A'"):
        Books("A")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue] - that is the point


def test_a_required_parameter_must_be_given() -> None:
    with pytest.raises(ParameterError, match="Shelf needs room") as caught:
        Shelf()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue] - that is the point
    assert (caught.value.code, caught.value.parameter) == ("missingparam", "room")


@pytest.mark.promise("sends a value that the package does not know")
@pytest.mark.parametrize(
    "arguments",
    [
        {"sort": Forced("rank")},
        {"prop": ["ids", Forced("isbn")]},
        {"topic": "a topic of this wiki"},
        {"page_size": "max"},
        {"copies": "max"},
        {"since": "now"},
        {"since": "2020-01-01T00:00:00Z"},
        {"since": datetime(2020, 1, 1, tzinfo=UTC)},
        {"until": "20200101000000"},
        {"note": "five!"},
        {"few": []},
    ],
)
def test_what_the_server_takes_is_taken(arguments: dict[str, Any]) -> None:
    (name,) = arguments
    assert name in vars(Books(**arguments))


@pytest.mark.promise('`replace(module, dir="newer")` makes a copy with other values')
def test_a_value_cannot_be_changed_but_replaced() -> None:
    books = Books(sort="age")
    with pytest.raises(AttributeError, match="cannot be changed"):
        books.sort = "title"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue] - that is the point
    assert replace(books, sort="title", pages=3) == Books(sort="title", pages=3)
    assert replace(books, sort=None) == Books()


def test_equal_modules_are_equal_and_hash_alike() -> None:
    assert Books(prop=["ids"]) == Books(prop="ids")
    assert hash(Books(prop=["ids"])) == hash(Books(prop="ids"))
    assert Books() != Chapters()
    assert pickle.loads(pickle.dumps(Books(sort="age"))) == Books(sort="age")


def test_a_secret_is_not_shown() -> None:
    assert repr(Books(key="hunter2", sort="age")) == "Books(key=…, sort='age')"


@pytest.mark.promise("with a `DeprecationWarning` at your line")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"former": "x"}, "Books: parameter former"), ({"prop": ["writer"]}, "Books: prop=writer")],
)
def test_what_is_deprecated_warns_at_the_callers_line(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.warns(DeprecationWarning, match=message) as caught:
        Books(**arguments)
    assert caught[0].filename == __file__
    assert len(caught) == 1


def test_what_is_replaced_warns_at_the_callers_line() -> None:
    with pytest.warns(DeprecationWarning, match="prop=writer") as caught:
        replace(Books(), prop="writer")
    assert [warning.filename for warning in caught] == [__file__]


def test_a_deprecated_module_warns_and_what_is_not_deprecated_does_not() -> None:
    with pytest.warns(DeprecationWarning, match="Catalog is deprecated") as caught:
        Catalog()
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Books(prop=["ids"], from_="A")


def test_annotations_are_the_specification() -> None:
    fields = fields_of(Books)
    kinds = {name: field.kind for name, field in fields.items()}
    assert kinds["prop"] == kinds["sort"] == kinds["topic"] == "enumeration"
    assert kinds["from_"] == "string"
    assert kinds["note"] == "text"
    assert kinds["namespace"] == "namespace"
    assert kinds["since"] == "timestamp"
    assert kinds["illustrated"] == "boolean"
    assert kinds["pages"] == "integer"
    assert kinds["page_size"] == kinds["copies"] == "limit"
    assert (fields["from_"].wire, fields["add_self"].wire) == ("from", "add-self")
    assert fields["page_size"].wire == "limit"
    assert fields["shelf"].all_specifier == "*"
    assert (fields["topic"].open, fields["sort"].open) == (True, False)
    assert fields["page_size"].limit == Limit(1, 500, 5000, 10)
    assert fields["few"].amount == Count(2, 3)
    assert [name for name, field in fields_of(Shelf).items() if field.required] == ["room"]


class AnnotatedLater(type):
    """Makes classes as Python 3.14 does: their annotations are made when somebody asks for them."""

    @property
    def __annotations__(cls) -> dict[str, Any]:  # type: ignore[override]  # so does Python 3.14
        return {"title": str, "pageid": int | None}


class Leaf(ListModule[Any], metaclass=AnnotatedLater, name="leaf", prefix="lf"):
    pageid = None


def test_annotations_need_not_be_among_what_a_class_holds() -> None:
    assert "__annotations__" not in vars(Leaf)
    required = {name: field.required for name, field in fields_of(Leaf).items()}
    assert required == {"title": True, "pageid": False}


@pytest.mark.promise(
    "A parameter that you leave out is not sent",
    "Without `page_size` it returns the latest revision of each page",
)
def test_the_default_of_a_limit_is_the_servers_not_ours() -> None:
    assert Books().page_size == "max"
    assert default_of(Books, "page_size") == 10
    assert default_of(Books, "sort") == "title"


@pytest.mark.promise("`limit` is `page_size`")
@pytest.mark.parametrize("name", ["limit", "bklimit"])
def test_the_servers_name_of_the_page_size_leads_to_both_numbers(name: str) -> None:
    with pytest.raises(ParameterError, match=r"'page_size' is how many .* max_items of the call"):
        Books(**cast("Any", {name: 5}))


@pytest.mark.promise("`limit` is `page_size`")
def test_the_servers_name_of_a_parameter_leads_to_our_own() -> None:
    with pytest.raises(ParameterError, match="did you mean 'add_self'"):
        Books(**cast("Any", {"add-self": "x"}))
    with pytest.raises(ParameterError, match="did you mean 'since'"):
        Books(**cast("Any", {"bksince": "2020-01-01T00:00:00Z"}))


def test_an_open_value_that_resembles_a_known_one_is_doubted_at_the_callers_line() -> None:
    with pytest.warns(UserWarning, match=r"Books.topic: 'laws' .* did you mean 'law'") as caught:
        Books(topic="laws")
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [vars(Books(topic=topic)) for topic in ("law", "music", Forced("laws"))]
