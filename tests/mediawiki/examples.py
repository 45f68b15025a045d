"""Records the replies of `spec/wiki/examples.yaml` from a new test wiki: `python -m tests.mediawiki.examples`.

The requests in that file are written by hand; their replies come from here, shortened and without what differs from one
wiki to the next.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias, cast

import httpx2
import yaml

from tests.mediawiki.seed import seed
from tests.mediawiki.server import ADMIN, Wiki, install, serve, stop

ROOT = Path(__file__).parents[2]
FILE = ROOT / "spec" / "wiki" / "examples.yaml"
CATALOGUE = ROOT / "spec" / "wiki" / "paraminfo.json"
HEAD = """\
# Calls worth showing, one for each module at least, with what the test wiki answers to its administrator.
# The requests are written by hand; `python -m tests.mediawiki.examples` records the replies, and shortens them.

"""
ADDRESS = "https://wiki.example.org"
LONGEST_LIST = 3
LONGEST_VALUES = 10
LONGEST_MAP = 5
"""Of members whose names are data."""
LONGEST_TEXT = 400
AT_RANDOM = {"random"}
"""Modules whose replies differ each time; one that is recorded stays, while it is of the same form."""

Object: TypeAlias = dict[str, Any]


class Module:
    """A query module, as far as a request needs it."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.id: str = entry["name"]
        self.prefix: str = entry.get("prefix", "")
        self.group: str = entry["group"]


def modules() -> dict[str, Module]:
    """The modules of the catalogue."""
    modules_listed = json.loads(CATALOGUE.read_text("utf-8"))["paraminfo"]["modules"]
    return {entry["name"]: Module(entry) for entry in modules_listed}


def examples_by_module() -> dict[str, dict[str, Object]]:
    """The examples of the file: module → name → request and reply."""
    data = yaml.load(FILE.read_text("utf-8"), yaml.CSafeLoader)
    return {name: module["examples"] for name, module in data["modules"].items()}


# --- Requests ----------------------------------------------------------------------------------------


def joined(value: object) -> str:
    """A value as it travels."""
    if isinstance(value, list):
        return "|".join(map(str, cast("list[object]", value)))
    return "1" if value is True else str(value)


def request(module: Module, example: Object) -> dict[str, str]:
    """Parameters of the request of an example."""
    module_values = {
        module.prefix + name: joined(value) for name, value in example.get("arguments", {}).items()
    }
    shared = {name: joined(value) for name, value in example.get("shared", {}).items()}
    fixed = {"action": "query", "format": "json", "formatversion": "2", "errorformat": "plaintext"}
    return {**fixed, module.group: module.id, **module_values, **shared}


def answer(http: httpx2.Client, url: str, module: Module, example: Object) -> Object:
    """Reply of the wiki to an example."""
    parameters = request(module, example)
    if module.id == "stashimageinfo":  # keys of stashed files are drawn by lot
        parameters["siifilekey"] = stashed(http, url)
    reply: Object = http.get(url, params=parameters).json()
    codes = {warning["code"] for warning in reply.get("warnings", ())}
    assert codes <= {"deprecation", "deprecation-help"}, reply
    assert ("errors" in reply) == ("errors" in example.get("reply", reply)), reply
    return reply


def stashed(http: httpx2.Client, url: str) -> str:
    """The key of a file that the administrator has stashed."""
    request_values = request(Module({"name": "mystashedfiles", "group": "list"}), {})
    key: str = http.get(url, params=request_values).json()["query"]["mystashedfiles"][0]["filekey"]
    return key


# --- Replies -----------------------------------------------------------------------------------------


def presentable(reply: Any, url: str, *, is_query: bool = True) -> Any:
    """A reply as an example: whole, short, and the same from every wiki that was filled like this one."""
    whole = reply if "errors" in reply or not is_query else {"batchcomplete": True, **reply}
    if isinstance(whole, dict):
        members = cast("Object", whole)
        whole = {name: member for name, member in members.items() if name != "continue"}
    presented: Any = json.loads(json.dumps(_scrubbed(_short(whole), {})).replace(url, ADDRESS))
    return presented


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        members = cast("Object", value)
        numbered = [name for name in members if re.fullmatch(r"-?\d+", name)]
        return {
            name: _short(member)
            for name, member in members.items()
            if name not in numbered[LONGEST_MAP:]
        }
    if isinstance(value, list):
        items = cast("list[object]", value)
        limit = LONGEST_LIST if any(isinstance(item, dict) for item in items) else LONGEST_VALUES
        return [_short(item) for item in items[:limit]]
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return value[: LONGEST_TEXT - 1] + "…"
    return value


_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_START = datetime(2026, 1, 1, tzinfo=UTC)
_NUMBERS = ("revid", "logid", "id", "pageid")
"""Members by which events follow one another."""
_KEY = re.compile(r"\b[0-9a-z]{10,14}\.[0-9a-z]{1,8}\.\d+\.png\b")
"""Of a stashed file: a time, a number drawn by lot, and the account, in letters and digits."""
_FIXED: Mapping[str, Any] = {
    "csrftoken": "0123456789abcdef0123456789abcdef65f00000+\\",
    "dbversion": "3.40.1",
    "filekey": "1a2b3c4d5e6f.abcdef.1.png",
    "phpversion": "8.2.0",
}


def _scrubbed(value: Any, around: Object, name: str = "") -> Any:
    if isinstance(value, dict):
        members = cast("Object", value)
        return {key: _scrubbed(member, members, key) for key, member in members.items()}
    if isinstance(value, list):
        return [_scrubbed(item, around, name) for item in cast("list[object]", value)]
    if name in _FIXED:
        return _FIXED[name]
    if isinstance(value, str) and _TIME.fullmatch(value) and value < "2090":
        return _time(name, around)
    return _KEY.sub(_FIXED["filekey"], value) if isinstance(value, str) else value


def _time(name: str, around: Object) -> str:
    """A time in place of the real one, in the order of the events; what ends does so a year later."""
    number = next((around[key] for key in _NUMBERS if isinstance(around.get(key), int)), 0)
    start = _START.replace(year=2027) if "expiry" in name else _START
    return (start + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%SZ")


Form: TypeAlias = set[tuple[str, ...]]


def form(value: Any, path: tuple[str, ...] = ()) -> Form:
    """Places of members in a reply, with their types; items of lists are of one form."""
    if isinstance(value, dict):
        members = cast("Object", value)
        return {(*path, "{}")}.union(
            *(form(member, (*path, name)) for name, member in members.items())
        )
    if isinstance(value, list):
        items = cast("list[object]", value)
        return {(*path, "[]")}.union(*(form(item, (*path, "[]")) for item in items))
    return {(*path, type(value).__name__)}


# --- The file ----------------------------------------------------------------------------------------


@contextmanager
def new_wiki() -> Iterator[Wiki]:
    """A wiki that nothing has been done with but to fill it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        wiki = install(Path(folder) / "wiki")
        process = serve(wiki)
        try:
            seed(wiki)
            yield wiki
        finally:
            stop(process)


def login(http: httpx2.Client, url: str) -> None:
    """Let the client be the administrator."""
    fixed = {"format": "json", "formatversion": "2"}
    token_request = fixed | {"action": "query", "meta": "tokens", "type": "login"}
    token = http.get(url, params=token_request).json()["query"]["tokens"]["logintoken"]
    name, password = ADMIN
    login_request = fixed | {
        "action": "login",
        "lgname": name,
        "lgpassword": password,
        "lgtoken": token,
    }
    assert http.post(url, data=login_request).json()["login"]["result"] == "Success"


def recorded(http: httpx2.Client, wiki: Wiki) -> dict[str, dict[str, Object]]:
    """The examples with what the wiki answers."""
    modules_by_id = modules()
    examples_with_replies: dict[str, dict[str, Object]] = {}
    for id_, examples in examples_by_module().items():
        examples_with_replies[id_] = {}
        for name, example in examples.items():
            old = example.get("reply")
            new = presentable(answer(http, wiki.api_url, modules_by_id[id_], example), wiki.url)
            keeps = id_ in AT_RANDOM and old is not None and form(old) == form(new)
            examples_with_replies[id_][name] = {**example, "reply": old if keeps else new}
    return examples_with_replies


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _quoted(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
    style = '"' if "\n" in data else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style)


_Dumper.add_representer(str, _quoted)


def text(examples: Mapping[str, Mapping[str, Object]]) -> str:
    """The file with these examples."""
    data = {
        "source": "recorded from MediaWiki 1.39",
        "modules": {
            name: {"examples": dict(examples_by_name)}
            for name, examples_by_name in examples.items()
        },
    }
    return HEAD + as_yaml(data)


def as_yaml(data: Object) -> str:
    """Data as the files of examples have it."""
    dumped: str = yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        width=120,
        allow_unicode=True,
        default_flow_style=None,
    )
    return dumped


def main() -> None:
    """Record every reply anew."""
    with new_wiki() as wiki, httpx2.Client(timeout=60) as http:
        login(http, wiki.api_url)
        FILE.write_text(text(recorded(http, wiki)), encoding="utf-8")


if __name__ == "__main__":
    main()
