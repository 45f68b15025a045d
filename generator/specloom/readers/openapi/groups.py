"""Groups of operations and tags of a document."""

from collections.abc import Iterator, Sequence

from specloom.model import structs as model
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.info import documentation
from specloom.readers.openapi.method_names import group_name
from specloom.readers.openapi.nodes import Node


def groups(root: Node, operations: Sequence[model.Operation]) -> Iterator[model.Group]:
    """Groups in the order of the document's tags, then in that of its operations."""
    summaries = {
        group_name(tag.text("name") or ""): (
            tag.text("name") or "",
            text_of(tag["description"]),
            documentation(tag["externalDocs"]),
        )
        for tag in root["tags"]
    }
    used_names = dict.fromkeys(operation.group for operation in operations)
    for name in sorted(used_names, key=[*summaries, *used_names].index):
        usual_title = name.replace("_", " ").capitalize()
        title, summary, link = summaries.get(name, (usual_title, None, None))
        yield model.Group(name=name, title=title, summary=summary, documentation=link)


def further_tags(
    root: Node, operations: Sequence[model.Operation], is_whole: bool
) -> Iterator[model.Tag]:
    """Tags with texts that are no group; of a part of the document, those of its operations."""
    groups = {operation.group for operation in operations}
    used_names = {name for operation in operations for name in operation.http.tags}
    for node in root["tags"]:
        name, summary = node.text("name") or "", text_of(node["description"])
        tag = model.Tag(
            name=name, summary=summary, documentation=documentation(node["externalDocs"])
        )
        is_read = is_whole or name in used_names
        has_text = summary is not None or tag.documentation is not None
        if is_read and has_text and name and group_name(name) not in groups:
            yield tag


def tags_of(node: Node, group: str) -> tuple[str, ...]:
    """Tags of an operation; none where its group says the same."""
    tags = tuple(tag.value for tag in node["tags"] if isinstance(tag.value, str))
    return () if tags == (group,) else tags
