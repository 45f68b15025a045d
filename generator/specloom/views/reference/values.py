"""The lists of values that several parameters of an API share."""

from specloom.model import Enumeration
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed, md_text
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    anchor,
    code,
    codes,
    front_matter,
    link,
    listed,
    path_to,
    prose,
    sentence,
)


class ValueListView(View, frozen=True):
    """A list of values that several parameters share."""

    name: Markdown
    anchor: Markdown
    summary: Markdown
    values: Markdown
    deprecated: Markdown
    site_specific: bool
    users: Markdown
    source: Markdown


class ValuesPage(View, frozen=True):
    """Shared value lists."""

    title: Markdown
    description: Markdown
    lists: tuple[ValueListView, ...]


def values_output(places: Places) -> Output | None:
    """Value lists that several parameters share."""
    lists = places.shared_enumerations
    if not lists:
        return None
    view = ValuesPage(
        title=front_matter("Value lists"),
        description=front_matter(f"Values that several parameters of the {places.api.title} share"),
        lists=tuple(_value_list(places, one) for one in lists),
    )
    return Output(places.page("values"), "reference/api/values.md.j2", view)


def _value_list(places: Places, known: Enumeration) -> ValueListView:
    page = places.page("values")
    users = [
        link(
            composed(Markdown("{} {}"), md_text(operation.id), code(one.name)),
            path_to(page, places.operation(operation), anchor("param", one.name)),
        )
        for operation in places.api.operations
        for one in operation.parameters
        if one.enumeration == known.name
    ]
    return ValueListView(
        name=md_text(known.name),
        anchor=anchor("values", known.name),
        summary=sentence(known.summary),
        values=codes(known.values, " "),
        deprecated=codes(known.deprecated_values),
        site_specific=known.site_specific,
        users=listed(users),
        source=prose(known.source),
    )
