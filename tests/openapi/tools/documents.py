"""The documents that tools are tried with: those that are committed, and others that the command prints."""

import json
from contextlib import redirect_stdout
from io import StringIO

from specloom.cli import main
from tests.openapi.reading import Object

from .installed import ROOT

DOCUMENTS = ROOT / "generated" / "openapi"


def committed(stem: str) -> Object:
    """A document as it is committed."""
    found: Object = json.loads((DOCUMENTS / f"{stem}.openapi.json").read_text(encoding="utf-8"))
    return found


def printed(*options: str) -> str:
    """A document as the command prints it."""
    with redirect_stdout(StringIO()) as output:
        assert main(["openapi", "--config", str(ROOT / "spec" / "apis.yaml"), *options]) == 0
    return output.getvalue()
