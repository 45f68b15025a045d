"""The served wiki."""

from tests.mediawiki.fixture import live_wiki

__all__ = ["live_wiki"]
