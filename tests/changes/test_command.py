"""The command `changes`: on files, on revisions of git, and in every form."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace

from specloom.changes.change import Change
from specloom.changes.kinds import ChangeKind
from specloom.cli.app import main
from specloom.cli.commands.change_report import sentence
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.structs import Api, Field, Model, Presence, Record, Reference
from tests.guides.test_guides import DOCS, block
from tests.values import parameter_of

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "generated" / "model.yaml"


@pytest.fixture(scope="module")
def seller() -> Api:
    loaded = model_document.load(MODEL, "model.yaml", Diagnostics())
    assert loaded is not None
    return next(api for api in loaded.apis if api.id == "seller")


def changed(api: Api) -> Api:
    """As in the guide: a parameter that is needed, a field that may be missing, another field."""
    page = parameter_of("page", "integer", required=True)
    operations = (
        (
            replace(operation, parameters=(*operation.parameters, page))
            if operation.id == "items.list"
            else operation
        )
        for operation in api.operations
    )
    types = (
        _item(declaration) if isinstance(declaration, Record) else declaration
        for declaration in api.types
    )
    return replace(api, operations=tuple(operations), types=tuple(types))


def _item(record: Record) -> Record:
    if record.name != "Item":
        return record
    maybe = Presence(when="it is known")
    fields = (
        replace(field, presence=maybe) if field.name == "version" else field
        for field in record.fields
    )
    return replace(record, fields=(*fields, Field(name="stock", type="integer")))


@pytest.fixture
def folder(seller: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Holds two models, and is the working folder."""
    for name, api in (("before", seller), ("after", changed(seller))):
        (tmp_path / f"{name}.yaml").write_text(model_document.dump(Model(apis=(api,))), "utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True
    )


def commit(folder: Path, api: Api) -> None:
    path = folder / "generated" / "model.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(model_document.dump(Model(apis=(api,))), "utf-8")
    git(folder, "add", "generated")
    git(folder, "commit", "--quiet", "--message", "A model")


def test_the_guide_shows_what_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = block(DOCS / "guide/commands.md", "console", "$ specloom changes")
    command, _, printed = example.partition("\n")
    assert main(command.split()[2:]) == 1
    assert capsys.readouterr().out == printed


@pytest.mark.promise("`main..HEAD` names two")
def test_two_revisions_are_compared(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    git(folder, "init", "--quiet")
    commit(folder, seller)
    git(folder, "tag", "old")
    commit(folder, changed(seller))
    for names in (["old..HEAD"], ["old", "HEAD"], ["old", "after.yaml"], ["before.yaml", "HEAD"]):
        assert main(["changes", *names]) == 1
        assert "`Item.stock` was added" in capsys.readouterr().out
    assert main(["changes", "old..old"]) == 0


@pytest.mark.promise(
    "compares the model of the branch `main` with the APIs as they are in the working folder"
)
def test_a_revision_is_compared_with_the_apis_as_they_are(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init"]) == 0
    assert main(["generate", "--only", "model", "--quiet"]) == 0
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "All")
    capsys.readouterr()
    assert main(["changes", "HEAD"]) == 0
    assert capsys.readouterr().out == "specloom: no changes\n"
    source = folder / "spec" / "library" / "api.yaml"
    text = source.read_text("utf-8")
    assert "  books.list:" in text
    source.write_text(text.replace("  books.list:", "  books.all:"), "utf-8")
    assert main(["changes", "HEAD..", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    kinds = {change["kind"] for change in report["changes"]}
    assert {"operation-renamed", "operation-id-changed"} <= kinds


@pytest.mark.promise("Which changes make the exit code 1")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [([], 1), (["--fail-on", "breaking"], 1), (["--fail-on", "none"], 0), (["--api", "seller"], 1)],
)
def test_the_exit_code_tells_what_was_found(folder: Path, arguments: list[str], code: int) -> None:
    assert main(["changes", "before.yaml", "after.yaml", *arguments]) == code
    assert main(["changes", "after.yaml", "after.yaml", *arguments]) == 0


def test_additions_alone_are_not_breaking(folder: Path, seller: Api) -> None:
    fields = (Record(name="Shop", fields=()),)
    more = Model(apis=(replace(seller, types=(*seller.types, *fields)),))
    (folder / "more.yaml").write_text(model_document.dump(more), "utf-8")
    assert main(["changes", "before.yaml", "more.yaml", "--fail-on", "breaking"]) == 0
    assert main(["changes", "before.yaml", "more.yaml"]) == 1


@pytest.mark.promise("Some changes concern or break one kind of program only")
@pytest.mark.parametrize(
    ("kind", "whom"),
    [
        ("operation-renamed", " (Python only)"),
        ("python-type-changed", " (Python only)"),
        ("parameter-respelled", " (other programs only)"),
        ("field-replaced", " (breaks Python only)"),
        ("field-not-seen", " (breaks Python only)"),
        ("field-widened", ""),
        ("field-added", ""),
    ],
)
def test_a_line_says_which_programs_a_change_is_about(kind: ChangeKind, whom: str) -> None:
    change = Change(kind, "shop", "price", "`a`", "`b`")
    assert sentence(change).removeprefix(change.message).partition(";")[0] == whom


@pytest.mark.promise("Form of the list")
def test_the_forms_say_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed: dict[str, str] = {}
    forms = ("text", "json", "markdown", "page", "github", "gitlab", "sarif")
    for form in forms:
        main(["changes", "before.yaml", "after.yaml", "--format", form])
        printed[form] = capsys.readouterr().out
    data = json.loads(printed["json"])
    assert data["breaking"] == 2
    assert [change["effect"] for change in data["changes"]] == ["breaking", "breaking", "addition"]
    for change in data["changes"]:
        assert f"  after.yaml:{change['line']}: {change['message']}" in printed["text"]
        assert f",line={change['line']},col={change['column']}," in printed["github"]
        for form in ("github", "gitlab", "sarif"):
            subject = change["subject"].rpartition(": ")[2]
            assert printed[form].count(f"{subject}`") == 1, form
        assert f"- seller: {change['message']}" in printed["markdown"]
    assert data["versions"] == [
        {"package": "seller_platform", "before": "0.1.0", "after": "0.2.0", "older_fail": True}
    ]
    assert [line.split(" ")[0] for line in printed["github"].splitlines()] == [
        "::error",
        "::error",
        "::notice",
    ]
    assert printed["markdown"].startswith("### Breaking\n\n- ")


def test_a_page_tells_of_records_beside_a_result(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = Field(name="shop", type=Reference(name="Shop"))
    operations = (
        (
            replace(operation, result=replace(operation.result, siblings=(beside,)))
            if operation.id == "items.list" and operation.result is not None
            else operation
        )
        for operation in seller.operations
    )
    api = replace(seller, operations=tuple(operations))
    for name, fields in (("small", ()), ("large", (Field(name="name", type="string"),))):
        shop = Record(name="Shop", fields=fields)
        api_with_records = replace(api, types=(*api.types, shop))
        (folder / f"{name}.yaml").write_text(
            model_document.dump(Model(apis=(api_with_records,))), "utf-8"
        )
    main(["changes", "small.yaml", "large.yaml", "--format", "page"])
    assert "| [items.list](" in capsys.readouterr().out


@pytest.mark.promise("Some changes concern or break one kind of program only")
def test_every_form_for_people_says_whom_a_change_concerns(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *remaining = seller.operations
    operations = (
        replace(first, call=replace(first.call, path="/elsewhere"), summary="Another."),
        replace(second, call=replace(second.http, method_name="another")),
        *remaining,
    )
    other = Model(apis=(replace(seller, operations=operations),))
    (folder / "other.yaml").write_text(model_document.dump(other), "utf-8")
    for form in ("text", "markdown", "page", "github", "gitlab", "sarif"):
        assert main(["changes", "before.yaml", "other.yaml", "--format", form]) == 1
        printed = capsys.readouterr().out
        assert printed.count(" (other programs only)") == 1, form
        assert printed.count(" (Python only)") == 1, form
        assert form != "markdown" or "Texts of 1 part read differently.\n" in printed


def test_the_json_fits_its_schema(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    main(["changes", "before.yaml", "after.yaml", "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(schema).validate(data)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data, "breaking": "two"}, schema)


def test_texts_are_counted_and_not_listed(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    operations = tuple(replace(operation, summary="Another.") for operation in seller.operations)
    other = Model(apis=(replace(seller, operations=operations),))
    (folder / "texts.yaml").write_text(model_document.dump(other), "utf-8")
    assert main(["changes", "before.yaml", "texts.yaml"]) == 1
    count = len(seller.operations)
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"specloom: {count} changes, 0 breaking, {count} only in texts"
    assert main(["changes", "before.yaml", "texts.yaml", "--format", "github"]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["nowhere"],
            "nowhere: missing-file: `nowhere` is not a file, and git reports: not a git repo",
        ),
        (["--", "--output=x"], "`--output=x` is not a file, and git reports: not a git repository"),
        (["before.yaml", "wrong.yaml"], "wrong.yaml:1:1: missing-key"),
        (["before.yaml", "after.yaml", "--api", "sellr"], "did you mean `seller`?"),
        (["before.yaml"], "there is no such file"),
    ],
)
def test_what_is_no_model_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (folder / "wrong.yaml").write_text("{}\n")
    assert main(["changes", *arguments]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
    assert not (folder / "x").exists()


def test_a_revision_without_a_model_is_told(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    git(folder, "init", "--quiet")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "None yet")
    git(folder, "tag", "none")
    commit(folder, seller)
    for arguments, message in (
        (["none"], "none: missing-file: the revision `none` has no generated/model.yaml; "),
        (
            ["HEAD~9..none"],
            "HEAD~9: missing-file: `HEAD~9` is neither a file nor a revision of git; ",
        ),
        (["--", "--output=x"], "`--output=x` is neither a file nor a revision of git"),
        (
            ["HEAD...nowhere"],
            "nowhere: missing-file: `nowhere` is neither a file nor a revision of",
        ),
        (["nowhere..nowhere"], "specloom: 1 error\n"),
        (
            ["HEAD..HEAD", "HEAD"],
            "`HEAD..HEAD` is neither a file nor a revision of git; name a model",
        ),
    ):
        assert main(["changes", *arguments]) == 2
        assert message in capsys.readouterr().err
    assert not (folder / "x").exists()


def test_a_shallow_clone_is_told_how_to_get_more(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    git(folder, "init", "--quiet")
    commit(folder, seller)
    git(folder, "tag", "old")
    commit(folder, changed(seller))
    git(folder, "clone", "--quiet", "--depth=1", folder.as_uri(), "shallow")
    monkeypatch.chdir(folder / "shallow")
    for name in ("old", "HEAD~1"):
        assert main(["changes", f"{name}..HEAD"]) == 2
        assert "is shallow: `git fetch --unshallow --tags` brings" in capsys.readouterr().err
    git(folder / "shallow", "fetch", "--quiet", "--unshallow", "--tags")
    assert main(["changes", "old..HEAD"]) == 1


@pytest.mark.promise("`main...HEAD` names `HEAD` and its merge base with `main`")
def test_three_dots_leave_out_what_others_have_changed_meanwhile(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, seller)
    git(folder, "switch", "--quiet", "--create", "mine")
    (folder / "mine.txt").write_text("", "utf-8")
    git(folder, "add", "mine.txt")
    git(folder, "commit", "--quiet", "--message", "Mine")
    git(folder, "switch", "--quiet", "main")
    commit(folder, changed(seller))
    git(folder, "switch", "--quiet", "mine")
    assert main(["changes", "main..HEAD"]) == 1
    assert main(["changes", "main...HEAD"]) == 0
    assert main(["changes", "mine...main"]) == 1
    git(folder, "switch", "--quiet", "--orphan", "alone")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "Nothing")
    capsys.readouterr()
    assert main(["changes", "main..."]) == 2
    assert "`main` and `HEAD` do not have a common ancestor here" in capsys.readouterr().err


WIKI = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki.json
    actions: wiki.json
    package: my_wiki
    wiki_version: "1.39"
    overlays: ["builtin:mediawiki"]
"""


@pytest.mark.promise("a wiki's catalogue, with its version of MediaWiki")
def test_catalogues_are_compared_with_their_actions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/apis.yaml").write_text(WIKI, "utf-8")
    files = [ROOT / "spec/wiki/paraminfo.json", ROOT / "spec/wiki/actions.json"]
    catalogues = [json.loads(file.read_text("utf-8")) for file in files]
    modules = [module for catalogue in catalogues for module in catalogue["paraminfo"]["modules"]]
    fewer = [module for module in modules if module["name"] not in ("edit", "allusers")]
    for name, some in (("spec/wiki.json", modules), ("older.json", fewer)):
        content = {"paraminfo": {**catalogues[0]["paraminfo"], "modules": some}}
        (tmp_path / name).write_text(json.dumps(content), "utf-8")
    assert main(["changes", "spec/wiki.json@1.39"]) == 0
    assert main(["changes", "older.json"]) == 1
    printed = capsys.readouterr().out
    assert "`list=allusers` was added" in printed
    assert "`action=edit` was added" in printed
    for version in ("new", "1", "1.43.0"):
        assert main(["changes", f"older.json@{version}"]) == 2
        refused = (
            f"older.json: wrong-value: `{version}` is not a version of MediaWiki; write `older.js"
        )
        assert refused in capsys.readouterr().err


def test_nothing_in_a_model_steers_a_terminal(
    folder: Path, seller: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    errors = tuple(
        replace(error, message="\x1b[2J\nspecloom: no changes") for error in seller.errors
    )
    document = model_document.dump(Model(apis=(replace(seller, errors=errors),)))
    (folder / "hostile.yaml").write_text(document, "utf-8")
    assert main(["changes", "before.yaml", "hostile.yaml"]) in (1, 2)
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out + printed.err
    assert "\nspecloom: no changes" not in printed.out
