"""Python packages of wikis that nobody had in mind: odd names, odd values, unknown results."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from specloom.model import structs as model
from specloom.naming.mediawiki import IMPORTED, shared_rules, wiki_names
from specloom.rendering import formatting
from specloom.rendering.render import Copy, Renderer
from specloom.resources import templates
from specloom.views.python.mediawiki import outputs
from tests.clients.checking import findings
from tests.values import field_of, parameter_of

ODD_VALUES = ("", "!x", "x", "*", "-", "no", 'a"b', "a\\b", "ä", "{{x}}", "x" * 120, 7)
ODD_TEXT = 'Three quotes """, a backslash \\, {{braces}}, {% tags %}, a bar | and an end in "'
ODD_NAMES = (
    *("from", "class", "self", "None", "str", "int", "bool", "list", "type", "dict", "tuple"),
    *("Many", "Forced", "Literal", "a-b", "a_b", "A-B", "", "ä", "1st", "__init__", "__rules__"),
    *("continue", "limit", "page_size", "prop", "name", "prefix", "x_", "namespace", "print"),
)


def parameter(name: str, kind: Any = "string", **more: Any) -> model.Parameter:
    return parameter_of(name, kind, **more)


def module(name: str, group: str = "list", *parameters: model.Parameter, **more: Any) -> Any:
    of_call = {key: more.pop(key) for key in model.Module.__struct_fields__ if key in more}
    call = model.Module(read_rights=True, **{"prefix": "x", **of_call})
    return model.Operation(id=name, group=group, call=call, parameters=parameters, **more)


def many(**more: Any) -> dict[str, Any]:
    return {"several": True, "maximum_items": 50, "low_limit": 50, "high_limit": 500, **more}


EMPTY = model.Enumeration(name="Nothing", values=())
ODD = model.Enumeration(name="Odd", values=ODD_VALUES, deprecated_values=("no",), summary=ODD_TEXT)
TREE = model.Record(
    name="Tree",
    summary=ODD_TEXT,
    fields=(
        model.Field(name="children", type=model.ListOf(items=model.Reference(name="Tree"))),
        model.Field(
            name="parent", type=model.Union(options=(model.Reference(name="Tree"), "null"))
        ),
        model.Field(name="str", type="string"),
        field_of("add-self", "any", brought_by=('a"b', "*")),
        model.Field(name="class", type="boolean", presence=model.Presence(when=ODD_TEXT)),
        model.Field(name="__x", type=model.Constant(value="in\nfinity"), summary=ODD_TEXT),
        model.Field(name="", type=model.MapOf(values="object")),
        model.Field(name="list", type="timestamp"),
    ),
)
PAGE = model.Record(name="Page", fields=(model.Field(name="title", type="string"),))

MODULES = (
    module("odd", "list", *(parameter(name, summary=ODD_TEXT) for name in ODD_NAMES)),
    module("import", "prop", parameter("limit", "limit", default=10)),
    module("a-b", "meta", parameter("Many", "expiry"), parameter("Text", "text")),
    module("a_b", "meta", class_name="A_b", prefix=""),
    module("generator", "list", generator=True, class_name="Generator", deprecated=True),
    module("client", "prop", class_name="Client", internal=True, must_be_posted=True),
    module("a+b", "list", class_name="Literal", summary=ODD_TEXT, description=ODD_TEXT * 3),
    module(
        "values",
        "list",
        parameter("one", model.Reference(name="Odd"), default="x"),
        parameter("other", model.Reference(name="Odd"), default="unlisted"),
        parameter("number", model.Reference(name="Odd"), default="7"),
        parameter("several", model.Reference(name="Odd"), **many(), default="x|!x"),
        parameter(
            "all",
            model.Reference(name="Odd"),
            **many(all_specifier="every one"),
            default="every one",
            deprecated_values=("no", 'a"b'),
            internal_values=("-",),
        ),
        parameter("none", model.Reference(name="Nothing"), **many(maximum_items=3, low_limit=3)),
        parameter("integer", "integer", default="three", minimum=-5, maximum_bytes=3),
        parameter("limit", "limit", default=10, maximum=50, enforce_range=True),
        parameter("spaces", "namespace", **many(all_specifier="*"), default="*"),
        parameter("space", "namespace", default=0, extra_namespaces=(-1, -2)),
        parameter("must", "user", required=True, subtypes=("name",), secret=True),
        parameter("flag", "boolean", default=False, deprecated=True),
        parameter("when", "timestamp", default="now"),
        parameter("noted", notes=(model.Note(name="x", values=(1, "y")),), token_type="csrf"),
    ),
    module(
        "templated",
        "prop",
        templated_parameters=(parameter("text-{slot}", template_variables={"slot": "slots"}),),
        result=model.Result(type=model.Reference(name="Tree"), where="page", key="a.b"),
    ),
    module(
        "spread",
        "prop",
        result=model.Result(
            type=model.MapOf(values=model.Reference(name="Tree")),
            where="page",
            siblings=(model.Field(name="be-side", type="integer"),),
        ),
    ),
    module("assumed", "list", result=model.Result(type="any", where="query", assumed=True)),
    module("elsewhere", "strange-group"),
    module("ruled", "list", rules=(model.Rule(kind="max_one", terms=("a", 'b"')),)),
)


def wire() -> model.Wire:
    return model.Wire(
        fixed_parameters={"action": "query"},
        group_parameters={"list": "list", "prop": "prop", "meta": "meta"},
        generator_parameter="generator",
        generator_prefix="g",
        separator="|",
        alternative_separator="\x1f",
        post_above_bytes=2000,
        post_header="X: y",
        error_header="E",
        parameters=(),
        page="Page",
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the rendered package."""
    api = model.Api(
        id="odd",
        title=ODD_TEXT,
        protocol=model.MediaWiki(wire=wire()),
        package="odd_wiki",
        version="1.0",
        summary=ODD_TEXT,
        server=model.Server(url="x", variable=None, summary="", example='"); evil('),
        groups=(),
        operations=MODULES,
        types=(EMPTY, ODD, TREE, PAGE),
    )
    root = tmp_path_factory.mktemp("odd")
    renderer = Renderer(templates())
    for output in outputs(api, wiki_names(api)):
        path = root / output.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(output, Copy):
            path.write_bytes(output.content)
        else:
            text = renderer.render(output)
            path.write_text(formatting.python(text) if path.suffix == ".py" else text)
    return root / "generated/python/odd_wiki/src"


@pytest.fixture(scope="module")
def package(source: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(source))
    yield importlib.import_module("odd_wiki")
    sys.path.remove(str(source))


@pytest.mark.parametrize("checker", ["mypy", pytest.param("pyright", marks=pytest.mark.exhaustive)])
def test_a_type_checker_finds_nothing(source: Path, checker: str, tmp_path: Path) -> None:
    assert findings(checker, source / "odd_wiki", source, tmp_path) == []


def test_everything_can_be_imported_and_is_told_apart(package: ModuleType) -> None:
    for name in package.__all__:
        assert getattr(package, name) is not None
    offered = [getattr(package, name) for name in package.__all__]
    names = {thing.__wire__.name for thing in offered if wired(thing)}
    assert names == {module.id for module in MODULES}
    assert package.Client.__name__ == "Client"
    assert package.ClientModule.__wire__.name == "client"


def wired(thing: Any) -> bool:
    return hasattr(thing, "__wire__") and thing.__wire__.name != ""


@pytest.mark.promise("Arguments are the wiki's parameters without their prefix")
def test_every_parameter_keeps_its_wire_name(package: ModuleType) -> None:
    encode = importlib.import_module("odd_wiki._runtime.mediawiki.modules.encode")
    protocol = importlib.import_module("odd_wiki.protocol").PROTOCOL
    fields = importlib.import_module("odd_wiki._runtime.mediawiki.modules.module").fields_of(
        package.Odd
    )
    wire_names = {field.wire for field in fields.values()}
    assert wire_names == set(ODD_NAMES) - {"continue"}
    assert package.Odd.__continue__ == ("xcontinue",)
    module = package.Odd(**dict.fromkeys(fields, "v"))
    parameters = encode.module_params(module, protocol)
    assert parameters == {f"x{name}": "v" for name in ODD_NAMES if name != "continue"}
    filled = package.Templated(text_slot={"main": "a", "aux": "b"})
    assert encode.module_params(filled, protocol) == {"xtext-main": "a", "xtext-aux": "b"}


def test_odd_defaults_and_values_survive(package: ModuleType) -> None:
    values = package.ValuesModule if hasattr(package, "ValuesModule") else package.Values
    assert values.one == "x"
    assert (values.other, type(values.other)) == ("unlisted", package.Forced)
    assert values.number == 7
    assert values.several == ("x", "!x")
    assert values.all == "every one"
    assert values.integer is None
    assert values.page_size == "max"
    assert (values.spaces, values.space) == ("*", 0)
    assert values(must="A", one='a"b', several=ODD_VALUES).several == ODD_VALUES
    with pytest.raises(ValueError, match=r"toomanyvalues|at most"):
        values(must="A", none=["a"] * 501)


@pytest.mark.parametrize("name", ["modules/module.py.j2", "records.py.j2", "values.py.j2"])
def test_nothing_of_a_wiki_is_called_what_a_template_imports(name: str) -> None:
    text = (templates() / "python/mediawiki" / name).read_text()
    statements = re.findall(r"^from \S+ import (\([^)]*\)|.*)$", text, re.MULTILINE)
    imported = {
        word for names in statements if "{%" not in names for word in re.findall(r"\w+", names)
    }
    assert imported
    assert imported <= IMPORTED


# --- Rules that several modules have ------------------------------------------------------------------


def shared(*modules: model.Operation) -> dict[str, str | None]:
    """The constants of a package's rules, with the code of each."""
    api = model.Api(
        id="w",
        title="W",
        protocol=model.MediaWiki(wire=wire()),
        package="w",
        version="1",
        summary="",
        server=model.Server(url="x", variable=None, summary="", example=""),
        groups=(),
        operations=modules,
        types=(PAGE,),
    )
    return {name: rule.code for rule, name in shared_rules(api, wiki_names(api).query).items()}


def ruled(id_: str, name: str | None, code: str) -> model.Operation:
    operation: model.Operation = module(
        id_, rules=(model.Rule(kind="login", name=name, code=code, effect="Needs an account."),)
    )
    return operation


@pytest.mark.promise("the Python package defines the rule once")
def test_a_named_rule_of_two_modules_is_a_constant() -> None:
    assert shared(ruled("a", "NEEDS_LOGIN", "x"), ruled("b", "NEEDS_LOGIN", "x")) == {
        "NEEDS_LOGIN": "x"
    }


def test_a_rule_is_written_out_that_one_module_has_or_that_has_no_name() -> None:
    assert shared(ruled("a", "LOGIN", "x"), ruled("b", None, "y"), ruled("c", None, "y")) == {}


def test_two_forms_of_a_rule_have_two_constants() -> None:
    operations = [ruled(id_, "LOGIN", code) for id_, code in zip("abcd", "xxyy", strict=True)]
    assert shared(*operations) == {"LOGIN": "x", "LOGIN_2": "y"}


@pytest.mark.parametrize(("name", "constant"), [("DEPRECATED", "DEPRECATED_RULE"), ("A", "A_2")])
def test_a_rule_is_not_called_like_something_else(name: str, constant: str) -> None:
    assert shared(ruled("a", name, "x"), ruled("b", name, "x")) == {constant: "x"}
