"""The model's document: complete, readable by any YAML reader, described by its schema."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import msgspec
import pytest
import ruamel.yaml
import yaml
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.json_schema import schema_text
from specloom.model.structs import (
    MODEL_VERSION,
    Api,
    Constant,
    Enumeration,
    Field,
    Group,
    Limits,
    ListOf,
    MediaWiki,
    Model,
    Module,
    Operation,
    Parameter,
    Presence,
    Record,
    Reference,
    Result,
    Server,
    Union,
    Unspecified,
    Wire,
)
from specloom.readers.paraminfo.overlay_format import OverlayForm
from specloom.readers.rest.format import RestFile
from specloom.sources.config import ApiList

GENERATOR = Path(__file__).parents[2] / "generator"
TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(
    [
        "",
        "yes",
        "1.10",
        "null",
        "a\nb",
        "a\n\nb\n",
        " a\n b",
        "- a",
        "#",
        "a: b",
        "x" * 300,
        "\u2028",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


WIRE = Wire(
    fixed_parameters={},
    group_parameters={},
    generator_parameter="generator",
    generator_prefix="g",
    separator="|",
    alternative_separator="_",
    post_above_bytes=2000,
    post_header="Promise",
    error_header="Error",
    parameters=(),
    page="Page",
)


def model(text="", extra=None, values=("a", 1)):
    """A small model that holds a text in every place where a reader may put one."""
    return Model(
        apis=(
            Api(
                id="small",
                title=text,
                protocol=MediaWiki(wire=WIRE, catalogue=extra),
                package="small",
                version="1.10",
                summary=text,
                server=Server(url=text, variable="x", summary=text, example=text),
                groups=(Group(name=text, title=text),),
                operations=(
                    Operation(
                        id=text,
                        group=text,
                        call=Module(extra=extra),
                        description=text,
                        parameters=(
                            Parameter(name=text, type="string", default=text),
                            Parameter(
                                name="y", type="integer", default=0, limits=Limits(minimum=-1)
                            ),
                            Parameter(name="z", type="string", default=values),
                        ),
                        result=Result(type=ListOf(items=Reference(name=text))),
                    ),
                ),
                types=(
                    Record(
                        name=text,
                        fields=(
                            Field(
                                name=text,
                                type=Union(options=("string", Constant(value=text))),
                                presence=Presence(only_if=(text, text)),
                            ),
                        ),
                    ),
                    Enumeration(name="E", values=values),
                ),
                unspecified=(
                    Unspecified(id="u", subject=text, quote=text, assumed=text, change=text),
                ),
            ),
        )
    )


def read_back(text):
    diagnostics = Diagnostics()
    document = model_document.parse(text, "model.yaml", diagnostics)
    assert diagnostics.found == []
    return document


@pytest.mark.promise("Keys are always in the order of the classes")
@given(TEXT, st.none() | st.dictionaries(TEXT, JSON, max_size=4))
def test_a_model_is_read_back_as_it_was(text, extra):
    written = model(text, extra)
    assert read_back(model_document.dump(written)) == written


@pytest.mark.promise("Any YAML library can read it", "YAML 1.1 and 1.2 read the same data")
@given(TEXT, st.none() | st.dictionaries(TEXT, JSON, max_size=4))
def test_any_yaml_reader_reads_the_same(text, extra):
    written = model(text, extra)
    document = model_document.dump(written)
    data = {"specloom": MODEL_VERSION, **msgspec.to_builtins(written)}
    expected = json.loads(json.dumps(data))
    reader = ruamel.yaml.YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    assert yaml.safe_load(document) == expected
    assert reader.load(io.StringIO(document)) == expected


def test_a_key_of_any_length_is_read_back():
    extra = {"k" * 2000: {"l" * 2000: 1, "m" * 2000: [{"n" * 2000: [1]}, 2]}}
    document = model_document.dump(model("a", extra))
    protocol = read_back(document).apis[0].protocol
    assert isinstance(protocol, MediaWiki) and protocol.catalogue == extra
    assert yaml.safe_load(document)["apis"][0]["protocol"]["catalogue"] == extra


def test_keys_of_earlier_versions_are_ignored():
    written = model("a")
    document = yaml.safe_load(model_document.dump(written))
    document["specloom"] = 1
    document["apis"][0]["aliases"] = [{"old": "Thing", "new": "Item", "until": "0.2.0"}]
    document["apis"][0]["operations"][0]["command"] = "list"
    assert read_back(yaml.safe_dump(document)) == written


@pytest.mark.promise("is the version of the model")
def test_the_document_names_its_version_first():
    lines = [
        line for line in model_document.dump(model("a")).splitlines() if not line.startswith("#")
    ]
    assert lines[0] == f"specloom: {MODEL_VERSION}"


@pytest.mark.promise("YAML 1.1 and 1.2 read the same data")
def test_the_document_has_no_aliases_and_no_long_flow_lines():
    values = tuple(f"value-{number}" for number in range(40))
    document = model_document.dump(model("a", {"k": list(values)}, values))
    assert "&" not in document
    assert "*" not in document
    assert max(map(len, document.splitlines())) <= 100


@pytest.mark.promise("one document with every fact", "describes the document")
def test_the_document_fits_its_schema():
    schema = json.loads(schema_text(Model, "Model"))
    validator = jsonschema.Draft202012Validator(schema)
    document = yaml.safe_load(model_document.dump(model("a", {"k": 1})))
    assert list(validator.iter_errors(document)) == []
    document["apis"][0]["titel"] = "x"
    assert [error.validator for error in validator.iter_errors(document)] == [
        "additionalProperties"
    ]


@pytest.mark.promise("Every source format has a JSON Schema in `generated/schema/`")
def test_every_schema_is_one_and_has_words_for_most_of_its_members():
    for form in (Model, ApiList, RestFile, OverlayForm):
        schema = json.loads(schema_text(form, "Title"))
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["title"] == "Title"
        for name, definition in schema["$defs"].items():
            assert definition.get("description"), name


def test_a_text_below_an_attribute_is_its_description():
    schema = json.loads(schema_text(ApiList, "Title"))
    reader = schema["$defs"]["ApiEntry"]["properties"]["reader"]
    assert reader["description"].startswith("The format of the source")


SCHEMA_OF_THE_MODEL = """\
from specloom.model.structs import Model
from specloom.model.json_schema import schema_text

print(schema_text(Model, "Model"), end="")
"""


@pytest.mark.parametrize("optimization", ["-O", "-OO"])
def test_a_schema_is_the_same_without_assertions_and_docstrings(optimization):
    completed = subprocess.run(
        [sys.executable, "-X", "utf8", optimization, "-c", SCHEMA_OF_THE_MODEL],
        env=os.environ | {"PYTHONPATH": str(GENERATOR)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert completed.stdout == schema_text(Model, "Model")


def test_a_description_of_several_lines_is_not_indented():
    schema = json.loads(schema_text(Model, "Model"))
    lines = schema["$defs"]["Presence"]["description"].splitlines()
    assert len(lines) > 2
    assert [line for line in lines if line != line.strip()] == []


@pytest.mark.promise("is the version of the model")
@given(TEXT)
def test_another_document_is_refused(text):
    diagnostics = Diagnostics()
    document = f"specloom: {MODEL_VERSION}\napis: {json.dumps(text)}\n"
    assert model_document.parse(document, "model.yaml", diagnostics) is None
    assert diagnostics.found
