"""Texts of a specification come through both files of a document, whatever they hold."""

import json

import msgspec
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from specloom import resources
from specloom.model import (
    Authentication,
    Enumeration,
    Fact,
    Field,
    Group,
    Operation,
    OperationError,
    Parameter,
    Record,
    Reference,
    Result,
    Server,
    Unspecified,
)
from specloom.rendering.formatting import json_of_yaml
from specloom.rendering.render import Renderer
from specloom.views.openapi import rest as openapi_rest

from .test_schema import api

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120)
RENDERER = Renderer(resources.templates())


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(TEXT, min_size=6, max_size=6))
def test_yaml_and_json_say_the_same(texts: list[str]) -> None:
    first, second, third, fourth, fifth, sixth = texts
    described = msgspec.structs.replace(
        api(
            Record(name="Thing", fields=(Field(name=first, type="string", summary=second),)),
            Enumeration(name="Choice", values=tuple(dict.fromkeys(texts)), summary=third),
        ),
        title=fourth,
        summary=fifth,
        server=Server(url="{a}", variable="a", summary=sixth, example=first),
        authentication=Authentication(parameter="k", secret=True, summary=third, rules=(second,)),
        groups=(Group(name=first, title=second),),
        operations=(
            Operation(
                id="a.b",
                group=first,
                title=third,
                summary=fourth,
                method="GET",
                path="/a",
                parameters=(
                    Parameter(
                        name=fifth,
                        type="enumeration",
                        enumeration="Choice",
                        default=sixth,
                        value_texts={first: second},
                    ),
                ),
                result=Result(type=Reference(name="Thing"), key="key"),
                errors=(OperationError(name="Wrong", message=sixth),),
            ),
        ),
        facts=(Fact(id=first, text=second, source=third),),
        unspecified=(
            Unspecified(id=first, subject=second, quote=third, assumed=fourth, change=fifth),
        ),
    )
    (output,) = openapi_rest.outputs(described)
    text = RENDERER.render(output)
    shown = yaml.load(text, yaml.CSafeLoader)
    assert shown == json.loads(json_of_yaml(text))
    assert shown["info"]["title"] == fourth
    assert shown["x-specloom-facts"][0]["text"] == second
