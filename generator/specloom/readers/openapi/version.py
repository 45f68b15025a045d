"""The version of the OpenAPI Specification that a document follows."""

import re

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document, Finding
from specloom.documents.values import members_of
from specloom.readers.openapi.schemas import Version

_VERSION = re.compile(r"3\.([0-2])(\.\d+)?(-\w+)?")


def version_of(document: Document, diagnostics: Diagnostics) -> Version | None:
    """The version whose rules hold, for 3.2 those of 3.1; None with an error for a document of another kind."""
    members = members_of(document.data)
    if "swagger" in members:
        message = "Swagger 2.0 is not read"
        hint = "convert the document to OpenAPI 3, for example with `npx swagger2openapi`"
        _add(document, diagnostics, Finding(["swagger"], "wrong-value", message, hint))
        return None
    version = members.get("openapi")
    match = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if match is None:
        message = "expected a document of OpenAPI 3.0, 3.1 or 3.2"
        hint = 'it begins with `openapi:` and the version in quotes, as `openapi: "3.1.0"`'
        _add(document, diagnostics, Finding(["openapi"], "wrong-value", message, hint))
        return None
    if match[1] == "2":
        message = "OpenAPI 3.2 is read as 3.1: what is new in it is left out"
        _add(document, diagnostics, Finding(["openapi"], "not-carried", message))
    return "3.0" if match[1] == "0" else "3.1"


def _add(document: Document, diagnostics: Diagnostics, finding: Finding) -> None:
    diagnostics.found.extend(document.diagnostics([finding]))
