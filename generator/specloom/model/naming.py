"""Every rule for names: which there may be on the wire, and how they become identifiers.

The wire name is always kept beside the identifier, so an identifier never has to be turned back.
"""

import keyword
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable
from itertools import groupby

_WORD = re.compile(r"[A-Za-z0-9]+")
_CAMEL = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    r"(?!(?<=O)Auth)(?!(?<=I)Pv[46])"  # OAuth and IPv4 are one word
    r"(?![B-HJ-Z]s(?![a-z])|[AI]s(?![A-Za-z]))"  # IDs and URLs are, too; IsText and AsText are two
)
_WIRE_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_VALUE_NAME = re.compile(r"""[A-Za-z0-9_.$@:;,!?*/|~^()\[\]-]+[<>]?""")
_PATH_NAME = re.compile(r"[\w.$@:;,!*|~^()\[\]+=-]+")
_NO_FILE_NAME = re.compile(r"""[\0-\x1f"*:<>?|\\/]""")
_NO_FIELD = re.compile(r'["\\\x00-\x1f]')
_SIGN = re.compile(r"^[+-](?=[0-9])")
_COMPARISONS = {"<": "_before", ">": "_after"}
_VARIABLE = re.compile(r"\{([^{}]+)\}")
IN_VALUES = frozenset({"query", "form", "json"})
"""Places of parameters where a request holds pairs of names and values, or JSON."""
LONGEST = 100
"""Characters of a name: files are called so, and disks take 255 bytes with what stands around it."""
_LONGEST_FIELD = 1000
WIRE_NAME = f"use ASCII letters, digits, `_`, `-` and `.`, at most {LONGEST} characters"
"""Remedy for names that `is_wire_name` rejects."""
VALUE_NAME = f"use ASCII letters, digits and `_-.[]()$@:;,!?*/|~^`, at most {LONGEST} characters"
"""Remedy for names that no parameter of a query or a body has."""
_DEVICES = frozenset({
    "aux", "con", "conin$", "conout$", "nul", "prn",
    *(f"{port}{number}" for port in ("com", "lpt") for number in (*range(10), "¹", "²", "³")),
})  # fmt: skip
"""Device names of Windows, with any ending after a dot."""
RESERVED = frozenset({"self", "cls", "mro"})
_OF_OTHER_PYTHONS = frozenset({
    "aifc", "annotationlib", "asynchat", "asyncore", "audioop", "cgi", "cgitb", "chunk",
    "compression", "crypt", "distutils", "imghdr", "imp", "lib2to3", "mailcap", "msilib", "nis",
    "nntplib", "ossaudiodev", "pipes", "smtpd", "sndhdr", "spwd", "sunau", "telnetlib", "type",
    "uu", "xdrlib",
})  # fmt: skip
"""Modules and soft keywords that not every supported version of Python has."""
_OF_CLIENTS = frozenset({
    "anyio", "click", "exceptiongroup", "h11", "httpcore2", "httpx2", "httpx2_jsfetch", "idna",
    "msgspec", "starlette", "truststore", "typing_extensions", "uvicorn",
})  # fmt: skip
"""Packages that are installed with generated packages, on any system."""
_TAKEN_PACKAGES = sys.stdlib_module_names | _OF_OTHER_PYTHONS | _OF_CLIENTS | {"specloom"}
"""Modules that a package of the same name would hide or overwrite, for its own code too."""


def is_wire_name(name: str) -> bool:
    """Return whether a name has the form that servers use for modules, parameters, operations, groups and
    headers.

    Such names are parts of addresses, file names, headers and code, so they are not free as titles are.
    """
    return bool(_WIRE_NAME.fullmatch(name)) and len(name) <= LONGEST


def is_parameter_name(name: str, location: str | None) -> bool:
    """Return whether a parameter at this place of a request can have this name: `page[size]` in a query, not in a header."""
    if location == "path":  # which no request holds
        return bool(_PATH_NAME.fullmatch(name)) and len(name) <= LONGEST
    if location in IN_VALUES:
        return bool(_VALUE_NAME.fullmatch(name)) and len(name) <= LONGEST
    return is_wire_name(name)


def is_field_name(name: str) -> bool:
    """Return whether a field of a record can be called this.

    msgspec, which decodes records, cannot read some others; the rest are too long for a key of YAML.
    """
    return bool(name.strip()) and not _NO_FIELD.search(name) and len(name) <= _LONGEST_FIELD


def is_module_path(path: str) -> bool:
    """Return whether wikis have such paths of modules: `query+links`."""
    return all(map(is_wire_name, path.split("+")))


def is_path(path: str) -> bool:
    """Return whether a path stays below the address that it follows: no `//host`, no dots that lead up."""
    # Servers and proxies decode dots before they follow them.
    segments = re.sub("%2e", ".", path, flags=re.IGNORECASE).split("/")[1:]
    ends_in_dots = segments[-1:] in (["."], [".."])
    return not ends_in_dots and not {"", ".", ".."}.intersection(segments[:-1])


def is_templated_name(name: str) -> bool:
    """Return whether wikis have such parameters, variables in braces included: `text-{slot}`."""
    return is_wire_name(_VARIABLE.sub(r"\1", name))


def words(wire: str) -> list[str]:
    """The ASCII letters and digits of a name, in runs: `add-self` → `add`, `self`."""
    plain = unicodedata.normalize("NFKD", wire)  # é becomes e and a mark, which is dropped
    return [part for run in _WORD.findall(plain) for part in _CAMEL.split(run) if part]


def class_name(wire: str) -> str:
    """Letters and digits only, first letter capital: `allpages` → `Allpages`, `a-b` → `AB`.

    Empty where nothing is left; the reader refuses that, as it refuses two equal class names.
    """
    name = "".join(part[:1].upper() + part[1:] for part in words(wire))
    return f"_{name}" if name[:1].isdigit() else name


def joined_class_name(*names: str) -> str:
    """A class name of several ones, with a word once where it is repeated: `Projects`, `ProjectsList` → `ProjectsList`."""
    parts = [part[:1].upper() + part[1:] for name in names for part in words(name)]
    return class_name("".join(part for part, _ in groupby(parts)))


def snake_case(wire: str) -> str:
    """Words in lower case, joined by underscores: `namespaceAliases` → `namespace_aliases`."""
    name = "_".join(part.lower() for part in words(wire))
    return f"_{name}" if name[:1].isdigit() else name


def variable_name(wire: str) -> str:
    """The variable's name for a thing in code: `ItemList` → `item_list`, `+1` → `plus_1`."""
    return identifier(snake_case(_spoken(wire)))


def variable_names(wires: Iterable[str], reserved: Container[str] = ()) -> dict[str, str]:
    """Name → its form in Python, for the parameters or the fields of one owner: `petId` → `pet_id`.

    Names that would be alike keep their own spelling. Where that is not enough, and for `reserved` names, underscores
    follow: `class` and `__class__` → `class_` and `class__`.
    """
    names = {wire: variable_name(wire) for wire in wires}
    counts = Counter(names.values())
    identifiers = {
        wire: name if counts[name] == 1 else identifier(wire) for wire, name in names.items()
    }
    used_names: set[str] = set()
    for wire, name in identifiers.items():
        while name in reserved or name in used_names or (name != wire and name in identifiers):
            name += "_"
        used_names.add(name)
        identifiers[wire] = name
    return identifiers


def identifier(wire: str) -> str:
    """A parameter or field as a Python name: kept where possible, `from` → `from_`, `a-b` → `a_b`, `+1` → `plus_1`.

    A keyword, a soft name such as `self`, or a name that is not an identifier changes; a built-in
    stays, because it only shadows within its class.
    """
    name = wire if wire.isidentifier() and wire.isascii() else "_".join(words(_spoken(wire)))
    if name.startswith("__"):  # Python mangles such names within classes
        name = f"{name.strip('_')}_"
    if not name:
        name = "value"
    if name[0].isdigit():
        name = f"_{name}"
    return f"{name}_" if keyword.iskeyword(name) or name in RESERVED else name


def _spoken(wire: str) -> str:
    """A name with the sign before a digit, and one that compares at the end, as words: `StartTime<` → `StartTime_before`."""
    name = _SIGN.sub(lambda sign: "plus_" if sign[0] == "+" else "minus_", wire)
    return name[:-1] + _COMPARISONS[name[-1]] if name[-1:] in _COMPARISONS else name


def module_name(wire: str) -> str:
    """A Python module's file name: an identifier in lower case, no keyword, no device, and not `__init__`."""
    # Two names that differ in case only would be one file on some systems.
    return no_device(identifier(identifier(wire).lower()))  # `OR` becomes a keyword


def no_device(name: str) -> str:
    """A file name without ending that no system takes for a device: `con` → `con_`, `con.x` → `con_.x`."""
    stem, dot, rest = name.partition(".")
    return f"{stem}_{dot}{rest}" if stem.lower() in _DEVICES else name


def is_file_name(name: str) -> bool:
    """Return whether every system can hold a file or folder of this name."""
    # Windows drops a dot or a blank at the end without a word.
    return (
        no_device(name) == name and not name.endswith((".", " ")) and not _NO_FILE_NAME.search(name)
    )


def constant_name(wire: str) -> str:
    """Upper case with underscores; `EMPTY` for a value without letters or digits."""
    negated = wire.startswith("!")  # `minor` and `!minor` stand in one list
    name = "_".join(part.upper() for part in words(wire)) or "EMPTY"
    name = f"NOT_{name}" if negated else name
    return f"_{name}" if name[0].isdigit() else name


def is_constant_name(name: str) -> bool:
    """Return whether a constant can be called this: capitals, digits, underscores between them."""
    return bool(re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", name))


def distribution_name(package: str) -> str:
    """The name under which a package is installed: `wiki_query` → `wiki-query`."""
    return package.replace("_", "-")


def distinct(names: Iterable[str]) -> list[str]:
    """The names in their order, a repeated one followed by `_2`, `_3` …"""
    used_names: set[str] = set()
    result: list[str] = []
    for name in names:
        candidate, number = name, 1
        while candidate in used_names:
            number += 1
            candidate = f"{name}_{number}"
        used_names.add(candidate)
        result.append(candidate)
    return result


def is_package_name(name: str) -> bool:
    """Return whether a name can be imported as a package: lower case, no keyword, nobody else's."""
    return (
        bool(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name))
        and len(name) <= LONGEST
        and not keyword.iskeyword(name)
        and not keyword.issoftkeyword(name)
        and name not in _TAKEN_PACKAGES | _DEVICES
    )


def is_api_id(name: str) -> bool:
    """Return whether a name can stand for an API in paths: lower case, digits, single hyphens."""
    return (
        bool(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name))
        and len(name) <= LONGEST
        and name not in _DEVICES
    )
