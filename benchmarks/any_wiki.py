"""From the address of a wiki to the first typed result, and how many fields that wikis send are declared.

`python -m benchmarks.any_wiki`; a wheel in a new environment, MediaWiki 1.39 with twelve extensions and 1.43 with sixteen.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.mediawiki.extensions import NEWER as NEWER_EXTENSIONS
from tests.mediawiki.extensions import TWELVE, serving
from tests.mediawiki.server import NEWER, SOURCE, Wiki
from tests.packaging.foreign import ROOT, Place, place_with

from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import fetch_catalogue
from specloom.fetching.observed import observe
from specloom.fetching.probe import probe
from specloom.fetching.wiki import Asked
from specloom.model.structs import Api, ListOf, MapOf, Operation, Reference, records_of
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
    made = place.run("specloom", "client", f"{wiki.url}/", *arguments)
    assert made.code == 0, made.err
    source = out / "generated/python/measured/src"
    python = str(place.environment / "bin" / "python")
    run = [python, str(place.folder / "program.py"), wiki.api_url]
    done = subprocess.run(
        run, env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Oak\n"
    return time.monotonic() - started


def declared(operation: Operation, api: Api) -> set[str]:
    """The fields of a result, as its overlay or a probe has them."""
    assert operation.result is not None
    inside = operation.result.type
    while isinstance(inside, ListOf | MapOf):
        inside = inside.items if isinstance(inside, ListOf) else inside.values
    records = records_of(api)
    known = records.get(inside.name) if isinstance(inside, Reference) else None
    return set() if known is None else {field.name for field in known.fields}


def fields(wiki: Wiki, out: Path) -> Iterator[tuple[str, bool]]:
    """Each field that probing sees in results of extensions, and whether it is declared."""
    config = load_config(out / "spec/apis.yaml", Diagnostics())
    assert config is not None
    api = read_api(config.apis[0], config.folder, Diagnostics())
    assert api is not None
    of_extensions = {
        each.id: each for each in api.operations if each.provided_by not in ("MediaWiki", None)
    }
    asked = Asked(wiki.api_url)
    modules: list[Any] = [
        each for each in fetch_catalogue(asked).queries if each["name"] in of_extensions
    ]
    for answer in probe(asked, modules):
        found = observe(answer)
        for name in () if found is None else found.fields:
            yield f"{answer.module}.{name}", name in declared(of_extensions[answer.module], api)


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
                fetch_catalogue(Asked(wiki.api_url))
                catalogue = time.monotonic() - started
                out = folder / f"out-{version}"
                seconds = first_result(place, wiki, out)
                seen = dict(fields(wiki, out))
            slow += seconds > SECONDS
            unknown += list(seen.values()).count(False)
            print(f"MediaWiki {version} with {len(extensions)} extensions:")
            print(f"  catalogue {catalogue:.2f} s, first typed result {seconds:.1f} s")
            print(f"  {sum(seen.values())} of {len(seen)} fields of extensions are declared")
            for name in (name for name, is_known in seen.items() if not is_known):
                print(f"  not declared: {name}")
    return 1 if slow or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
