"""Small wiki, asked from Python."""

from ._runtime.mediawiki.client import Wiki
from .protocol import PROTOCOL


class Client(Wiki):
    """The wiki, asked one request after the other."""

    __protocol__ = PROTOCOL
