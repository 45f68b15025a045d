"""What the source of an API does not say."""

from specloom.rendering.render import Output, View
from specloom.safe import Markdown
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    anchor,
    front_matter,
    prose,
    sentence,
)


class UnspecifiedView(View, frozen=True):
    """A thing that the source does not say."""

    subject: Markdown
    anchor: Markdown
    quote: Markdown
    assumed: Markdown
    change: Markdown


class UnspecifiedPage(View, frozen=True):
    """What the source does not say."""

    title: Markdown
    description: Markdown
    entries: tuple[UnspecifiedView, ...]


def unspecified_output(places: Places) -> Output | None:
    """What the source does not say."""
    entries = places.api.unspecified
    if not entries:
        return None
    view = UnspecifiedPage(
        title=front_matter("Not specified"),
        description=front_matter(
            f"What the sources of the {places.api.title} do not say, and what is assumed"
        ),
        entries=tuple(
            UnspecifiedView(
                subject=prose(one.subject),
                anchor=anchor("unspecified", one.id),
                quote=prose(one.quote),
                assumed=sentence(one.assumed),
                change=sentence(one.change),
            )
            for one in entries
        ),
    )
    return Output(places.page("unspecified"), "reference/api/unspecified.md.j2", view)
