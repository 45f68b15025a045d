"""Plain data into structs."""

from typing import TypeVar

import msgspec

from specloom.diagnostics import Diagnostics
from specloom.documents.document import Document

StructT = TypeVar("StructT", bound=msgspec.Struct)


def decode(document: Document, form: type[StructT], diagnostics: Diagnostics) -> StructT | None:
    """The document as a struct; None with a diagnostic for every fault when it does not fit."""
    try:
        return msgspec.convert(document.data, form)
    except msgspec.ValidationError as error:
        from specloom.documents.misfit import misfits  # jsonschema: only when something is wrong

        diagnostics_ = document.diagnostics(misfits(document.data, form, str(error)))
        diagnostics.found.extend(sorted(diagnostics_))
        return None
