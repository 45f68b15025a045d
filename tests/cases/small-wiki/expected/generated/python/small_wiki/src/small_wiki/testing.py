"""A wiki in memory, for the tests of programs that use this package."""

from ._runtime.mediawiki.testing import FakeWiki as FakeWiki, Recording as Recording
