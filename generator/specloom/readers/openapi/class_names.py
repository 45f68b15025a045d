"""Class names of the schemas of one document: those of components, files, inline schemas and errors, each given once."""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence

from specloom.documents.position import json_pointer
from specloom.model.class_names import error_problem, problem
from specloom.model.naming import class_name, joined_class_name
from specloom.readers.openapi.files import class_source
from specloom.readers.openapi.nodes import Node, Pointer
from specloom.readers.openapi.schemas import Schemas
from specloom.readers.openapi.unions import letter

_SUFFIXES = ("", "Schema", "Value", "Record", "Object", "Model", "Body")
"""Suffix of a class name where two schemas would have the same; never a number.
Letters follow once all have been taken."""


class ClassNames:
    """The class names of one document."""

    def __init__(self, root: Node, schemas: Schemas, locked: Mapping[str, str]) -> None:
        """Keep the `locked` names of schemas by their JSON Pointers, then those of the components."""
        self._schemas = schemas
        self._locked = {at: name for at, name in locked.items() if _is_class(name)}
        self._used = set(self._locked.values())
        self._joined: dict[tuple[str, str], str] = {}
        """Owner and content of an inline schema → class name."""
        self._contents: dict[str, str] = {}
        """Class of an inline schema → its content."""
        self.by_place: dict[Pointer, str] = {}
        """Place of a schema that has a class → class name."""
        self.components: Mapping[Pointer, str] = {
            node.at: self._locked.get(json_pointer(node.at)) or self._free(name)
            for name, node in root["components"]["schemas"].items()
        }
        """Place of each component → the class name that is kept for it."""

    def of(self, node: Node, owner: str, name: str) -> tuple[str, bool]:
        """The class name of a schema, and whether no schema had it before.

        An inline one is called by what it belongs to, `owner`, and its own part, `name`. Equal ones of one owner have
        one class.
        """
        at = node.at
        if at in self.by_place:
            return self.by_place[at], False
        class_ = self.components.get(at)
        source = class_source(at) if at in self._schemas.referenced else None
        if class_ is None and source is not None:
            class_ = self._locked.get(json_pointer(at)) or self._free(class_name(source))
        if class_ is None:
            content = json.dumps(node.value, sort_keys=True, default=str)
            class_ = self._joined.get((owner, content))
            if class_ is not None:
                self.by_place[at] = class_
                return class_, False
            class_ = self._inline(at, joined_class_name(owner, name), content)
            self._joined[owner, content] = class_
        self.by_place[at] = class_
        return class_, True

    def keep_one_free(self, names: Sequence[str]) -> str:
        """The first of these names that no class has, which is kept for the caller; then the first with a suffix."""
        for name in names:
            if name not in self._used and error_problem(name) is None:
                self._used.add(name)
                return name
        return self._keep_free(names, error_problem)

    def _inline(self, at: Pointer, name: str, content: str) -> str:
        """The class of an inline schema: the locked one, unless another schema has it now."""
        class_ = self._locked.get(json_pointer(at))
        if class_ is None or self._contents.get(class_, content) != content:
            class_ = self._free(name)
        self._contents[class_] = content
        return class_

    def _free(self, name: str) -> str:
        base = class_name(name).lstrip("_") or "Value"
        return self._keep_free([f"Type{base}" if base[0].isdigit() else base], problem)

    def _keep_free(self, names: Sequence[str], problem_of: Callable[[str], object | None]) -> str:
        """The first name that no class of the package has, which is kept for the caller."""
        suffixed = (name + suffix for name in names for suffix in _SUFFIXES)
        lettered = (names[0] + letter(index) for index in itertools.count())
        for candidate in itertools.chain(suffixed, lettered):
            if candidate not in self._used and problem_of(candidate) is None:
                self._used.add(candidate)
                return candidate
        raise AssertionError("letters never end")


def _is_class(name: str) -> bool:
    return name.isidentifier() and class_name(name) == name and problem(name) is None
