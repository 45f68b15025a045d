"""Generates a package for each OpenAPI document of a folder, and prints what comes of it, a line each.

Documents are JSON or YAML, also packed with gzip. Everything is made in a folder that is deleted afterwards.
"""

import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GENERATOR = Path(__file__).parents[1] / "generator"
_SUFFIXES = (".json", ".yaml", ".yml")
_COLUMNS = (
    "operations", "called", "sayable", "told", "left out", "losses", "seconds", "MiB", "lines", "import", "types",
)  # fmt: skip
_IMPORT = "import time; begin = time.process_time(); import {0}; {0}.Client; print(time.process_time() - begin)"


@dataclass(frozen=True, slots=True)
class Run:
    """What a command printed and took."""

    code: int
    output: str
    seconds: float
    """Of the processor."""
    mebibytes: int


def run(folder: Path, path: Path, *arguments: str, python: str = sys.executable) -> Run:
    """Run Python in a folder, with another one on its path, and the programs beside it."""
    folders = dict.fromkeys(str(Path(each).parent) for each in (python, sys.executable))
    programs = os.pathsep.join([*folders, os.environ["PATH"]])
    environment = {**os.environ, "PYTHONPATH": str(path), "PATH": programs}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
    output = folder / "output.txt"
    with output.open("w", encoding="utf-8") as file:
        command = [python, *arguments]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=file, stderr=file)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = output.read_text("utf-8")
    seconds = usage.ru_utime + usage.ru_stime
    return Run(process.returncode, text, seconds, usage.ru_maxrss // 1024)


def set_up(folder: Path, document: Path, name: str, package: str) -> None:
    """Write the list of APIs with one document into a folder."""
    (folder / "spec").mkdir()
    source = document.name.removesuffix(".gz")
    packed = document.read_bytes()
    content = gzip.decompress(packed) if document.suffix == ".gz" else packed
    (folder / "spec" / source).write_bytes(content)
    entry = {"id": name, "reader": "openapi", "source": source, "package": package}
    listed = {"specloom": 1, "apis": [entry], "limits": {"depth": 200, "megabytes": 64}}
    (folder / "spec/apis.yaml").write_text(json.dumps(listed), "utf-8")


def documents_of(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Each OpenAPI document of a folder with its name, or those of these names; also packed ones."""
    for path in sorted(folder.iterdir()):
        source = Path(path.name.removesuffix(".gz"))
        if source.suffix in _SUFFIXES and (not names or source.stem in names):
            yield source.stem, path


def identifier(name: str) -> str:
    """The name of a document as that of an API: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def measured(folder: Path, package: str) -> tuple[dict[str, str], Mapping[str, int]]:
    """Column → what came of the document in a folder, and the number of losses by kind."""
    config = ("--config", "spec/apis.yaml", "--out", ".")
    generated = run(folder, GENERATOR, "-m", "specloom", "generate", "--quiet", *config)
    row = {"seconds": f"{generated.seconds:.1f}", "MiB": str(generated.mebibytes)}
    if generated.code:
        return {**row, "operations": f"exit {generated.code}"}, {}
    validated = run(folder, GENERATOR, "-m", "specloom", "validate", "--format", "json", *config)
    report: Any = json.JSONDecoder().raw_decode(validated.output[validated.output.index("{\n") :])[
        0
    ]
    (counts,) = report["documents"]
    losses: dict[str, int] = counts["losses"]
    row |= {name: str(counts[name.replace(" ", "_")]) for name in _COLUMNS[:5]}
    source = next(iter(folder.glob(f"generated/python/*/src/{package}"))).parent
    files = [file for file in source.rglob("*.py") if "_runtime" not in file.parts]
    row["losses"] = str(sum(losses.values()))
    row["lines"] = str(sum(file.read_text("utf-8").count("\n") for file in files))
    statement = _IMPORT.format(package)
    run(folder, source, "-c", statement)  # compiles it
    row["import"] = run(folder, source, "-c", statement).output.strip()[:4]
    types = run(
        source, source, "-m", "mypy", "--strict", "--cache-dir", str(folder), package
    ).output
    number = re.search(r"Found (\d+) error", types)
    row["types"] = number[1] if number else "0" if "Success" in types else "?"
    return row, losses


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a document cannot be generated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of documents")
    parser.add_argument("names", nargs="*", help="documents without their suffixes; default: all")
    options = parser.parse_args(arguments)
    print(f"{'document':22}" + "".join(f"{column:>11}" for column in _COLUMNS), flush=True)
    losses: Counter[str] = Counter()
    failed = 0
    for document_name, document in documents_of(options.folder, options.names):
        name = identifier(document_name)
        folder = Path(tempfile.mkdtemp())
        try:
            package = f"{name.replace('-', '_')}_client"
            set_up(folder, document, f"api-{name}", package)
            row, kinds = measured(folder, package)
        finally:
            shutil.rmtree(folder)
        losses.update(kinds)
        failed += row["operations"].startswith("exit")
        cells = "".join(f"{row.get(column, '-'):>11}" for column in _COLUMNS)
        print(f"{document_name:22}{cells}", flush=True)
    print("losses:", ", ".join(f"{kind} {number}" for kind, number in losses.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
