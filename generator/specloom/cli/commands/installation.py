"""The requirement by which pip installs this very specloom elsewhere: of a release, or from where it came."""

import json
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from specloom import __version__, resources
from specloom.cli.commands.revisions import published_revision

NAME = "specloom"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement for `pip install`."""

    text: str
    hint: str | None = None
    """A step to take first, if only this machine has the requirement."""


def requirement() -> Requirement:
    """By the record that pip leaves of an installation; a program that was not installed is that of its folder."""
    try:
        record = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        folder = resources.PACKAGE.parents[1]
        record = json.dumps({"url": folder.as_uri(), "dir_info": {}})
    return of_record(None if record is None else json.loads(record))


def of_record(record: dict[str, Any] | None) -> Requirement:
    """By the content of `direct_url.json`, as packaging.python.org describes it; None for a release on an index."""
    if record is None:
        return Requirement(f"{NAME}=={__version__}")
    address = str(record["url"])
    if "vcs_info" in record:
        information = record["vcs_info"]
        return _of_revision(information["vcs"], address, information["commit_id"])
    if urlsplit(address).scheme != "file":
        hashes = record.get("archive_info", {}).get("hashes", {})
        end = f"#sha256={hashes['sha256']}" if "sha256" in hashes else ""
        return Requirement(f"{NAME} @ {_without_login(address)}{end}")
    source = Path(unquote(urlsplit(address).path))
    revision = published_revision(source) if source.is_dir() else None
    return _of_wheel(source) if revision is None else _of_revision("git", *revision)


def _of_revision(vcs: str, address: str, commit: str) -> Requirement:
    if "://" not in address:  # as git writes addresses for SSH: git@host:folder
        host, _, path = address.partition(":")
        address = f"ssh://{host}/{path}"
    return Requirement(f"{NAME} @ {vcs}+{_without_login(address)}@{commit}")


def _of_wheel(source: Path) -> Requirement:
    """A file that the repository of the pipeline has to hold, since no address has it."""
    name = f"{NAME}-{__version__}-py3-none-any.whl"
    hint = (
        f"{NAME} {__version__} is not a release: put {name} at the root of the repository and commit it; "
        f"`pip wheel --no-deps {source}` makes it"
    )
    return Requirement(f"./{name}", hint)


def _without_login(address: str) -> str:
    """An address without a login, which must not be in a repository; the user of an address for SSH is not a
    secret.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https"):
        return address
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
