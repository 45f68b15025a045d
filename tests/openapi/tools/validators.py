"""Validators that stand between a client and a server as proxies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .generators import DRIVERS
from .installed import MODULES, tool
from .prism import started


@contextmanager
def express(document: Path, upstream: str, log: Path) -> Iterator[str]:
    """express-openapi-validator as a proxy, and the file for what it finds wrong."""
    tool("npm/node_modules/express-openapi-validator")
    log.write_text("", encoding="utf-8")
    command = ("node", DRIVERS / "express.cjs", document, upstream, log)
    with started(r"^(\d+)$", *command, modules=MODULES) as address:
        yield address


@contextmanager
def openapi_core(document: Path, upstream: str, log: Path) -> Iterator[str]:
    """openapi-core as a proxy, and the file for what it finds wrong."""
    log.write_text("", encoding="utf-8")
    command = (tool("python/bin/python"), DRIVERS / "core_proxy.py", document, upstream, log)
    with started(r"^(\d+)$", *command) as address:
        yield address
