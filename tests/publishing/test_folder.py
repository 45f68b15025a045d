"""Below a folder no link is followed, whichever operation meets it."""

import os
import socket

import pytest

from specloom.publishing import folder as module
from specloom.publishing.folder import Folder, is_link, is_plain


@pytest.fixture(
    params=[True, False], ids=["relative to open folders", "by whole paths"], autouse=True
)
def way(request, monkeypatch):
    """Both ways of working: that of this system, and that of one that cannot do as much."""
    monkeypatch.setattr(module, "_RELATIVE", request.param)


@pytest.fixture
def outside(tmp_path):
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_bytes(b"precious")
    return folder


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "a/b").mkdir(parents=True)
    (folder / "a/b/file").write_bytes(b"1")
    return folder


OPERATIONS = {
    "create": lambda folder, path: folder.create(path, b"new"),
    "write": lambda folder, path: folder.write(path, b"new"),
    "replace": lambda folder, path: folder.replace(path, "other"),
    "remove": lambda folder, path: folder.remove(path),
    "lock": lambda folder, path: os.close(folder.lock_file(path)),
    "make": lambda folder, path: folder.make(path),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_nothing_is_done_behind_a_link(root, outside, name):
    (root / "a/link").symlink_to(outside)
    (outside / "other").write_bytes(b"other")
    with pytest.raises(NotADirectoryError) as raised:
        OPERATIONS[name](Folder(root), "a/link/file")
    assert raised.value.filename == str(root / "a/link/file")
    assert sorted(path.name for path in outside.iterdir()) == ["file", "other"]
    assert (outside / "file").read_bytes() == b"precious"


@pytest.mark.parametrize("target", ["file", "absent"])
@pytest.mark.parametrize("name", ["create", "write", "replace", "lock"])
def test_no_link_is_written_through(root, outside, name, target):
    (root / "a/link").symlink_to(outside / target)
    (root / "a/other").write_bytes(b"other")
    with pytest.raises(OSError) as raised:
        OPERATIONS[name](Folder(root), "a/link")
    assert raised.value.filename == str(root / "a/link")
    assert (root / "a/link").is_symlink()
    assert [path.name for path in outside.iterdir()] == ["file"]
    assert (outside / "file").read_bytes() == b"precious"


def test_nothing_is_read_behind_a_link(root, outside):
    (root / "a/folder").symlink_to(outside)
    (root / "a/file").symlink_to(outside / "file")
    folder = Folder(root)
    assert folder.read("a/folder/file") is None
    assert folder.read("a/file") is None
    assert folder.status("a/folder/file") is None
    assert folder.names("a/folder") == []
    assert not folder.remove_folder("a/folder")
    assert folder.obstacle("a/folder/file") == "a/folder"
    assert is_link(os.lstat(root / "a/folder"))


def test_a_link_in_the_place_of_a_file_is_removed_itself(root, outside):
    (root / "a/link").symlink_to(outside / "file")
    Folder(root).remove("a/link")
    assert not (root / "a/link").is_symlink()
    assert (outside / "file").read_bytes() == b"precious"


def test_the_root_may_be_a_link(root, tmp_path):
    (tmp_path / "link").symlink_to(root)
    folder = Folder(tmp_path / "link")
    assert folder.obstacle("a/b/file") is None
    folder.write("a/b/file", b"2")
    assert (root / "a/b/file").read_bytes() == b"2"


def test_a_folder_that_becomes_a_link_meanwhile_leads_nowhere(root, outside, monkeypatch):
    monkeypatch.setattr(module, "_RELATIVE", True)  # the other way cannot find this, as it says
    really_open = os.open

    def late(name, flags, *rest, **more):
        if name == "new":
            (root / "a/b").rename(root / "a/moved")
            (root / "a/b").symlink_to(outside)
        return really_open(name, flags, *rest, **more)

    monkeypatch.setattr(os, "open", late)
    Folder(root).create("a/b/new", b"new")
    assert [path.name for path in outside.iterdir()] == ["file"]
    assert (root / "a/moved/new").read_bytes() == b"new"


@pytest.mark.parametrize(
    "path", ["../x", "a/../../x", "a//x", "./x", "a/.", "/x", "a\\x", "c:x", "\0"]
)
def test_a_path_that_could_lead_elsewhere_is_none(root, path):
    assert not is_plain(path)
    assert Folder(root).read(path) is None
    with pytest.raises(OSError, match="no path below a folder"):
        Folder(root).create(path, b"")


def test_only_regular_files_are_read_and_nobody_is_waited_for(root, monkeypatch):
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(root)
        listening.bind("socket")
        folder = Folder("")
        assert [folder.read(path) for path in ("pipe", "socket", "a", "absent")] == [None] * 4
        with pytest.raises(OSError, match="other than a file"):
            folder.lock_file("pipe")
    assert folder.read("a/b/file") == b"1"


def test_a_file_that_is_too_large_is_not_read(root, monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    (root / "most").write_bytes(b"123")
    (root / "more").write_bytes(b"1234")
    assert Folder(root).read("most") == b"123"
    assert Folder(root).read("more") is None


def test_a_new_file_is_whole_or_not_there(root, monkeypatch):
    with pytest.raises(FileExistsError):
        Folder(root).create("a/b/file", b"2")
    assert (root / "a/b/file").read_bytes() == b"1"

    def full(descriptor, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left") as raised:
        Folder(root).create("a/b/new", b"2")
    assert raised.value.filename == str(root / "a/b/new")
    assert not (root / "a/b/new").exists()


def test_who_may_use_a_file_is_left_to_the_system(root):
    Folder(root).create("new", b"")
    os.close(Folder(root).lock_file("lock"))
    assert len({(root / path).stat().st_mode for path in ("new", "lock", "a/b/file")}) == 1


def test_a_folder_in_the_place_of_a_file_is_not_replaced(root):
    (root / "a/other").write_bytes(b"other")
    with pytest.raises(OSError, match="other than a file"):
        Folder(root).replace("a/b", "other")
    assert (root / "a/b/file").exists()


def test_no_file_stays_open(root, outside):
    (root / "a/link").symlink_to(outside)
    folder = Folder(root)
    with open(os.devnull) as stream:
        next_one = stream.fileno()
    for path in ("a", "a/b/file", "a/link/file", "absent/x"):
        folder.read(path)
        folder.status(path)
        folder.names(path)
        folder.obstacle(path)
    with pytest.raises(NotADirectoryError):
        folder.create("a/link/x", b"")
    with open(os.devnull) as stream:
        assert stream.fileno() == next_one


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path):
    folder = Folder(tmp_path)
    for mode in (0o600, 0o755):
        (tmp_path / "file").write_bytes(b"old")
        (tmp_path / "file").chmod(mode)
        assert folder.put("file", b"new")
        assert (tmp_path / "file").stat().st_mode & 0o777 == mode
        assert (tmp_path / "file").read_bytes() == b"new"
