"""Results of the last measurement of tools with documents, and the tables of the guide about them."""

import json
import re
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from .documents import PROFILES
from .installed import ROOT

HERE = Path(__file__).parent
RESULTS = HERE / "results.yaml"
GUIDE = ROOT / "docs" / "guide" / "openapi-tools.md"
BEGIN = "<!-- measured by `make tools` -->"
END = "<!-- end of what is measured -->"

BEHIND_RULES = "wiki.codegen behind the OWASP rules"
SLICES = "slices behind the OWASP rules"
FAILS = "fails"
Results: TypeAlias = dict[str, Any]
"""`documents` by name, and the `tools`, each with the right calls of every document."""

OF_GENERATORS = {
    "wiki.codegen": "`wiki.codegen`",
    "wiki.arrays": "`wiki.arrays`",
    "wiki.codegen --openapi 3.0": "`--openapi 3.0`",
    BEHIND_RULES: "`wiki.codegen` behind the OWASP rules",
    "wiki.actions": "`wiki.actions`",
    "seller": "`seller`",
    "seller --errors default": "`--errors default`",
    "seller --openapi 3.0": "`--openapi 3.0`",
}
OF_VALIDATORS = {"wiki": "`wiki`", "seller": "`seller`"}
PACKAGES = {
    "openapi-generator python": "openapi-generator-cli",
    "openapi-generator typescript-fetch": "openapi-generator-cli",
    "openapi-generator go": "openapi-generator-cli",
    "openapi-generator java": "openapi-generator-cli",
    "openapi-typescript": "openapi-typescript",
    "Newman": "newman",
    "Prism as a proxy": "@stoplight/prism-cli",
}
"""Tool → package, where that has another name."""


def pinned() -> dict[str, str]:
    """Package → version, of those that the tests install."""
    text = (ROOT / "requirements" / "tools.txt").read_text(encoding="utf-8")
    python_versions = dict(re.findall(r"^([\w.-]+)(?:\[\w+\])?==(\S+)", text, re.MULTILINE))
    npm = json.loads((ROOT / "tests/setup/npm/package.json").read_text(encoding="utf-8"))
    return {**python_versions, **npm["dependencies"], **npm["devDependencies"]}


def with_version(tool: str, versions: dict[str, str]) -> str:
    """A tool, or two of them that work together, as the table names them."""
    parts = tool.split(", ")
    return ", ".join(f"{part} {versions[PACKAGES.get(part, part)]}" for part in parts)


def read() -> Results:
    """Results of the last measurement."""
    results: Results = yaml.safe_load(RESULTS.read_text(encoding="utf-8"))
    return results


def beside(before: Results, measured_again: Results) -> Results:
    """Earlier results, with new results of some documents in their place."""
    of_codegen = (
        {BEHIND_RULES, SLICES} if "wiki.codegen" in measured_again["documents"] else set[str]()
    )
    again = measured_again["documents"].keys() | of_codegen
    old = {tool["name"]: tool for tool in before["tools"]}
    tools: list[dict[str, Any]] = []
    for tool in measured_again["tools"]:
        earlier = old.get(tool["name"], {})
        remaining = {
            key: {
                name: figure for name, figure in earlier.get(key, {}).items() if name not in again
            }
            for key in ("right", "wrong")
        }
        merged = {key: remaining[key] | tool[key] for key in remaining}
        sizes = {"size": earlier["size"]} if "size" in earlier else {}
        tools.append(sizes | tool | merged)
    documents = before["documents"] | measured_again["documents"]
    return {"documents": {name: documents[name] for name in PROFILES}, "tools": tools}


def write(results: Results) -> str:
    """Results as the text of their file."""
    order = [*PROFILES, BEHIND_RULES, SLICES]
    for tool in results["tools"]:
        for key in ("right", "wrong"):
            tool[key] = {name: tool[key][name] for name in order if name in tool[key]}
        if not tool["wrong"]:
            del tool["wrong"]
    head = (
        "# Written by `make tools`: for each tool and document, how many calls had the answer of a plain request,\n"
        "# and of the first that had another one, what that was.\n"
    )
    return head + yaml.safe_dump(results, sort_keys=False, width=120, allow_unicode=True)


def in_guide(results: Results) -> None:
    """Put the tables into the guide."""
    before, _, rest = GUIDE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(f"{before}{BEGIN}\n{tables(results)}\n{END}{after}", encoding="utf-8")


def tables(results: Results) -> str:
    """The tables of the guide."""
    tools_by_name = {tool["name"]: tool for tool in results["tools"]}
    versions = pinned()
    generators = [name for name in tools_by_name if "wiki" not in tools_by_name[name]["right"]]
    validators = [name for name in tools_by_name if "wiki" in tools_by_name[name]["right"]]
    calls = rows(
        ["tool", *OF_GENERATORS.values()],
        (
            [
                with_version(name, versions),
                *(cell(tools_by_name[name], column) for column in OF_GENERATORS),
            ]
            for name in generators
        ),
    )
    passed = rows(
        ["tool", *OF_VALIDATORS.values()],
        (
            [
                with_version(name, versions),
                *(cell(tools_by_name[name], column) for column in OF_VALIDATORS),
            ]
            for name in validators
        ),
    )
    sizes = rows(
        ["tool", "models", "arguments, on average", "of `listAllCategories`"],
        (
            [name, str(size["models"]), of(size["arguments"]), of(size["listAllCategories"])]
            for name, size in ((name, tools_by_name[name].get("size")) for name in generators)
            if size
        ),
    )
    documents = rows(
        ["document", "version", "kB"],
        (
            [f"`{name}`", f"`{document['version']}`", str(document["kilobytes"])]
            for name, document in results["documents"].items()
        ),
    )
    return "\n".join(
        [
            "\nCalls with the same result as a plain request, out of 62 (wiki), 7 (actions) and 4 (seller):\n",
            calls,
            "The same calls through validators as proxies:\n",
            passed,
            "Size of the clients for `wiki.codegen`, required arguments in brackets:\n",
            sizes,
            "Measured with:\n",
            documents,
        ]
    )


def cell(tool: dict[str, Any], column: str) -> str:
    """The right calls of a document."""
    right = tool["right"].get(column)
    if right is None:
        return ""
    if column == BEHIND_RULES and SLICES in tool["right"]:
        return f"{right}; slices: {tool['right'][SLICES]} of 3"
    return str(right)


def of(pair: list[float]) -> str:
    """A number, and how many of it are required."""
    total, least = pair
    return f"{total} ({least})"


def rows(head: list[str], body: Any) -> str:
    """A table in Markdown."""
    lines = [head, ["---", *("--:" for _ in head[1:])], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
