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
            reply = http.get(api_url, params=fixed | {"modules": modules}).json()
            modules_described: list[dict[str, Any]] = reply["paraminfo"]["modules"]
            return modules_described

        (main,) = described("main")
        (names,) = [
            parameter["type"] for parameter in main["parameters"] if parameter["name"] == "action"
        ]
        batches = [names[start : start + 50] for start in range(0, len(names), 50)]
        modules = [main, *(module for some in batches for module in described("|".join(some)))]
    return {
        module["name"]: _action(module)
        for module in modules
        if module["name"] != "query" and not module.get("dynamicparameters")
    }


def _action(module: Mapping[str, Any]) -> dict[str, Any]:
    parameters = [*module["parameters"], *module.get("templatedparameters", ())]
    tokens = [parameter["tokentype"] for parameter in parameters if "tokentype" in parameter]
    files = [
        f"{module['prefix']}{parameter['name']}"
        for parameter in parameters
        if parameter["type"] == "upload"
    ]
    return {
        **({"post": True} if module.get("mustbeposted") else {}),
        **({"token": tokens[0]} if tokens else {}),
        "parameters": [f"{module['prefix']}{parameter['name']}" for parameter in parameters],
        **({"files": files} if files else {}),
    }


def together(versions: Sequence[Actions]) -> Actions:
    """Actions of any version, with the parameters of all."""
    merged: Actions = {}
    for actions in versions:
        for name, action in actions.items():
            known_parameters = merged.get(name, {}).get("parameters", ())
            parameters = list(dict.fromkeys([*known_parameters, *action["parameters"]]))
            merged[name] = {**action, "parameters": parameters}
    return dict(sorted(merged.items()))


def text(actions: Actions) -> str:
    """The file."""
    document = {"source": "MediaWiki 1.39.17 and 1.43.9, action=paraminfo", "actions": actions}
    dumped: str = yaml.safe_dump(document, sort_keys=False, width=120, default_flow_style=None)
    return HEAD + dumped


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
