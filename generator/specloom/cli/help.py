"""Texts of `--help` below a command's options: examples, and exit codes."""

from argparse import RawDescriptionHelpFormatter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    class Described(TypedDict):
        """Arguments of a parser."""

        help: str
        description: str
        epilog: str
        formatter_class: type[RawDescriptionHelpFormatter]


ABOUT = {
    "init": "start a folder with a small working example",
    "client": "make the Python package of a wiki, from its address",
    "fetch": "renew the catalogue of a wiki, the input from which its package is made",
    "drift": "list what has changed on a wiki since its catalogue was fetched",
    "generate": "bring all outputs up to date",
    "check": "fail if any output is out of date; write nothing",
    "validate": "check the inputs alone; write nothing",
    "openapi": "print one OpenAPI document, in the form that a tool needs",
    "templates": "list the templates, or print the values that one of them gets",
    "changes": "list what changed between two models, and what breaks",
    "release": "give packages their next version, and write their changelogs",
    "watch": "bring outputs up to date whenever an input changes",
    "explain": "explain the code of an error, a warning or a change",
    "completion": "print a script that completes commands and options in a shell",
}
"""Each command, in a line."""
_EXAMPLES = {
    "init": (
        "specloom init my-apis",
        "specloom init --ci github",
        "specloom init my-wiki --wiki https://wiki.example.org/",
    ),
    "client": (
        "specloom client https://wiki.example.org/ --out my-wiki",
        "specloom client https://wiki.example.org/w/api.php --out my-wiki --contact me@example.org",
        "WIKI_USERNAME=Me@tool WIKI_BOT_PASSWORD=… specloom client https://wiki.example.org/ --out my-wiki --login",
    ),
    "fetch": (
        "specloom fetch wiki --contact me@example.org",
        "specloom fetch wiki --url https://wiki.example.org/",
    ),
    "drift": (
        "specloom drift wiki --contact me@example.org",
        "specloom drift wiki --fail-on breaking --format github",
    ),
    "generate": (
        "specloom generate",
        "specloom generate --api wiki --only python",
        "specloom generate --dry-run",
    ),
    "check": ("specloom check", "specloom check --format github"),
    "validate": ("specloom validate", "specloom validate --strict --format json"),
    "openapi": ("specloom openapi --api wiki --modules links,images --json",),
    "templates": ("specloom templates", "specloom templates python/rest/client.py.j2"),
    "changes": (
        "specloom changes main",
        "specloom changes v1.0..HEAD --format markdown",
        "specloom changes origin/main --fail-on breaking",
    ),
    "release": ("specloom release --api wiki", "specloom release --since v1.0 --dry-run"),
    "watch": ("specloom watch", "specloom watch --serve"),
    "explain": ("specloom explain unknown-key", "specloom explain parameter-removed"),
    "completion": (
        'eval "$(specloom completion bash)"',
        'eval "$(specloom completion zsh)"',
        "specloom completion fish | source",
    ),
}
_CODES = {
    "check": {1: "an output is out of date"},
    "drift": {1: "the wiki has changed, as far as --fail-on counts it"},
    "changes": {1: "something changed, as far as --fail-on counts it"},
}


def described(command: str) -> "Described":
    """Texts of a command."""
    about = ABOUT[command]
    examples = "".join(f"\n  {example}" for example in _EXAMPLES.get(command, ()))
    codes = {0: "done", **_CODES.get(command, {}), 2: "wrong input, or a wrong command line"}
    texts = "".join(f"\n  {code}  {meaning}" for code, meaning in codes.items())
    return {
        "help": about,
        "description": f"{about[0].upper()}{about[1:]}.",
        "epilog": f"examples:{examples}\n\nexit codes:{texts}\n  70 a fault of specloom; 130 interrupted",
        "formatter_class": RawDescriptionHelpFormatter,
    }
