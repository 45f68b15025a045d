"""Reads replies with the models of datamodel-code-generator. Arguments: their folder, the file with the calls."""

import importlib
import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    models = importlib.import_module("models")
    task = json.loads(Path(sys.argv[2]).read_text())
    print(json.dumps([understood(models, call) for call in task["calls"]]))


def understood(models: Any, call: dict[str, Any]) -> dict[str, Any]:
    try:
        getattr(models, call["model"]).model_validate(call["expected"])
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:2000]}
    return {"status": 200, "body": call["expected"]}


main()
