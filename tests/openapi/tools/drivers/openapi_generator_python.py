"""Calls a client of openapi-generator for Python. Arguments: its folder, the file with the calls."""

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    task = json.loads(Path(sys.argv[2]).read_text())
    package = importlib.import_module("openapi_client")
    client = package.ApiClient(package.Configuration(host=task["base"]))
    client.default_headers.update(task["headers"])
    methods: dict[str, Any] = {}
    apis = importlib.import_module("openapi_client.api")
    for module_info in pkgutil.iter_modules(apis.__path__, "openapi_client.api."):
        module = importlib.import_module(module_info.name)
        (name,) = [name for name in dir(module) if name.endswith("Api")]
        api = getattr(module, name)(client)
        for name in dir(api):
            if name.endswith("_with_http_info"):
                methods[plain(name.removesuffix("_with_http_info"))] = getattr(api, name)
    replies = []
    for call in task["calls"]:
        try:
            reply = methods[plain(call["operation"])](**arguments(methods, call))
            replies.append({"status": reply.status_code, "body": json.loads(reply.raw_data)})
        except Exception as error:
            replies.append({"error": f"{type(error).__name__}: {error}"[:2000]})
    print(json.dumps(replies))


def arguments(methods: dict[str, Any], call: dict[str, Any]) -> dict[str, Any]:
    annotations = methods[plain(call["operation"])].__wrapped__.__annotations__
    names = {plain(name): name for name in annotations}
    return {
        names[plain(name)]: value for name, value in (call["query"] | call["arguments"]).items()
    }


main()
