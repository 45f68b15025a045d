"""Text that is safe in one output language, and the encoders that make it so.

A template prints only values of these types (see `render`), so no text of a specification can reach
an output without having gone through an encoder for that output's language.
"""

import html
import json
import keyword
import re
import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar, cast
from urllib.parse import quote, urlsplit

import msgspec

from specloom.characters import HIDDEN, JOINERS, revealed, revealed_in_json, stripped

Plain: TypeAlias = str | int | float | bool | None


class Safe(str):
    """Text that is right as it stands in one language; a subclass says which."""

    __slots__ = ()


class Python(Safe):
    """Python source."""

    __slots__ = ()


class Yaml(Safe):
    """A YAML scalar or flow collection."""

    __slots__ = ()


class Markdown(Safe):
    """Markdown or HTML inside Markdown."""

    __slots__ = ()


class Toml(Safe):
    """A TOML value."""

    __slots__ = ()


class Shell(Safe):
    """Words of a command for a POSIX shell, or one that knows `$'…'` where they hold control characters."""

    __slots__ = ()


class Php(Safe):
    """PHP source."""

    __slots__ = ()


class JavaScript(Safe):
    """JavaScript source."""

    __slots__ = ()


class Commonmark(Safe):
    """Prose of an OpenAPI document, which is text yet to be encoded where it stands."""

    __slots__ = ()


SafeT = TypeVar("SafeT", bound=Safe)


def joined(separator: SafeT, parts: Iterable[SafeT]) -> SafeT:
    """Parts of one language, with a separator of that language between them."""
    language = type(separator)
    return language(separator.join(_checked(language, part) for part in parts))


def composed(form: SafeT, *parts: SafeT) -> SafeT:
    """A form of one language, each `{}` in it filled with a part of that language."""
    language = type(form)
    return language(form.format(*(_checked(language, part) for part in parts)))


def _checked(language: type[Safe], part: str) -> str:
    if not isinstance(part, language):
        raise TypeError(f"{part!r} is {type(part).__name__}, not {language.__name__}")
    return part


_UNPRINTABLE = re.compile(
    r"[\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f"
    r"\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    r"\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0001\U000e0020-\U000e007f\U000f0000-\U0010ffff]"
)


def is_printable(text: str) -> bool:
    """What `str.isprintable` says, but the same in every version of Python.

    Each version knows another Unicode, and takes a character that is not yet in its own for unprintable.
    """
    return _UNPRINTABLE.search(text) is None


# --- Python ----------------------------------------------------------------------------------------

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def py_literal(value: Plain | tuple[Plain, ...]) -> Python:
    """A literal that evaluates to the value, quoted as black would quote it."""
    if isinstance(value, str):
        return _py_string(value)
    if isinstance(value, tuple):
        inside = ", ".join(py_literal(item) for item in value)
        return Python(f"({inside},)" if len(value) == 1 else f"({inside})")
    return Python(repr(value))


def _py_string(text: str) -> Python:
    quote = "'" if text.count('"') > text.count("'") else '"'
    return Python(f"{quote}{_py_escaped(text, quote)}{quote}")


def _py_escaped(text: str, quote: str) -> str:
    """The text with escapes where a literal between such quotes needs them."""
    if "\\" not in text and (not quote or quote not in text) and is_printable(text):
        return text
    return "".join(_py_character(character, quote) for character in text)


def _py_character(character: str, quote: str) -> str:
    if character == quote:
        return "\\" + character
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in JOINERS or is_printable(character):
        return character
    code = ord(character)
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    )


def py_identifier(name: str) -> Python:
    """A name that `naming` made; anything else is a bug in the view."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is not an identifier")
    return Python(name)


def py_dotted(name: str) -> Python:
    """Names with dots between them: a module."""
    return Python(".".join(map(py_identifier, name.split("."))))


def py_beside(name: str, taken: Container[str]) -> Python:
    """A name, with an underscore at its end if another thing has the same name."""
    while name in taken:
        name += "_"
    return py_identifier(name)


def py_imported(name: str, taken: Container[str]) -> Python:
    """A name in an import: `Item`, or `Item as Item_`."""
    local = py_beside(name, taken)
    return py_identifier(name) if local == name else Python(f"{py_identifier(name)} as {local}")


def py_text(
    text: str, indent: int = 0, *, around: int = 8, bracketed: bool = False, width: int = 100
) -> Python:
    """A string literal. If it is too long for a line: several literals of whole words, in brackets.

    `indent` is where the line begins that it stands on, `around` how much else stands there, as far as
    the template can know; `bracketed` whether brackets stand around it already, and nothing else in them.
    """
    text = revealed(text)
    whole = _py_string(text)
    room = width - indent - 4
    if len(whole) <= (room if bracketed else width - indent - around):
        return whole
    pieces = [""]
    for word in re.findall(r" *[^ ]* ?", text):
        if pieces[-1] and len(_py_string(pieces[-1] + word)) > room:
            pieces.append("")
        pieces[-1] += word
    literals = " ".join(map(_py_string, pieces))
    return Python(literals if bracketed else f"({literals})")


_PROSE = "\ufdd0"
"""Marks text on its way into a docstring. It is no character, so Python refuses it anywhere else."""


def py_prose(text: str) -> Python:
    """A piece of text inside a text for `docstring`."""
    return Python(_PROSE + text + _PROSE)


def py_sentence(text: str) -> Python:
    """The same, with a full stop if it has no end mark."""
    text = stripped(text)
    return py_prose(text if text.endswith((".", "!", "?")) else f"{text}.")


def py_docstring(text: str, indent: int = 0, width: int = 100) -> Python:
    """A docstring with its quotes, wrapped to the width; the first paragraph begins on its first line.

    Empty lines part paragraphs; lines that begin with `- ` stay lines. In a paragraph that begins with the
    line `Args:`, each line is an argument, as editors read it: its name, a colon, what it is.
    """
    lines = revealed(text.replace(_PROSE, "")).strip().split("\n")
    escaped = _docstring_escaped(line.strip(" \t") for line in lines)
    paragraphs = [
        _lines(paragraph, width - indent - (6 if number == 0 else 0))
        for number, paragraph in enumerate(re.split(r"\n\s*\n", escaped))
    ]
    return _docstring([line for paragraph in paragraphs for line in (*paragraph, "")][:-1], indent)


def py_docstring_as_written(text: str, indent: int = 0) -> Python:
    """The same with its own lines and indentation, for what wrapping would spoil: NumPy style, `:param`."""
    lines = textwrap.dedent(revealed(text.replace(_PROSE, "").strip("\n"))).split("\n")
    escaped = _docstring_escaped(line.rstrip(" \t") for line in lines)
    return _docstring(escaped.strip().split("\n"), indent)


def _docstring_escaped(lines: Iterable[str]) -> str:
    return "\n".join(_py_escaped(line, "") for line in lines).replace('"""', '\\"\\"\\"')


def _docstring(lines: Sequence[str], indent: int) -> Python:
    margin = " " * indent
    if len(lines) <= 1:
        only = "".join(lines)
        closing = " " if only.endswith('"') else ""  # four quotes in a row would not be Python
        return Python(f'"""{only}{closing}"""')
    body = "\n".join(f"{margin}{line}" if line else "" for line in lines[1:])
    return Python(f'"""{lines[0]}\n{body}\n{margin}"""')


def _lines(paragraph: str, width: int) -> list[str]:
    title, _, arguments = paragraph.partition("\n")
    if title == "Args:":
        lines = [
            line
            for argument in arguments.split("\n")
            for line in _wrapped(argument, width - 4, "    ")
        ]
        return [title, *(f"    {line}" for line in lines)]
    return [line for part in re.split(r"\n(?=- )", paragraph) for line in _wrapped(part, width)]


def _wrapped(part: str, width: int, margin: str = "") -> list[str]:
    """A part in lines; the margin of all but the first."""
    if len(part) <= width and "\n" not in part:
        return [part] if part else []
    return textwrap.wrap(
        part,
        width,
        subsequent_indent="  " if part.startswith("- ") else margin,
        break_long_words=False,  # names and addresses stay whole
        break_on_hyphens=False,
    )


# --- YAML, TOML --------------------------------------------------------------------------------------


def yaml_scalar(value: Plain) -> Yaml:
    """A scalar on one line, quoted wherever YAML 1.1 or 1.2 would read it otherwise."""
    if isinstance(value, str):
        return Yaml(value if _is_plain_yaml(value) else _yaml_quoted(value))
    if isinstance(value, float):
        return _yaml_float(value)
    return Yaml(json.dumps(value))


def _yaml_float(value: float) -> Yaml:
    """With a point, without which YAML 1.1 takes `1e+20` for a text."""
    shown = json.dumps(value, allow_nan=False)
    return Yaml(shown if "." in shown else shown.replace("e", ".0e"))


def yaml_flow(value: object) -> Yaml:
    """A scalar, or lists, mappings and structs of scalars in flow style, on one line."""
    if value is None or isinstance(value, str | int | float):
        return yaml_scalar(value)
    if isinstance(value, msgspec.Struct):
        return yaml_flow(msgspec.to_builtins(value))
    if isinstance(value, Mapping):
        members = cast("Mapping[str, object]", value)
        inside = ", ".join(
            f"{yaml_scalar(key)}: {yaml_flow(item)}" for key, item in members.items()
        )
        return Yaml(f"{{{inside}}}")
    if isinstance(value, list | tuple):
        items = cast("Iterable[object]", value)
        return Yaml(f"[{', '.join(yaml_flow(item) for item in items)}]")
    raise TypeError(f"{value!r} has no place in YAML")


def yaml_tree(value: object, indent: int = 0) -> Yaml:
    """Data such as a JSON Schema in block style, indented from the second line; long texts become blocks.

    On one line stand what is empty, a list of types, each of a list of examples, and extensions (`x-…`).
    """
    return Yaml("\n".join(_tree_lines(value, " " * indent)).lstrip(" "))


def _tree_lines(value: object, margin: str) -> Iterator[str]:
    if value and _is_mapping(value):
        for key, inside in cast("Mapping[str, object]", value).items():
            yield from _member_lines(key, inside, margin)
    elif value and _is_list(value):
        for item in cast("Sequence[object]", value):
            first, *others = _tree_lines(item, f"{margin}  ")
            yield f"{margin}- {first.lstrip(' ')}"
            yield from others
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
    """Whether a text can stand unquoted after a key, where flow marks mean nothing."""
    return bool(_PLAIN_PROSE.fullmatch(text)) and not _MISREAD_YAML.fullmatch(text)


def yaml_block(text: str, indent: int) -> Yaml:
    """A text inside a literal block (`|`); all lines after the first get the block's indent.

    A block has no escapes: what it cannot hold becomes a space.
    """
    lines = _NOT_IN_A_BLOCK.sub(" ", revealed(stripped(text))).split("\n")
    return Yaml("\n".join([lines[0].strip(), *(_continued(line, indent) for line in lines[1:])]))


def _continued(line: str, indent: int) -> str:
    return f"{' ' * indent}{line}".rstrip()


_NOT_IN_A_BLOCK = re.compile("[\t\r\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def _yaml_quoted(text: str) -> str:
    return _YAML_ESCAPED.sub(_by_number, json.dumps(text, ensure_ascii=False))


_YAML_ESCAPED = re.compile(rf"{HIDDEN.pattern}|[\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def _by_number(found: re.Match[str]) -> str:
    """A character as YAML and TOML escape it."""
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_PLAIN_YAML = re.compile(r"[A-Za-z_/.$][A-Za-z0-9_ /.+()*=;<>'%~^$-]*(?<! )")
_MISREAD_YAML = re.compile(
    r"(?i:null|~|true|false|yes|no|on|off|y|n|\.inf|\.nan|\.|\.\.\.)"
    r"|[-+.]?[0-9].*|=|<<|\.[0-9_]*([eE][-+]?[0-9]+)?"
)


@lru_cache(maxsize=16384)
def _is_plain_yaml(text: str) -> bool:
    return bool(_PLAIN_YAML.fullmatch(text)) and not _MISREAD_YAML.fullmatch(text)


def toml_array(values: Iterable[str]) -> Toml:
    """A TOML array of strings, on one line."""
    return Toml(f"[{', '.join(map(toml_string, values))}]")


def yaml_title(text: str) -> Yaml:
    """A title or description for MkDocs, whose themes print both as HTML, in elements and in attributes.

    Some places of them encode it once more. So nothing is encoded but what begins a tag, a reference or the end of
    an attribute, and what begins a form of Jinja, which some plugins fill in.
    """
    return yaml_scalar(
        _TITLE_SPECIAL.sub(lambda found: _TITLE_ENCODED[found[0]], _flat(text).strip())
    )


_TITLE_SPECIAL = re.compile(r"""[<"]|&(?=[#\w])|\{(?=[{%#])""")
_TITLE_ENCODED = {"<": "&lt;", '"': "&quot;", "&": "&amp;", "{": "&#123;"}


def toml_string(value: str) -> Toml:
    """A TOML basic string."""
    return Toml(HIDDEN.sub(_by_number, json.dumps(value, ensure_ascii=False)))


# --- CommonMark, the prose of OpenAPI documents ---------------------------------------------------------

_OPENS_HTML = re.compile(r"<(?=[A-Za-z/!?])")


def sh_word(text: str, variable: str = "", after: str = "") -> Shell:
    """A word of a command; it may contain an environment variable."""
    if not variable:
        return Shell(text if _PLAIN_WORD.fullmatch(text) else _sh_quoted(text))
    if not after and _PLAIN_WORDS.fullmatch(text):
        return Shell(f'"{text}${variable}"')
    return Shell(f'{_sh_quoted(text)}"${variable}"{_sh_quoted(after)}')


_PLAIN_WORD = re.compile(r"[A-Za-z0-9_:./=,@-]+")
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9_:./=,@ -]*")


def _sh_quoted(text: str) -> str:
    if is_printable(text):
        return "'" + text.replace("'", "'\\''") + "'"
    return "$'" + "".join(_py_character(character, "'") for character in text) + "'"


# --- PHP, JavaScript ---------------------------------------------------------------------------------


def php_text(text: str, variable: str = "", after: str = "") -> Php:
    """An expression for a text; it may contain an environment variable."""
    return Php(
        " . ".join(_with_variable(_php_string, text, variable and f"getenv('{variable}')", after))
    )


def js_text(text: str, variable: str = "", after: str = "") -> JavaScript:
    """An expression for a text; it may contain an environment variable, as Node.js reads it."""
    return JavaScript(
        " + ".join(_with_variable(_js_string, text, variable and f"process.env.{variable}", after))
    )


def _with_variable(
    quoted: Callable[[str], str], text: str, variable: str, after: str
) -> Iterator[str]:
    if text or not variable:
        yield quoted(text)
    if variable:
        yield variable
    if after:
        yield quoted(after)


def _php_string(text: str) -> str:
    if is_printable(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return '"' + "".join(_php_character(character) for character in text) + '"'


def _php_character(character: str) -> str:
    """A character between double quotes, where PHP fills in variables."""
    if character in '$"':
        return "\\" + character
    return _ESCAPES.get(character) or _with_braces(character)


def _js_string(text: str) -> str:
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_js_character(character, quote) for character in text) + quote


def _js_character(character: str, quote: str) -> str:
    if character == quote:
        return "\\" + character
    return _ESCAPES.get(character) or _with_braces(character)


def _with_braces(character: str) -> str:
    """A character as PHP and JavaScript escape it, if it needs that."""
    is_plain = character in JOINERS or is_printable(character)
    return character if is_plain else f"\\u{{{ord(character):x}}}"


def commonmark(text: str) -> Commonmark:
    """A text of the model as CommonMark: inline code stays inline code, and nothing becomes an HTML element."""
    parts = revealed(text).split("`")
    return Commonmark(
        "`".join(
            part if number % 2 else _OPENS_HTML.sub("&lt;", part)
            for number, part in enumerate(parts)
        )
    )


def commonmark_code(value: object) -> Commonmark:
    """A value as a code span, on one line: an empty one would end its paragraph, and begin what is no code."""
    text = _flat(str(value))
    if not text:
        return Commonmark("the empty string")
    return Commonmark(f"`` {text} ``" if "`" in text else f"`{text}`")


# --- Markdown ----------------------------------------------------------------------------------------


def html_text(text: str) -> Markdown:
    """Text inside an HTML element or a quoted attribute, on one line."""
    return Markdown(_HTML_SPECIAL.sub(lambda found: _reference(found[0]), _flat(text)))


# Signs of Markdown, too: it is read within HTML elements that stand in a line.
_HTML_SPECIAL = re.compile(r"""[&<>"'\\`*_{}\[\]|~^$:=#+!@]""")


def _reference(character: str) -> str:
    return html.escape(character) if character in "&<>" else f"&#{ord(character)};"


_INLINE = re.compile(
    r"""
      [\\`*\[\]{}<|~^$@]            # emphasis, links, attributes, tables, marks
    | (?<![^\W_])_ | _(?![^\W_])     # emphasis, but not within a word
    | &(?=[\w#])                    # a character reference
    | :(?=[\w+-]+:)                 # an emoji
    | =(?==) | (?<==)=              # a mark
    | \+(?=\+) | (?<=\+)\+          # a key
    | (?<=!)! | !(?=!)              # an admonition
    | \#                            # a heading, or the end of one
    """,
    re.VERBOSE,
)
_LINE_START = re.compile(r"""(\d*)((?<!\d)[>+:?/%"=-]|(?<=\d)[.)])(.*)""")


def md_text(text: str) -> Markdown:
    """Text in a Markdown paragraph, heading or table cell, on one line, with as few escapes as possible."""
    flat = _flat(text).strip()
    found = _LINE_START.match(flat)
    if found is None:
        return md_inline(flat)
    digits, mark, rest = found.groups()
    return Markdown(f"{digits}{_escaped(mark)}{md_inline(rest)}")


def md_inline(text: str) -> Markdown:
    """Text within a line of Markdown; blanks at its ends stay."""
    return Markdown(_INLINE.sub(_md_escape, _flat(text)))


def _md_escape(found: re.Match[str]) -> str:
    return _escaped(found[0])


def _escaped(character: str) -> str:
    return f"\\{character}" if character in "\\`*_{}[]()>#+-.!" else _reference(character)


def _flat(text: str) -> str:
    if "  " not in text and is_printable(text):
        return text
    return re.sub(r"\s+", " ", revealed(text))


# `#!` and `:::` would name a language to the highlighter, and `|` would end the cell of a table; `&#` confuses the
# parser of HTML around it.
_CODE_SPAN = re.compile(r"(?! |#!|:::)(?:[^`<|\\&]|&(?!#))+(?<! )")


def md_code(value: str | float, anchor: str = "") -> Markdown:
    """A name or value as inline code: a code span, or an HTML element if a span cannot hold it.

    Links can lead to it by an anchor, of which `md_anchor` makes what a page can hold.
    """
    flat = _flat(value if isinstance(value, str) else str(value).lower())
    if _CODE_SPAN.fullmatch(flat):
        return Markdown(f"`{flat}`{{ #{md_anchor(anchor)} }}" if anchor else f"`{flat}`")
    opening = f'<code id="{md_anchor(anchor)}">' if anchor else "<code>"
    return Markdown(f"{opening}{html_text(flat)}</code>")


_BETWEEN_BACKTICKS = re.compile(r"`([^`]+)`")


def md_prose(text: str) -> Markdown:
    """Text as from `md`, with inline code between backticks."""
    parts = _BETWEEN_BACKTICKS.split(_flat(text).strip())
    return Markdown("".join(_prose_part(number, part) for number, part in enumerate(parts)))


def _prose_part(number: int, part: str) -> Markdown:
    if number % 2:
        return md_code(part)
    return (
        md_inline(part) if number else Markdown(md_text(part) + (" " if part[-1:] == " " else ""))
    )


def md_sentence(text: str | None) -> Markdown:
    """Text as from `prose`, with a capital at its beginning and a full stop at its end."""
    flat = stripped(text or "")
    if not flat:
        return Markdown("")
    ended = flat if flat[-1] in ".!?:" else f"{flat}."
    return md_prose(ended if ended.startswith("`") else ended[0].upper() + ended[1:])


def md_paragraphs(text: str) -> Markdown:
    """Text as from `prose`, as several paragraphs, separated at empty lines."""
    parts = (part for part in re.split(r"\n\s*\n", text) if stripped(part))
    return Markdown("\n\n".join(map(md_prose, parts)))


def md_verbatim(text: str) -> Markdown:
    """Text on a line of a fenced block; it cannot close the block."""
    if is_fence(text):
        raise ValueError(f"{text!r} would close its block")
    return Markdown(re.sub(r"[^\S ]", " ", revealed(text)))


def is_fence(line: str) -> bool:
    """Whether a line could close a fenced block."""
    return bool(_FENCE.match(line))


def md_data(value: object) -> Markdown:
    """JSON in an attribute between single quotes, of an HTML element that begins its line."""
    text = revealed_in_json(msgspec.json.encode(value).decode())
    return Markdown(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def md_lines(text: str, indent: int = 0) -> Markdown:
    """Lines of a fenced block; all lines after the first have this indent."""
    margin = " " * indent
    return joined(
        Markdown("\n"),
        [
            Markdown(margin + line if number and line else line)
            for number, line in enumerate(md_verbatim(line) for line in text.split("\n"))
        ],
    )


_FENCE = re.compile(r"\s*(```|~~~)")


def md_anchor(name: str) -> Markdown:
    """A name as a part of an element's id; different names give different ids."""
    return Markdown(_NO_ANCHOR.sub(lambda found: f".{ord(found[0]):x}.", name))


_NO_ANCHOR = re.compile(r"[^A-Za-z0-9_-]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


def md_address(address: str) -> Markdown:
    """The address of a link: a page beside this one, a part of a page, or a page of the web."""
    if _BESIDE.fullmatch(address):
        return Markdown(address)
    if not is_web_address(address):
        raise ValueError(f"{address!r} is no address of a page")
    return Markdown(quote(address, safe="/:?#@!$&,;=%+"))  # no quotes and no brackets


_BESIDE = re.compile(r"(?!//)[A-Za-z0-9_./-]*(#[A-Za-z0-9_.-]+)?")


def is_web_address(address: str) -> bool:
    """Whether a text is plainly the address of a page of the web."""
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket of IPv6 that is left open
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def is_link(address: str) -> bool:
    """Whether a theme that encodes nothing makes a link of an address, to a page beside, of the web, or to a mailbox."""
    # As browsers read an attribute: references first, then no character that does not show.
    found = _SCHEME.match(re.sub(r"[\0- ]", "", html.unescape(address)))
    return (found is None or found[1].lower() in _LINKED) and not _NO_LINK.search(address)


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINKED = ("http", "https", "mailto")
_NO_LINK = re.compile(r"""["<>]""")
