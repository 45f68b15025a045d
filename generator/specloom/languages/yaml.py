"""YAML: scalars, flow collections, blocks and trees."""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import cast
from urllib.parse import quote

import msgspec

from specloom.languages.characters import HIDDEN, is_printable, on_one_line, revealed, stripped
from specloom.languages.escapes import by_number
from specloom.languages.safe import Plain, Safe


class Yaml(Safe):
    """A YAML scalar or flow collection."""

    __slots__ = ()


def yaml_scalar(value: Plain) -> Yaml:
    """A scalar on one line, quoted wherever YAML 1.1 or 1.2 would read it otherwise."""
    if isinstance(value, str):
        return Yaml(value if _is_plain_yaml(value) else _yaml_quoted(value))
    if isinstance(value, float):
        return _yaml_float(value)
    if isinstance(value, Decimal):
        return Yaml(str(value))
    return Yaml(json.dumps(value))


def _yaml_float(value: float) -> Yaml:
    """A float with a point, without which YAML 1.1 takes `1e+20` for a text."""
    number = json.dumps(value, allow_nan=False)
    return Yaml(number if "." in number else number.replace("e", ".0e"))


def yaml_flow(value: object) -> Yaml:
    """A scalar, or lists, mappings and structs of scalars in flow style, on one line."""
    if value is None or isinstance(value, str | int | float | Decimal):
        return yaml_scalar(value)
    if isinstance(value, msgspec.Struct):
        return yaml_flow(msgspec.to_builtins(value, builtin_types=(Decimal,)))
    if isinstance(value, Mapping):
        members = cast("Mapping[str, object]", value)
        member_text = ", ".join(
            f"{yaml_scalar(key)}: {yaml_flow(item)}" for key, item in members.items()
        )
        return Yaml(f"{{{member_text}}}")
    if isinstance(value, list | tuple):
        items = cast("Iterable[object]", value)
        return Yaml(f"[{', '.join(yaml_flow(item) for item in items)}]")
    raise TypeError(f"{value!r} cannot be written as YAML")


def yaml_pointer(name: str) -> Yaml:
    """A name inside a `$ref` that the template has begun, within its quotes."""
    return Yaml(quote(name.replace("~", "~0").replace("/", "~1"), safe=""))


def yaml_tree(value: object, indent: int = 0) -> Yaml:
    """Data such as a JSON Schema in block style, indented from the second line; long texts become blocks.

    On one line stand what is empty, a list of types, each of a list of examples, and extensions (`x-…`).
    """
    return Yaml("\n".join(_tree_lines(value, " " * indent)).lstrip(" "))


def _tree_lines(value: object, margin: str) -> Iterator[str]:
    if value and _is_mapping(value):
        for key, member in cast("Mapping[str, object]", value).items():
            yield from _member_lines(key, member, margin)
    elif value and _is_list(value):
        for item in cast("Sequence[object]", value):
            first, *further_lines = _tree_lines(item, f"{margin}  ")
            yield f"{margin}- {first.lstrip(' ')}"
            yield from further_lines
    else:
        yield f"{margin}{_leaf(value, len(margin))}"


def _member_lines(key: str, value: object, margin: str) -> Iterator[str]:
    head = f"{margin}{yaml_scalar(key)}:"
    if key.startswith("x-") or (key == "type" and _is_list(value)):
        yield f"{head} {yaml_flow(value)}"
    elif not value or not (_is_list(value) or _is_mapping(value)):
        yield f"{head} {_leaf(value, len(margin))}"
    elif key == "examples" and _is_list(value):
        yield head
        yield from (f"{margin}  - {yaml_flow(item)}" for item in cast("Sequence[object]", value))
    else:
        yield head
        yield from _tree_lines(value, f"{margin}  ")


def _leaf(value: object, indent: int) -> Yaml:
    return yaml_text(value, indent) if isinstance(value, str) else yaml_flow(value)


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def yaml_text(text: str, indent: int = 0, width: int = 90) -> Yaml:
    """A text as the value of a key with this indent: a block if it is long.

    One long paragraph is folded, several lines are kept as lines; what a block cannot hold is quoted.
    """
    margin = " " * (indent + 2)
    if not is_printable(text.replace("\n", "")):
        return yaml_scalar(text)
    lines = text.split("\n")
    if len(lines) > 1:
        # A first line that begins with a blank would decide the indentation of the block.
        if text[0] in " \n" or any(line != line.rstrip() for line in lines) or not lines[-1]:
            return yaml_scalar(text)
        return Yaml("\n".join(["|-", *(f"{margin}{line}" if line else "" for line in lines)]))
    folded = [text]
    if len(text) > width:
        folded = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    # Two blanks in a row, where a line is folded, would come back as one.
    if len(folded) < 2 or text[0] == " " or " ".join(folded) != text:
        return Yaml(text) if _is_plain_prose(text) else yaml_scalar(text)
    return Yaml("\n".join([">-", *(f"{margin}{line}" for line in folded)]))


_PLAIN_PROSE = re.compile(r"[A-Za-z](?:[^\s:#]| (?! |#)|:(?! )|(?<! )#)*(?<![: ])")


def _is_plain_prose(text: str) -> bool:
    """Return whether a text can stand unquoted after a key, where flow marks mean nothing."""
    return bool(_PLAIN_PROSE.fullmatch(text)) and not _MISREAD_YAML.fullmatch(text)


def yaml_block(text: str, indent: int) -> Yaml:
    """A text inside a literal block (`|`); all lines after the first get the block's indent.

    A block does not have escapes: characters that it cannot contain become spaces.
    """
    first, *rest = _NOT_IN_A_BLOCK.sub(" ", revealed(stripped(text))).split("\n")
    margin = " " * indent
    return Yaml("\n".join([first.strip(), *(f"{margin}{line}".rstrip() for line in rest)]))


_NOT_IN_A_BLOCK = re.compile("[\t\r\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def _yaml_quoted(text: str) -> str:
    return _YAML_ESCAPED.sub(by_number, json.dumps(text, ensure_ascii=False))


_YAML_ESCAPED = re.compile(rf"{HIDDEN.pattern}|[\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


_PLAIN_YAML = re.compile(r"[A-Za-z_/.$][A-Za-z0-9_ /.+()*=;<>'%~^$-]*(?<! )")


_MISREAD_YAML = re.compile(
    r"(?i:null|~|true|false|yes|no|on|off|y|n|\.inf|\.nan|\.|\.\.\.)"
    r"|[-+.]?[0-9].*|=|<<|\.[0-9_]*([eE][-+]?[0-9]+)?"
)


@lru_cache(maxsize=16384)
def _is_plain_yaml(text: str) -> bool:
    return bool(_PLAIN_YAML.fullmatch(text)) and not _MISREAD_YAML.fullmatch(text)


def yaml_title(text: str) -> Yaml:
    """A title or description for MkDocs, whose themes print both as HTML, in elements and in attributes.

    Some places of them encode it once more. So nothing is encoded but what begins a tag, a reference or the end of
    an attribute, and what begins a form of Jinja, which some plugins fill in.
    """
    return yaml_scalar(
        _TITLE_SPECIAL.sub(lambda match: _TITLE_ENCODED[match[0]], on_one_line(text).strip())
    )


_TITLE_SPECIAL = re.compile(r"""[<"]|&(?=[#\w])|\{(?=[{%#])""")


_TITLE_ENCODED = {"<": "&lt;", '"': "&quot;", "&": "&amp;", "{": "&#123;"}
