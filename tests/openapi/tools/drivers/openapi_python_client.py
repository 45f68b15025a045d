"""Calls a client of openapi-python-client. Arguments: its folder, the file with the calls."""

import importlib
import inspect
import json
import pkgutil
import sys
import typing
from enum import Enum
from pathlib import Path
from typing import Any


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def main() -> None:
    package = Path(sys.argv[1])
    sys.path.insert(0, str(package.parent))
    task = json.loads(Path(sys.argv[2]).read_text())
    client_class = importlib.import_module(f"{package.name}.client").Client
    client = client_class(
        base_url=task["base"], headers=task["headers"], follow_redirects=True, timeout=60
    )
    api = importlib.import_module(f"{package.name}.api")
    modules = {
        plain(module_info.name.rpartition(".")[2]): module_info.name
        for module_info in pkgutil.walk_packages(api.__path__, f"{package.name}.api.")
        if not module_info.ispkg
    }
    replies = []
    for call in task["calls"]:
        module = importlib.import_module(modules[plain(call["operation"])])
        try:
            replies.append(answer(module, client, call["arguments"], call["query"]))
        except Exception as error:
            replies.append({"error": f"{type(error).__name__}: {error}"})
    print(json.dumps(replies))


def answer(module: Any, client: Any, arguments: dict[str, Any], query: dict[str, Any]) -> Any:
    hints = typing.get_type_hints(module.sync_detailed)
    names = {
        plain(name.rstrip("_")): name for name in inspect.signature(module.sync_detailed).parameters
    }
    call_arguments: dict[str, Any] = {}
    if "body" in names:
        (model,) = [
            option
            for option in typing.get_args(hints["body"]) or (hints["body"],)
            if hasattr(option, "from_dict")
        ]
        call_arguments["body"] = model.from_dict(arguments)
    for name, value in (query if "body" in names else arguments).items():
        target = names[plain(name)]
        call_arguments[target] = typed(hints[target], value)
    reply = module.sync_detailed(client=client, **call_arguments)
    assert reply.parsed is not None, "the reply was not understood"
    return {
        "status": reply.status_code,
        "body": json.loads(reply.content),
        "parsed": reply.parsed.to_dict() if hasattr(reply.parsed, "to_dict") else None,
    }


def typed(hint: Any, value: Any) -> Any:
    for option in typing.get_args(hint) or (hint,):
        if isinstance(option, type) and issubclass(option, Enum):
            return [option(item) for item in value] if isinstance(value, list) else option(value)
    return value


main()
