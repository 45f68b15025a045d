"""Records `spec/wiki/actions.yaml` from new test wikis of both versions: `python -m tests.mediawiki.actions`.

The actions of MediaWiki itself, without those of extensions and without `query`, whose modules are in the catalogue.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import yaml

from tests.mediawiki.server import NEWER, SOURCE, install, serve, stop

FILE = Path(__file__).parents[2] / "spec" / "wiki" / "actions.yaml"
HEAD = """\
# The actions of MediaWiki beside `query`: what they take, which must be posted, which want a token. Those that take
# any parameter are left out. Written by `python -m tests.mediawiki.actions`.

"""
Actions: TypeAlias = dict[str, dict[str, Any]]


def served(api_url: str) -> Actions:
    """The actions of a wiki, and what all of them take, as `main`."""
    fixed = {"action": "paraminfo", "format": "json", "formatversion": "2", "helpformat": "none"}
    with httpx2.Client(timeout=120) as http:

        def described(modules: str) -> list[dict[str, Any]]:
            told = http.get(api_url, params=fixed | {"modules": modules}).json()
            listed: list[dict[str, Any]] = told["paraminfo"]["modules"]
            return listed

        (main,) = described("main")
        (names,) = [told["type"] for told in main["parameters"] if told["name"] == "action"]
        several = [names[start : start + 50] for start in range(0, len(names), 50)]
        modules = [main, *(module for some in several for module in described("|".join(some)))]
    return {
        module["name"]: _action(module)
        for module in modules
        if module["name"] != "query" and not module.get("dynamicparameters")
    }


def _action(module: Mapping[str, Any]) -> dict[str, Any]:
    told = [*module["parameters"], *module.get("templatedparameters", ())]
    tokens = [parameter["tokentype"] for parameter in told if "tokentype" in parameter]
    files = [
        f"{module['prefix']}{parameter['name']}"
        for parameter in told
        if parameter["type"] == "upload"
    ]
    return {
        **({"post": True} if module.get("mustbeposted") else {}),
        **({"token": tokens[0]} if tokens else {}),
        "parameters": [f"{module['prefix']}{parameter['name']}" for parameter in told],
        **({"files": files} if files else {}),
    }


def together(versions: Sequence[Actions]) -> Actions:
    """What any of them has."""
    found: Actions = {}
    for actions in versions:
        for name, action in actions.items():
            known = found.get(name, {}).get("parameters", ())
            parameters = list(dict.fromkeys([*known, *action["parameters"]]))
            found[name] = {**action, "parameters": parameters}
    return dict(sorted(found.items()))


def text(actions: Actions) -> str:
    """The file."""
    told = {"source": "MediaWiki 1.39.17 and 1.43.9, action=paraminfo", "actions": actions}
    shown: str = yaml.safe_dump(told, sort_keys=False, width=120, default_flow_style=None)
    return HEAD + shown


def main() -> None:
    """Record both versions."""
    versions: list[Actions] = []
    for source in (SOURCE, NEWER):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            wiki = install(Path(folder) / "wiki", source)
            process = serve(wiki)
            try:
                versions.append(served(wiki.api_url))
            finally:
                stop(process)
    FILE.write_text(text(together(versions)), "utf-8")


if __name__ == "__main__":
    main()
