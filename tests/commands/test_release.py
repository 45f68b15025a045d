"""The command `release`: the next version of each package, and the changelogs that say why."""

import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from tests.publishing.breaking import Died, breaking

from specloom.changes import changelog
from specloom.changes.change import Change
from specloom.cli import entry
from specloom.cli.app import main
from specloom.publishing import together

LIST = "spec/apis.yaml"
PACKAGE = "generated/python/town_library/CHANGELOG.md"
SITE = "docs/changelog/town_library.md"
FILES = (LIST, PACKAGE, SITE)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with the example, released as 1.0.0 and tagged, at a day that a build gives."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert main(["init"]) == 0
    assert main(["generate", "--quiet"]) == 0
    assert main(["release"]) == 0
    git("init", "--quiet")
    commit("town-library-1.0.0")
    return tmp_path


def git(*arguments):
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


def commit(tag):
    git("add", "--all")
    git("commit", "--quiet", "--message", "A release")
    git("tag", tag)


def edit(before, after, path="spec/library/api.yaml"):
    text = Path(path).read_text()
    assert before in text
    Path(path).write_text(text.replace(before, after))


def version():
    versions = re.findall(r"version: (\S+)", Path(LIST).read_text())
    return versions[0] if versions else None


@pytest.mark.promise("The first release keeps the version")
def test_the_first_release_keeps_its_version(project):
    assert version() is None
    for path in (PACKAGE, SITE):
        assert Path(path).read_text() == "# Changelog\n\n## 1.0.0 - 2027-01-15\n\nFirst release.\n"


@pytest.mark.promise("writes the next version into `apis.yaml`", "It tags nothing")
def test_a_release_follows_from_what_changed(project, capsys):
    edit("      author: {type: string, summary: Only books of this author.}\n", "")
    assert main(["release", "--api", "library"]) == 0
    assert version() == "2.0.0"
    stderr = capsys.readouterr().err
    assert "town_library: 1.0.0 becomes 2.0.0\n" in stderr
    assert "git tag town-library-2.0.0" in stderr
    for path in (PACKAGE, SITE):
        entry = Path(path).read_text().split("\n## ")[1]
        assert entry.startswith("2.0.0 - 2027-01-15\n\n### Breaking\n\n- `books.list: author` was ")
    tags = subprocess.run(["git", "tag"], capture_output=True, text=True, check=True).stdout
    assert tags == "town-library-1.0.0\n"
    # What follows the release is as it was told.
    assert main(["generate", "--quiet"]) == 0
    assert main(["check"]) == 0
    assert (
        '__version__ = "2.0.0"'
        in Path("generated/python/town_library/src/town_library/__init__.py").read_text()
    )


@pytest.mark.promise("one for Python programs", "one for all programs")
def test_the_changelogs_tell_each_what_concerns_them(project):
    edit("path: /books/{number}\n", "path: /tomes/{number}\n")
    assert main(["release"]) == 0
    assert version() == "1.1.0"
    assert "GET /tomes/{number}" in Path(SITE).read_text()
    entry = Path(PACKAGE).read_text().split("\n## ")[1]
    assert "tomes" not in entry
    assert "Older versions may fail now" in entry


def test_a_second_release_changes_the_line_of_the_first(project):
    for before, after, tag in (("100", "200", "1.1.0"), ("200", "300", "1.2.0")):
        edit(f"maximum: {before}", f"maximum: {after}")
        assert main(["release"]) == 0
        assert version() == tag
        assert main(["generate", "--quiet"]) == 0
        commit(f"town-library-{tag}")
    assert Path(LIST).read_text().count("version:") == 1
    heads = [line for line in Path(SITE).read_text().splitlines() if line.startswith("## ")]
    assert [head.split()[1] for head in heads] == ["1.2.0", "1.1.0", "1.0.0"]


@pytest.mark.promise(
    "Both changelogs are yours from then on", "the next release adds its entry above the others"
)
def test_changelogs_are_kept_as_they_were_edited(project, capsys):
    for path in (PACKAGE, SITE):
        edit("First release.", "The first one, with thanks.", path)
    assert main(["check"]) == 0
    edit("      author: {type: string, summary: Only books of this author.}\n", "")
    assert main(["release"]) == 0
    assert main(["generate", "--quiet"]) == 0
    assert main(["check"]) == 0
    for path in (PACKAGE, SITE):
        newer, older = Path(path).read_text().split("\n## ")[1:]
        assert newer.startswith("2.0.0 ")
        assert older == "1.0.0 - 2027-01-15\n\nThe first one, with thanks.\n"
        assert path not in Path("generated/manifest.txt").read_text()
    attributes = subprocess.run(
        ["git", "check-attr", "linguist-generated", PACKAGE], capture_output=True, check=True
    )
    assert attributes.stdout.endswith(b" false\n")  # reviews show it
    # Also where nothing is generated for the API any more.
    edit("package: town_library", "package: city_library", LIST)
    assert main(["generate", "--quiet"]) == 0
    assert [each.name for each in Path(PACKAGE).parent.iterdir()] == ["CHANGELOG.md"]


@pytest.mark.promise("prints a diff and writes nothing")
def test_a_dry_run_prints_a_diff_that_can_be_applied(project, capsys):
    edit("maximum: 100", "maximum: 200")
    before = Path(LIST).read_text()
    capsys.readouterr()
    assert main(["release", "--dry-run"]) == 0
    diff = capsys.readouterr().out
    assert Path(LIST).read_text() == before
    subprocess.run(["git", "apply"], input=diff, text=True, check=True)
    assert version() == "1.1.0"


def test_nothing_is_released_without_a_change(project, capsys):
    before = Path(SITE).read_text()
    assert main(["release"]) == 0
    assert "nothing has changed since 1.0.0" in capsys.readouterr().err
    assert Path(SITE).read_text() == before
    assert version() is None


@pytest.mark.promise("To compare with something else, name it")
def test_the_last_release_may_be_named(project):
    Path("old.yaml").write_text(Path("generated/model.yaml").read_text())
    git("tag", "--delete", "town-library-1.0.0")
    git("tag", "spring")
    edit("maximum: 100", "maximum: 200")
    for name in ("spring", "old.yaml"):
        assert main(["release", "--since", name, "--dry-run"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--api", "libary"], "did you mean `library`?"),
        (["--since", "nowhere"], "--since: missing-file: `nowhere` is neither a file"),
    ],
)
def test_what_cannot_be_released_is_told(project, capsys, arguments, message):
    capsys.readouterr()
    assert main(["release", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_release_without_its_tag_is_not_made_twice(project, capsys):
    git("tag", "--delete", "town-library-1.0.0")
    assert main(["release"]) == 2
    assert "it has an entry of 1.0.0 already; tag what was released" in capsys.readouterr().err


@pytest.mark.promise("a version that you have set by hand is kept if it is high enough")
@pytest.mark.parametrize(
    ("version_by_hand", "expected"), [("1.0.1", "1.1.0"), ("1.1.0", "1.1.0"), ("3.0.0", "3.0.0")]
)
def test_a_version_given_by_hand_follows_the_last_tag(project, capsys, version_by_hand, expected):
    git("tag", "town-library-9.0.0")
    git("tag", "town-library-spring")
    edit(
        "    package: town_library\n",
        f"    package: town_library\n    version: {version_by_hand}\n",
        LIST,
    )
    edit("maximum: 100", "maximum: 200")
    assert main(["release"]) == 0
    assert f"town_library: 1.0.0 becomes {expected}\n" in capsys.readouterr().err
    assert version() == expected
    for path in (PACKAGE, SITE):
        assert changelog.versions(Path(path).read_text()) == [expected, "1.0.0"]
        assert "First release" not in Path(path).read_text().split("\n## ")[1]
    # It is not made twice, whatever else has changed.
    edit("      author: {type: string, summary: Only books of this author.}\n", "")
    assert main(["release"]) == 2
    assert f"an entry of {expected} already; tag what was released" in capsys.readouterr().err


def test_a_clone_without_tags_makes_no_first_release(project, capsys):
    git("tag", "--delete", "town-library-1.0.0")
    edit("    package: town_library\n", "    package: town_library\n    version: 1.2.0\n", LIST)
    assert main(["release"]) == 2
    stderr = capsys.readouterr().err
    assert (
        "it has an entry of 1.0.0, but `town-library-1.0.0` is not a tag here; `git fetch" in stderr
    )
    assert "1.2.0" not in Path(SITE).read_text()


def test_a_dry_run_says_what_the_version_becomes(project, capsys):
    capsys.readouterr()
    assert main(["release", "--dry-run"]) == 0
    assert capsys.readouterr() == ("", "town_library: nothing has changed since 1.0.0\n")
    edit("maximum: 100", "maximum: 200")
    assert main(["release", "--dry-run"]) == 0
    assert capsys.readouterr().err == "town_library: 1.0.0 becomes 1.1.0\n"


def test_what_cannot_be_written_or_read_is_told_before_anything_is_written(project, capsys):
    edit("maximum: 100", "maximum: 200")
    Path(SITE).write_bytes(b"# \xff\n")
    assert main(["release"]) == 2
    assert f"{SITE}:1:3: not-utf8: " in capsys.readouterr().err
    Path(SITE).unlink()
    Path(SITE).parent.rmdir()
    Path(SITE).parent.write_text("mine")
    before = Path(PACKAGE).read_text()
    assert main(["release"]) == 2
    assert "docs/changelog: file-in-the-way: " in capsys.readouterr().err
    assert Path(PACKAGE).read_text() == before
    assert version() is None


@pytest.mark.parametrize("command", ["release", "generate"])
def test_a_release_that_was_killed_is_completed_by_the_next_run(project, command, capsys):
    edit("maximum: 100", "maximum: 200")
    number = 0
    while version() is None:
        number += 1
        with breaking(number, "dies"), suppress(Died):
            main(["release"])
    capsys.readouterr()
    assert main([command]) == 0
    stderr = capsys.readouterr().err
    assert f"specloom: changes that were interrupted are completed: {', '.join(FILES)}\n" in stderr
    assert "git tag town-library-1.1.0\n" in stderr
    for path in (PACKAGE, SITE):
        assert changelog.versions(Path(path).read_text()) == ["1.1.0", "1.0.0"]
        assert "had maximum `100` and now has maximum `200`" in Path(path).read_text()


def test_a_list_of_another_form_is_left_alone(project, capsys):
    Path(LIST).write_text(
        "{specloom: 1, apis: [{id: library, reader: rest, source: library/api.yaml, package: town_library}]}\n"
    )
    edit("maximum: 100", "maximum: 200")
    assert main(["release"]) == 2
    assert "write `version: 1.1.0` there" in capsys.readouterr().err
    assert "1.1.0" not in Path(SITE).read_text()


def test_a_changelog_of_somebody_else_keeps_its_text():
    mine = "# History\n\nWords of mine.\n\n## 1.0.0 - 2026-01-01\n\nFirst.\n"
    new = changelog.entry("1.1.0", "2026-02-02", [Change("field-added", "shop", "Item.x")], "site")
    assert changelog.with_entry(mine, new) == (
        "# History\n\nWords of mine.\n\n## 1.1.0 - 2026-02-02\n\n### Added\n\n- `Item.x` was added.\n\n"
        "## 1.0.0 - 2026-01-01\n\nFirst.\n"
    )
    assert changelog.versions(mine) == ["1.0.0"]


def everything():
    """All files but those of the local folder and of git."""
    return {
        path.as_posix(): path.read_bytes()
        for path in Path().rglob("*")
        if path.is_file() and path.parts[0] not in (".specloom", ".git")
    }


def released(before, after):
    """Return True if all files are as after a release, False if all are as before."""
    changed = [path for path in FILES if Path(path).read_bytes() == after[path]]
    assert changed in ([], [*FILES])
    assert [path for path in FILES if Path(path).read_bytes() == before[path]] == (
        [] if changed else [*FILES]
    )
    return bool(changed)


@pytest.mark.promise("It writes all of them or none")
@pytest.mark.parametrize("how", ["dies", "full", "fails"])
def test_after_every_interruption_nothing_or_everything_is_there(
    project, tmp_path, monkeypatch, capsys, exhaustive, how
):
    """Nothing is left for `git add --all`, and the next run touches no file of the user."""
    edit("maximum: 100", "maximum: 200")
    Path(LIST).chmod(0o640)
    assert main(["generate", "--quiet"]) == 0
    before = everything()
    after = None
    ends, number, code, stderr = set(), 0, 0, ""
    for number in range(1, 200, 1 if exhaustive else 4):
        root = shutil.copytree(project, tmp_path.parent / f"{tmp_path.name}-{number}")
        monkeypatch.chdir(root)
        with breaking(number, how) as tried, suppress(Died):
            code = entry.main(["release"])
            stderr = capsys.readouterr().err
        if after is None:
            monkeypatch.chdir(shutil.copytree(project, tmp_path.parent / f"{tmp_path.name}-after"))
            assert main(["release"]) == 0
            after = everything()
            monkeypatch.chdir(root)
        assert everything().keys() == before.keys()
        if how != "dies":
            assert released(before, after) == (code == 0), number
            assert code == 0 or "; nothing was written\n" in stderr
        assert main(["generate", "--quiet", "--only", "model"]) == 0
        assert main(["validate", "--prune", "--quiet"]) == 0
        ends.add(released(before, after))
        assert Path(LIST).stat().st_mode & 0o777 == 0o640
        shutil.rmtree(root)
        if len(tried) < number:
            break
    assert number > 20
    assert ends == {True, False}


def test_a_list_that_is_saved_while_a_release_is_made_is_not_written_over(
    project, monkeypatch, capsys
):
    edit("maximum: 100", "maximum: 200")
    before = Path(SITE).read_text()
    really = together.change

    def saved(*arguments):
        edit("town_library", "city_library", LIST)
        return really(*arguments)

    monkeypatch.setattr(together, "change", saved)
    assert main(["release"]) == 2
    assert "apis.yaml: file-in-the-way: the file was saved while" in capsys.readouterr().err
    assert "city_library" in Path(LIST).read_text()
    assert Path(SITE).read_text() == before
