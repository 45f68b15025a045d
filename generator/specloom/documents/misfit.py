"""Why data does not fit a struct: every reason, in words for its author."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, TypeAlias

import jsonschema.validators
import msgspec

from specloom.documents.document import Finding
from specloom.documents.position import Pointer
from specloom.documents.suggestion import Hint, Meant
from specloom.documents.yaml_text import plain_kind

Misfit: TypeAlias = Any
"""jsonschema's ValidationError, whose members its stubs leave open."""

_KINDS_OF = {
    "bool": ("boolean",),
    "float": ("number",),
    "int": ("integer", "number"),
    "null": ("null",),
    "str": (),
}
"""Type that an unquoted scalar is read as → the JSON types that it would fit."""


def _is_integer(_checker: object, value: object) -> bool:
    """JSON Schema takes 1e3 for an integer; msgspec, which decides, does not."""
    return isinstance(value, int) and not isinstance(value, bool)


_library: Any = jsonschema.validators  # its stubs leave it untyped
_Validator = _library.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)

_PROSE = frozenset(
    {
        *("assumed", "brief", "change", "conditions", "description", "keywords", "known_values"),
        *("note", "quote", "reason", "subject", "summary", "text", "title", "when"),
    }
)
"""Members that take any text, in every form that has them."""
_RELEASE = re.compile(r"(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*")
"""Version as packages write it, of numbers alone."""

_LONGEST_VALUE = 80
"""Characters of a wrong value that are value_text."""
_LONGEST_MESSAGE = 300

_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "null": "nothing",
    "number": "a number",
    "object": "a mapping",
    "string": "a text",
}


def misfits(data: object, form: type[msgspec.Struct], refusal: str) -> list[Finding]:
    """All faults; `refusal` is msgspec's message for the first one."""
    schema = msgspec.json.schema(form)
    validator: Any = _Validator(schema)
    errors = [misfit for error in validator.iter_errors(data) for misfit in _resolved(error)]
    # Several branches of a union may tell the same fault.
    findings = {
        (*finding.at, finding.message): finding
        for error in errors
        for finding in _findings(schema, error)
    }
    return list(findings.values()) or [_refused(refusal)]


def _resolved(error: Misfit) -> Iterator[Misfit]:
    """Replace "fits none of these" by the faults of the most likely option."""
    if not error.context:
        yield error
        return
    branches: dict[Any, list[Misfit]] = {}
    for misfit in error.context:
        branches.setdefault(misfit.schema_path[0], []).append(misfit)
    options = [faults for faults in branches.values() if not any(map(_rules_out, faults))]
    if not options:
        yield _wrong_tag(error) or error
        return
    for misfit in min(options, key=len):
        yield from _resolved(misfit)


def _wrong_tag(error: Misfit) -> Misfit | None:
    """One fault that names the tags of all branches, where it is the tag that fits none."""
    faults = [misfit for misfit in error.context if misfit.relative_path and _rules_out(misfit)]
    first = next(iter(faults), None)
    if first is not None:
        first.validator_value = [value for misfit in faults for value in misfit.validator_value]
    return first


def _rules_out(error: Misfit) -> bool:
    """Return whether the fault says that another branch was meant: the wrong type, or the wrong tag."""
    if not error.relative_path:
        return error.validator in ("type", "enum", "const")
    return error.validator == "enum" and list(error.relative_path) in (["kind"], ["type"])


def _findings(schema: Mapping[str, Any], error: Misfit) -> Iterator[Finding]:
    pointer = list(error.absolute_path)
    at = _name_of(pointer)
    if error.validator == "additionalProperties":
        yield from _unknown_keys(error, pointer)
    elif error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        for key in missing:
            # Each key has an error of its own, with the list of all.
            if f"{key!r} is" in error.message:
                yield Finding(pointer, "missing-key", f"`{key}` is missing{_in_name(at)}")
    elif error.validator in ("enum", "const"):
        values = _values(error)
        hint = Meant(str(error.instance), values, f"write {' or '.join(values)}")
        message = f"{at} cannot be {_described(error.instance)}"
        yield Finding(pointer, "wrong-value", message, hint)
    elif error.validator in ("anyOf", "oneOf", "type"):
        yield _wrong_type(schema, error, pointer)
    elif error.validator == "maxItems":
        limit = error.validator_value
        message = f"{at} has {len(error.instance):,} entries, and at most {limit:,} are read"
        yield Finding(pointer, "wrong-value", message)
    else:
        # The library's message repeats the value.
        message = error.message
        if len(message) > _LONGEST_MESSAGE:
            message = f"{message[:_LONGEST_MESSAGE]}…"
        yield Finding(pointer, "wrong-value", f"{at}: {message}")


def _unknown_keys(error: Misfit, pointer: Pointer) -> Iterator[Finding]:
    known_names = sorted(error.schema.get("properties", {}))
    for key in error.instance:
        if key in known_names:
            continue
        free = [name for name in known_names if name not in error.instance]
        hint = Meant(key, free, "known here: " + ", ".join(known_names))
        message = f"unknown key `{key}`{_in_name(_name_of(pointer))}"
        yield Finding([*pointer, key], "unknown-key", message, hint, key=True)


def _wrong_type(schema: Mapping[str, Any], error: Misfit, pointer: Pointer) -> Finding:
    values, kinds = _accepted(schema, error.schema)
    expected = [*(_KINDS[kind] for kind in kinds), *values]
    value_text = _described(error.instance)
    is_unquoted = "string" in kinds and isinstance(error.instance, bool | int | float | Decimal)
    if is_unquoted:
        value_text = (
            f"the {'boolean' if isinstance(error.instance, bool) else 'number'} {value_text}"
        )
    message = f"{_name_of(pointer)} must be {' or '.join(expected)}, not {value_text}"
    if values and isinstance(error.instance, str):
        return Finding(pointer, "wrong-value", message, Meant(error.instance, values))
    hint: Hint = "put it in quotes" if is_unquoted and _fits_quoted(schema, error) else None
    if isinstance(error.instance, str) and set(kinds) & set(_KINDS_OF[plain_kind(error.instance)]):
        hint = "leave the quotes out"
    return Finding(pointer, "wrong-type", message, hint)


def _fits_quoted(schema: Mapping[str, Any], error: Misfit) -> bool:
    """Return whether the text that a number or a boolean would be within quotes is right in its place.

    A name, an address or a path also has to fit what else the file says, which no schema tells.
    """
    text = _as_text(error.instance)
    part = {**error.schema, "$defs": schema.get("$defs", {})}
    if not _Validator(part).is_valid(text):
        return False
    steps = list(error.absolute_schema_path)
    members = [step for before, step in pairwise(steps) if before == "properties"]
    name = members[-1] if members else ""
    has_pattern = any("pattern" in option for option in (part, *part.get("anyOf", ())))
    is_release = name == "version" and _RELEASE.fullmatch(text) is not None
    return name in _PROSE or has_pattern or is_release


def _accepted(schema: Mapping[str, Any], part: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The values and the JSON types that a part of the schema admits."""
    if "$ref" in part:
        return _accepted(schema, schema["$defs"][part["$ref"].removeprefix("#/$defs/")])
    values: list[str] = [str(value) or '""' for value in part.get("enum", ())]
    kinds: list[str] = []
    types = part.get("type", ())
    kinds.extend([types] if isinstance(types, str) else types)
    for option in (*part.get("anyOf", ()), *part.get("oneOf", ())):
        more_values, more_kinds = _accepted(schema, option)
        values.extend(name for name in more_values if name not in values)
        # Nobody needs to write null where the key can be left out.
        kinds.extend(name for name in more_kinds if name not in kinds and name != "null")
    return values, kinds


def _values(error: Misfit) -> list[str]:
    value = error.validator_value
    return [str(name) or '""' for name in (value if error.validator == "enum" else [value])]


def _refused(refusal: str) -> Finding:
    """For what only msgspec finds; its message ends in a path: `… - at `$.apis[0].id``."""
    message, _, path = refusal.partition(" - at ")
    pointer: list[str | int] = [
        int(index) if index else key for key, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path)
    ]
    return Finding(pointer, "wrong-value", f"{_name_of(pointer)}: {message}")


def _name_of(pointer: Sequence[str | int]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)
    return f"`{path.removeprefix('.')}`" if path else "the document"


def _in_name(name: str) -> str:
    return "" if name == "the document" else f" in {name}"


def _described(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    text = _as_text(value)
    return f"`{text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + '…'}`"


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
