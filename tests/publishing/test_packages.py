"""Files in the folder of a generated package that were not generated."""

import pytest

from specloom.publishing import packages, publish
from specloom.publishing.selection import EVERYTHING, select

SOURCE = "generated/python/shop/src/shop"
FILES = {
    "generated/python/shop/pyproject.toml": b"",
    f"{SOURCE}/__init__.py": b"",
    f"{SOURCE}/parts/a.py": b"",
    "generated/openapi/shop.openapi.yaml": b"",
}


@pytest.fixture
def root(tmp_path):
    publish.prepare(tmp_path)
    changes, _ = publish.compare(tmp_path, FILES, EVERYTHING)
    assert publish.apply(tmp_path, changes) == []
    return tmp_path


def foreign(root, files=FILES, selection=EVERYTHING):
    changes, faults = publish.compare(root, files, selection)
    assert faults == []
    return changes.foreign


@pytest.mark.parametrize(
    "path",
    [
        "mine.py",
        "parts/mine.py",
        "parts/own/deep/mine.txt",
        ".hidden",
        "a.pyc",
        "back\\slash.py",
        "c:drive/x.py",
        "line\nfeed.py",
    ],
)
def test_a_file_of_others_is_found(root, path):
    target = root / SOURCE / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"")
    first = f"{SOURCE}/{path}" if ":" not in path else f"{SOURCE}/c:drive"
    assert foreign(root) == (first,)


def test_a_link_is_found_and_not_followed(root, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "x.py").write_bytes(b"")
    (root / SOURCE / "linked").symlink_to(outside)
    assert foreign(root) == (f"{SOURCE}/linked",)


@pytest.mark.promise("are reported by every run, because they would become part of the package")
@pytest.mark.parametrize("path", ["__pycache__/a.cpython-311.pyc", "parts/__pycache__/x", "empty/"])
def test_what_python_compiled_and_empty_folders_are_no_files_of_others(root, path):
    target = root / SOURCE / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.endswith("/"):
        target.mkdir()
    else:
        target.write_bytes(b"")
    assert foreign(root) == ()


@pytest.mark.parametrize(
    "path", ["generated/python/shop/notes.txt", "generated/openapi/mine.yaml", "generated/x.py"]
)
def test_files_beside_packages_are_their_owner_s_business(root, path):
    (root / path).write_bytes(b"")
    assert foreign(root) == ()


def test_only_packages_of_the_selected_part_are_looked_at(root):
    (root / SOURCE / "mine.py").write_bytes(b"")
    documents = {path: FILES[path] for path in FILES if "openapi" in path}
    assert foreign(root, documents, select("openapi", None)) == ()


def test_left_over_files_are_not_called_foreign(root):
    path = f"{SOURCE}/parts/a.py"
    rest = {other: FILES[other] for other in FILES if other != path}
    changes, _ = publish.compare(root, rest, EVERYTHING)
    assert (changes.remove, changes.foreign) == ((path,), ())
    (root / path).write_bytes(b"edited")
    changes, _ = publish.compare(root, rest, EVERYTHING)
    assert (changes.keep, changes.foreign) == ((path,), ())
    assert publish.apply(root, changes) == []
    assert foreign(root, rest) == (path,), "from now on it is the user's"


def test_the_folders_of_a_package_are_those_that_would_be_packaged():
    assert packages.folders(FILES) == {
        SOURCE: {"__init__.py", "parts"},
        f"{SOURCE}/parts": {"a.py"},
    }
