"""The form of a page prints what the generator prints, whatever is filled in."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
import wiki_query
import wiki_query.actions
from msgspec.structs import replace
from wiki_query._runtime.mediawiki.modules.breaches import Breach, Call, breaches

from specloom.languages.json import encoded
from specloom.model.module_parameters import chooses_pages
from specloom.model.structs import (
    Api,
    Authentication,
    Group,
    Http,
    HttpParameter,
    ListOf,
    Model,
    Module,
    Operation,
    Parameter,
    Rest,
    Result,
    Rule,
    Scheme,
    Server,
)
from specloom.naming.mediawiki import wiki_names
from specloom.naming.names import package_names
from specloom.rendering.render import View
from specloom.rendering.templates import Templates
from specloom.views.reference.places import Places, is_action
from specloom.views.reference.reply import LEFT_OUT, compact
from specloom.views.samples.calls import sample_call
from specloom.views.samples.filling import Filling, is_added
from specloom.views.samples.filling import filling as usual_filling
from specloom.views.samples.form import form_facts
from tests import browser
from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import Wiki
from tests.node import NODE
from tests.protocols import with_protocol
from tests.values import parameter_of

from .conftest import ROOT
from .script import SCRIPTS, script_results
from .test_running import printed

Place: TypeAlias = Literal["query", "form", "json", "path", "header", "cookie"]

FILLINGS = 40
"""Of each operation."""
SAMPLE = 15
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
        "\xab\xa0oui\xa0\xbb",
        "\x85 \u202f! \u2028",
        "\u202egnp",
        "\x7f",
        "\0",
        "\x1f",
        "\U0001d173",
        "#!()*~",
        "$HOME `x`",
    ),
    *("", " ", "-", "true"),
)
SERVERS = ("https://wiki.example.org/w/api.php", "https://oak.example/wiki's/api.php")


def rendered(templates: Templates, call: Any) -> list[str]:
    """The samples of a call."""
    return [
        templates.sample(call, "samples/call.py.j2", is_async=False),
        templates.sample(call, "samples/call.py.j2", is_async=True),
        templates.sample(call, "samples/curl.sh.j2"),
        templates.sample(call, "samples/call.php.j2"),
        templates.sample(call, "samples/call.js.j2"),
        templates.sample(call, "samples/request.txt.j2"),
    ]


def names(value: Any) -> Any:
    """A value with the names that a template can read, as JSON has it."""
    if isinstance(value, View):
        return {name: names(getattr(value, name)) for name in asked_of(type(value))}
    return [names(item) for item in value] if isinstance(value, tuple | list) else value


@cache
def asked_of(view: type[View]) -> tuple[str, ...]:
    properties = [name for name in dir(view) if isinstance(getattr(view, name), property)]
    return (*view.__struct_fields__, *properties)


def trees(templates: Templates) -> Any:
    """The templates of samples, as a page has them."""
    return json.loads(templates.trees("reference/_call.md.j2"))


def value(chance: random.Random, parameter: Parameter, listed_values: list[str]) -> Any:
    """A value as the form keeps it: a text, or several."""

    def single() -> str:
        if parameter.kind == "boolean":  # without values, it is there or not
            return chance.choice(listed_values) if listed_values else "1"
        kind = chance.random()
        if listed_values and kind < 0.6:
            return chance.choice(listed_values)
        if kind < 0.8:
            return chance.choice(PIECES)
        return str(chance.randint(-20, 6000))

    if parameter.multiple is None or parameter.kind == "boolean":
        return single() or "x"
    return tuple(single() for _ in range(chance.randint(1, 4)))


def fillings(
    api: Api, operation: Operation, chance: random.Random, count: int = FILLINGS
) -> Iterator[Filling]:
    """Random values for some parameters of an operation."""
    values_by_type = {
        declaration.name: getattr(declaration, "values", ()) for declaration in api.types
    }
    of_pages = operation.result is not None and operation.result.where == "page"
    shared = api.shared_parameters if of_pages else ()
    key = api.authentication.parameter if api.authentication else None
    for _ in range(count):
        share = chance.random()
        arguments = {
            parameter.name: value(
                chance,
                parameter,
                (
                    ["true", "false"]
                    if parameter.kind == "boolean" and operation.call.kind == "http"
                    else [str(each) for each in values_by_type.get(parameter.reference or "", ())]
                ),
            )
            for parameter in operation.parameters
            if chance.random() < share
            and parameter.name not in (key, "continue")
            and not is_added(operation, parameter)
            and not chooses_pages(parameter)
        }
        shared_values = {
            parameter.name: value(chance, parameter, [])
            for parameter in shared
            if parameter.name in ("titles", "pageids", "revids", "redirects", "converttitles")
            and chance.random() < share
        }
        yield Filling(api, operation, arguments, shared_values)


def typed(operation: Operation, filling: Filling) -> Filling:
    """The arguments with booleans as the model has them."""
    flags = {each.name for each in operation.parameters if each.kind == "boolean"}
    return Filling(
        filling.api,
        operation,
        {
            name: value != "false" if name in flags else value
            for name, value in filling.arguments.items()
        },
        {
            name: True if name in ("redirects", "converttitles") else value
            for name, value in filling.shared.items()
        },
    )


INHERITED = ("constructor", "toString", "hasOwnProperty", "valueOf", "__proto__")
"""Members that every object of JavaScript has."""


def odd_api(scheme: Literal["key", "bearer"], key_in: Place) -> Api:
    """An API whose parameters travel in every way that fields can fill in."""
    key = parameter_of("X-Key", "string", location=key_in, required=True)

    def operation(method: Literal["GET", "PUT", "POST"], *places: Place) -> Operation:
        kinds = ("string", "integer", "boolean", "decimal", "timestamp")
        parameters = [
            parameter_of(f"{place}-{kind}", kind, location=place)
            for place in places
            for kind in kinds
        ]
        list_parameters = [
            parameter_of(f"several-{kind}", kind, location=places[-1], several=True)
            for kind in ("integer", "decimal")
        ]
        renamed = replace(
            parameter_of("name_query", "string"),
            http=HttpParameter(wire_name="name<", location="query"),
        )
        inherited = [parameter_of(name, "string", location=places[-1]) for name in INHERITED]
        path = "".join(f"/{{path-{kind}}}" for kind in kinds) if "path" in places else ""
        return Operation(
            id=f"odd.{method.lower()}",
            group="odd",
            call=Http(method=method, path=f"/odd{path}"),
            parameters=(*parameters, renamed, *inherited, key, *list_parameters),
        )

    return Api(
        id=f"odd_{scheme}_{key_in}",
        title="Odd",
        protocol=Rest(
            authentication=Authentication(
                scheme=scheme, parameter="X-Key", secret=True, summary="A key."
            )
        ),
        package="odd_things",
        version="1.0.0",
        summary="Odd",
        server=Server(
            url="https://odd.example", variable=None, summary="", example="https://odd.example"
        ),
        groups=(Group(name="odd", title="Odd"),),
        operations=(
            operation("GET", "query"),
            operation("PUT", "path", "header", "cookie", "json"),
            operation("POST", "query", "form"),
        ),
        types=(),
    )


def with_schemes(api: Api) -> Api:
    """The API with a security scheme of each kind in place of the key."""
    schemes = (
        Scheme(name="token", type="bearer"),
        Scheme(name="account", type="oauth2"),
        Scheme(name="login", type="basic"),
        Scheme(name="session", type="key", place="cookie", parameter="session"),
        Scheme(name="query key", type="key", place="query", parameter="key"),
        Scheme(name="header key", type="key", place="header", parameter="X-Other"),
    )
    alternatives = (
        (("token", "query key"), ("account",)),
        (("account", "session", "login"),),
        (("header key",), ()),
    )
    return replace(
        api,
        id="odd_schemes",
        protocol=Rest(schemes=schemes),
        operations=tuple(
            replace(operation, call=replace(operation.http, security=security))
            for operation, security in zip(api.operations, alternatives, strict=True)
        ),
    )


ODD = [
    with_schemes(odd_api("key", "header")),
    odd_api("key", "query"),
    odd_api("key", "json"),
    odd_api("key", "form"),
    odd_api("bearer", "header"),
]


def odd_wiki(wiki: Api) -> Api:
    """The wiki with one module, whose parameters have names of JavaScript."""
    module = Operation(
        id="oddities",
        group="list",
        call=Module(),
        parameters=tuple(parameter_of(name, "string") for name in INHERITED),
        rules=(
            Rule(kind="not_with", terms=("constructor",), others=("toString",)),
            Rule(kind="requires", terms=("hasOwnProperty",), others=("__proto__=x",)),
        ),
        result=Result(type=ListOf(items="object"), where="query", key="oddities"),
    )
    return replace(with_protocol(wiki, actions=()), operations=(module,))


@pytest.mark.promise("all forms change")
def test_the_form_prints_what_the_generator_prints(model: Model, exhaustive: bool) -> None:
    chance, count = random.Random(11), FILLINGS if exhaustive else SAMPLE
    templates = Templates(ROOT / "templates")
    calls: list[Any] = []
    expected: list[tuple[Any, list[str]]] = []
    for api in (*model.apis, *ODD, odd_wiki(of_wiki(model))):
        places = Places.of(api)
        for operation in places.operations:
            prefix = operation.call.prefix
            facts = form_facts(places.names, Filling(api, operation))
            for filling in fillings(api, operation, chance, count):
                server = (
                    chance.choice(SERVERS) if api.protocol.shares_address else api.server.example
                )
                filled_api = replace(api, server=replace(api.server, example=server))
                call = sample_call(places.names, replace(typed(operation, filling), api=filled_api))
                expected.append((names(call), rendered(templates, call)))
                values = {
                    **filling.shared,
                    **{prefix + name: value for name, value in filling.arguments.items()},
                }
                calls.append({"facts": facts, "values": values, "server": server})
    assert len(calls) == (66 + 49 + 3 * len(ODD) + 1) * count
    results = script_results(calls, trees(templates))
    for call, (view, texts), result in zip(calls, expected, results, strict=True):
        assert result["samples"] == texts, call["values"]
        assert result["call"] == view, "another template may print any of it"


def of_wiki(model: Model) -> Api:
    return next(api for api in model.apis if api.id == "wiki")


def test_no_name_of_an_object_of_javascript_is_a_value(model: Model) -> None:
    api = odd_wiki(of_wiki(model))
    facts = form_facts(package_names(api), Filling(api, api.operations[0]))
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({}, []),
        ({"constructor": "a"}, []),
        ({"toString": "a"}, []),
        ({"constructor": "a", "toString": "b"}, ["constructor does not go with toString."]),
        ({"hasOwnProperty": "a"}, ["hasOwnProperty works only with __proto__=x."]),
        ({"hasOwnProperty": "a", "__proto__": "x"}, []),
    ]
    results = script_results([{"facts": facts, "values": values} for values, _ in cases])
    assert [[rule["text"] for rule in each["broken"]] for each in results] == [
        message for _, message in cases
    ]


@pytest.mark.promise("which rules between parameters are broken")
def test_the_form_tells_which_rules_are_broken_as_the_client_does(apis: dict[str, Api]) -> None:
    api, chance = apis["wiki"], random.Random(12)
    calls: list[Any] = []
    expected: list[list[str]] = []
    places = Places.of(api)
    for operation in places.operations:
        facts = form_facts(places.names, Filling(api, operation))
        assert facts is not None
        if not facts["rules"]:
            continue
        home = wiki_query.actions if is_action(operation) else wiki_query
        module: Any = getattr(home, str(places.class_name(operation)))
        defaults = {
            parameter.name: tuple(parameter.default.split("|"))
            for parameter in operation.parameters
            if isinstance(parameter.default, str)
        }
        for filling in fillings(api, operation, chance):
            selected = {f"query.{name}": value for name, value in filling.shared.items()}
            single = all(not isinstance(of, tuple) or len(of) < 2 for of in selected.values())
            call_given = Call({**selected, **filling.arguments}, defaults, single_page=single)
            expected.append(list(map(message_of, breaches(module.__rules__, call_given))))
            wire_values = {
                operation.call.prefix + name: value for name, value in filling.arguments.items()
            }
            values = {**filling.shared, **wire_values}
            calls.append({"facts": facts, "values": values, "server": SERVERS[0]})
    assert sum(map(len, expected)) > 500
    for call, broken, result in zip(calls, expected, script_results(calls), strict=True):
        assert [small(rule["text"]) for rule in result["broken"]] == broken, call["values"]


def message_of(breach: Breach) -> str:
    """Message of the form: without the effect, which the page shows beside it, and by the names of the form."""
    text = breach.text.removesuffix(f" ({breach.rule.effect})").replace("query.", "")
    return small(f"{text}.")


def small(text: str) -> str:
    """The form begins with a capital letter, messages of the client with the name of a class."""
    return text[:1].lower() + text[1:]


@pytest.mark.parametrize(
    ("module", "values"),
    [
        ("recentchanges", {"start": "2020-01-01T00:00:00Z", "end": "2030-01-01T00:00:00Z"}),
        ("recentchanges", {"start": "2020-01-01 00:00:00", "end": "2020-01-01T01:00:00+02:00"}),
        ("recentchanges", {"start": "2020-01-01T00:00:00", "end": "2020-01-01T00:00:00.9Z"}),
        ("recentchanges", {"start": "now", "end": "2030-01-01T00:00:00Z"}),
        ("recentchanges", {"start": "2020-01-01T00:00:00Z"}),
        ("allpages", {"from": "B", "to": "A"}),
        ("allpages", {"from": "b", "to": "B"}),
        ("allpages", {"from": "aB", "to": "Aa"}),
        ("allpages", {"from": "Apple", "to": "App"}),
        ("allpages", {"from": "é", "to": "A"}),
        ("allpages", {"minsize": "20", "maxsize": "3"}),
        ("allpages", {"minsize": "3", "maxsize": "20"}),
        ("alllinks", {"from": "B", "to": "A"}),
    ],
)
def test_the_form_orders_values_as_the_client_does(
    apis: dict[str, Api], module: str, values: dict[str, str]
) -> None:
    operation = next(candidate for candidate in apis["wiki"].operations if candidate.id == module)
    names = wiki_names(apis["wiki"])
    facts = form_facts(names, Filling(apis["wiki"], operation))
    kind: Any = getattr(wiki_query, names.class_name(operation))
    rules = tuple(rule for rule in kind.__rules__ if rule.kind == "ordered")
    for way in ("newer", "older") if module == "recentchanges" else ("ascending", "descending"):
        call = {**values, "dir": way}
        expected = list(map(message_of, breaches(rules, Call(call, {}))))
        wire_values = {operation.call.prefix + name: value for name, value in call.items()}
        (result,) = script_results([{"facts": facts, "values": wire_values, "server": SERVERS[0]}])
        order_rules = [
            rule for rule in result["broken"] if rule["rule"]["broken"][0]["by"] == "order"
        ]
        assert [small(rule["text"]) for rule in order_rules] == expected


# --- In a browser ------------------------------------------------------------------------------------

FORM = """
const frame = document.body.appendChild(document.createElement("iframe"))
frame.width = 1300
const pause = () => new Promise(done => setTimeout(done, 50))
const show = path => new Promise(done => {
  frame.onload = () => pause().then(() => done(frame.contentDocument))
  frame.src = path
})
const shown = page => [...page.querySelectorAll(".sl-call .tabbed-block pre > code")].map(one => one.textContent)
const enter = (page, name, value) => {
  const field = page.querySelector(`[name="${name}"]`)
  field.value = value
  field.dispatchEvent(new Event("input", {bubbles: true}))
}
const remark = page => page.querySelector("p.sl-try__remark").textContent
"""


def run_with_form(folder: Path, script: str, *, silent: bool = False, dark: bool = False) -> Any:
    """Result of a script that uses the functions of `FORM`, in a browser."""
    return browser.run(folder, FORM + script, silent=silent, dark=dark)


def first(text: str) -> str:
    return text + "\n"


@pytest.mark.promise("all forms change", "No page of a wiki has a field for tokens or passwords")
def test_code_and_address_follow_what_is_filled_in(site: Path, apis: dict[str, Api]) -> None:
    api = apis["wiki"]
    operation = next(each for each in api.operations if each.id == "categorymembers")
    form_state = run_with_form(
        site,
        """
        const path = "/reference/wiki/list/categorymembers/"
        let page = await show(path)
        page.querySelectorAll(".sl-call .tabbed-labels > label")[1].click()
        const before = shown(page)
        enter(page, "try-cmtitle", "Category:Oak's | trees")
        enter(page, "try-cmlimit", "9000")
        const add = page.querySelector("[name=add]")
        add.value = "cmprop"
        add.dispatchEvent(new Event("change", {bubbles: true}))
        const focused = page.activeElement.name
        const controls = [...page.querySelectorAll(".sl-try :is(input, select, button, a), .sl-call .tabbed-set > input")]
        const missed = controls.filter(one => one.tabIndex < 0).map(one => one.outerHTML.slice(0, 90))
        page.querySelector("[data-value=timestamp]").click()
        page.querySelector("[data-value=title]").click()
        const copies = []
        for (const [number, label] of [...page.querySelectorAll(".sl-call .tabbed-labels > label")].entries()) {
          label.click()
          label.scrollIntoView()
          const button = () => page.querySelectorAll(".sl-call .tabbed-block")[number].querySelector(".md-code__button")
          for (let waited = 0; waited < 100 && !button(); waited++) await pause()
          copies.push(page.querySelector(button().dataset.clipboardTarget).textContent)
        }
        const filled = {copies, codes: shown(page), search: frame.contentWindow.location.search, remark: remark(page)}
        page = await show(path + filled.search)
        const again = shown(page)
        enter(page, "wiki", "https://me:secret@oak.example/wiki/Main_Page?token=1")
        const own = shown(page).at(-1)
        const sandbox = page.querySelector("[data-sandbox]").href
        page = await show("/reference/wiki/prop/revisions/")
        const note = page.querySelector(".sl-main pre > code").textContent
        page = await show("/reference/wiki/")
        const pasted = page.querySelector("[data-requests] textarea")
        pasted.value = "/w/api.php?action=query&list=random"
        pasted.dispatchEvent(new Event("input"))
        for (let waited = 0; waited < 100 && !page.querySelector("[data-found] code"); waited++) await pause()
        const explained = page.querySelector("[data-found] code").textContent
        page = await show("/reference/seller/items/get/")
        const seller = {wiki: page.querySelector("[name=wiki]"), secrets: page.querySelectorAll("input[type=password]").length,
          keys: [...page.querySelectorAll("input")].filter(one => /key/i.test(one.name)).length}
        return {before, focused, missed, filled, again, own, sandbox, note, explained, seller, kept: {...localStorage}}
        """,
    )
    templates = Templates(ROOT / "templates")
    of_package = wiki_names(api)
    arguments = {"title": "Category:Oak's | trees", "type": "page", "limit": "9000"}
    call = sample_call(
        of_package, Filling(api, operation, {**arguments, "prop": ("timestamp", "title")})
    )
    assert form_state["before"] == [
        first(text)
        for text in rendered(templates, sample_call(of_package, usual_filling(api, operation)))
    ]
    assert form_state["filled"]["codes"] == [first(text) for text in rendered(templates, call)]
    assert form_state["again"] == form_state["filled"]["codes"] == form_state["filled"]["copies"]
    assert form_state["focused"] == "try-cmprop"
    assert form_state["missed"] == [], "controls that the keyboard does not reach"
    assert "cmprop=timestamp|title" in form_state["filled"]["search"].replace("%7C", "|")
    assert "limit: the maximum is 5000." in form_state["filled"]["remark"]
    assert form_state["own"].startswith("https://oak.example/w/api.php?action=query&")
    assert form_state["sandbox"].startswith(
        "https://oak.example/w/index.php?title=Special:ApiSandbox#"
    )
    for text in (form_state["note"], form_state["explained"]):
        assert '    "https://oak.example/w/api.php",\n' in text
    assert form_state["seller"] == {"wiki": None, "secrets": 1, "keys": 0}
    stored = {
        name: value for name, value in form_state["kept"].items() if name.startswith("specloom")
    }
    assert stored == {"specloom.wiki": "https://oak.example/w/api.php"}
    assert "secret" not in json.dumps(form_state["kept"])


@pytest.mark.promise("sends one request, without cookies, and shows the reply")
def test_a_click_asks_the_readers_own_wiki(site: Path, live_wiki: Wiki) -> None:
    form_state = run_with_form(
        site,
        f"""
        const page = await show("/reference/wiki/list/categorymembers/")
        const run = page.querySelector("[data-run]")
        localStorage.removeItem("specloom.wiki")
        enter(page, "wiki", "")
        run.click()
        const without = remark(page)
        const odd = []
        for (const text of ["http://[", "https://", "not an address"]) {{
          enter(page, "wiki", text)
          odd.push(remark(page))
          run.click()
          odd.push(remark(page), page.querySelector("[data-reply]").hidden)
        }}
        enter(page, "wiki", {json.dumps(live_wiki.api_url.removeprefix("http://"))})
        run.click()
        const head = page.querySelector("[data-reply] figcaption")
        for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
        return {{without, odd, head: head.textContent, reply: page.querySelector("[data-reply] code").textContent}}
        """,
    )
    assert form_state["without"] == "Enter the address of your wiki first."
    assert form_state["odd"] == ["This is not an address.", "This is not an address.", True] * 3
    assert form_state["head"].endswith("status 200")
    members = json.loads(form_state["reply"])["query"]["categorymembers"]
    assert len(members) == 3


@pytest.mark.promise("keeps what you filled in, your wiki included")
def test_a_link_carries_the_wiki_and_sends_nothing(site: Path) -> None:
    form_state = run_with_form(
        site,
        """
        const path = "/reference/wiki/list/categorymembers/"
        localStorage.setItem("specloom.wiki", "https://birch.example/w/api.php")
        let page = await show(path)
        enter(page, "wiki", "oak.example/wiki/Main_Page?token=1")
        enter(page, "try-cmtitle", "Category:Oak")
        const search = frame.contentWindow.location.search
        localStorage.setItem("specloom.wiki", "https://birch.example/w/api.php")
        page = await show(path + search)
        const told = {wiki: page.querySelector("[name=wiki]").value, remark: remark(page), code: shown(page).at(-1)}
        const asked = frame.contentWindow.performance.getEntriesByType("resource").map(entry => entry.name)
        page = await show(path + "?wiki=" + encodeURIComponent("javascript:alert(1)"))
        const odd = page.querySelector("[name=wiki]").value
        return {search, told, asked, odd, kept: localStorage.getItem("specloom.wiki")}
        """,
    )
    assert "wiki=https%3A%2F%2Foak.example%2Fw%2Fapi.php" in form_state["search"]
    assert form_state["told"]["wiki"] == "https://oak.example/w/api.php"
    assert form_state["told"]["remark"] == "The link to this page names the wiki oak.example."
    assert form_state["told"]["code"].startswith("https://oak.example/w/api.php?")
    assert not [address for address in form_state["asked"] if "oak.example" in address]
    assert form_state["odd"] == form_state["kept"] == "https://birch.example/w/api.php"


@pytest.mark.promise("keeps what you filled in, your wiki included")
def test_an_emptied_form_stays_empty(site: Path) -> None:
    form_state = run_with_form(
        site,
        """
        const path = "/reference/wiki/list/categorymembers/"
        let page = await show(path)
        const fields = page => [...page.querySelectorAll(".sl-try input[name^=try]")]
        const filled = fields(page).map(field => field.value)
        for (const field of fields(page)) enter(page, field.name, "")
        const code = shown(page).at(-1)
        page = await show(path + frame.contentWindow.location.search)
        const again = {fields: fields(page).map(field => field.value).filter(Boolean), code: shown(page).at(-1)}
        page.querySelector(".sl-try button[type=reset]").click()
        page = await show(path + frame.contentWindow.location.search)
        return {filled, code, again, reset: fields(page).map(field => field.value)}
        """,
    )
    assert form_state["again"] == {"fields": [], "code": form_state["code"]}
    assert form_state["reset"] == form_state["filled"] != []


@pytest.mark.promise("and sends the next request")
def test_a_reply_is_continued_at_a_click(site: Path, live_wiki: Wiki) -> None:
    replies = run_with_form(
        site,
        f"""
        const page = await show("/reference/wiki/list/categorymembers/")
        enter(page, "wiki", {json.dumps(live_wiki.api_url)})
        enter(page, "try-cmlimit", "7")
        const [head, reply] = ["figcaption", "code"].map(part => page.querySelector(`[data-reply] ${{part}}`))
        const more = page.querySelector("[data-continue]")
        const replies = []
        page.querySelector("[data-run]").click()
        for (let number = 0; number < 99; number++) {{
          for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
          replies.push(JSON.parse(reply.textContent))
          if (more.hidden) break
          more.click()
        }}
        return replies
        """,
    )
    titles = [member["title"] for reply in replies for member in reply["query"]["categorymembers"]]
    assert len(replies) > 2
    assert {len(reply["query"]["categorymembers"]) for reply in replies[:-1]} == {7}
    assert len(titles) == len(set(titles)) > 14
    assert ["continue" in reply for reply in replies] == [True] * (len(replies) - 1) + [False]


@pytest.mark.promise("yours, with what the last reply says under `continue`")
def test_each_reply_continues_the_request_that_was_filled_in(site: Path, live_wiki: Wiki) -> None:
    """A `plcontinue` that is kept passes over links of the generator's next pages."""
    request = {"generator": "allpages", "gaplimit": "3", "pllimit": "2", "wiki": live_wiki.api_url}
    form_state = run_with_form(
        site,
        f"""
        const page = await show("/reference/wiki/prop/links/?" + new URLSearchParams({json.dumps(request)}))
        for (let waited = 0; waited < 100 && !page.querySelector(".sl-try__joined"); waited++) await pause()
        const [head, reply] = ["figcaption", "code"].map(part => page.querySelector(`[data-reply] ${{part}}`))
        const told = []
        for (const button of ["run", "continue", "continue", "continue"]) {{
          page.querySelector(`[data-${{button}}]`).click()
          for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
          told.push(JSON.parse(reply.textContent).continue)
        }}
        const sent = frame.contentWindow.performance.getEntriesByType("resource")
          .filter(entry => entry.name.includes("origin=")).map(entry => Object.fromEntries(new URL(entry.name).searchParams))
        return {{told, sent}}
        """,
    )
    first, *later = form_state["sent"]
    assert later == [{**first, **continuation} for continuation in form_state["told"][:-1]]
    kinds_of_continuation = {tuple(sorted(continuation)) for continuation in form_state["told"]}
    assert len(kinds_of_continuation) > 1, "of both, in turn"


@pytest.mark.parametrize(
    ("linked", "joined"),
    [
        ("prop=info|links|links", ["prop=links"]),
        ("prop=info&generator=links|categories", ["generator=links"]),
    ],
)
def test_a_link_joins_each_module_once_and_one_generator(
    site: Path, linked: str, joined: list[str]
) -> None:
    form_state = run_with_form(
        site,
        f"""
        const page = await show("/reference/wiki/prop/info/?titles=A&{linked}")
        for (let waited = 0; waited < 100 && !page.querySelector(".sl-try__joined"); waited++) await pause()
        return [...page.querySelectorAll(".sl-try__joined strong")].map(one => one.textContent)
        """,
    )
    assert form_state == joined


@pytest.mark.promise(
    "The samples become one program in each language, one curl command and one address"
)
def test_modules_and_a_generator_are_combined(
    site: Path, live_wiki: Wiki, packages: Path, tmp_path: Path
) -> None:
    form_state = run_with_form(
        site,
        f"""
        const path = "/reference/wiki/prop/info/"
        let page = await show(path)
        enter(page, "wiki", {json.dumps(live_wiki.api_url)})
        const choose = async title => {{
          const select = page.querySelector("[name=combine]")
          select.focus()
          select.dispatchEvent(new Event("focus"))
          for (let waited = 0; waited < 100 && ![...select.options].some(one => one.value === title); waited++) await pause()
          select.value = title
          select.dispatchEvent(new Event("change", {{bubbles: true}}))
        }}
        const before = shown(page)
        enter(page, "try-titles", "")
        await choose("generator=categorymembers")
        await choose("list=random")
        await choose("prop=categories")
        enter(page, "try-gcmtitle", "Category:Bulk")
        const add = page.querySelector("[name=add]")
        add.value = "gcmlimit"
        add.dispatchEvent(new Event("change", {{bubbles: true}}))
        enter(page, "try-gcmlimit", "3")
        const state = page => [shown(page), remark(page), [...page.querySelectorAll(".sl-try__joined strong")].map(one => one.textContent).sort()]
        const filled = state(page)
        page.querySelector("[data-run]").click()
        const head = page.querySelector("[data-reply] figcaption")
        for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
        const reply = JSON.parse(page.querySelector("[data-reply] code").textContent)
        page = await show(path + frame.contentWindow.location.search)
        for (let waited = 0; waited < 100 && !page.querySelector(".sl-try__joined"); waited++) await pause()
        const again = state(page)
        const sandbox = page.querySelector("[data-sandbox]").href
        page.querySelector("[aria-label='Remove generator=categorymembers']").click()
        const without = [state(page), frame.contentWindow.location.search]
        page.querySelector(".sl-try button[type=reset]").click()
        return {{before, filled, reply, again, sandbox, without, reset: shown(page)}}
        """,
    )
    (python, asynchronous, curl, php, javascript, address), remark, modules = form_state["filled"]
    assert modules == ["generator=categorymembers", "list=random", "prop=categories"]
    assert remark == ""
    assert {"prop=info|categories", "list=random", "generator=categorymembers"} < set(
        address.strip().partition("?")[2].split("&")
    )
    assert address.strip().partition("?")[2] in form_state["sandbox"]
    assert form_state["again"] == form_state["filled"]
    assert {"pages", "random"} <= set(form_state["reply"]["query"])
    titles = [page["title"] for page in form_state["reply"]["query"]["pages"]]
    assert len(titles) == 3
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    for program in (python, asynchronous):
        file = tmp_path / "program.py"
        file.write_text(program, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, file], capture_output=True, text=True, env=environment, check=True
        )
        assert all(title in done.stdout for title in titles)
    ran = subprocess.run(["sh", "-c", curl], capture_output=True, text=True, check=True)
    assert {"pages", "random"} <= set(json.loads(ran.stdout)["query"])
    for language, program in (("php", php), ("javascript", javascript)):
        output = printed(language, program, tmp_path / "program.txt")
        assert {"pages", "random"} <= set(json.loads(output)["query"])
    (_, output, remaining_modules), search = form_state["without"]
    assert remaining_modules == ["list=random", "prop=categories"]
    assert "needs pages" in output
    assert "gcm" not in search
    assert form_state["reset"] == form_state["before"]


@pytest.mark.promise("At most 1 MB of a reply is read")
def test_a_reply_is_read_up_to_a_limit(site: Path, tmp_path: Path) -> None:
    (tmp_path / "site").symlink_to(site)
    (tmp_path / "w").mkdir()
    (tmp_path / "w/api.php").write_text('{"a": "' + "é" * 2_000_000 + '"}', encoding="utf-8")
    reply_state = run_with_form(
        tmp_path,
        """
        const page = await show("/site/reference/wiki/list/categorymembers/")
        enter(page, "wiki", location.origin)
        page.querySelector("[data-run]").click()
        const head = page.querySelector("[data-reply] figcaption")
        for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
        return {head: head.textContent, reply: page.querySelector("[data-reply] code").textContent}
        """,
    )
    assert reply_state["head"].endswith("status 200, cut after 1 MB")
    assert re.search(
        r"é\n… cut here, after 100,000 of [\d,]+ or more characters$", reply_state["reply"]
    )
    assert len(reply_state["reply"]) < 101_000


def test_an_empty_reply_is_told_as_one(site: Path) -> None:
    heading = run_with_form(
        site,
        """
        const page = await show("/reference/wiki/list/categorymembers/")
        page.defaultView.fetch = async () => new Response(null, {status: 204})
        enter(page, "wiki", location.origin)
        page.querySelector("[data-run]").click()
        const head = page.querySelector("[data-reply] figcaption > span")
        for (let waited = 0; waited < 100 && head.textContent.startsWith("Waiting"); waited++) await pause()
        return head.textContent
        """,
    )
    assert heading.startswith("Reply from")
    assert heading.endswith("status 204, empty")


def test_what_cannot_be_loaded_is_told_and_asked_for_again(site: Path) -> None:
    texts = run_with_form(
        site,
        """
        const page = await show("/reference/wiki/")
        const head = page.head, append = head.append.bind(head)
        head.append = (script) => setTimeout(() => script.dispatchEvent(new Event("error")))
        const field = page.querySelector(".sl-try textarea"), told = page.querySelector("[data-found]")
        const asked = async (text) => {
            field.value = text
            field.dispatchEvent(new Event("input", {bubbles: true}))
            for (let waited = 0; waited < 100 && !told.textContent; waited++) await pause()
            const said = told.textContent
            told.replaceChildren()
            return said
        }
        const first = await asked("https://wiki.example.org/w/api.php?action=query&list=allpages")
        head.append = append
        return [first, await asked("https://wiki.example.org/w/api.php?action=query&list=allusers")]
        """,
    )
    assert texts[0] == "The list of all modules could not be loaded. Try again."
    assert texts[1].startswith("list=allusers")


def test_a_keyboard_skips_to_the_form(site: Path) -> None:
    focus_state = run_with_form(
        site,
        """
        const page = await show("/reference/wiki/list/categorymembers/")
        const reached = [...page.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")]
          .filter(one => one.tabIndex >= 0 && one.getClientRects().length)
        const skip = reached.findIndex(one => one.textContent.trim() === "Skip to the form")
        reached[skip].click()
        const target = page.querySelector(frame.contentWindow.location.hash)
        const other = await show("/guide/wiki/")
        return {skip, next: target.querySelector("input").name, others: other.body.textContent.includes("Skip to the form")}
        """,
    )
    assert focus_state["skip"] <= 2
    assert focus_state["next"] == "wiki"
    assert focus_state["others"] is False


SEEN = """
const marked = (code, text) => {
  const node = [...code.querySelectorAll("span")].find(span => span.textContent.trim() === text && !span.children.length)
  const range = document.createRange()
  range.selectNodeContents(node)
  const place = range.getBoundingClientRect()
  const {color, textAlign, whiteSpace, fontFamily, fontSize, fontWeight} = getComputedStyle(node)
  return {left: place.left, color, textAlign, whiteSpace, fontFamily, fontSize, fontWeight}
}
const seen = code => {
  const [outer, inner] = [marked(code, '"query"'), marked(code, '"categorymembers"')]
  return {outer: {...outer, left: 0}, inner: {...inner, left: Math.round(inner.left - outer.left)}, number: marked(code, "0").color}
}
"""
"""Look of a reply: left edge of its lines, and the style of a name and of a number."""


def test_a_live_reply_is_laid_out_as_the_recorded_ones(apis: dict[str, Api]) -> None:
    replies = [
        example.reply
        for operation in apis["wiki"].operations
        for example in operation.examples
        if example.reply is not None and LEFT_OUT not in compact(example.reply)
    ]
    assert len(replies) > 60
    script = "const {laidOut} = await import(process.argv[1]); " + (
        "process.stdout.write(JSON.stringify(JSON.parse(process.argv[2]).map(reply => laidOut(reply))))"
    )
    done = subprocess.run(
        [
            str(NODE),
            "--input-type=module",
            "--eval",
            script,
            str(SCRIPTS / "layout.mjs"),
            encoded(replies).decode(),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [compact(reply) for reply in replies]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_live_reply_looks_like_the_recorded_one(site: Path, live_wiki: Wiki, dark: bool) -> None:
    styles = run_with_form(
        site,
        f"""
        {SEEN}
        const page = await show("/reference/wiki/list/categorymembers/")
        const json = [...page.querySelectorAll(".highlight > pre > code")]
        const recorded = seen(json.find(code => code.textContent.startsWith("{{")))
        enter(page, "wiki", {json.dumps(live_wiki.api_url)})
        page.querySelector("[data-run]").click()
        const head = page.querySelector("[data-reply] figcaption")
        for (let waited = 0; waited < 400 && !head.textContent.startsWith("Reply"); waited++) await pause()
        return {{recorded, live: seen(page.querySelector("[data-reply] code"))}}
        """,
        dark=dark,
    )
    assert styles["live"] == styles["recorded"]
    assert styles["live"]["inner"]["left"] > 0
    assert styles["live"]["number"] != styles["live"]["inner"]["color"]


@pytest.mark.promise(
    "and its mistakes",
    "the same request in Python",
    "It lists which parameters are unknown, deprecated or out of range",
)
def test_the_overview_explains_a_request(site: Path) -> None:
    explanation = run_with_form(
        site,
        """
        const page = await show("/reference/wiki/")
        const field = page.querySelector("[data-requests] textarea")
        const told = page.querySelector("[data-found]")
        const explained = async text => {
          told.replaceChildren()
          field.value = text
          field.dispatchEvent(new Event("input", {bubbles: true}))
          for (let waited = 0; waited < 100 && !told.textContent; waited++) await pause()
          return {
            heads: [...told.querySelectorAll("h3 a")].map(one => [one.textContent, new URL(one.href).pathname]),
            remarks: [...told.querySelectorAll("p")].map(one => one.textContent),
            codes: [...told.querySelectorAll("code")].map(one => one.textContent),
            titles: [...told.querySelectorAll(".tabbed-labels > label")].map(one => one.textContent),
            copies: [...told.querySelectorAll("[data-clipboard-target]")]
              .map(button => page.querySelector(button.dataset.clipboardTarget).textContent),
            colours: new Set([...told.querySelectorAll("code, code span")].map(one => getComputedStyle(one).color)).size,
          }
        }
        const start = "https://oak.example/w/api.php?action=query&list=categorymembers&cmtitle=Category:Oak"
        return {
          whole: await explained(start + "&cmlimit=9000&cmfoo=1&prop=info&generator=links&titles=A&gplnamespace=0&gpllimit=5000"),
          refused: await explained(start + "&cmstartsortkey=x&cmsort=size"),
          other: await explained("https://oak.example/w/api.php?action=nosuch&page=A"),
          odd: await explained("http://["),
        }
        """,
    )
    whole, refused = explanation["whole"], explanation["refused"]
    assert whole["heads"] == [
        ["prop=info", "/reference/wiki/prop/info/"],
        ["list=categorymembers", "/reference/wiki/list/categorymembers/"],
        ["generator=links", "/reference/wiki/prop/links/"],
    ]
    assert whole["remarks"] == ["limit: the maximum is 5000.", "Unknown: cmfoo."]
    code, _, curl, php, javascript, _ = whole["codes"]
    assert whole["titles"] == ["Python", "async", "curl", "PHP", "JavaScript", "Request"]
    assert whole["copies"] == whole["codes"]
    for sample in (curl, php, javascript):
        assert "gpllimit" in sample
        assert "https://oak.example/w/api.php" in sample
    assert '    "https://oak.example/w/api.php",\n' in code
    assert "result = wiki.query(" in code
    assert whole["colours"] > 2
    assert refused["codes"] == []
    assert refused["remarks"] == [
        "sort: size is unknown.",
        "startsortkey is deprecated.",
        "startsortkey works only with sort=sortkey.",
    ]
    assert explanation["other"]["remarks"] == ["action=nosuch: it is not described here."]
    assert explanation["odd"]["remarks"] == ["This is not an address."]
