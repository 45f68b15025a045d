"""Compiled templates of earlier runs save time, and change nothing else."""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from specloom.languages.markdown import Markdown
from specloom.rendering import template_cache
from specloom.rendering.template_cache import TemplateCache
from specloom.rendering.templates import Templates
from tests import own_rights

ROOT = Path(__file__).parents[2]
COUNT = """
import sys
from jinja2 import Environment
from specloom.cli.entry import main

compiled, compile = [], Environment.compile
def counting(self, *words, **options):
    compiled.append(words[1])
    return compile(self, *words, **options)
Environment.compile = counting
code = main(sys.argv[1:])
print(len(compiled), file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(autouse=True)
def shared() -> None:
    """Nothing, since the tests here are about what runs share."""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder of one's own, in which no run has been."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    template_cache.template_cache.cache_clear()
    yield folder
    template_cache.template_cache.cache_clear()


def printed(folder: Path) -> str:
    """The text of the page of a folder's template, as a new run makes it."""
    template = Templates(folder).environment(Markdown).get_template("page.md.j2")
    return template.render()


def page(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "page.md.j2").write_text(text, encoding="utf-8")
    return folder


def files(temporary: Path) -> list[Path]:
    return sorted(temporary.rglob("*.cache"))


def test_a_second_run_compiles_nothing_and_writes_the_same(tmp_path: Path, temporary: Path) -> None:
    counts, outputs = [], []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        for words in (["init"], ["generate"]):
            done = subprocess.run(
                [sys.executable, "-c", COUNT, *words],
                cwd=tmp_path / name,
                env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT / "generator")},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        counts.append(int(done.stderr.splitlines()[-1]))
        written = (path for path in (tmp_path / name).rglob("*") if path.is_file())
        outputs.append(
            {
                path.relative_to(tmp_path / name): path.read_bytes()
                for path in written
                if ".specloom" not in path.parts
            }
        )
    assert counts[0] > 10
    assert counts[1] == 0
    assert outputs[0] == outputs[1]


def test_a_template_that_was_changed_is_compiled_anew(tmp_path: Path, temporary: Path) -> None:
    folder = page(tmp_path / "templates", "one")
    assert printed(folder) == "one"
    assert len(files(temporary)) == 1
    assert printed(page(folder, "two")) == "two"
    assert len(files(temporary)) == 1


def test_templates_of_two_folders_are_told_apart(tmp_path: Path) -> None:
    folders = [page(tmp_path / name, "same text {{ 1 + none }}") for name in ("a", "b")]
    for folder in folders * 2:
        with pytest.raises(Exception) as caught:
            printed(folder)
        *_, innermost = caught.traceback
        assert str(innermost.path) != ""
        assert any(str(entry.path) == str(folder / "page.md.j2") for entry in caught.traceback)


def test_other_versions_and_options_are_told_apart(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = page(tmp_path / "templates", "one")
    printed(folder)
    (file,) = files(temporary)
    first = file.read_bytes()
    monkeypatch.setattr(template_cache, "_CONTEXT", "another version of Jinja")
    printed(folder)
    assert files(temporary) == [file]
    assert file.read_bytes() != first


def test_what_a_filter_makes_of_a_constant_is_not_kept(tmp_path: Path) -> None:
    folder = page(tmp_path / "templates", "{% set text = 'a' | later %}{{ text }}{{ 'b' | later }}")
    for suffix in ("1", "2"):
        environment = Templates(folder).environment(Markdown)
        environment.filters["later"] = lambda text, suffix=suffix: Markdown(text + suffix)
        assert environment.get_template("page.md.j2").render() == f"a{suffix}b{suffix}"


@pytest.mark.parametrize("content", [b"", b"x", b"half"], ids=["empty", "another", "half"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, temporary: Path, content: bytes) -> None:
    folder = page(tmp_path / "templates", "one")
    printed(folder)
    (file,) = files(temporary)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if content == b"half" else content)
    assert printed(folder) == "one"
    assert file.read_bytes() == whole


def test_a_folder_that_nobody_can_write_to_is_as_good_as_none(
    tmp_path: Path, temporary: Path
) -> None:
    folder = page(tmp_path / "templates", "one")
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        own_rights.give_up()
        temporary.chmod(0o500)
        try:
            os.write(write_end, f"{template_cache.template_cache()} {printed(folder)}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read_end, 100) == b"None one"


def test_a_full_disk_is_as_good_as_none(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    cache = template_cache.template_cache()
    assert cache is not None
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)
    assert printed(page(tmp_path / "templates", "one")) == "one"
    assert files(temporary) == []


@pytest.mark.promise("A folder that others can write to is not used")
def test_a_folder_of_another_user_or_behind_a_link_is_not_used(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = page(tmp_path / "templates", "one")
    (tmp_path / "elsewhere").mkdir()
    link = temporary / f"_jinja2-cache-{os.getuid()}"
    link.symlink_to(tmp_path / "elsewhere")
    assert template_cache.template_cache() is None
    assert printed(folder) == "one"
    assert list((tmp_path / "elsewhere").iterdir()) == []
    template_cache.template_cache.cache_clear()
    monkeypatch.setattr(os, "getuid", lambda: 12345)  # for whom it would be a folder of another
    assert template_cache.template_cache() is None


def test_no_other_user_can_put_a_program_there(temporary: Path) -> None:
    cache = TemplateCache()
    assert Path(cache.directory).parent == temporary
    assert stat.S_IMODE(Path(cache.directory).stat().st_mode) == stat.S_IRWXU
