"""Records `spec/wiki/paraminfo-1.43.json`, the catalogue of a new test wiki: `python -m tests.mediawiki.catalogues`."""

import json
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from tests.mediawiki.server import NEWER, install, serve, stop

FILE = Path(__file__).parents[2] / "spec" / "wiki" / "paraminfo-1.43.json"
ADDRESS = "https://wiki.example.org/"
"""What stands for the test wiki's own address."""


def served(url: str, api_url: str) -> dict[str, Any]:
    """The query modules of a wiki that is new, in the form in which it serves them."""
    asked = {"action": "paraminfo", "format": "json", "helpformat": "none", "modules": "query+*"}
    with httpx2.Client(timeout=120) as http:
        text = http.get(api_url, params=asked).text
    told: dict[str, Any] = json.loads(text.replace(json.dumps(f"{url}/")[1:-1], ADDRESS))
    return told


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
    """Record the newer version."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        wiki = install(Path(folder) / "wiki", NEWER)
        process = serve(wiki)
        try:
            FILE.write_text(text(served(wiki.url, wiki.api_url)), "utf-8")
        finally:
            stop(process)


if __name__ == "__main__":
    main()
