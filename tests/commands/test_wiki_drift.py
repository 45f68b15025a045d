"""`specloom drift`: what a wiki has changed since its catalogue was fetched."""

import json
from pathlib import Path

import pytest
from tests.mediawiki.fixture import live_wiki
from tests.mediawiki.server import Wiki

from specloom.cli.app import main
from specloom.fetching import probe

__all__ = ["live_wiki"]

APIS = """\
specloom: 1
apis:
  - id: wiki
    reader: paraminfo
    source: wiki/queries.json
    package: my_wiki
    server: {server}
    overlays: ["builtin:mediawiki"]
"""
NONE = '{"paraminfo":{"helpformat":"none","modules":[]}}'


@pytest.fixture
def source(tmp_path: Path, live_wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalogue that was fetched, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "spec/wiki/queries.json"
    path.parent.mkdir(parents=True)
    path.write_text(NONE, "utf-8")
    (tmp_path / "spec/apis.yaml").write_text(APIS.format(server=live_wiki.api_url), "utf-8")
    assert main(["fetch", "wiki"]) == 0
    return path


@pytest.mark.promise("prints how it differs from the committed one", "opens a pull request")
def test_what_the_wiki_has_changed_is_told(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drift", "wiki"]) == 0
    assert capsys.readouterr().out == "specloom: no changes\n"
    catalogue = json.loads(source.read_text("utf-8"))
    (module,) = (
        candidate
        for candidate in catalogue["paraminfo"]["modules"]
        if candidate["name"] == "allusers"
    )
    module["parameters"] = [
        parameter for parameter in module["parameters"] if parameter["name"] != "witheditsonly"
    ]
    before = json.dumps(catalogue)
    source.write_text(before, "utf-8")
    assert main(["drift", "wiki"]) == 1
    assert "`list=allusers: auwitheditsonly` was added" in capsys.readouterr().out
    assert main(["drift", "wiki", "--fail-on", "breaking", "--format", "github"]) == 0
    assert capsys.readouterr().out.startswith("::notice file=spec/wiki/queries.json,line=")
    assert source.read_text("utf-8") == before


def test_a_wiki_that_does_not_answer_is_told(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drift", "wiki", "--url", "http://127.0.0.1:9/api.php", "--timeout", "2"]) == 2
    assert "127.0.0.1:9" in capsys.readouterr().err
    assert main(["drift", "wikis"]) == 2
    assert "did you mean `wiki`?" in capsys.readouterr().err


THIN = """\
source: by hand
modules:
  allpages:
    result: {where: query, key: allpages, fields: {pageid: integer}}
"""
SEEN = """source: "observed: before"
modules: {}
more_fields:
  AllPagesItem:
    "inside": {type: "ObservedInAllPagesItemInside", observed: only}
    "title": {type: "string", observed: only}
records:
  ObservedInAllPagesItemInside:
    fields:
      "colour": {type: "string", observed: only}
"""


def observed_with(source: Path, overlays: str, content: str) -> Path:
    """The overlay of an earlier probe, among those that the list of APIs now has."""
    config, observed = Path("spec/apis.yaml"), source.parent / "observed.yaml"
    config.write_text(config.read_text("utf-8").replace('["builtin:mediawiki"]', overlays), "utf-8")
    (source.parent / "thin.yaml").write_text(THIN, "utf-8")
    observed.write_text(content, "utf-8")
    return observed


@pytest.mark.exhaustive  # a wiki is probed five times; `test_fetch.py` does it once
@pytest.mark.promise(
    "It has the options of `fetch`",
    "`--fail-on breaking` counts changes that break requests and replies",
)
def test_what_only_a_probe_has_seen_is_compared_with_another_probe(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drift", "wiki", "--probe"]) == 2
    assert "`wiki/observed.yaml` is not among the `overlays` of `wiki`" in capsys.readouterr().err
    overlays = '["builtin:mediawiki", wiki/thin.yaml, wiki/observed.yaml]'
    observed = observed_with(source, overlays, "{}")
    assert main(["fetch", "wiki", "--probe"]) == 0
    content = observed.read_text("utf-8")
    assert '"title": {type: "string", observed: only}' in content
    capsys.readouterr()
    assert main(["drift", "wiki", "--probe"]) == 0
    more = '"colour": {type: "string", observed: only}'
    observed.write_text(content.replace('    "title":', f'    {more}\n    "title":'), "utf-8")
    assert main(["drift", "wiki"]) == 0
    assert main(["drift", "wiki", "--probe"]) == 1
    assert ".colour` was seen in replies and is not seen again" in capsys.readouterr().out
    assert main(["drift", "wiki", "--probe", "--fail-on", "breaking"]) == 0
    assert more in observed.read_text("utf-8")


@pytest.mark.promise("or keeps what an earlier probe saw")
def test_what_a_slow_wiki_did_not_answer_is_no_change(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    observed = observed_with(
        source, '["builtin:mediawiki", wiki/thin.yaml, wiki/observed.yaml]', SEEN
    )
    monkeypatch.setattr(probe, "SECONDS", 0)
    assert main(["fetch", "wiki", "--probe"]) == 0
    assert observed.read_text("utf-8").partition("modules:")[2] == SEEN.partition("modules:")[2]
    assert main(["drift", "wiki", "--probe"]) == 0


def test_nothing_that_was_seen_goes_because_an_overlay_has_a_fault(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    observed = observed_with(source, "[wiki/thin.yaml, wiki/observed.yaml]", SEEN)
    assert main(["fetch", "wiki", "--probe"]) == 2
    stderr = capsys.readouterr().err
    assert "missing-key: no overlay tells how query modules are called" in stderr
    assert "no module was called" in stderr
    assert observed.read_text("utf-8") == SEEN
    assert main(["drift", "wiki", "--probe"]) == 2


def test_a_wrong_address_is_told_in_words_of_the_command_line(
    source: Path, live_wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drift", "wiki", "--url", f"{live_wiki.url}/nowhere/api.php"]) == 2
    stderr = capsys.readouterr().err
    assert "give the address of api.php, or of a page of the wiki" in stderr
    assert "from_page" not in stderr


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_a_timeout_is_a_number_of_seconds(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["drift", "wiki", "--timeout", seconds])
    assert ended.value.code == 2
    stderr = capsys.readouterr().err
    assert f"argument --timeout: expected a number of seconds above 0, got '{seconds}'" in stderr
