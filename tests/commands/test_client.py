"""`specloom client`: from the address of a wiki with extensions to a typed package, for two versions of MediaWiki."""

import importlib
import json
import socket
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl

import pytest
import wiki_query
from tests.clients.checking import CHECKERS, findings
from tests.mediawiki import extensions
from tests.mediawiki.seed import Editor
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, Wiki, missing
from tests.missing import skip_without
from tests.sampling import sampled

from specloom.cli.app import main
from specloom.diagnostics import Diagnostics
from specloom.fetching.package_name import package_name
from specloom.fetching.probe import probe
from specloom.fetching.undeclared import fields_in_replies
from specloom.fetching.wiki import Login, WikiAccess
from specloom.model.fitting import fits
from specloom.model.naming import is_package_name
from specloom.model.structs import (
    Api,
    Enumeration,
    ListOf,
    MapOf,
    Operation,
    Reference,
    TypeExpression,
    records_of,
)
from specloom.readers.read import read_api
from specloom.runtime.core.secret import Secret
from specloom.sources.config import load_config

VERSIONS = {"1.39": (SOURCE, extensions.TWELVE), "1.43": (NEWER, extensions.NEWER)}
SAMPLE = {"1.43"}
USER_AGENT = "test/1 (test@example.org)"
REFUSED = ("missingparam", "noreason", "uploadstash-bad-path-bad-format")
"""Error codes of a wiki for examples that fail by themselves."""


IN_ONE_VERSION = pytest.mark.parametrize("generated", ["1.43"], indirect=True)
"""For what the command does with its arguments, whatever the wiki tells."""


@dataclass(frozen=True)
class GeneratedFolder:
    """A folder that the command has generated."""

    version: str
    wiki: Wiki
    root: Path
    package: str

    @property
    def source(self) -> Path:
        return self.root / f"generated/python/{self.package}/src"


@pytest.fixture(scope="module", params=sampled(VERSIONS, SAMPLE))
def generated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[GeneratedFolder]:
    """Output of `specloom client` for a wiki with many extensions."""
    source, names = VERSIONS[request.param]
    if missing() is not None:
        pytest.skip(f"no {missing()} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    if not (source / "api.php").exists():
        skip_without("MediaWiki 1.43", "`sh tests/setup/wikis.sh` fetches it on Debian")
    folder = tmp_path_factory.mktemp("client")
    package = f"arboretum_{request.param.replace('.', '')}"
    serving = extensions.serving(folder / "wiki", names, source)
    with serving as wiki:
        arguments = ["--out", str(folder / "out"), "--package", package, "--quiet"]
        assert (
            main(["client", f"{wiki.url}/index.php", "--contact", "me@example.org", *arguments])
            == 0
        )
        yield GeneratedFolder(request.param, wiki, folder / "out", package)


@pytest.fixture(scope="module")
def package(generated: GeneratedFolder) -> Iterator[ModuleType]:
    sys.path.insert(0, str(generated.source))
    yield importlib.import_module(generated.package)
    sys.path.remove(str(generated.source))


def catalogue(generated: GeneratedFolder) -> dict[str, dict[str, Any]]:
    """The query modules that the wiki told of."""
    modules = json.loads((generated.root / "spec/wiki.json").read_text("utf-8"))["paraminfo"][
        "modules"
    ]
    return {each["name"]: each for each in modules if each["path"].startswith("query+")}


def classes(package: ModuleType) -> dict[str, Any]:
    offered = (getattr(package, name) for name in package.__all__)
    return {
        each.__wire__.name: each for each in offered if "__wire__" in getattr(each, "__dict__", {})
    }


@pytest.mark.promise(
    "Every query module of the wiki is a class, called as the wiki itself spells it"
)
def test_every_query_module_has_a_class_called_as_the_wiki_spells_it(
    generated: GeneratedFolder, package: ModuleType
) -> None:
    package_classes = classes(package)
    assert catalogue(generated).keys() <= package_classes.keys()
    names = {"AbuseLog", "Extracts", "GadgetCategories", "OATH", "PageImages", "AllPages"}
    assert names <= {each.__name__ for each in package_classes.values()}


@pytest.mark.promise("`check_catalogue` shows how your wiki differs")
def test_the_package_says_how_a_wiki_differs_extensions_included(
    generated: GeneratedFolder, package: ModuleType
) -> None:
    with package.Client(generated.wiki.api_url, user_agent=USER_AGENT, timeout=60.0) as own_client:
        assert own_client.check_catalogue() == ()
    with wiki_query.Client(generated.wiki.api_url, user_agent=USER_AGENT, timeout=60.0) as core:
        differences = core.check_catalogue()
    assert wiki_query.Difference("extracts", None, "module", None, "extracts") in differences
    lacking = {each.module for each in differences if each.what == "module" and each.here is None}
    actions = importlib.import_module(f"{package.__name__}.actions")
    assert "action=titleblacklist" in lacking
    assert {name.removeprefix("action=") for name in lacking if "=" in name} <= {*classes(actions)}


@pytest.mark.promise("Texts of the core's modules are specloom's own")
@pytest.mark.promise("Texts of extensions are those of the wiki's help, as plain words")
def test_texts_of_the_wiki_document_what_nobody_else_has(package: ModuleType) -> None:
    docstring = str(classes(package)["extracts"].__doc__)
    assert docstring.startswith("Returns plain-text or limited HTML extracts of the given pages.")
    assert "intro: Return only content before the first section." in docstring
    # Texts of the core's modules are our own.
    assert "List the pages of one namespace, by title." in str(package.AllPages.__doc__)


@pytest.mark.promise("Only `client`, `fetch`, `drift` and `init --wiki` use the network")
@pytest.mark.promise("so that every other command works there")
@pytest.mark.promise("All [commands](commands.md) work in this folder")
def test_the_folder_is_one_of_specloom_and_needs_the_network_no_more(
    generated: GeneratedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    config = ["--config", str(generated.root / "spec/apis.yaml"), "--quiet"]
    assert main(["check", "--only", "python", *config]) == 0
    assert main(["openapi", "--api", "wiki", "--modules", "extracts", *config]) == 0


@pytest.mark.promise("are described field by field, and used when the wiki has the module")
def test_every_field_that_extensions_send_is_described(generated: GeneratedFolder) -> None:
    api = api_of(generated)
    names = {
        each.id for each in api.operations if each.module.provided_by not in ("MediaWiki", None)
    }
    request = WikiAccess(generated.wiki.api_url, login=Login(ADMIN[0], Secret(ADMIN[1])))
    modules = [each for name, each in catalogue(generated).items() if name in names]
    observed = fields_in_replies(api, probe(request, modules))
    assert observed.undeclared == {}
    records = {"AbuseLogItem", "ExtractsResult", "GadgetSettings", "PageImageFile"}
    records |= (
        {"AbuseFiltersItem"} if generated.version == "1.39" else {"LintErrorsItem", "EchoAgent"}
    )
    assert records <= observed.declared.keys()


@pytest.mark.parametrize(
    ("generated", "checker"),
    sampled(
        [(version, checker) for version in VERSIONS for checker in CHECKERS], {("1.43", "mypy")}
    ),
    indirect=["generated"],
)
@pytest.mark.promise("with all of its extensions")
def test_the_package_is_clean_for_strict_type_checkers(
    generated: GeneratedFolder, checker: str, tmp_path: Path
) -> None:
    assert findings(checker, generated.source / generated.package, generated.source, tmp_path) == []


def arguments(
    cls: Any, module_data: dict[str, Any], fields: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Arguments of the wiki's first example, for the module and for the query."""
    examples = module_data.get("examples") or [{"query": ""}]
    example = dict(parse_qsl(examples[0]["query"].removeprefix("api.php?")))
    values: dict[str, Any] = {}
    rest: dict[str, str] = {}
    by_wire = {cls.__wire__.prefix + field.wire: name for name, field in fields.items()}
    for key, value in example.items():
        if key in by_wire:
            field = fields[by_wire[key]]
            values[by_wire[key]] = value.split("|") if field.multiple else value
            if field.kind in ("integer", "limit"):
                values[by_wire[key]] = int(value) if value.isdigit() else value
            if field.kind == "boolean":
                values[by_wire[key]] = True
        elif key in ("titles", "pageids", "revids"):
            rest[key] = value
    return values, rest


@pytest.mark.promise("needs the address of the wiki and nothing else")
def test_every_query_module_answers_what_it_is_asked(
    generated: GeneratedFolder, package: ModuleType
) -> None:
    fields_of = importlib.import_module(
        f"{generated.package}._runtime.mediawiki.modules.module"
    ).fields_of
    modules = catalogue(generated)
    wrong: list[str] = []
    with package.Client(
        generated.wiki.api_url, user_agent=USER_AGENT, maxlag=None, retries=0
    ) as wiki:
        wiki.login(*ADMIN)
        for name, cls in classes(package).items():
            fields = dict(fields_of(cls))
            values, rest = arguments(cls, modules[name], fields)
            group = modules[name]["group"]
            try:
                try:
                    call(wiki, cls(), group, rest)
                except (TypeError, package.ParameterError):  # it needs something
                    call(wiki, cls(**values), group, rest)
            except package.ServerError as error:
                if error.code not in REFUSED:
                    wrong.append(f"{name}: {error}")
            except Exception as error:
                wrong.append(f"{name}: {type(error).__name__}: {error}")
    assert "\n".join(wrong) == ""


def call(wiki: Any, module: Any, group: str, rest: dict[str, str]) -> None:
    if group == "list":
        list(wiki.list(module, max_items=3))
    elif group == "meta":
        wiki.meta(module)
    else:
        ids = {
            key: [int(each) for each in value.split("|")]
            for key, value in rest.items()
            if key != "titles"
        }
        chosen: dict[str, Any] = ids or {"titles": rest.get("titles", "Oak").split("|")}
        for page in wiki.pages(module, **chosen):
            page.get(type(module))


@pytest.mark.promise("Run the same command again to bring the package up to date")
@pytest.mark.promise("Run the same command again to update it")
def test_the_same_command_renews_the_folder_and_keeps_the_list(
    generated: GeneratedFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (generated.root / "spec/apis.yaml").read_bytes()
    assert main(["client", generated.wiki.api_url, "--out", str(generated.root)]) == 0
    stderr = capsys.readouterr().err
    assert (
        "left-out-parameter" not in stderr
    )  # VisualEditor has one, and nobody could do anything about it
    assert " 0 written" in stderr
    assert f"next: pip install {generated.root / 'generated/python' / generated.package}" in stderr
    assert (generated.root / "spec/apis.yaml").read_bytes() == before


@IN_ONE_VERSION
@pytest.mark.parametrize(
    ("package", "message"),
    [("other", "the package of this wiki is called"), ("import", "cannot be the name")],
)
def test_another_package_is_refused(
    generated: GeneratedFolder, package: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--out", str(generated.root), "--package", package]
    assert main(["client", generated.wiki.api_url, *arguments]) == 2
    assert message in capsys.readouterr().err


@IN_ONE_VERSION
@pytest.mark.promise("a folder of another API stays as it is")
def test_a_folder_of_another_api_stays(
    generated: GeneratedFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", str(tmp_path)]) == 0
    before = (tmp_path / "spec/apis.yaml").read_bytes()
    assert main(["client", generated.wiki.api_url, "--out", str(tmp_path)]) == 2
    assert "this list is of another API; give another --out" in capsys.readouterr().err
    assert (tmp_path / "spec/apis.yaml").read_bytes() == before
    assert not (tmp_path / "spec/wiki.json").exists()


def test_a_file_is_no_folder_to_write_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").write_text("mine", "utf-8")
    assert main(["client", "https://wiki.example.org/", "--out", str(tmp_path / "out")]) == 2
    assert "this is not a folder; give another --out" in capsys.readouterr().err
    assert (tmp_path / "out").read_text("utf-8") == "mine"


@pytest.mark.exhaustive  # the same pieces are tried by a wheel in each run
@IN_ONE_VERSION
@pytest.mark.promise("starts such a folder together with a site")
@pytest.mark.promise("starts such a folder together with a site")
def test_init_begins_a_folder_with_a_wiki(generated: GeneratedFolder, tmp_path: Path) -> None:
    assert main(["init", str(tmp_path), "--wiki", generated.wiki.api_url]) == 0
    assert (tmp_path / "mkdocs.yml").read_text("utf-8").startswith('site_name: "Test wiki"\n')
    assert not (tmp_path / "spec/library").exists()
    assert "<!-- specloom/home wiki -->" in (tmp_path / "docs/index.md").read_text("utf-8")
    config = ["--config", str(tmp_path / "spec/apis.yaml")]
    assert main(["generate", "--quiet", *config]) == 0
    home = (tmp_path / "generated/home/wiki.md").read_text("utf-8")
    assert "\n# Test wiki\n" in home
    assert generated.wiki.api_url in home
    assert "(reference/wiki/index.md)" in home
    assert "AllPages()" in home  # any wiki has something that fits
    (path,) = (tmp_path / "docs/reference").rglob("extracts.md")
    page = path.read_text("utf-8")
    assert "Return only content before the first section." in page
    overlay = (tmp_path / "spec/wiki/overlay.yaml").read_text("utf-8")
    assert "source: our own knowledge of this wiki" in overlay
    assert main(["fetch", "wiki", *config]) == 0


@IN_ONE_VERSION
def test_init_adds_no_wiki_to_another_api(
    generated: GeneratedFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", str(tmp_path)]) == 0
    assert main(["init", str(tmp_path), "--wiki", generated.wiki.api_url]) == 2
    assert "this list is of another API; begin with another folder" in capsys.readouterr().err
    assert not (tmp_path / "spec/wiki").exists()


@pytest.mark.parametrize(
    ("site", "address", "name"),
    [
        ("Test wiki", "http://127.0.0.1:8080/api.php", "test_wiki"),
        ("Википедия", "https://ru.wikipedia.org/w/api.php", "ru_wikipedia"),
        ("Wiki of the City: Öl & Gas", "https://x.example.org/", "wiki_of_the_city_ol_gas"),
        ("email", "https://wiki.example.org/", "email_wiki"),
        (None, "https://wiki.example.org/w/api.php", "example"),
        ("維基", "http://[::1]/api.php", "my_wiki"),
        ("x" * 300, "https://wiki.example.org/", "x" * 100),
    ],
)
@pytest.mark.promise("package is called after the wiki")
def test_a_package_is_called_after_its_wiki(site: str | None, address: str, name: str) -> None:
    assert package_name(site, address) == name
    assert is_package_name(name)


def api_of(generated: GeneratedFolder) -> Api:
    config = load_config(generated.root / "spec/apis.yaml", Diagnostics())
    assert config is not None
    api = read_api(config.apis[0], config.folder, Diagnostics())
    assert api is not None
    return api


def unlike(
    value: object, type_: TypeExpression, api: Api, props: set[str], at: str
) -> Iterator[str]:
    """Differences between a value and its type: members that are not declared, or that are declared and missing."""
    records = records_of(api)
    if isinstance(type_, ListOf) and isinstance(value, list):
        for item in value:
            yield from unlike(item, type_.items, api, props, f"{at}[]")
    elif isinstance(type_, MapOf) and isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from unlike(item, type_.values, api, props, f"{at}{{}}")
    elif isinstance(type_, Reference) and isinstance(value, dict) and type_.name in records:
        fields = {field.name: field for field in records[type_.name].fields}
        yield from (f"{at}.{name} is not declared" for name in value.keys() - fields.keys())
        for name, field in fields.items():
            if name in value:
                yield from unlike(value[name], field.type, api, set(), f"{at}.{name}")
            elif field.presence is None and (
                not field.module.brought_by or props & {*field.module.brought_by}
            ):
                yield f"{at}.{name} is missing"
    elif not fits(type_, value, api):
        yield f"{at} is {value!r}, not {type_}"


def asked_of(operation: Operation, api: Api) -> Iterator[set[str]]:
    """The values of `prop`, each alone and all at once; nothing for a module without such a parameter."""
    lists = {each.name: each for each in api.types if isinstance(each, Enumeration)}
    prop = next((each for each in operation.parameters if each.name == "prop"), None)
    values = set() if prop is None else set(map(str, lists[prop.reference or ""].values))
    yield values
    yield from ({value} for value in sorted(values))


PAGE = {"pageid", "ns", "title", "missing"}
OTHER_REQUESTS = {"oath": {"oathuser": "Admin", "oathreason": "A test."}}


@pytest.mark.promise("Results of 28 extensions are described field by field")
def test_what_extensions_send_is_what_is_said_of_them(generated: GeneratedFolder) -> None:
    api = api_of(generated)
    admin = Editor(generated.wiki, *ADMIN)
    described = [
        each for each in api.operations if each.module.provided_by not in ("MediaWiki", None)
    ]
    assert [each.id for each in described if each.result is None or each.result.assumed] in (
        [],
        ["linterrors"],
    )
    wrong: set[str] = set()
    for operation in described:
        result = operation.result
        assert result is not None
        if result.assumed:
            continue
        for props in asked_of(operation, api):
            request = {operation.group: operation.id, **OTHER_REQUESTS.get(operation.id, {})}
            request |= {f"{operation.call.prefix}prop": "|".join(sorted(props))} if props else {}
            request |= {"titles": "Oak|Elm|File:Leaf.png"} if operation.group == "prop" else {}
            try:
                query = admin.call(action="query", **request)["query"]
            except AssertionError as error:  # Debian's AbuseFilter fails at some values
                assert "internal_api_error_" in str(error), error
                continue
            whole = query.get("pages", [query])
            for each in whole:
                part = each if result.key is None else each.get(result.key)
                if result.where == "page" and result.key is None:
                    part = {name: value for name, value in part.items() if name not in PAGE}
                if part is not None:
                    wrong |= set(unlike(part, result.type, api, props, operation.id))
    assert "\n".join(sorted(wrong)) == ""


ACTIONS: Sequence[tuple[str, dict[str, str]]] = (
    ("abusefiltercheckmatch", {"filter": "added_lines contains 'oak'", "vars": "{}"}),
    ("abusefilterchecksyntax", {"filter": "1 == 1"}),
    ("abusefilterchecksyntax", {"filter": "1 == ("}),
    ("abusefilterevalexpression", {"expression": "1 + 1"}),
    ("abusefilterevalexpression", {"expression": "'oak' + 's'"}),
    ("categorytree", {"category": "Category:Trees"}),
    ("discussiontoolspageinfo", {"page": "User talk:Admin"}),
    ("echomarkread", {"all": "1"}),
    ("echomarkseen", {"type": "all", "timestampFormat": "ISO_8601"}),
    ("echomute", {"type": "user", "mute": "Alice"}),
    ("scribunto-console", {"title": "Module:Oak", "content": "return {}", "question": "=1"}),
    ("spamblacklist", {"url": "http://spam.example/a"}),
    ("spamblacklist", {"url": "http://oak.example/a"}),
    ("templatedata", {"titles": "Template:Tree|Oak|None", "includeMissingTitles": "1"}),
    ("thank", {"source": "test"}),
    ("titleblacklist", {"tbtitle": "Bindweed", "tbaction": "create", "tbnooverride": "1"}),
    ("titleblacklist", {"tbtitle": "Oaks", "tbaction": "create"}),
)
"""Calls of actions of extensions."""
BESIDE = {"batchcomplete", "warnings"}
"""Members of a reply beside a result."""


@pytest.mark.promise("of query modules and actions")
def test_what_actions_of_extensions_return_is_what_is_said_of_them(
    generated: GeneratedFolder,
) -> None:
    api, admin = api_of(generated), Editor(generated.wiki, *ADMIN)
    actions = {each.id: each for each in api.actions}
    newer = {"discussiontoolspageinfo", "echomarkread", "echomarkseen", "echomute", "thank"}
    assert {name for name, _ in ACTIONS} - actions.keys() == (
        newer if generated.version == "1.39" else set()
    )
    wrong: list[str] = []
    for name, arguments in ACTIONS:
        if name not in actions:
            continue
        result = actions[name].result
        assert result is not None and not result.assumed, name
        if name == "thank":
            reply_to_query = admin.call(
                action="query", prop="revisions", titles="Nursery", rvprop="ids"
            )
            arguments = arguments | {
                "rev": str(reply_to_query["query"]["pages"][0]["revisions"][0]["revid"])
            }
        reply = admin.do(name, **arguments)
        reply = {key: value for key, value in reply.items() if key not in BESIDE}
        value = reply if result.key is None else reply[result.key]
        wrong += unlike(value, result.type, api, set(), name)
    assert wrong == []
