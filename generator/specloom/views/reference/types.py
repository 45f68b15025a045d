"""The records of an API that stand on their own."""

from specloom.rendering.render import Output, View
from specloom.safe import Markdown
from specloom.views.reference.places import Places
from specloom.views.reference.result import RecordView, TypeWriter
from specloom.views.reference.text import (
    front_matter,
)


class TypesPage(View, frozen=True):
    """Records that several operations share, or all."""

    title: Markdown
    description: Markdown
    records: tuple[RecordView, ...]


def types_output(places: Places) -> Output | None:
    """Records that stand on their own."""
    records, page = places.standing_records, places.page("types")
    if not records:
        return None
    writer = TypeWriter(places, page, frozenset(one.name for one in records))
    view = TypesPage(
        title=front_matter("Types"),
        description=front_matter(f"Records of the {places.api.title}"),
        records=tuple(writer.record(one) for one in records),
    )
    return Output(page, "reference/api/types.md.j2", view)
