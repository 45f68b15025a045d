"""Refusals of actions, as pages list them."""

from specloom.model.structs import Api, Error, Operation, common_errors, errors_of
from specloom.rendering.render import View
from specloom.runtime.mediawiki.errors import BusyError, SessionError
from specloom.runtime.mediawiki.session.refused import refused_as


class RefusalView(View, frozen=True):
    """An error code of an action."""

    error: Error
    class_name: str
    """Of the error in Python."""


def refusal_views(api: Api, operation: Operation) -> tuple[RefusalView, ...]:
    """The errors that an action is known to be refused with."""
    return tuple(
        RefusalView(error, error_class(api, error.code or error.name))
        for error in errors_of(api, operation)
    )


def error_class(api: Api, code: str) -> str:
    """The class of an error with this code, as the client raises it."""
    retry = next((error.retry for error in common_errors(api) if error.code == code), "never")
    if retry != "never":
        return (BusyError if retry == "later" else SessionError).__name__
    return refused_as(code).__name__
