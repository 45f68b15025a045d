"""Whatever the strings of a REST description are, every output compiles and reads back the same."""

import json
import re
from typing import Any, get_args

import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from specloom.languages.characters import revealed
from specloom.model.naming import identifier

from .build import Built, Source
from .client_types import operations

SHOP = Source("shop", "rest", "shop.yaml")

NASTY = [
    *('"""', "'''", "\\", "\\N{DASH}", '"', "{{ title }}", "{% raw %}", "{# x #}"),
    *("{0}", "%s", "${HOME}", "a: b # c", "- x", "| a | b |"),
    *("<script>alert(1)</script>", "</table>", "&amp;", "[x](javascript:1)"),
    *("*a* _b_ `c` ~d~", "# heading", "{ #id .class }", "yes", "null", "~", "1e3"),
    *("0o7", "2001-01-01", "=", "<<", "import", "None", "self", "class", "__class__"),
    *("\n", "a\nb\r\nc\td", "\x00", "\x07", "\x7f", "\x85", "\u2028", "\ufeff"),
    *("\u202e", "é", "e\u0301", "名", "😀", "A" * 300, " leading and trailing ", "==="),
    *("```", "~~~", "--8<-- 'x'", "!!! note", "[^1]: x", "*[HTML]: x", ":::"),
    *("http://example.org/?a=b&c=d", "me@example.org", "1. one", "+", ">"),
]

TEXT = st.one_of(
    st.sampled_from(NASTY),
    st.lists(st.sampled_from(NASTY), min_size=2, max_size=4).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
)
NAMES = st.lists(
    st.one_of(
        st.sampled_from(["import", "None", "self", "class", "__class__", "yes", "-", "1e3", "a.b"]),
        st.from_regex(r"[A-Za-z0-9_.-]{1,20}", fullmatch=True),
    ),
    min_size=1,
    max_size=3,
    unique_by=identifier,
)


FIELD_NAMES = st.lists(
    TEXT.filter(lambda text: bool(text.strip()) and not re.search(r'["\\\x00-\x1f]', text)),
    min_size=1,
    max_size=3,
    unique_by=identifier,
)
"""Options of the clients' decoder."""


@st.composite
def specs(draw: st.DrawFn) -> dict[str, Any]:
    """A small description with any text wherever it may have any."""
    parameters, fields = draw(NAMES), draw(FIELD_NAMES)
    values = draw(st.lists(TEXT, min_size=1, max_size=3, unique=True))
    return {
        "specloom": 1,
        "title": draw(TEXT),
        "version": "1.0",
        "summary": draw(TEXT),
        "description": draw(TEXT),
        "server": {"url": "https://shop.example.org", "summary": draw(TEXT)},
        "encoding": draw(st.sampled_from(["form", "json", "query"])),
        "authentication": {"parameter": "key", "summary": draw(TEXT), "rules": [draw(TEXT)]},
        "envelope": {
            "record": "Whole",
            "status": "status",
            "success": "ok",
            "error": "no",
            "message": "msg",
        },
        "groups": {"items": {"title": draw(TEXT), "summary": draw(TEXT)}},
        "operations": {
            "items.get": {
                "title": draw(TEXT),
                "summary": draw(TEXT),
                "description": draw(TEXT),
                "method": draw(st.sampled_from(["GET", "POST"])),
                "path": "/items",
                "parameters": {
                    name: {"type": "string", "summary": draw(TEXT), "default": draw(TEXT)}
                    for name in parameters
                    if name != "key"
                }
                | {"plain": {"type": "string", "values": values}},
                "result": {"type": "Item", "member": "item", "note": draw(TEXT)},
            }
        },
        "errors": {"Refused": {"message": draw(TEXT), "operations": ["items.get"]}},
        "records": {
            "Whole": {
                "fields": {
                    "status": {"type": "string"},
                    "msg": {"type": "string"},
                    "item": {"type": "Item"},
                }
            },
            "Item": {
                "summary": draw(TEXT),
                "conditions": {"sold": draw(TEXT)},
                "fields": {
                    name: {"type": "string", "summary": draw(TEXT), "known_values": values}
                    for name in fields
                }
                | {"when_sold": {"type": "timestamp", "only_if": ["sold"]}},
            },
        },
        "facts": {"one": {"text": draw(TEXT), "source": draw(TEXT)}},
        "unspecified": {
            "one": {
                "subject": draw(TEXT),
                "quote": draw(TEXT),
                "assumed": draw(TEXT),
                "change": draw(TEXT),
            }
        },
    }


def flat(text: str) -> str:
    """A text as a page shows it: white space in one piece, what does not show as an escape."""
    return " ".join(revealed(text).split())


@given(spec=specs())
@settings(
    max_examples=settings().max_examples // 3,  # each has dozens of texts
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
def test_any_text_comes_through(spec: dict[str, Any]) -> None:
    built = Built(SHOP, {"shop.yaml": spec})
    assert built.api.title == spec["title"]
    operation = spec["operations"]["items.get"]
    names = [parameter.name for parameter in built.api.operations[0].parameters]
    assert names == ["key", *operation["parameters"]]
    the_client_tells_it(built, spec)
    the_openapi_document_tells_it(built, spec)
    the_pages_tell_it(built, spec)


def the_client_tells_it(built: Built, spec: dict[str, Any]) -> None:
    for path, content in built.files("python").items():
        if path.endswith(".py"):
            compile(content, path, "exec", dont_inherit=True)
    operation = spec["operations"]["items.get"]
    operation_sent = operations(built)["items.get"]
    assert [parameter.wire for parameter in operation_sent.parameters] == list(
        operation["parameters"]
    )
    assert [error.documented for error in operation_sent.errors] == [
        spec["errors"]["Refused"]["message"]
    ]
    fields = spec["records"]["Item"]["fields"]
    assert built.client.Item.__struct_encode_fields__ == tuple(fields)
    values = operation["parameters"]["plain"]["values"]
    assert list(get_args(built.client.ItemsGetPlain)) == values
    metadata = built.project()["project"]
    assert metadata["description"].split() == spec["summary"].split()


def the_openapi_document_tells_it(built: Built, spec: dict[str, Any]) -> None:
    document = built.openapi()
    path = "generated/openapi/shop.openapi.yaml"
    text = built.files("openapi", path)[path].decode()
    assert yaml.load(text, yaml.CSafeLoader) == json.loads(json.dumps(document))
    assert document["info"]["title"] == spec["title"]
    assert document["info"]["summary"] == spec["summary"]
    (operation,) = (method for path in document["paths"].values() for method in path.values())
    examples = operation["responses"]["default"]["content"]["application/json"]["examples"]
    message = spec["errors"]["Refused"]["message"]
    assert [example["value"]["msg"] for example in examples.values()] == [message]
    schemas = document["components"]["schemas"]
    assert list(schemas["Item"]["properties"]) == list(spec["records"]["Item"]["fields"])
    values = spec["operations"]["items.get"]["parameters"]["plain"]["values"]
    assert schemas["ItemsGetPlain"]["enum"] == values
    (entry,) = document["x-specloom-unspecified"]
    assert {key: entry[key] for key in spec["unspecified"]["one"]} == spec["unspecified"]["one"]


def the_pages_tell_it(built: Built, spec: dict[str, Any]) -> None:
    for name in (
        "index",
        "calling",
        "authentication",
        "errors",
        "items/get",
        "types",
        "unspecified",
    ):
        page = built.page(name)
        assert not page.root.all("script", "iframe", "style")
    heading = built.page("items/get").root.all("h1")[0].text
    assert heading == flat(spec["operations"]["items.get"]["title"])
    names = [
        heading.text for heading in built.page("items/get").section("each-parameter").all("h3")
    ]
    assert names == ["key", *map(flat, spec["operations"]["items.get"]["parameters"])]
    errors = built.page("items/get").section("errors").all("td")
    assert errors[0].text == flat(spec["errors"]["Refused"]["message"])
    quote = built.page("unspecified").section("unspecified-one").all("blockquote")[0]
    assert quote.text.replace("`", "") == flat(spec["unspecified"]["one"]["quote"]).replace("`", "")
