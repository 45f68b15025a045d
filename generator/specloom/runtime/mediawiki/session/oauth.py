"""The credentials of an owner-only consumer of OAuth 1.0a."""

from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import force_setattr

from ...core.secret import Secret, hidden
from ..errors import ParameterError

SignatureMethod: TypeAlias = Literal["HMAC-SHA1", "HMAC-SHA256"]


class OAuth1(msgspec.Struct, frozen=True, kw_only=True):
    """The four texts that a wiki shows when an owner-only consumer of OAuth 1.0a is registered.

    MediaWiki's OAuth extension takes the signature method HMAC-SHA1.
    """

    consumer_key: str
    consumer_secret: str | Secret
    access_token: str | Secret
    access_secret: str | Secret
    signature_method: SignatureMethod = "HMAC-SHA1"

    def __post_init__(self) -> None:
        for name in _SECRETS:  # before anything can fail: a traceback shows what is plain
            if isinstance(getattr(self, name), str):
                force_setattr(self, name, Secret(getattr(self, name)))
        for name in ("consumer_key", *_SECRETS):
            if not _is_word(getattr(self, name)):
                text = f"{name}: expected the text that the wiki shows at the registration"
                raise ParameterError(text, code=None, module="client", parameter=name)
        if self.signature_method not in get_args(SignatureMethod):
            text = f"signature_method: expected one of {get_args(SignatureMethod)}"
            raise ParameterError(text, code=None, module="client", parameter="signature_method")

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """Secrets, which texts must not repeat."""
        return hidden(self.consumer_secret), hidden(self.access_token), hidden(self.access_secret)


_SECRETS = ("consumer_secret", "access_token", "access_secret")


def _is_word(value: object) -> bool:
    text = value.reveal() if isinstance(value, Secret) else value
    return isinstance(text, str) and text != "" and text.isascii() and text.isprintable()
