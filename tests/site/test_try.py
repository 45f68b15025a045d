"""The form of a page prints what the generator prints, whatever is filled in."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from specloom.model import Api, Model, Operation, Parameter
from specloom.rendering.render import Renderer
from specloom.views.reference.places import Places
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import Filling
from specloom.views.samples.form import form_facts

from .conftest import ROOT

FILLINGS = 40
"""Of each operation."""
PIECES = (
    *(
        "Category:Oak",
        "a",
        "0",
        "-7",
        "007",
        "12.5",
        "-0.0",
        "1.0",
        "max",
        "*",
        "2026-01-01T00:00:00Z",
    ),
    *(
        "it's",
        'say "no"',
        "both ' and \"",
        "a|b",
        "back\\slash",
        "two\nlines",
        "tab\t",
        "50% & more=1?",
    ),
    *(
        "Ünïcode",
        "日本語",
        "😀",
        "a\u200db",
        "\u202egnp",
        "\x7f",
        "\x1f",
        "\U0001d173",
        "#!()*~",
        "$HOME `x`",
    ),
    *("", " ", "-", "true"),
)
SERVERS = ("https://wiki.example.org/w/api.php", "https://oak.example/wiki's/api.php")


def rendered(renderer: Renderer, call: Any) -> list[str]:
    """The four samples of a call."""
    return [
        renderer.sample(call, "samples/call.py.j2", is_async=False),
        renderer.sample(call, "samples/call.py.j2", is_async=True),
        renderer.sample(call, "samples/curl.sh.j2"),
        (
            call.address
            if hasattr(call, "class_name")
            else renderer.sample(call, "samples/request.txt.j2")
        ),
    ]


def value(chance: random.Random, parameter: Parameter, listed: list[str]) -> Any:
    """A value as the form keeps it: a text, or several."""

    def one() -> str:
        if parameter.type == "boolean":
            return "1"
        kind = chance.random()
        if listed and kind < 0.6:
            return chance.choice(listed)
        if kind < 0.8:
            return chance.choice(PIECES)
        return str(chance.randint(-20, 6000))

    if parameter.multiple is None or parameter.type == "boolean":
        return one() or "x"
    return tuple(one() for _ in range(chance.randint(1, 4)))


def fillings(api: Api, operation: Operation, chance: random.Random) -> Iterator[Filling]:
    """Random values for some parameters of an operation."""
    known = {named.name: getattr(named, "values", ()) for named in api.types}
    of_pages = operation.result is not None and operation.result.where == "page"
    shared = api.wire.parameters if api.wire and of_pages else ()
    key = api.authentication.parameter if api.authentication else None
    for _ in range(FILLINGS):
        share = chance.random()
        arguments = {
            parameter.name: value(
                chance,
                parameter,
                [str(each) for each in known.get(parameter.enumeration or "", ())],
            )
            for parameter in operation.parameters
            if chance.random() < share and parameter.name not in (key, "continue")
        }
        named = {
            parameter.name: value(chance, parameter, [])
            for parameter in shared
            if parameter.name in ("titles", "pageids", "revids", "redirects", "converttitles")
            and chance.random() < share
        }
        yield Filling(arguments, named)


def typed(operation: Operation, filling: Filling) -> Filling:
    """The same with booleans as the model has them."""
    flags = {each.name for each in operation.parameters if each.type == "boolean"}
    return Filling(
        {name: True if name in flags else given for name, given in filling.arguments.items()},
        {
            name: True if name in ("redirects", "converttitles") else given
            for name, given in filling.shared.items()
        },
    )


def test_the_form_prints_what_the_generator_prints(model: Model) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here; `sh tests/setup/tools.sh` installs it")
    chance = random.Random(11)
    renderer = Renderer(ROOT / "templates")
    calls: list[Any] = []
    expected: list[list[str]] = []
    for api in model.apis:
        places = Places.of(api)
        for operation in api.operations:
            class_name = places.class_name(operation) if api.wire else None
            prefix = operation.prefix
            facts = form_facts(api, operation, class_name, Filling({}, {}))
            for filling in fillings(api, operation, chance):
                server = chance.choice(SERVERS) if api.wire else api.server.example
                asked = replace(api, server=replace(api.server, example=server))
                call = sample_call(asked, operation, class_name, typed(operation, filling))
                expected.append(rendered(renderer, call))
                values = {
                    **filling.shared,
                    **{prefix + name: given for name, given in filling.arguments.items()},
                }
                calls.append({"facts": facts, "values": values, "server": server})
    done = subprocess.run(
        [node, str(ROOT / "tests/site/samples.js"), str(ROOT / "docs/javascripts/try.js")],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert len(made) == 66 * FILLINGS
    for call, texts, printed in zip(calls, expected, made, strict=True):
        assert printed == texts, call["values"]
