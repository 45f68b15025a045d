"""Whatever the strings of a wiki's catalogue are, every output compiles and reads back the same."""

import copy
import json
from typing import Any

import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from specloom.naming import identifier

from . import openapi_reader, page_reader, wiki_client
from .build import Built, Source, Spec, committed
from .test_rest_strings import NAMES, TEXT, flat
from .test_wiki_facts import CATALOGUE, RESULTS, RULES, TEXTS, WIKI
from .test_wiki_facts import NAMES as NAMES_FILE

MODULES = ["grow", "import", "a-b", "class", "list", "x1", "zz--", "Type"]
"""Names that a wiki's extension may give its modules."""


@st.composite
def catalogues(draw: st.DrawFn) -> Spec:
    """The wiki's own overlays, and one module with any text wherever it may have any."""
    spec = copy.deepcopy(committed(WIKI))
    for path in (NAMES_FILE, TEXTS, RESULTS, RULES):
        spec[path]["modules"] = {}
    spec[NAMES_FILE]["value_lists"] = {
        name: one for name, one in spec[NAMES_FILE]["value_lists"].items() if "of" not in one
    }
    spec["wiki/protocol.yaml"]["wire"]["rules"] = []
    name = draw(st.sampled_from(MODULES))
    values = draw(st.lists(TEXT.filter(lambda one: "|" not in one), min_size=2, unique=True))
    names = [one for one in draw(NAMES) if identifier(one) not in ("limit", "page_size", "kind")]
    texts = {one: draw(TEXT) for one in names}
    parameters = [
        {
            "name": one,
            "type": "string",
            "default": draw(TEXT),
            "info": [{"name": "hint", "text": draw(TEXT)}],
        }
        for one in names
    ]
    parameters.append({"name": "kind", "type": values, "default": values[0]})
    spec[CATALOGUE]["paraminfo"]["modules"] = [
        {
            "name": name,
            "path": f"query+{name}",
            "group": draw(st.sampled_from(["list", "prop", "meta"])),
            "prefix": "gw",
            "source": draw(TEXT),
            "sourcename": draw(TEXT),
            "licensetag": draw(TEXT),
            "helpurls": [draw(TEXT)],
            "parameters": [{"index": index, **one} for index, one in enumerate(parameters, 1)],
        }
    ]
    spec[TEXTS]["modules"] = {name: {"summary": draw(TEXT), "parameters": texts}}
    return spec


@given(spec=catalogues())
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
def test_any_text_comes_through(spec: Spec) -> None:
    source = Source(WIKI.id, WIKI.reader, WIKI.source, WIKI.overlays)
    built = Built(source, spec)
    (module,) = spec[CATALOGUE]["paraminfo"]["modules"]
    names = [one["name"] for one in module["parameters"]]
    assert [one.name for one in built.operation(module["name"]).parameters] == names
    the_client_tells_it(built, module)
    the_documents_tell_it(built, module)
    the_pages_tell_it(built, module)


def the_client_tells_it(built: Built, module: dict[str, Any]) -> None:
    for path, content in built.files("python").items():
        if path.endswith(".py"):
            compile(content, path, "exec", dont_inherit=True)
    for parameter in module["parameters"]:
        told = wiki_client.read(built, ("parameter", module["name"], parameter["name"]))
        if parameter["name"] not in ("continue", "limit"):
            assert told["default"] == parameter["default"]
    kind = wiki_client.read(built, ("parameter", module["name"], "kind"))
    assert list(kind["values"]) == module["parameters"][-1]["type"]


def the_documents_tell_it(built: Built, module: dict[str, Any]) -> None:
    for name in openapi_reader.DOCUMENTS:
        path = f"generated/openapi/{name}.openapi.yaml"
        text = built.files("openapi", path)[path].decode()
        assert yaml.load(text, yaml.CSafeLoader) == json.loads(json.dumps(built.openapi(name)))
    for parameter in module["parameters"]:
        told = openapi_reader.read(built, ("parameter", module["name"], parameter["name"]))
        assert told["wire_name"] == "gw" + parameter["name"]
        assert told["default"] == parameter["default"]
    told = openapi_reader.read(built, ("operation", module["name"]))
    assert told["license_tag"] == module["licensetag"]


def the_pages_tell_it(built: Built, module: dict[str, Any]) -> None:
    page = built.page(built.page_of(module["name"]))
    assert not page.root.all("script", "iframe", "style")
    names = [one.text for one in page.section("parameters").all("h3")]
    assert names == [flat(one["name"]) for one in module["parameters"]]
    told = page_reader.read(built, ("parameter", module["name"], "kind"))
    assert told["values"] == [flat(value) for value in module["parameters"][-1]["type"]]
