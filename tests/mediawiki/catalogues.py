"""Records what new test wikis serve of their modules, in `spec/wiki`: `python -m tests.mediawiki.catalogues`."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from tests.mediawiki.server import NEWER, OLDER, SOURCE, install, serve, stop

FOLDER = Path(__file__).parents[2] / "spec" / "wiki"
ADDRESS = "https://wiki.example.org/"
"""Placeholder of the test wiki's address."""


@dataclass(frozen=True)
class Recorded:
    """A file with modules of a wiki."""

    file: Path
    source: Path
    """The wiki's program."""
    modules: str
    """Value of `modules` in the request."""
    without: str | None = None
    """The beginning of paths that are in another file."""


NEWER_MODULES = Recorded(FOLDER / "paraminfo-1.43.json", NEWER, "main|**")
OLDER_MODULES = Recorded(FOLDER / "paraminfo-1.35.json", OLDER, "main|**")
ACTIONS = Recorded(FOLDER / "actions.json", SOURCE, "main|**", without="query+")
"""Modules that the catalogue of query modules lacks."""


def served(url: str, api_url: str, recorded: Recorded) -> dict[str, Any]:
    """Modules of a wiki that is new, in the form in which it serves them."""
    request = {"action": "paraminfo", "format": "json", "helpformat": "none"}
    with httpx2.Client(timeout=120) as http:
        text = http.get(api_url, params={**request, "modules": recorded.modules}).text
    catalogue: dict[str, Any] = json.loads(text.replace(json.dumps(f"{url}/")[1:-1], ADDRESS))
    if recorded.without is not None:
        remaining = [
            module
            for module in catalogue["paraminfo"]["modules"]
            if not module["path"].startswith(recorded.without)
        ]
        catalogue["paraminfo"]["modules"] = remaining
    return catalogue


def text(catalogue: dict[str, Any]) -> str:
    """The file: one parameter on a line, so that a difference can be read."""
    lines = ['{"paraminfo":{"helpformat":"none","modules":[']
    modules = catalogue["paraminfo"]["modules"]
    for number, module in enumerate(modules):
        head = {key: value for key, value in module.items() if key not in _LISTS}
        lines.append(_dumped(head)[:-1] + ",")
        for key in _LISTS:
            items = [_dumped(item) for item in module.get(key, ())]
            lines.append(f'"{key}":[' + ("\n" + ",\n".join(items) if items else "") + "],")
        lines[-1] = lines[-1].removesuffix(",") + "}" + ("," if number < len(modules) - 1 else "")
    return "\n".join([*lines, "]}}"]) + "\n"


_LISTS = ("parameters", "templatedparameters")


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    """Record all versions."""
    for recorded in (OLDER_MODULES, NEWER_MODULES, ACTIONS):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            wiki = install(Path(folder) / "wiki", recorded.source)
            process = serve(wiki)
            try:
                catalogue = served(wiki.url, wiki.api_url, recorded)
                recorded.file.write_text(text(catalogue), "utf-8")
            finally:
                stop(process)


if __name__ == "__main__":
    main()
