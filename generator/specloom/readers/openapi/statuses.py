"""Words for HTTP statuses, of which classes of errors are named; those of the standard, independent of Python's version."""

from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "300": "MultipleChoices",
    "301": "MovedPermanently",
    "302": "Found",
    "303": "SeeOther",
    "304": "NotModified",
    "307": "TemporaryRedirect",
    "308": "PermanentRedirect",
    "400": "BadRequest",
    "401": "Unauthorized",
    "402": "PaymentRequired",
    "403": "Forbidden",
    "404": "NotFound",
    "405": "MethodNotAllowed",
    "406": "NotAcceptable",
    "407": "ProxyAuthenticationRequired",
    "408": "RequestTimeout",
    "409": "Conflict",
    "410": "Gone",
    "411": "LengthRequired",
    "412": "PreconditionFailed",
    "413": "ContentTooLarge",
    "414": "UriTooLong",
    "415": "UnsupportedMediaType",
    "416": "RangeNotSatisfiable",
    "417": "ExpectationFailed",
    "421": "MisdirectedRequest",
    "422": "UnprocessableContent",
    "423": "Locked",
    "424": "FailedDependency",
    "425": "TooEarly",
    "426": "UpgradeRequired",
    "428": "PreconditionRequired",
    "429": "TooManyRequests",
    "431": "RequestHeaderFieldsTooLarge",
    "451": "UnavailableForLegalReasons",
    "500": "InternalServer",
    "501": "NotImplementedByServer",
    "502": "BadGateway",
    "503": "ServiceUnavailable",
    "504": "GatewayTimeout",
    "505": "HttpVersionNotSupported",
    "507": "InsufficientStorage",
    "508": "LoopDetected",
    "3XX": "RedirectStatus",
    "4XX": "RequestStatus",
    "5XX": "ServerStatus",
    "DEFAULT": "OtherStatus",
}


def status_word(status: str) -> str:
    """A status, a range (`4XX`) or `DEFAULT` as the beginning of a class name."""
    return _WORDS.get(status, f"Status{status}")
