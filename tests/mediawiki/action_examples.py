"""Records the replies of `spec/wiki/action_examples.yaml` from a new test wiki: `python -m tests.mediawiki.action_examples`.

The calls are made in the order of the file, since each changes the wiki for those after it.
"""

import json
from collections.abc import Mapping
from typing import Any

import httpx2
import yaml

from tests.mediawiki.examples import (
    ROOT,
    Object,
    as_yaml,
    joined,
    login,
    new_wiki,
    presentable,
)
from tests.mediawiki.seed import ALICE, Editor, exported, picture
from tests.mediawiki.server import Wiki

FILE = ROOT / "spec" / "wiki" / "action_examples.yaml"
CATALOGUE = ROOT / "spec" / "wiki" / "actions.json"
FIXED = {"format": "json", "formatversion": "2", "errorformat": "plaintext", "errorlang": "en"}
Key = tuple[str, str]
ALICES: Key = ("edit", "of Alice")
"""An edit that is made before it is patrolled."""
FOLLOWS: Mapping[Key, Mapping[str, Key]] = {
    ("edit", "conflict"): {"baserevid": ("edit", "create")},
    ("edit", "undo"): {"undo": ("edit", "append")},
    ("compare", "revisions"): {"fromrev": ("edit", "create"), "torev": ("edit", "append")},
    ("tag", "edit"): {"revid": ("edit", "create")},
    ("patrol", "edit"): {"revid": ALICES},
    ("stashedit", "ahead"): {"baserevid": ("edit", "undo")},
    ("revisiondelete", "text"): {"ids": ALICES},
}
"""Example → its arguments that are the new revision of an edit before it."""
NOT_SENT = {("upload", "address")}
"""Actions that a wiki without the network cannot carry out."""
FURTHER: Mapping[Key, Mapping[str, str]] = {
    ("clientlogin", "refused"): {"username": "Alice", "password": "wrong"},
    ("createaccount", "taken"): {
        "username": "Alice",
        "password": "Alicepass-99999",
        "retype": "Alicepass-99999",
    },
}
"""Fields that only the wiki knows."""
FILES = {"example.png": picture(4, 3, 0x3366CC), "export.xml": exported("Imported page")}
"""Contents of the files that examples name."""
OF_VISITORS = ("clientlogin", "createaccount", "login")
SETTINGS: Mapping[str, Mapping[str, str]] = {
    "emailuser": {"X-Test-Mail": "1"},
    "setpagelanguage": {"X-Test-Page-Language": "1"},
}
"""Headers that let the test wiki do what few wikis are set up for."""
WITH_ADDRESSES = (
    "UPDATE user SET user_email='someone@example.org', user_email_authenticated='20240101000000'"
)


def catalogue() -> dict[str, Any]:
    """The actions, by name."""
    modules = json.loads(CATALOGUE.read_text("utf-8"))["paraminfo"]["modules"]
    return {entry["name"]: entry for entry in modules}


def examples_by_module() -> dict[str, dict[str, Object]]:
    """The examples of the file: action → name → request and reply."""
    data = yaml.load(FILE.read_text("utf-8"), yaml.CSafeLoader)
    return {name: module["examples"] for name, module in data["action_modules"].items()}


def kind_of_token(module: Mapping[str, Any]) -> tuple[str, str] | None:
    """Name and kind of a module's token."""
    if module["name"] == "login":
        return "lgtoken", "login"
    for parameter in module["parameters"]:
        if "tokentype" in parameter:
            return module["prefix"] + parameter["name"], parameter["tokentype"]
    return None


def answer(
    http: httpx2.Client, url: str, module: Mapping[str, Any], key: Key, arguments: Object
) -> Any:
    """Reply of the wiki to a call; None for what is not JSON."""
    module_values = {module["prefix"] + name: joined(value) for name, value in arguments.items()}
    parameters = {**FIXED, "action": module["name"], **module_values, **FURTHER.get(key, {})}
    token = kind_of_token(module)
    if token is not None:
        token_request = FIXED | {"action": "query", "meta": "tokens", "type": token[1]}
        tokens = http.get(url, params=token_request).json()["query"]["tokens"]
        parameters[token[0]] = tokens[f"{token[1]}token"]
    if key == ("filerevert", "version"):
        parameters["archivename"] = older_version(http, url, parameters["filename"])
    posted, headers = "mustbeposted" in module, SETTINGS.get(module["name"], {})
    takes_file = {
        module["prefix"] + parameter["name"]
        for parameter in module["parameters"]
        if parameter["type"] == "upload"
    }
    files = {name: FILES[parameters.pop(name)] for name in takes_file & parameters.keys()}
    reply = (
        http.post(url, data=parameters, files=files, headers=headers)
        if posted
        else http.get(url, params=parameters, headers=headers)
    )
    if "json" not in reply.headers["content-type"]:
        return None
    content = reply.json()
    if isinstance(content, dict):
        content.pop("docref", None)  # the same with every error
    codes = (
        {warning["code"] for warning in content.get("warnings", ())}
        if isinstance(content, dict)
        else set()
    )
    assert codes <= {"deprecation", "deprecation-help"}, content
    return content


def older_version(http: httpx2.Client, url: str, name: str) -> str:
    """Name of the version before the present one of a file."""
    request = FIXED | {"action": "query", "prop": "imageinfo", "titles": f"File:{name}"}
    request |= {"iiprop": "archivename", "iilimit": "2"}
    (page,) = http.get(url, params=request).json()["query"]["pages"]
    archive_name: str = page["imageinfo"][1]["archivename"]
    return archive_name


def recorded(http: httpx2.Client, wiki: Wiki) -> dict[str, dict[str, Object]]:
    """The examples with what the wiki answers."""
    modules = catalogue()
    revisions: dict[Key, int] = {}
    examples_with_replies: dict[str, dict[str, Object]] = {}
    for id_, examples in examples_by_module().items():
        examples_with_replies[id_] = {}
        for name, example in examples.items():
            key = (id_, name)
            arguments: Object = dict(example.get("arguments", {}))
            if id_ == "patrol":
                done = Editor(wiki, *ALICE).do("edit", title="Sandbox", appendtext="\nOdd words.")
                revisions[ALICES] = done["edit"]["newrevid"]
            for parameter, follows in FOLLOWS.get(key, {}).items():
                revision = revisions[follows]
                before = arguments[parameter]
                arguments[parameter] = (
                    [type(before[0])(revision)] if isinstance(before, list) else revision
                )
            new_example = {**example, **({"arguments": arguments} if arguments else {})}
            new_example.pop("reply", None)
            if key not in NOT_SENT:
                reply = (
                    of_visitor(wiki, modules[id_], key, arguments)
                    if id_ in OF_VISITORS
                    else (answer(http, wiki.api_url, modules[id_], key, arguments))
                )
                if id_ == "edit" and "newrevid" in reply.get("edit", {}):
                    revisions[key] = reply["edit"]["newrevid"]
                if reply is not None:
                    new_example["reply"] = presentable(reply, wiki.url, is_query=False)
            examples_with_replies[id_][name] = new_example
    return examples_with_replies


def of_visitor(wiki: Wiki, module: Mapping[str, Any], key: Key, arguments: Object) -> Any:
    """Reply of the wiki to somebody who is not logged in."""
    with httpx2.Client(timeout=60) as http:
        return answer(http, wiki.api_url, module, key, arguments)


def text(examples: Mapping[str, Mapping[str, Object]]) -> str:
    """The file with these examples."""
    head = FILE.read_text("utf-8").partition("\nsource:")[0]
    data = {
        "source": "recorded from MediaWiki 1.39",
        "action_modules": {
            name: {"examples": dict(examples_by_name)}
            for name, examples_by_name in examples.items()
        },
    }
    return f"{head}\n{as_yaml(data)}"


def main() -> None:
    """Record every reply anew."""
    with new_wiki() as wiki, httpx2.Client(timeout=60) as http:
        login(http, wiki.api_url)
        wiki.maintain("sql.php", "--query", WITH_ADDRESSES)
        FILE.write_text(text(recorded(http, wiki)), encoding="utf-8")


if __name__ == "__main__":
    main()
