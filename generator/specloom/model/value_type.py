"""Checks of values against the type of a parameter or field, by the type's name."""

from collections.abc import Callable, Mapping

from specloom.model.scalars import is_json, scalar_facts


def fits(type_: str, value: object) -> bool:
    """Return whether a value is of a type; a type not known here is some kind of text."""
    facts = scalar_facts(type_)
    if facts is None or type_ in _FITS:
        return _FITS.get(type_, _is_text)(value)
    return is_json(facts.json, value) and facts.fits(value)


def fits_rest(type_: str, value: object) -> bool:
    """Return whether a value is of a type of a REST API, whose clients accept a time as a time."""
    facts = scalar_facts(type_)
    return fits(type_, value) and (facts is None or facts.fits(value))


def _is_text(value: object) -> bool:
    return is_json("string", value)


_FITS: Mapping[str, Callable[[object], bool]] = {
    "limit": lambda value: value == "max" or is_json("integer", value),
    "namespace": lambda value: value == "*" or is_json("integer", value),
    "record": lambda value: is_json("object", value),
    "timestamp": _is_text,  # a wiki reads many forms
}
