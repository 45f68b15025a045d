"""What the built site has beside its pages: the OpenAPI documents, and each page as Markdown."""

import re
from hashlib import sha256
from pathlib import Path

from .conftest import ROOT


def test_every_openapi_document_is_a_download_with_its_size_and_hash(site: Path) -> None:
    documents = sorted((ROOT / "generated" / "openapi").iterdir())
    pages = [site / "reference" / api / "openapi" / "index.html" for api in ("seller", "wiki")]
    told = {
        (page.parent / address).resolve(): (int(size), digest)
        for page in pages
        for address, size, digest in re.findall(
            r'<a href="([^"]+)">(?:YAML|JSON)</a> \((\d+) kB, SHA-256 <code>([0-9a-f]{64})</code>\)',
            page.read_text(encoding="utf-8"),
        )
    }
    assert [path.name for path in sorted(told)] == [path.name for path in documents]
    for document in documents:
        published = site / "openapi" / document.name
        content = document.read_bytes()
        assert published.read_bytes() == content
        assert told[published] == (round(len(content) / 1000), sha256(content).hexdigest())


def test_every_page_lies_there_as_markdown_too(site: Path, source: Path) -> None:
    pages = list(site.rglob("index.html"))
    for page in pages:
        below = page.parent.relative_to(site)
        beside = site / f"{below}.md" if str(below) != "." else site / "index.md"
        text = (beside if beside.exists() else page.parent / "index.md").read_text(encoding="utf-8")
        assert not text.startswith("---"), page
        assert re.search(r"^# ", text, re.MULTILINE) or str(below) == ".", page
    assert len(pages) > 100


def test_no_source_map_is_published(site: Path) -> None:
    assert list(site.rglob("*.map")) == []
