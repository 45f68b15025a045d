"""Releases in the changelogs of a site: the entries of its feed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import urljoin

from mkdocs.structure.files import Files

_CHANGELOG = re.compile(r"changelog\.md|changelog/[^/]+\.md")
_RELEASE = re.compile(
    r'<h2 id="([^"]+)">([^<]+) - (\d{4}-\d\d-\d\d)<.*?</h2>\n?(.*?)(?=<h2\b|\Z)', re.DOTALL
)
_LINK_TO_SECTION = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_LINK = re.compile(r'(?<= href=")([^"]*)')


@dataclass(frozen=True, slots=True)
class Release:
    """A section of a changelog whose heading has a version and a date, `## 1.2.0 - 2026-01-31`."""

    title: str
    address: str
    date: str
    html: str
    """Changes, with the whole addresses of links."""


def releases(files: Files) -> list[Release]:
    """Releases of all changelogs, the newest first; none if the address of the site is not known."""
    pages = [file.page for file in files.documentation_pages() if file.page is not None]
    entries = [
        release
        for page in pages
        if _CHANGELOG.fullmatch(page.file.src_uri) and page.canonical_url
        for release in _of_page(page, page.canonical_url)
    ]
    return sorted(entries, key=lambda release: release.date, reverse=True)


def _of_page(page: Any, address: str) -> Iterator[Release]:  # MkDocs types titles in part
    for anchor, version, date, html in _RELEASE.findall(page.content or ""):
        text = _LINK_TO_SECTION.sub("", html.strip())
        yield Release(
            title=f"{page.title} {unescape(version)}",
            address=f"{address}#{anchor}",
            date=date,
            html=_LINK.sub(lambda link: urljoin(address, link[0]), text),
        )
