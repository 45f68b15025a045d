"""Facts about an API: contact, licence, version and addresses of documentation."""

import re
from collections.abc import Mapping
from typing import TypeVar

from msgspec import ValidationError, convert

from specloom.model import structs as model
from specloom.readers.openapi.facts import is_plain_address, text_of
from specloom.readers.openapi.nodes import Node

S = TypeVar("S", model.Contact, model.License)
_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")


def contact(node: Node) -> model.Contact | None:
    """The contact of an API; None if nobody is named, or an address has another form."""
    members = {
        "name": text_of(node["name"]),
        "url": node.text("url") or None,
        "email": node.text("email") or None,
    }
    return _form_of(model.Contact, members) if any(members.values()) else None


def license_(node: Node) -> model.License | None:
    """The licence of an API; None without a name, or if its address has another form."""
    name = text_of(node["name"])
    members = {"name": name, "url": node.text("url"), "identifier": node.text("identifier")}
    return None if name is None else _form_of(model.License, members)


def documentation(node: Node) -> model.Documentation | None:
    """A link to documentation; None where it is not that of a page of the web."""
    url = node.text("url") or ""
    if not is_plain_address(url):
        return None
    return model.Documentation(url=url, summary=text_of(node["description"]))


def web_address(node: Node) -> str | None:
    """Address of a page of the web; None where it is not one."""
    text = text_of(node) or ""
    return text if is_plain_address(text) else None


def package_version(text: str | None) -> str:
    """A version that packages can have, as near as possible to that of the document."""
    match = _NUMBERS.match(text or "")
    return "0.1.0" if match is None else ".".join(str(int(part)) for part in match.groups() if part)


def _form_of(kind: type[S], members: Mapping[str, str | None]) -> S | None:
    """A struct with the members that are there; None if the form of one of them is wrong."""
    try:
        return convert({key: text for key, text in members.items() if text is not None}, kind)
    except ValidationError:
        return None
