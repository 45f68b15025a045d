"""Every error that a call may end with.

`Error` is the root. An `ApiError` is the API's own answer, and each documented message has a class
of its own; an `HttpError` is an HTTP status without such an answer; a `ResponseError` is an answer
that cannot be read; a `TransportError` means that no answer came.
"""

from ._runtime.rest.errors import (
    ApiError,
    CallTimeoutError,
    ConfigurationError,
    ConnectError,
    DecodeError,
    EnvelopeError,
    Error,
    HttpError,
    NotJsonError,
    ParameterError,
    ResponseError,
    ResponseTooLargeError,
    TransportError,
)

__all__ = [
    "ApiError",
    "CallTimeoutError",
    "ConfigurationError",
    "ConnectError",
    "DecodeError",
    "EnvelopeError",
    "Error",
    "HttpError",
    "NotJsonError",
    "ParameterError",
    "ResponseError",
    "ResponseTooLargeError",
    "TransportError",
]
