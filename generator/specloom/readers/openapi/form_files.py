"""Files in forms: which parts of a form are files, alone or beside other values."""

from collections.abc import Sequence

from specloom.model import structs as model
from specloom.model.media import is_text
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.schemas import Schemas, alternatives
from specloom.readers.openapi.styles import JSON_MEDIA
from specloom.readers.openapi.unions import union_of


class FormFiles:
    """Tells files among the parts of forms by their schemas and the media types of `encoding`."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas

    def is_file(self, node: Node, encoding: Node) -> bool:
        """Return whether a part of a form, or each of several, is a file."""
        schema = self._schemas.normal(node)
        items = schema.keywords.get("items")
        if items is not None and schema.types in ((), ("array",)):
            return self.is_file(items, encoding)
        if schema.unions:
            options, _ = alternatives(self._schemas, schema.unions[0])
            return len(options) == 1 and self.is_file(options[0], encoding)
        if schema.types not in ((), ("string",)) or schema.properties:
            return False
        media = encoding.text("contentType") or schema["contentMediaType"]
        is_other_media = isinstance(media, str) and not (
            JSON_MEDIA.fullmatch(media) or is_text(media)
        )
        is_raw = "binary" in (schema["format"], schema["contentEncoding"])
        return is_raw or (is_other_media and not schema["contentEncoding"])

    def may_be_file(self, nodes: Sequence[Node], encoding: Node) -> bool:
        """Return whether one of several alternatives for a part of a form is a single file."""
        return any(
            self.is_file(option, encoding) and not self._is_list(option)
            for option in self._options(nodes)
        )

    def beside_file(
        self, nodes: Sequence[Node], encoding: Node, type_: model.TypeExpression
    ) -> tuple[model.TypeExpression, bool]:
        """The type of a part of a form that may be a single file, too, and whether all of it are files."""
        options = [
            option
            for option in self._options(nodes)
            if self._is_list(option) or not self.is_file(option, encoding)
        ]
        if all(self.is_file(option, encoding) for option in options):
            return (model.ListOf(items="string") if options else "string"), True
        has_text = any(
            self._schemas.normal(option).types in ((), ("string",)) for option in options
        )
        types = type_.options if isinstance(type_, model.Union) else (type_,)
        other_types: list[model.TypeExpression] = [
            each for each in types if each != "string" or has_text
        ]
        return union_of(other_types or ["string"]), False

    def _options(self, nodes: Sequence[Node]) -> list[Node]:
        """The alternatives of a part of a form; a part without any is one."""
        options: list[Node] = []
        for node in nodes:
            schema = self._schemas.normal(node)
            unions = schema.unions[:1]
            options += alternatives(self._schemas, unions[0])[0] if unions else [node]
        return options

    def _is_list(self, node: Node) -> bool:
        return self._schemas.normal(node).types == ("array",)
