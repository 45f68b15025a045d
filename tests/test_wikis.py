"""The wikis that tests are given."""

from tests.mediawiki.fixture import live_wiki as live_wiki
from tests.mediawiki.server import COMPILED, SOURCE, Wiki


def kept(folder: str) -> set[str]:
    """The names of the compiled files of a folder."""
    return {file.name for file in COMPILED.rglob("*.bin") if folder in str(file)}


def test_programs_are_compiled_once_and_settings_are_not_kept(live_wiki: Wiki) -> None:
    assert {"api.php.bin", "install.php.bin"} <= kept(str(SOURCE))
    assert kept(str(live_wiki.folder)) == set()
