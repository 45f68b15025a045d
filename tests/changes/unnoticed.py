"""Whether a change breaks a program that passed the type checker, and is not called breaking: it never may.

`python -m tests.changes.unnoticed 500` mutates the model so often, some changes at a time in different parts, and
runs pyright on programs that use everything of the packages.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from msgspec.structs import replace

from specloom import pipeline
from specloom.changes.change import Change
from specloom.changes.compare import changes
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.structs import Api, Model, Operation, records_of, references
from specloom.publishing.selection import select
from tests import rendered
from tests.changes.mutations import MUTATIONS
from tests.changes.users import Program, Users

ROOT = Path(__file__).parents[2]
AT_ONCE = {"wiki": 25, "seller": 3}
"""Mutations in one package: few enough to tell which of them is to blame."""


@dataclass
class Outcome:
    """What was tried, and what came of it."""

    made: Counter[str] = field(default_factory=Counter[str])
    noticed: int = 0
    """Uses that fail and belong to something that is called breaking."""
    unnoticed: list[str] = field(default_factory=list)
    """Uses that fail and belong to nothing that is called breaking."""


class Workshop:
    """Packages of one API, before and after."""

    def __init__(self, api: Api, folder: Path) -> None:
        self._api, self._folder = api, folder
        source = self._package(api, folder / "before")
        self._program = Users(source).program()
        wrong = self._wrong(folder / "before")
        assert (
            wrong == []
        ), f"the program has to be right with the package that it is made of: {wrong[:3]}"

    def _package(self, api: Api, root: Path) -> Path:
        """Write the package of an API; its folder."""
        outputs = pipeline.plan(Model(apis=(api,)), select("python", (api.id, api.package)))
        rendered.write(outputs, root)
        return root / "generated" / "python" / self._api.package / "src" / self._api.package

    def _wrong(self, root: Path) -> list[tuple[str, str]]:
        """What pyright finds in the program: the use, and the message."""
        package = root / "generated" / "python" / self._api.package / "src"
        program: Program = self._program
        (root / "program.py").write_text(program.text, "utf-8")
        settings = {
            "include": ["program.py"],
            "extraPaths": [str(package)],
            "pythonVersion": "3.11",
            "venvPath": str(ROOT),
            "venv": ".venv",
        }
        (root / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
        command = [
            str(Path(sys.executable).parent / "pyright"),
            "--outputjson",
            "--project",
            str(root),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = json.loads(done.stdout)["generalDiagnostics"]
        return [
            (program.units[one["range"]["start"]["line"]], one["message"])
            for one in found
            if one["severity"] == "error"
        ]

    def try_some(self, random: Random, count: int, outcome: Outcome) -> None:
        """Make changes, and look at what they break."""
        api = self._api
        for _ in range(count * 20):
            if count == 0:
                break
            name = random.choice(list(MUTATIONS))
            other = _sound(api, name, random)
            if other is not None:
                api, count = other, count - 1
                outcome.made[name] += 1
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            self._package(api, Path(place))
            wrong = self._wrong(Path(place))
        found = changes(Model(apis=(self._api,)), Model(apis=(api,)))
        broken = {
            unit for change in found if change.source == "breaking" for unit in self._units(change)
        }
        for unit, message in wrong:
            named = {unit, *re.findall(r"\w+", message)}
            if named & broken:
                outcome.noticed += 1
            else:
                outcome.unnoticed.append(f"{unit}: {message}")

    def _units(self, change: Change) -> set[str]:
        """The uses that a change is about: a class, a method, a record."""
        if change.at[:1] == ("operations",):
            (operation,) = (one for one in self._api.operations if one.id == change.at[1])
            absent = {f"{operation.id}_or_none", f"{operation.id}_or_empty"}
            errors = {error.name for error in operation.errors}
            gone = errors if change.kind == "operation-removed" else set[str]()
            name = operation.class_name or operation.id
            return {
                name,
                # Not in the model: what belongs to a class and is named after it.
                *(f"{name}{part}" for part in ("Item", "Beside", "Result")),
                *absent,
                *gone,
                *change.at[2:],
                *self._records(operation, change),
            }
        if change.at[:1] == ("records",):
            # The class of a module tells what its items are.
            results = ((one, one.result) for one in self._api.operations if one.result)
            owners = (
                one.class_name for one, result in results if change.at[1] in references(result.type)
            )
            return {change.at[1], *filter(None, owners)}
        return {*change.at}

    def _records(self, operation: Operation, change: Change) -> set[str]:
        """The records that go with an operation, or with its result."""
        if change.kind not in ("operation-removed", "result-changed") or operation.result is None:
            return set()
        records = records_of(self._api)
        waiting = [*references(operation.result.type), *filter(None, [operation.result.group])]
        # Those that stand beside the result are named after the class of the module.
        start = operation.class_name or "?"
        waiting += (name for name in records if operation.id in name.lower() or start in name)
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in records and name not in found:
                found.add(name)
                waiting += (one for field in records[name].fields for one in references(field.type))
        return found


def _sound(api: Api, name: str, random: Random) -> Api | None:
    """The API with a mutation, if that is one, and leaves what can be a model."""
    try:
        other = MUTATIONS[name](api, random)
    except LookupError:
        return None
    diagnostics = Diagnostics()
    text = model_document.dump(Model(apis=(replace(other, sandbox=None),)))
    fits = other != api and model_document.sound(text, "", diagnostics) is not None
    return other if fits and not diagnostics.found else None


def run(count: int, seed: int = 1, apis: tuple[str, ...] = ("seller", "wiki")) -> Outcome:
    """Try so many mutations."""
    outcome = Outcome()
    random = Random(seed)
    model = model_document.load(ROOT / "generated" / "model.yaml", "", Diagnostics())
    assert model is not None
    with tempfile.TemporaryDirectory() as folder:
        shops = {
            api.id: Workshop(_plain(api), Path(folder) / api.id)
            for api in model.apis
            if api.id in apis
        }
        while sum(outcome.made.values()) < count:
            for id_, shop in shops.items():
                left = count - sum(outcome.made.values())
                shop.try_some(random, min(AT_ONCE[id_], left), outcome)
                told = f"{outcome.noticed} noticed, {len(outcome.unnoticed)} unnoticed"
                print(f"{sum(outcome.made.values())} mutations: {told}", flush=True)
    return outcome


def _plain(api: Api) -> Api:
    """Without what rests on the parts that change: examples, the sandbox, and the gaps of the source."""
    operations = tuple(replace(one, examples=()) for one in api.operations)
    return replace(api, operations=operations, actions=(), sandbox=None, unspecified=())


if __name__ == "__main__":
    ended = run(int(sys.argv[1]))
    print(f"{sum(ended.made.values())} mutations: {dict(ended.made)}")
    print(f"{ended.noticed} uses fail and are called breaking, {len(ended.unnoticed)} are not")
    print("\n".join(ended.unnoticed[:40]))
    sys.exit(bool(ended.unnoticed))
