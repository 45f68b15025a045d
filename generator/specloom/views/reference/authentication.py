"""How a caller of an API says who it is."""

from specloom.model import Api, Authentication
from specloom.rendering.render import Output, View
from specloom.safe import Markdown, composed
from specloom.views.reference.places import Places
from specloom.views.reference.text import (
    code,
    front_matter,
    sentence,
)


class AuthenticationPage(View, frozen=True):
    """How a caller says who it is."""

    title: Markdown
    description: Markdown
    carrier: Markdown
    """What carries the key."""
    secret: bool
    lead: Markdown
    rules: tuple[Markdown, ...]


def authentication_output(places: Places) -> Output | None:
    """How a caller says who it is, where the API says so."""
    known = places.api.authentication
    if known is None:
        return None
    view = AuthenticationPage(
        title=front_matter("Authentication"),
        description=front_matter(f"How a caller of the {places.api.title} says who it is"),
        carrier=_carrier(places.api, known),
        secret=known.secret,
        lead=sentence(known.summary),
        rules=tuple(sentence(rule) for rule in known.rules),
    )
    return Output(places.page("authentication"), "reference/api/authentication.md.j2", view)


def _carrier(api: Api, known: Authentication) -> Markdown:
    places = {
        one.location
        for operation in api.operations
        for one in operation.parameters
        if one.name == known.parameter
    }
    if known.scheme == "bearer":
        return composed(
            Markdown("the header {}, after the word {}"), code(known.parameter), code("Bearer")
        )
    kind = "header" if places == {"header"} else "parameter"
    return composed(Markdown(f"the {kind} {{}}"), code(known.parameter))
