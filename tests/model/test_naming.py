"""Wire names become identifiers by rules that hold for any name."""

import keyword
import tomllib
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement

from specloom.model import naming

SELLER = Path(__file__).parents[2] / "generated/python/seller_platform"
NAMES = st.text() | st.from_regex(r"[a-zA-Z0-9_!|. -]{0,12}", fullmatch=True)


@pytest.mark.promise("ASCII letters, digits, `_`, `-` and `.`")
@pytest.mark.parametrize(
    ("name", "is_name", "is_path", "is_templated"),
    [
        ("allpages", True, True, True),
        ("add-self_2.x", True, True, True),
        ("query+flow-board", False, True, False),
        ("text-{slot}", False, False, True),
        *((name, False, False, False) for name in ("", "a b", "a|b", "größe", "<b>", "a\n", "٣")),
        *(
            (name, False, False, False)
            for name in ("a++b", "+a", "{}", "{a", "a}", "{a b}", "{{a}}")
        ),
    ],
)
def test_names_on_the_wire(name, is_name, is_path, is_templated):
    assert naming.is_wire_name(name) is is_name
    assert naming.is_module_path(name) is is_path
    assert naming.is_templated_name(name) is is_templated


@pytest.mark.promise("and in a query or a body also")
@pytest.mark.parametrize(
    "name", ["page[size]", "created[gte]", "expand[]", "$filter", "@id", "a:b"]
)
def test_a_query_has_names_that_a_header_cannot_have(name):
    assert naming.is_parameter_name(name, "query")
    assert naming.is_parameter_name(name, "form")
    assert not naming.is_parameter_name(name, "header")


@pytest.mark.promise("letters of any alphabet")
@pytest.mark.parametrize(
    ("name", "is_name"),
    [
        *((name, True) for name in ("petId", "path+", "목록", "number:[0-9]+", "größe")),
        *(
            (name, False)
            for name in ("", " ", "a b", "a/b", "a?", "a#", "{a}", "a%5b", "<b>", "\\d")
        ),
    ],
)
def test_variables_of_a_path_have_names_that_no_request_holds(name, is_name):
    assert naming.is_parameter_name(name, "path") is is_name


@pytest.mark.parametrize(
    "name", ["", " ", "a b", "a&b", "a=b", "a#", "a+b", "a%5b", "<b>", "é", "`", '"', "{a}"]
)
def test_no_parameter_has_a_name_that_programs_would_have_to_encode(name):
    assert not naming.is_parameter_name(name, "query")


@pytest.mark.parametrize(
    ("path", "is_path"),
    [
        *((path, True) for path in ("/", "/a", "/a/", "/a/{b}/c", "/.a/b../...")),
        *((path, False) for path in ("//a", "/a//b", "/./a", "/../a", "/a/../b", "/%2E./a")),
        *((path, False) for path in ("/..", "/a/.", "/a/..", "/a/b/..", "/a/%2e")),
    ],
)
def test_a_path_stays_below_its_address(path, is_path):
    assert naming.is_path(path) is is_path


@pytest.mark.parametrize(
    ("name", "is_file_name"),
    [
        *((name, True) for name in ("page.md", ".a", "console", "a.con", "com10")),
        *((name, False) for name in ("con", "Con.md", "com9", "lpt¹.x", "a.", "a ", "a:b", "a/b")),
    ],
)
def test_every_system_can_hold_a_file_of_the_name(name, is_file_name):
    assert naming.is_file_name(name) is is_file_name


@pytest.mark.parametrize(
    ("name", "is_id"),
    [
        *((name, True) for name in ("a", "a1-b2")),
        *((name, False) for name in ("A", "a--b", "-a", "a_b", "con")),
    ],
)
def test_ids_of_apis(name, is_id):
    assert naming.is_api_id(name) is is_id


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("allpages", "Allpages"),
        ("category-members", "CategoryMembers"),
        ("siteInfo", "SiteInfo"),
        ("HTMLPage", "HTMLPage"),
        ("2fa", "_2fa"),
        ("!!", ""),
    ],
)
def test_class_names(wire, name):
    assert naming.class_name(wire) == name


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("namespaceAliases", "namespace_aliases"),
        ("HTMLPage", "html_page"),
        ("add-self", "add_self"),
        ("already_so", "already_so"),
        ("2fa", "_2fa"),
        ("OAuth2UserToken", "oauth2_user_token"),
        ("IPv4Address", "ipv4_address"),
        ("userIDs", "user_ids"),
        ("URLsOfImages", "urls_of_images"),
        ("imageURLAsText", "image_url_as_text"),
        ("userIDIsKnown", "user_id_is_known"),
    ],
)
def test_snake_case(wire, name):
    assert naming.snake_case(wire) == name


@pytest.mark.promise("Names in Python are made from it")
@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("from", "from_"),
        ("class", "class_"),
        ("self", "self_"),
        ("None", "None_"),
        ("__class__", "class_"),
        ("list", "list"),
        ("a-b", "a_b"),
        ("1st", "_1st"),
        ("pageId", "pageId"),
        ("é", "e"),
        ("日", "value"),
    ],
)
def test_identifiers(wire, name):
    assert naming.identifier(wire) == name


@pytest.mark.parametrize(
    ("wire", "name"), [("!minor", "NOT_MINOR"), ("a b", "A_B"), ("", "EMPTY"), ("9a", "_9A")]
)
def test_constant_names(wire, name):
    assert naming.constant_name(wire) == name


@given(NAMES)
def test_an_identifier_is_one_for_any_wire_name(wire):
    for name in (naming.identifier(wire), naming.module_name(wire), naming.constant_name(wire)):
        assert name.isidentifier()
        assert name.isascii()
        assert not keyword.iskeyword(name)
        assert not name.startswith("__")
    assert naming.identifier(wire) not in naming.RESERVED
    assert naming.module_name(wire) == naming.module_name(wire).lower()


@pytest.mark.parametrize(
    "is_right", [naming.is_wire_name, naming.is_api_id, naming.is_package_name]
)
def test_files_can_be_called_after_names(is_right):
    assert is_right("x" * 100)
    assert not is_right("x" * 101)


@pytest.mark.parametrize(
    ("name", "is_right"),
    [
        *((name, True) for name in ("a", "é", " a", "\x7f")),
        *((name, False) for name in ("", " ", '"', "\\", "\x1f")),
    ],
)
def test_names_of_fields_are_those_that_msgspec_decodes(name, is_right):
    assert naming.is_field_name(name) is is_right


@pytest.mark.parametrize(
    ("wire", "name"), [("OR", "or_"), ("Self", "self_"), ("a-Bc", "a_bc"), ("CON", "con_")]
)
def test_names_of_modules(wire, name):
    assert naming.module_name(wire) == name


@given(NAMES)
def test_an_identifier_stays_as_it_is(wire):
    name = naming.identifier(wire)
    assert naming.identifier(name) == name


@given(NAMES)
def test_a_class_name_is_an_identifier_or_nothing(wire):
    name = naming.class_name(wire)
    assert name == "" or name.isidentifier()


def test_names_are_counted_from_two():
    assert naming.distinct(["a", "b", "a", "a"]) == ["a", "b", "a_2", "a_3"]


@given(st.lists(st.sampled_from(["a", "a_2", "a_3", "b", "b_2"])))
def test_distinct_names_are_distinct_and_the_first_stays(names):
    distinct_names = naming.distinct(names)
    assert len(set(distinct_names)) == len(distinct_names) == len(names)
    for number, (before, after) in enumerate(zip(names, distinct_names, strict=True)):
        assert after.startswith(before)
        if before not in names[:number] and before not in distinct_names[:number]:
            assert after == before


@pytest.mark.parametrize("name", ["seller_platform", "a", "a1_b2"])
def test_package_names(name):
    assert naming.is_package_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "A", "_a", "a_", "a__b", "1a", "class", "match", "a-b", "a.b", "a\n", "con"),
        *("json", "msgspec"),
    ],
)
def test_what_is_no_package_name(name):
    assert not naming.is_package_name(name)


@pytest.mark.parametrize(
    "name", ["imp", "distutils", "cgi", "annotationlib", "compression", "type"]
)
def test_a_module_of_another_version_of_python_is_no_package_name(name):
    assert not naming.is_package_name(name)


def test_what_clients_need_is_no_package_name():
    """Whatever is installed with them would else be overwritten, or hidden from their own code."""
    project = tomllib.loads((SELLER / "pyproject.toml").read_text())["project"]
    pending = [*project["dependencies"], *project["optional-dependencies"]["sandbox"]]
    needed: set[str] = set()
    while pending:
        requirement = Requirement(pending.pop())
        name = requirement.name.replace("-", "_").lower()
        if name in needed or (requirement.marker and "extra" in str(requirement.marker)):
            continue
        needed.add(name)
        with suppress(metadata.PackageNotFoundError):  # on this system nobody needs it
            pending += metadata.requires(name) or []
    assert {"anyio", "httpcore2", "uvicorn"} < needed
    assert [name for name in sorted(needed) if naming.is_package_name(name)] == []


def test_a_distribution_has_hyphens():
    assert naming.distribution_name("wiki_query") == "wiki-query"
