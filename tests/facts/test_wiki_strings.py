"""Whatever the strings of a wiki's catalogue are, every output compiles and reads back the same."""

import copy
import inspect
import json
from collections.abc import Iterator
from typing import Any

import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from specloom.model.naming import identifier

from .build import Built, Source, Spec, committed
from .test_rest_strings import NAMES, TEXT, flat
from .test_wiki_facts import CATALOGUE, RESULTS, RULES, TEXTS, WIKI
from .test_wiki_facts import NAMES as NAMES_FILE

DOCUMENTS = ("wiki", "wiki.codegen")
MODULES = ["grow", "import", "a-b", "class", "list", "x1", "zz--", "Type"]
"""Names that a wiki's extension may give its modules."""


@st.composite
def catalogues(draw: st.DrawFn) -> Spec:
    """The wiki's own overlays, and one module with any text wherever it may have any."""
    spec = copy.deepcopy(committed(WIKI))
    for path in (NAMES_FILE, TEXTS, RESULTS, RULES):
        spec[path]["modules"] = {}
    spec[NAMES_FILE]["value_lists"] = {
        name: entry for name, entry in spec[NAMES_FILE]["value_lists"].items() if "of" not in entry
    }
    spec["wiki/protocol.yaml"]["wire"]["rules"] = []
    name = draw(st.sampled_from(MODULES))
    values = draw(st.lists(TEXT.filter(lambda text: "|" not in text), min_size=2, unique=True))
    names = [name for name in draw(NAMES) if identifier(name) not in ("limit", "page_size", "kind")]
    texts = {wire: draw(TEXT) for wire in names}
    parameters = [
        {
            "name": wire,
            "type": "string",
            "default": draw(TEXT),
            "info": [{"name": "hint", "text": draw(TEXT)}],
        }
        for wire in names
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
            "parameters": [
                {"index": index, **parameter} for index, parameter in enumerate(parameters, 1)
            ],
        }
    ]
    spec[TEXTS]["modules"] = {name: {"summary": draw(TEXT), "parameters": texts}}
    return spec


@given(spec=catalogues())
@settings(
    max_examples=settings().max_examples // 3,  # each has dozens of texts
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
def test_any_text_comes_through(spec: Spec) -> None:
    source = Source(WIKI.id, WIKI.reader, WIKI.source, WIKI.overlays)
    built = Built(source, spec)
    (module,) = spec[CATALOGUE]["paraminfo"]["modules"]
    names = [parameter["name"] for parameter in module["parameters"]]
    assert [parameter.name for parameter in built.api.operations[0].parameters] == names
    the_client_tells_it(built, module)
    the_documents_tell_it(built, module)
    the_pages_tell_it(built, module)


def the_client_tells_it(built: Built, module: dict[str, Any]) -> None:
    for path, content in built.files("python").items():
        if path.endswith(".py"):
            compile(content, path, "exec", dont_inherit=True)
    runtime = built.client_module("_runtime.mediawiki.modules.module")
    public: list[Any] = [getattr(built.client, name) for name in built.client.__all__]
    described = {vars(class_)["__wire__"].name: class_ for class_ in public if is_module(class_)}
    class_ = described[module["name"]]
    fields = {field.wire: field for field in runtime.fields_of(class_).values()}
    for parameter in module["parameters"]:
        if parameter["name"] not in ("continue", "limit"):
            field = fields[parameter["name"]]
            assert runtime.default_of(class_, field.name) == parameter["default"]
    assert list(fields["kind"].values) == module["parameters"][-1]["type"]


def is_module(public: Any) -> bool:
    """Return True if a public name of a client is the class of a query module."""
    return inspect.isclass(public) and "__wire__" in vars(public)


def the_documents_tell_it(built: Built, module: dict[str, Any]) -> None:
    for name in DOCUMENTS:
        path = f"generated/openapi/{name}.openapi.yaml"
        text = built.files("openapi", path)[path].decode()
        document = built.openapi(name)
        assert yaml.load(text, yaml.CSafeLoader) == json.loads(json.dumps(document))
        defaults_by_wire = {
            parameter["name"]: parameter["x-specloom-parameter"].get("default_value")
            for parameter in parameters_of(document)
        }
        for parameter in module["parameters"]:
            assert defaults_by_wire["gw" + parameter["name"]] == parameter["default"]
    (described,) = built.openapi("wiki")["x-specloom-modules"]
    assert described["license_tag"] == module["licensetag"]


def parameters_of(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parameters of modules and of the query, wherever the document has them."""
    parameters = [*document["components"].get("parameters", {}).values()]
    for path in document["paths"].values():
        parameters += (parameter for method in path.values() for parameter in method["parameters"])
    return (parameter for parameter in parameters if "x-specloom-parameter" in parameter)


def the_pages_tell_it(built: Built, module: dict[str, Any]) -> None:
    page = built.page(built.page_of(module["name"]))
    assert not page.root.all("script", "iframe", "style")
    names = [heading.text for heading in page.section("each-parameter").all("h3")]
    assert names == [flat(parameter["name"]) for parameter in module["parameters"]]
    values = page.section("param-kind").all("dd")[0]
    assert [code.text for code in values.all("code")] == [
        flat(value) for value in module["parameters"][-1]["type"]
    ]
