"""From the address of a wiki to the first typed result, and how many fields that wikis send are declared.

`python -m benchmarks.any_wiki`; a wheel in a new environment, MediaWiki 1.39 with twelve extensions and 1.43 with sixteen.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.mediawiki.extensions import NEWER as NEWER_EXTENSIONS
from tests.mediawiki.extensions import TWELVE, serving
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, Wiki
from tests.packaging.foreign import ROOT, Place, place_with

from specloom.cli.app import main as specloom
from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import fetch_catalogue
from specloom.fetching.probe import probe
from specloom.fetching.undeclared import fields_in_replies
from specloom.fetching.wiki import WikiAccess, login_of
from specloom.model.structs import records_of
from specloom.readers.read import read_api
from specloom.sources.config import load_config

SECONDS = 20.0
"""That a stranger waits at most, the installation not counted."""
PROGRAM = """\
import sys
from measured import AllPages, Client
with Client(sys.argv[1], user_agent="benchmark/1 (me@example.org)") as wiki:
    for page in wiki.list(AllPages(prefix="Oak")):
        print(page["title"])
"""


def first_result(place: Place, wiki: Wiki, out: Path) -> float:
    """Seconds of the command and of a first program."""
    (place.folder / "program.py").write_text(PROGRAM, "utf-8")
    started = time.monotonic()
    arguments = ["--out", str(out), "--package", "measured", "--quiet"]
    completed = place.run("specloom", "client", f"{wiki.url}/", *arguments)
    assert completed.code == 0, completed.err
    source = out / "generated/python/measured/src"
    python = str(place.environment / "bin" / "python")
    run = [python, str(place.folder / "program.py"), wiki.api_url]
    done = subprocess.run(
        run, env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Oak\n"
    return time.monotonic() - started


def fields(wiki: Wiki, out: Path) -> Iterator[tuple[str, str]]:
    """Each field that an administrator's probe sees in results of extensions, and how it is known."""
    os.environ |= {"WIKI_USERNAME": ADMIN[0], "WIKI_PASSWORD": ADMIN[1]}
    asking = ["client", f"{wiki.url}/", "--out", str(out), "--package", "measured", "--quiet"]
    assert specloom([*asking, "--probe", "--login"]) == 0
    config = load_config(out / "spec/apis.yaml", Diagnostics())
    assert config is not None
    api = read_api(config.apis[0], config.folder, Diagnostics())
    assert api is not None
    names = {
        each.id for each in api.operations if each.module.provided_by not in ("MediaWiki", None)
    }
    request = WikiAccess(wiki.api_url, login=login_of(os.environ, wiki.api_url))
    modules = [each for each in fetch_catalogue(request).queries if each["name"] in names]
    observations = fields_in_replies(api, probe(request, modules))
    records = records_of(api)
    for record, values in observations.declared.items():
        observed = {each.name for each in records[record].fields if each.module.observed == "only"}
        for name in values:
            yield f"{record}.{name}", "observed" if name in observed else "declared"
    for record, values in observations.undeclared.items():
        yield from ((f"{record}.{name}", "unknown") for name in values)


def main() -> int:
    """Measure both versions; 1 where one is slower than promised, or a field is not declared."""
    slow = unknown = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        place = place_with(ROOT, folder)
        for version, source, extensions in (
            ("1.39", SOURCE, TWELVE),
            ("1.43", NEWER, NEWER_EXTENSIONS),
        ):
            with serving(folder / version, extensions, source) as wiki:
                started = time.monotonic()
                fetch_catalogue(WikiAccess(wiki.api_url))
                catalogue = time.monotonic() - started
                out = folder / f"out-{version}"
                seconds = first_result(place, wiki, out)
                states = dict(fields(wiki, out))
            counts = Counter(states.values())
            slow += seconds > SECONDS
            unknown += counts["unknown"]
            print(f"MediaWiki {version} with {len(extensions)} extensions:")
            print(f"  catalogue {catalogue:.2f} s, first typed result {seconds:.1f} s")
            print(
                f"  of {len(states)} fields that extensions sent, {counts['declared']} are declared, "
                f"{counts['observed']} observed, {counts['unknown']} neither"
            )
            for name in (name for name, state in states.items() if state != "declared"):
                print(f"  {states[name]}: {name}")
    return 1 if slow or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
