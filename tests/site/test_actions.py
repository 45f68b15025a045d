"""Every action of the catalogue has a page with everything that is said of it, and a form that sends nothing that writes."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from specloom.languages.markdown import md_anchor
from specloom.model.structs import Api, Operation, errors_of
from specloom.views.reference.places import Places

from .conftest import ROOT
from .html_page import Page
from .test_explained_requests import explained
from .test_try import run_with_form

Pages: TypeAlias = Callable[[str], Page]

BY_SETTINGS: dict[str, Any] = yaml.safe_load(
    (ROOT / "spec/wiki/features/settings.yaml").read_text("utf-8")
)["action_modules"]
"""Action → what an overlay adds to the catalogue."""
CATALOGUE: dict[str, Any] = {
    module["name"]: module
    for module in json.loads((ROOT / "spec/wiki/actions.json").read_text())["paraminfo"]["modules"]
}


@pytest.fixture
def wiki(apis: dict[str, Api]) -> Api:
    return apis["wiki"]


def page_of(page: Pages, action: Operation) -> Page:
    return page(f"wiki/action/{action.id}")


def text_of(page: Page) -> str:
    return " ".join(page.content.text.split())


@pytest.mark.promise("the reference has a page for each")
def test_a_page_has_every_parameter_of_the_catalogue(page: Pages, wiki: Api) -> None:
    counted = 0
    for action in wiki.actions:
        sections = page_of(page, action).sections
        parameter_ids = [
            name.removeprefix("param-") for name in sections if name.startswith("param-")
        ]
        catalogue_parameters = [
            *CATALOGUE[action.id]["parameters"],
            *CATALOGUE[action.id].get("templatedparameters", ()),
            *({"name": name} for name in BY_SETTINGS.get(action.id, {}).get("more_parameters", ())),
        ]
        stated = [
            parameter["name"] for parameter in catalogue_parameters if parameter["name"] != "format"
        ]
        assert sorted(parameter_ids) == sorted(map(md_anchor, stated)), action.id
        counted += len(parameter_ids)
    assert counted == 419


def test_a_page_says_how_an_action_is_sent(page: Pages, wiki: Api) -> None:
    for action in wiki.actions:
        page_text = text_of(page_of(page, action))
        assert f"Request action={action.id}" in page_text
        assert f"Method {'POST' if action.module.must_be_posted else 'GET'}" in page_text
        assert (f"Token {action.module.token}" in page_text) is (action.module.token is not None)
        assert f"Python {Places.of(wiki).class_name(action)}" in page_text


def test_a_page_says_what_comes_back(page: Pages, wiki: Api) -> None:
    places = Places.of(wiki)
    for action in wiki.actions:
        action_page = page_of(page, action)
        if action.module.media_type is not None:
            assert f"Not JSON: {action.module.media_type}" in text_of(action_page)
            continue
        assert "result" in action_page.sections
        for record in places.records(action):
            if len(places.users[record.name]) == 1:
                ids = {f"field-{record.name}-{field.name}" for field in record.fields}
                assert ids <= set(action_page.ids), (action.id, record.name)


def test_a_page_says_what_an_action_is_refused_with(page: Pages, wiki: Api) -> None:
    count = 0
    for action in wiki.actions:
        action_page = page_of(page, action)
        if not action.errors:
            assert "errors" not in action_page.sections
            continue
        rows = [[cell.text for cell in row] for row in action_page.rows]
        for error in errors_of(wiki, action):
            (row,) = [row for row in rows if row[0] == error.code and len(row) == 3]
            assert row[1].replace("`", "") == error.message.replace("`", "")
            count += 1
    assert count == 87
    errors = {row[0].text: row[2].text for row in page("wiki/action/edit").rows if len(row) == 3}
    assert errors["editconflict"] == "EditConflict"
    assert errors["protectedpage"] == "Protected"
    assert errors["contenttoobig"] == "ServerError"


SAMPLES = re.compile(r"```(python|shell|php|javascript)\n(.*?)```", re.DOTALL)


def test_samples_use_act_or_ask_for_the_token(rendered: dict[str, str], wiki: Api) -> None:
    for action in wiki.actions:
        text = rendered[f"docs/reference/wiki/action/{action.id}.md"]
        python, _, *remaining_samples = [
            re.sub(r"^    ", "", code, flags=re.MULTILINE) for _, code in SAMPLES.findall(text)
        ]
        compile(python, action.id, "exec")
        name = Places.of(wiki).class_name(action)
        assert f"from wiki_query.actions import {name}\n" in python
        assert "print(wiki.act(" in python
        has_token = action.module.token is not None
        for code in remaining_samples:
            assert (
                re.search(r"token\([\"']" f"|\\(token {action.module.token}", code) is not None
            ) is has_token
    edit = rendered["docs/reference/wiki/action/edit.md"]
    assert '--data-urlencode "token=$(token csrf)"' in edit


@pytest.mark.promise("have no **Run**: the page does not send them", "such as `parse`, can be run")
def test_what_writes_cannot_be_run(rendered: dict[str, str], wiki: Api) -> None:
    for action in wiki.actions:
        text = rendered[f"docs/reference/wiki/action/{action.id}.md"]
        if "data-call" not in text:  # its example has a password or a token
            assert action.id in ("checktoken", "login", "validatepassword")
            continue
        assert ("data-run" in text) is (not action.module.must_be_posted), action.id
        assert ("This page does not send it" in text) is action.module.must_be_posted
        assert 'name="combine"' not in text  # no module can join an action
        facts = json.loads(html.unescape(re.findall(r"data-call='(.*?)'", text)[0]))
        assert not [
            parameter
            for parameter in facts["parameters"]
            if parameter["wire"] == facts.get("token")
        ]


def test_examples_were_recorded_without_secrets(wiki: Api) -> None:
    recorded_examples = [example for action in wiki.actions for example in action.examples]
    assert len([example for example in recorded_examples if example.reply is not None]) > 43
    text = json.dumps([example.reply for example in recorded_examples])
    assert not re.search(r"[0-9a-f]{40}\+", text)


# --- Explained requests ----------------------------------------------------------------------------------


@pytest.mark.promise("and does the same with the action")
def test_a_request_of_an_action_is_explained() -> None:
    edit, form, refused, unknown, odd = explained(
        [
            "https://oak.example/w/api.php?action=edit&title=A&text=B&token=secret&format=json",
            "action=move&from=A&to=B&noredirect=1",
            "?action=edit&title=A&pageid=1&text=B",
            "?action=edit&title=A&text=B&foo=1",
            "?action=nosuch&title=A",
        ]
    )
    assert edit["modules"][0]["title"] == "action=edit"
    assert edit["modules"][0]["page"] == "action/edit"
    assert "from wiki_query.actions import Edit\n" in edit["code"]
    assert 'title="A",\n    text="B",\n' in edit["code"]
    assert "secret" not in edit["code"]
    assert "wiki.act(action)" in edit["code"]
    assert "noredirect=True" in form["code"]
    assert refused["code"] is None
    assert any("pageid" in remark for remark in refused["modules"][0]["remarks"])
    assert unknown["remarks"] == ["Unknown: foo."]
    assert odd["remarks"] == ["action=nosuch: it is not described here."]


# --- In a browser ----------------------------------------------------------------------------------------


def test_the_form_of_an_edit_shows_and_sends_nothing(site: Path) -> None:
    states = run_with_form(
        site,
        """
        const path = "/reference/wiki/action/edit/"
        let page = await show(path)
        enter(page, "wiki", "https://oak.example/w/api.php")
        enter(page, "try-title", "Oak's | trees")
        const add = page.querySelector("[name=add]")
        const offered = [...add.options].map(option => option.value)
        add.value = "pageid"
        add.dispatchEvent(new Event("change", {bubbles: true}))
        enter(page, "try-pageid", "7")
        const filled = {codes: shown(page), search: frame.contentWindow.location.search, remark: remark(page)}
        page = await show(path + filled.search)
        const again = shown(page)
        const run = page.querySelector("[data-run]")
        const sandbox = page.querySelector("[data-sandbox]").href
        const asked = frame.contentWindow.performance.getEntriesByType("resource").map(entry => new URL(entry.name).host)
        page = await show("/reference/wiki/action/parse/")
        const reads = {run: page.querySelector("[data-run]") !== null, codes: shown(page)}
        page = await show("/reference/wiki/action/login/")
        const login = [...page.querySelectorAll(".sl-call input:not([type=radio])")].length
        page = await show("/reference/wiki/")
        const pasted = page.querySelector("[data-requests] textarea")
        pasted.value = "action=delete&title=Oak&reason=old"
        pasted.dispatchEvent(new Event("input"))
        for (let waited = 0; waited < 100 && !page.querySelector("[data-found] code"); waited++) await pause()
        const explained = page.querySelector("[data-found] code").textContent
        const link = new URL(page.querySelector("[data-found] h3 a").href)
        return {offered, filled, again, run, sandbox, asked, reads, login, explained, link: link.pathname + link.search}
        """,
    )
    python, _, curl, *_, http = states["filled"]["codes"]
    assert 'title="Oak\'s | trees",\n' in python
    assert "pageid=7,\n" in python
    assert '--data-urlencode "token=$(token csrf)"' in curl
    assert http.startswith("POST https://oak.example/w/api.php\n")
    assert "Only one of title and pageid" in states["filled"]["remark"]
    assert "token" not in states["offered"]
    assert states["again"] == states["filled"]["codes"]
    assert states["run"] is None
    assert "Special:ApiSandbox#" in states["sandbox"]
    assert set(states["asked"]) <= {
        host for host in states["asked"] if host.startswith("127.0.0.1")
    }
    assert states["reads"]["run"] is True
    assert states["reads"]["codes"][-1].startswith("https://oak.example/w/api.php?")
    assert states["login"] == 0, "no page has a field for a password"
    assert "from wiki_query.actions import Delete\n" in states["explained"]
    assert states["link"] == "/reference/wiki/action/delete/?title=Oak&reason=old"


@pytest.mark.promise("Pages of operations that need a login, and those about logins, link to them")
def test_actions_lead_to_the_guides_about_logins_and_writing(page: Pages, wiki: Api) -> None:
    guides = {"../../../../guide/wiki/login/", "../../../../guide/wiki/editing/"}
    for action in wiki.actions:
        links = {link.attributes.get("href", "") for link in page_of(page, action).content.all("a")}
        has_session = any("calling/#login" in link for link in links)
        assert guides <= links or not has_session, action.id
