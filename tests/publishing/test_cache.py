"""The cache calls a run current only when nothing at all has changed."""

import hashlib
import os

import pytest

from specloom.publishing.cache import Cache, Snapshot, seal


@pytest.fixture
def cached_run(tmp_path):
    """A cache that has seen a program folder, an input, an absent input and an output."""
    for name in (".specloom", "program/inner"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("program/a.py", "program/inner/a.py", "input.yaml", "output.md"):
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, ns=(1, 1))
    cache = Cache(tmp_path)
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    (tmp_path / "package").mkdir()
    inputs = [str(tmp_path / name) for name in ("input.yaml", "absent.yaml", "package")]
    read = Snapshot([str(tmp_path / "program")], inputs)
    cache.remember("key", read, {str(tmp_path / "output.md"): digest}, 1, since=cache.now())
    return cache


def test_nothing_changed(cached_run):
    assert cached_run.outputs_if_current("key") == 1


def test_another_key_is_another_run(cached_run):
    assert cached_run.outputs_if_current("other") is None


def test_a_touched_file_with_the_same_content_is_the_same(cached_run, tmp_path):
    os.utime(tmp_path / "input.yaml")
    assert cached_run.outputs_if_current("key") == 1


def test_a_folder_in_which_python_compiled_something_is_the_same(cached_run, tmp_path):
    (tmp_path / "package/__pycache__").mkdir()
    assert cached_run.outputs_if_current("key") == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "input.yaml").write_text("y"),
        lambda root: (root / "output.md").write_text("y"),
        lambda root: (root / "output.md").unlink(),
        lambda root: (root / "absent.yaml").write_text(""),
        lambda root: (root / "package/new.py").write_text(""),
        lambda root: (root / "package").rmdir(),
        lambda root: (root / "program/b.py").write_text(""),
        lambda root: (root / "program/a.py").unlink(),
        lambda root: (root / "program/inner/a.py").write_text("y"),
        lambda root: (root / ".specloom/state.json").unlink(),
        lambda root: os.utime(root / ".specloom/state.json"),
        lambda root: (root / ".specloom/state.json.seal").unlink(),
    ],
)
def test_any_change_is_seen(cached_run, tmp_path, change):
    change(tmp_path)
    assert cached_run.outputs_if_current("key") is None


def test_a_change_that_time_and_size_do_not_show_is_seen_in_a_fresh_file(cached_run, tmp_path):
    """A file that was written as the cache was may change once more within the clock's grain."""
    status = (tmp_path / "input.yaml").stat()
    (tmp_path / "input.yaml").write_text("y")
    os.utime(tmp_path / "input.yaml", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert cached_run.outputs_if_current("key") is None


AGES = pytest.mark.parametrize(("age", "is_trusted"), [(20_000_000, False), (20_000_001, True)])
DIGEST = hashlib.sha256(b"x").hexdigest()


@pytest.fixture
def path(tmp_path):
    (tmp_path / ".specloom").mkdir()
    path = tmp_path / "file"
    path.write_text("x")
    os.utime(path, ns=(1, 1))
    return path


@AGES
def test_an_input_is_known_by_its_times_if_it_was_old_enough_when_it_was_read(
    path, monkeypatch, age, is_trusted
):
    """Later changes of a fresh one may not show in them, so that it is always read."""
    cache = Cache(path.parent)
    read = Snapshot([], [str(path)], lambda: path.stat().st_ctime_ns + age)
    cache.remember("key", read, {}, 1, since=0)
    monkeypatch.setattr("specloom.publishing.cache._hash", lambda _: "read")
    assert cache.outputs_if_current("key") == (1 if is_trusted else None)


@AGES
def test_an_output_is_known_by_its_times_if_it_was_old_enough_when_it_was_compared(
    path, monkeypatch, age, is_trusted
):
    cache = Cache(path.parent)
    since = path.stat().st_ctime_ns + age
    cache.remember("key", Snapshot([], []), {str(path): DIGEST}, 1, since=since)
    monkeypatch.setattr("specloom.publishing.cache._hash", lambda _: "read")
    assert cache.outputs_if_current("key") == (1 if is_trusted else None)


def test_an_output_that_was_changed_before_it_was_noted_is_another_one(path):
    cache = Cache(path.parent)
    since = cache.now()
    path.write_text("y")
    cache.remember("key", Snapshot([], []), {str(path): DIGEST}, 1, since=since)
    assert cache.outputs_if_current("key") is None


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "file").write_text("y"),
        lambda root: (root / "file").unlink(),
        lambda root: (root / "absent").write_text("y"),
        lambda root: (root / "folder/other").write_text("y"),
    ],
)
def test_nothing_is_noted_of_a_run_during_which_an_input_changed(path, change):
    """Not even if it is the same again when the run ends: another text may have been read."""
    root = path.parent
    (root / "folder").mkdir()
    cache = Cache(root)
    read = Snapshot([str(root / "folder")], [str(path), str(root / "absent")])
    assert read.is_current()
    change(root)
    assert not read.is_current()
    cache.remember("key", read, {}, 1, since=0)
    assert cache.outputs_if_current("key") is None


@pytest.mark.parametrize("writes", [True, False])
def test_what_had_to_be_read_is_not_read_again(cached_run, tmp_path, monkeypatch, writes):
    os.utime(tmp_path / "input.yaml", ns=(2, 2))
    clock = (tmp_path / "input.yaml").stat().st_ctime_ns + 20_000_001
    monkeypatch.setattr("specloom.publishing.cache._clock", lambda _: clock)
    assert cached_run.outputs_if_current("key", writes=writes) == 1
    monkeypatch.setattr("specloom.publishing.cache._hash", lambda _: "read")
    assert cached_run.outputs_if_current("key") == (1 if writes else None)


def test_finished_texts_are_kept(cached_run):
    assert cached_run.finished() == {}
    cached_run.remember_finished({"1": "x = 1\n"})
    assert cached_run.finished() == {"1": "x = 1\n"}


def test_what_is_no_text_is_not_taken_for_one(cached_run):
    cached_run.remember_finished({"1": ["x"]})
    assert cached_run.finished() == {}


DAMAGED = [
    "{",
    "[]",
    '{"key": 1}',
    "[" * 100_000,
    "\xff",
    "1e999",
    '{"key": "key", "folders": [], "files": {}, "outputs": 1}',
    '{"key": "key", "folders": {}, "files": [], "outputs": 1}',
    '{"key": "key", "folders": {}, "files": {"a": 1}, "outputs": 1}',
    '{"key": "key", "folders": {}, "files": {"a": []}, "outputs": 1}',
    '{"key": "key", "folders": {}, "files": {"\\u0000": [null, null]}, "outputs": 1}',
    '{"key": "key", "folders": {"\\u0000": []}, "files": {}, "outputs": "x"}',
    '{"key": "key", "folders": {}, "files": {}, "outputs": null}',
]


@pytest.mark.promise(
    "They do not change what `generate` writes, or where",
    "If it is damaged, `generate` says so and makes a new one",
)
@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_cache_is_none(cached_run, tmp_path, text):
    for path in (tmp_path / ".specloom/state.json", tmp_path / ".specloom/finished.json"):
        path.write_text(text, encoding="latin-1")
        path.with_name(f"{path.name}.seal").write_bytes(seal(str(path)))
    assert cached_run.outputs_if_current("key") is None
    assert cached_run.finished() == {}
