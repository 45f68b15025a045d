"""Costs of the checks of inputs and of places to write in a cold run: at most a tenth of its processor time."""

import importlib
import inspect
import pkgutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
PERCENT = 10
CHECKS = (
    "sources.acceptance.settle",
    "sources.config._faults",
    "documents.hidden.hidden_characters",
    "documents.json_text._extent",
    "documents.json_text._repeats_a_key",
    "publishing.obstacles.of_local_files",
    "publishing.obstacles.of_outputs",
    "publishing.packages.foreign",
    "readers.paraminfo.names.impossible_names",
    "readers.paraminfo.names.repeated_parameters",
    "readers.paraminfo.names.unknown_names",
    "readers.paraminfo.odd_parameters.odd_parameters",
    "readers.paraminfo.taken_parameters.without_taken",
    "readers.rest.faults.faults",
)
"""Functions of the program that make nothing of what is sound."""


def timed(name: str, check: Callable[..., Any], seconds: dict[str, float]) -> Callable[..., Any]:
    """The function with its time counted; a generator is read at once, so that its time counts."""

    @wraps(check)
    def checking(*arguments: Any) -> Any:
        started = time.process_time()
        result = check(*arguments)
        result_read = list(result) if inspect.isgenerator(result) else result
        seconds[name] += time.process_time() - started
        return result_read

    return checking


def watch(seconds: dict[str, float]) -> None:
    """Put every check's timed form in its place, wherever it was imported."""
    import specloom

    modules = [
        importlib.import_module(module_info.name)
        for module_info in pkgutil.walk_packages(specloom.__path__, "specloom.")
        if not module_info.name.startswith("specloom.runtime")
        and not module_info.name.endswith("__main__")
    ]
    for name in CHECKS:
        home, _, function_name = f"specloom.{name}".rpartition(".")
        check = getattr(sys.modules[home], function_name)
        replaced = timed(name, check, seconds)
        for module in modules:
            if getattr(module, function_name, None) is check:
                setattr(module, function_name, replaced)


def main() -> int:
    """Print each; 1 when they cost more than they may."""
    seconds: dict[str, float] = dict.fromkeys(CHECKS, 0.0)
    watch(seconds)
    from specloom.cli.app import main as specloom

    with tempfile.TemporaryDirectory() as root:
        config = REPOSITORY / "spec" / "apis.yaml"
        code = specloom(["generate", "--quiet", "--config", str(config), "--out", root])
    whole = time.process_time()  # imports included, and not what other processes format
    for name, spent in sorted(seconds.items(), key=lambda name_and_seconds: -name_and_seconds[1]):
        print(f"  {name:<58}{spent * 1e3:9.3f} ms")
    percent = 100 * sum(seconds.values()) / whole
    print(f"  {percent:.1f} % of {whole:.2f} s; at most {PERCENT} %")
    return 1 if code or percent > PERCENT or 0 in seconds.values() else 0


if __name__ == "__main__":
    sys.exit(main())
