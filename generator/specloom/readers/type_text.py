"""The notation for types in a REST description: `list of string`, `string or number`, `Item`.

type    = single { "or" single }
single  = "list of" single | "map of" single | "(" type ")" | word | constant
word    = a scalar of the model, or the name of a record or an enumeration
constant = "text" in double quotes, an integer, true, false
"""

import json
import re
from dataclasses import dataclass
from typing import get_args

from specloom.model import structs as model

SCALARS: tuple[model.Scalar, ...] = get_args(model.Scalar)

_WORD = re.compile(
    r'\s*(?:(?P<word>[^\W\d]\w*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>-?[0-9]+)|(?P<mark>[()]))'
)


@dataclass(frozen=True, slots=True)
class Named:
    """A type that the text names, and where."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """A type, and the names in its text that are not scalars."""

    type: model.TypeExpression
    names: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Malformed:
    """The reason why a text is not a type, with the position of the fault."""

    offset: int
    message: str


_DEEPEST = 50
_LONGEST_NUMBER = 20
"""Characters of an integer of 64 bits, with its sign."""


def parse(text: str) -> Parsed | Malformed:
    """Read the notation."""
    if len(re.findall(r"\bof\b|\(", text)) > _DEEPEST:
        return Malformed(0, f"a type may have {_DEEPEST} lists and maps in each other")
    try:
        parser = _Parser(text)
        parsed = parser.type()
        parser.end()
    except _RefusedError as refused:
        return Malformed(refused.offset, refused.message)
    return Parsed(parsed, tuple(parser.names))


class _RefusedError(Exception):
    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class _Parser:
    """One word ahead, from left to right."""

    def __init__(self, text: str) -> None:
        self.names: list[Named] = []
        self._text = text
        self._end = 0
        self._advance()

    def type(self) -> model.TypeExpression:
        options: list[model.TypeExpression] = []
        while True:
            offset = self._offset
            single = self._single()
            for option in single.options if isinstance(single, model.Union) else (single,):
                if repr(option) in map(repr, options):  # 1 == True, but they are two types
                    raise _RefusedError(offset, "the same type stands on both sides of `or`")
                options.append(option)
            if not self._takes("or"):
                return options[0] if len(options) == 1 else model.Union(options=tuple(options))

    def end(self) -> None:
        if self._word:
            raise _RefusedError(
                self._offset, f"`{self._word}` cannot follow here; only `or` and another type can"
            )

    def _single(self) -> model.TypeExpression:
        offset, kind, word = self._offset, self._kind, self._word
        if not word:
            raise _RefusedError(offset, "a type is missing at the end")
        if self._takes("("):
            inner = self.type()
            if not self._takes(")"):
                raise _RefusedError(self._offset, "`)` is missing")
            return inner
        if word in ("list", "map"):
            self._advance()
            if not self._takes("of"):
                raise _RefusedError(self._offset, f"`{word}` needs `of` and a type after it")
            inner = self._single()
            return model.ListOf(items=inner) if word == "list" else model.MapOf(values=inner)
        if kind == "mark" or word in ("or", "of"):
            raise _RefusedError(offset, f"a type is missing before `{word}`")
        self._advance()
        return self._leaf(kind, word, offset)

    def _leaf(self, kind: str | None, word: str, offset: int) -> model.TypeExpression:
        if kind == "number":
            # Python refuses to read thousands of digits, and documents hold integers of 64 bits.
            if len(word) > _LONGEST_NUMBER or not -(2**63) <= int(word) < 2**63:
                raise _RefusedError(offset, "the number has more than 64 bits")
            return model.Constant(value=int(word))
        if kind == "text":
            try:
                return model.Constant(value=json.loads(word))
            except ValueError:
                raise _RefusedError(offset, f"{word} is not a text as JSON writes it") from None
        if word in ("true", "false"):
            return model.Constant(value=word == "true")
        for scalar in SCALARS:
            if word == scalar:
                return scalar
        self.names.append(Named(word, offset))
        return model.Reference(name=word)

    def _takes(self, word: str) -> bool:
        if self._word != word:
            return False
        self._advance()
        return True

    def _advance(self) -> None:
        match = _WORD.match(self._text, self._end)
        if match is None:
            rest = self._text[self._end :]
            self._offset = self._end + len(rest) - len(rest.lstrip())
            if rest.strip():
                raise _RefusedError(self._offset, f"`{rest.strip()[0]}` has no place in a type")
            self._kind, self._word = None, ""
            return
        self._kind = match.lastgroup
        self._word = match[match.lastgroup or 0]
        self._offset = match.start(match.lastgroup or 0)
        self._end = match.end()
