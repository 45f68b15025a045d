"""Changes that break a program and are not called breaking, of which there may be none, and those that break none.

`python -m tests.changes.unnoticed 500` mutates models so often, some changes at a time in different parts. It runs mypy
and pyright on programs that use everything of the packages, and runs such programs against a server.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from msgspec.structs import replace

from specloom import pipeline
from specloom.changes.change import Change
from specloom.changes.compare import changes
from specloom.changes.kinds import ChangeKind
from specloom.diagnostics import Diagnostics
from specloom.model import document as model_document
from specloom.model.naming import identifier
from specloom.model.structs import Api, MediaWiki, Model, Module, Operation, records_of, references
from specloom.model.type_use import result_names, with_inner
from specloom.publishing.selection import select
from tests import rendered
from tests.changes.cases import cases
from tests.changes.every_type import EVERY_TYPE
from tests.changes.mutations import MUTATIONS, OF_TYPES
from tests.changes.running import Runs
from tests.changes.users import Users
from tests.mypy_cache import fill
from tests.protocols import with_protocol

ROOT = Path(__file__).parents[2]
AT_ONCE = {"wiki": 25, "seller": 3, "types": 10}
"""Mutations in one package: few enough to tell which of them is to blame."""

OF_VALUES: frozenset[ChangeKind] = frozenset(
    {
        *("type-narrowed", "type-widened", "type-replaced", "python-type-changed"),
        *("value-removed", "values-closed", "limit-lowered", "check-added", "default-changed"),
        *("several-values-added", "several-values-removed"),
    }
)
"""Changes of one argument; others change the places of those after it."""


def class_of(operation: Operation) -> str | None:
    """The class of a module; None for an operation of a REST API."""
    return operation.call.class_name if isinstance(operation.call, Module) else None


@dataclass
class Outcome:
    """Mutations tried, and how programs noticed them."""

    mutations: Counter[str] = field(default_factory=Counter[str])
    noticed: int = 0
    """Uses that fail and belong to something that is called breaking."""
    unnoticed: list[str] = field(default_factory=list)
    """Uses that fail and belong to nothing that is called breaking."""
    breaking: Counter[str] = field(default_factory=Counter[str])
    """Changes that are called breaking for programs, by their kinds."""
    harmless: Counter[str] = field(default_factory=Counter[str])
    """Mutations with which no use fails."""


class Workshop:
    """Packages of one API, before and after."""

    def __init__(self, api: Api, folder: Path) -> None:
        self._api, self._folder = api, folder
        fill(folder / "cache", ROOT / ".mypy_cache")
        source = self._package(api, folder / "before")
        self._program = Users(source, _only_sent(api)).program()
        wrong = self._type_faults(folder / "before")
        assert wrong == [], "the program has to be right with the package that it is made of"
        self._runs = self._run(folder / "before", api)
        assert self._runs["errors"] == {}, self._runs["errors"]

    def _package(self, api: Api, root: Path) -> Path:
        """Write the package of an API; its folder."""
        outputs = pipeline.plan(Model(apis=(api,)), select("python", (api.id, api.package)))
        rendered.write(outputs, root)
        return root / "generated" / "python" / self._api.package / "src" / self._api.package

    def _type_faults(self, root: Path) -> list[tuple[str, str]]:
        """Errors of type checkers in the program: the use, and the message."""
        (root / "program.py").write_text(self._program.text, "utf-8")
        return [
            (self._program.units[line], message)
            for line, message in (*self._pyright(root), *self._mypy(root))
        ]

    def _source(self, root: Path) -> Path:
        return root / "generated" / "python" / self._api.package / "src"

    def _pyright(self, root: Path) -> Iterator[tuple[int, str]]:
        settings = {
            "include": ["program.py"],
            "extraPaths": [str(self._source(root))],
            "pythonVersion": "3.11",
            "venvPath": str(ROOT),
            "venv": ".venv",
        }
        (root / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
        command = [_script("pyright"), "--outputjson", "--project", str(root)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for fault in json.loads(done.stdout)["generalDiagnostics"]:
            if fault["severity"] == "error":
                yield fault["range"]["start"]["line"], fault["message"]

    def _mypy(self, root: Path) -> Iterator[tuple[int, str]]:
        command = [_script("mypy"), "--strict", "--follow-imports=silent", "--no-error-summary"]
        command += ["--python-version=3.11", f"--cache-dir={self._folder / 'cache'}", "program.py"]
        environment = {**os.environ, "MYPYPATH": str(self._source(root))}
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        for line in done.stdout.splitlines():
            if match := re.match(r"program\.py:(\d+): error: (.*)", line):
                yield int(match[1]) - 1, match[2]

    def _run(self, root: Path, server: Api) -> Runs:
        """Run a program, made of the earlier API, with a package and the server that belongs to it."""
        if (
            self._api.protocol.shares_address
        ):  # a wiki has no server here, and its results are plain JSON
            return {"classes": {}, "errors": {}}
        done = subprocess.run(
            [sys.executable, "-m", "tests.changes.running", self._api.package],
            input=json.dumps(cases(self._api, server)),
            env={**os.environ, "PYTHONPATH": f"{self._source(root)}{os.pathsep}{ROOT}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        runs: Runs = json.loads(done.stdout)
        return runs

    def _run_faults(self, root: Path, server: Api) -> Iterator[tuple[str, str]]:
        """Failures of the running program, and values of classes that it did not meet before."""
        runs = self._run(root, server)
        yield from runs["errors"].items()
        for unit, names in self._runs["classes"].items():
            if unexpected := set(runs["classes"].get(unit, ())) - set(names):
                yield unit, f"finds {', '.join(sorted(unexpected))}"

    def try_some(self, random: Random, count: int, outcome: Outcome) -> None:
        """Make changes, and look at what they break."""
        api = self._api
        for _ in range(count * 20):
            if count == 0:
                break
            name = random.choice([*MUTATIONS, *OF_TYPES * 3])
            other = _sound(api, name, random)
            if other is not None:
                api, count = other, count - 1
                outcome.mutations[name] += 1
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            self._package(api, Path(place))
            wrong = [*self._type_faults(Path(place)), *self._run_faults(Path(place), api)]
        differences = changes(Model(apis=(self._api,)), Model(apis=(api,)))
        broken = {
            unit
            for change in differences
            if change.source == "breaking"
            for unit in self._units(change)
        }
        failing = [units_named(unit, message) for unit, message in wrong]
        for change in differences:
            if change.source == "breaking":
                outcome.breaking[change.kind] += 1
                if not any(self._units(change) & names for names in failing):
                    outcome.harmless[change.kind] += 1
        for (unit, message), names in zip(wrong, failing, strict=True):
            if names & broken:
                outcome.noticed += 1
            else:
                outcome.unnoticed.append(f"{unit}: {message}")

    def _units(self, change: Change) -> set[str]:
        """The uses that a change is about: a class, a method, a record."""
        if change.at[:1] == ("operations",):
            (operation,) = (
                operation for operation in self._api.operations if operation.id == change.at[1]
            )
            method = f"{operation.group}.{getattr(operation.call, 'method_name', None)}"
            absent = {f"{method}_or_none", f"{method}_or_empty"}
            is_argument = (
                change.at[2:3] == ("parameters",) and not self._api.protocol.shares_address
            )
            if is_argument and change.kind in OF_VALUES:
                argument = identifier(change.at[3])
                return {f"{name}.{argument}" for name in (method, *absent)}
            errors = set(operation.errors)
            gone = errors if change.kind == "operation-removed" else set[str]()
            name = class_of(operation) or operation.id
            return {
                name,
                method,
                # Not in the model: what belongs to a class and is named after it.
                *(f"{name}{part}" for part in ("Item", "Beside", "Result")),
                *absent,
                *gone,
                *change.at[2:],
                *self._records(operation, change),
            }
        if (
            change.at[:1] == ("records",)
            and not self._api.protocol.shares_address
            and change.at[2:]
        ):
            old = change.subject.rpartition(".")[2]
            names = {f"{change.at[1]}.{name}" for name in (change.at[2], old)}
            # A class that is called with another argument does not say in the message which class it is.
            return names | ({old} if change.at[1] in records_sent(self._api) else set[str]())
        if change.at[:1] == ("records",):
            # The class of a module tells what its items are.
            results = (
                (operation, operation.result)
                for operation in self._api.operations
                if operation.result
            )
            owners = (
                class_of(operation)
                for operation, result in results
                if change.at[1] in references(result.type)
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
        start = class_of(operation) or "?"
        waiting += (name for name in records if operation.id in name.lower() or start in name)
        names: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in records and name not in names:
                names.add(name)
                waiting += (
                    reference
                    for field in records[name].fields
                    for reference in references(field.type)
                )
        return names


def _sound(api: Api, name: str, random: Random) -> Api | None:
    """The API with a mutation, if that is one, and leaves what can be a model."""
    try:
        other = MUTATIONS[name](api, random)
    except LookupError:
        return None
    diagnostics = Diagnostics()
    text = model_document.dump(Model(apis=(other,)))
    fits = other != api and model_document.sound(text, "", diagnostics) is not None
    return other if fits and not diagnostics.found else None


def run(count: int, seed: int = 1, apis: tuple[str, ...] = ("types", "seller", "wiki")) -> Outcome:
    """Try so many mutations."""
    outcome = Outcome()
    random = Random(seed)
    model = model_document.load(ROOT / "generated" / "model.yaml", "", Diagnostics())
    assert model is not None
    with tempfile.TemporaryDirectory() as folder:
        shops = {
            api.id: Workshop(_plain(api), Path(folder) / api.id)
            for api in (EVERY_TYPE, *model.apis)
            if api.id in apis
        }
        while sum(outcome.mutations.values()) < count:
            for id_, shop in shops.items():
                remaining = count - sum(outcome.mutations.values())
                unnoticed = len(outcome.unnoticed)
                shop.try_some(random, min(AT_ONCE[id_], remaining), outcome)
                summary = f"{outcome.noticed} noticed, {len(outcome.unnoticed)} unnoticed"
                print(f"{sum(outcome.mutations.values())} mutations: {summary}", flush=True)
                print(*outcome.unnoticed[unnoticed:], sep="\n", flush=True)
    return outcome


def units_named(unit: str, message: str) -> set[str]:
    """Everything that a fault may be about: the unit, what is around it, and names in the message."""
    words = re.findall(r"\w+", message)
    around = {unit[: dot.start()] for dot in re.finditer(r"\.", unit)}
    names = {unit, *around, *words}
    return names | {f"{outer}.{inner}" for outer in names for inner in words}


def _only_sent(api: Api) -> set[str]:
    """Records that programs make, and no result has."""
    names = (name for operation in api.operations for name in result_names(operation.result))
    return records_sent(api) - set(with_inner(records_of(api), names))


def records_sent(api: Api) -> set[str]:
    """Records that programs make."""
    record_names = (
        parameter.reference for operation in api.operations for parameter in operation.parameters
    )
    return {*with_inner(records_of(api), (name for name in record_names if name is not None))}


def _script(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def _plain(api: Api) -> Api:
    """Return the API without actions and what rests on parts that change: examples, echoes, the sandbox, gaps of the source."""
    operations = tuple(
        replace(
            operation, examples=(), result=operation.result and replace(operation.result, echoes={})
        )
        for operation in api.operations
    )
    of_kind = {"actions": ()} if isinstance(api.protocol, MediaWiki) else {"sandbox": None}
    return replace(with_protocol(api, **of_kind), operations=operations, unspecified=())


if __name__ == "__main__":
    ended = run(int(sys.argv[1]))
    print(f"{sum(ended.mutations.values())} mutations: {dict(ended.mutations)}")
    print(f"called breaking: {dict(ended.breaking)}")
    print(f"and nothing fails: {dict(ended.harmless)}")
    print(f"{ended.noticed} uses fail and are called breaking, {len(ended.unnoticed)} are not")
    print("\n".join(ended.unnoticed[:40]))
    sys.exit(bool(ended.unnoticed))
