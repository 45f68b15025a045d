"""Schemathesis makes requests of the documents; every reply is one that they describe."""

from pathlib import Path

import pytest

from tests.mediawiki.server import Wiki
from tests.sampling import sampled

from .documents import DOCUMENTS, printed
from .installed import run, tool

CHECKS = ",".join(
    f"{part}_conformance" for part in ("status_code", "content_type", "response_schema")
)


def schemathesis(document: Path, address: str, folder: Path) -> None:
    """Let it send what the document allows."""
    run(
        *(tool("python/bin/schemathesis"), "run", document, "--url", address, "--mode", "positive"),
        *("--checks", f"not_a_server_error,{CHECKS}", "--phases", "examples,coverage,fuzzing"),
        *(
            "--max-examples",
            "10",
            "--seed",
            "1",
            "--request-timeout",
            "60",
            "--generation-database",
            "none",
        ),
        *("--suppress-health-check", "all"),
        folder=folder,
    )


@pytest.mark.promise("every reply is one that the document describes")
def test_replies_of_the_sandbox_are_what_the_document_says(sandbox: str, tmp_path: Path) -> None:
    schemathesis(DOCUMENTS / "seller.openapi.json", sandbox, tmp_path)


@pytest.mark.promise("every reply is one that the document describes")
@pytest.mark.parametrize("module", sampled(["info", "allpages", "users", "siteinfo"], ()))
def test_replies_of_the_wiki_are_what_a_slice_says(
    unwritten_wiki: Wiki, tmp_path: Path, module: str
) -> None:
    document = tmp_path / "slice.yaml"
    document.write_text(printed("--api", "wiki", "--modules", module, "--lean"), encoding="utf-8")
    schemathesis(document, unwritten_wiki.api_url.removesuffix("/api.php"), tmp_path)
