"""`python -m tests.mutants [module …]` tries every mutant; fails where those that live are not those listed.

Works in copies of the repository, one for each core; all modules take most of an hour on two that have
nothing else to do. The list, `survivors.yaml`, says of each mutant that no test can or should notice why
that is so.
"""

import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import yaml

# Only `make mutants` installs it, so the other jobs' type checks cannot find it.
from cosmic_ray.ast import ast_nodes, get_ast  # pyright: ignore[reportMissingImports]
from cosmic_ray.mutating import mutate_code  # pyright: ignore[reportMissingImports]
from cosmic_ray.plugins import get_operator, operator_names  # pyright: ignore[reportMissingImports]

from .forked import passes
from .modules import MODULES

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("survivors.yaml")
SOURCES = "generator/specloom"
OPERATORS = re.compile(
    r"core/(AddNot|NumberReplacer|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|"
    r"ReplaceOrWithAnd|ReplaceBreakWithContinue|ReplaceContinueWithBreak|"
    r"ZeroIterationForLoop|ReplaceUnaryOperator_(Delete_Not|USub_UAdd)|"
    r"ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is)|"
    r"ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul))"
)
"""The others of the tool make what no one would write, such as `a >> b` of `a + b`."""
LEFT_TO_TYPES = re.compile(r"- (@dataclass\(|class .*\bfrozen=|(if )?TYPE_CHECKING)")
"""Lines about immutable data and imports for types alone, which type checkers test."""
OF_WINDOWS = re.compile(
    r'- .*(msvcrt\.|getattr\((os, "O_|status, "st_reparse)|_JUNCTION =|supports_dir_fd)'
)
"""Lines about Windows, where these tests do not run."""
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".interpreters", ".specloom", "__pycache__", ".*_cache"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one place changed."""

    module: str
    change: str
    """The line and its replacement, which stay the same when the module grows elsewhere."""
    line: int
    text: str


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    source = (ROOT / SOURCES / module).read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    for name in filter(OPERATORS.fullmatch, operator_names()):
        operator = get_operator(name)()
        places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        for number in range(places):
            text = str(mutate_code(source, operator, number))
            change, line = _difference(source, text)
            if not LEFT_TO_TYPES.match(change) and not OF_WINDOWS.match(change):
                yield Mutant(module, change, line, text)


def _difference(source: str, text: str) -> tuple[str, int]:
    lines = list(difflib.unified_diff(source.splitlines(), text.splitlines(), lineterm="", n=0))
    _, _, place, *changed = lines
    change = "\n".join(f"{line[0]} {line[1:].strip()}" for line in changed)
    return change, int(re.findall(r"\d+", place)[0])


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the repository in which one mutant at a time lives."""

    folder: Path

    @classmethod
    def in_folder(cls, folder: Path) -> "Copy":
        """A new one, in which a runtime's module is the same file in the generator and in all packages."""
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        for module in MODULES:
            name = module.removeprefix("runtime/")
            for path in folder.glob(f"generated/python/*/src/*/_runtime/{name}"):
                path.unlink()
                path.symlink_to(folder / SOURCES / module)
        compiling = ("-m", "compileall", "-q", "--invalidation-mode", "checked-hash")
        command = [sys.executable, *compiling, "generator", "generated"]
        subprocess.run(command, cwd=folder, check=True)
        return cls(folder)

    def lets_live(self, mutant: Mutant, seconds: float) -> bool:
        """Return True if no test notices a mutant."""
        path = self.folder / SOURCES / mutant.module
        source = path.read_bytes()
        path.write_text(mutant.text, encoding="utf-8")
        try:
            return passes(self.folder, MODULES[mutant.module], seconds)
        finally:
            path.write_bytes(source)


def survivors(
    module: str, copies: "SimpleQueue[Copy]", pool: ThreadPoolExecutor
) -> list[Mutant] | None:
    """The mutants of a module that live; None where its tests fail without any. Tells how many there are."""
    copy = copies.get()
    started = time.monotonic()
    sound = passes(copy.folder, MODULES[module], None)
    seconds = 10 + 5 * (time.monotonic() - started)
    copies.put(copy)
    if not sound:
        print(f"{module}: its tests fail without a mutant", flush=True)
        return None

    def lives(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return copy.lets_live(mutant, seconds)
        finally:
            copies.put(copy)

    tried = list(mutants(module))
    alive_mutants = [
        mutant for mutant, alive in zip(tried, pool.map(lives, tried), strict=True) if alive
    ]
    spent = time.monotonic() - started
    print(f"{module}: {len(tried)} mutants, {len(alive_mutants)} live ({spent:.0f} s)", flush=True)
    return alive_mutants


def main(modules: Sequence[str]) -> int:
    """Try the mutants of these modules, or of all; 1 where other ones live than those that are listed."""
    documented = yaml.safe_load(LISTED.read_text(encoding="utf-8"))
    cores = len(os.sched_getaffinity(0))
    copies: SimpleQueue[Copy] = SimpleQueue()
    failed = False
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(cores) as pool:
        for number in range(cores):
            copies.put(Copy.in_folder(Path(folder) / str(number)))
        for module in modules or MODULES:
            alive_mutants = survivors(module, copies, pool)
            if alive_mutants is None:
                failed = True
                continue
            lines = {mutant.change: mutant.line for mutant in alive_mutants}
            documented_changes = {entry["change"].strip() for entry in documented.get(module, ())}
            failed = failed or lines.keys() != documented_changes
            for change in lines.keys() - documented_changes:
                print(f"{SOURCES}/{module}:{lines[change]}: lives\n{change}", flush=True)
            for change in documented_changes - lines.keys():
                print(f"{module}: is listed, but does not live\n{change}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
