"""A name and a password for the server in front of a wiki, which asks for them by HTTP basic authentication."""

import netrc
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from specloom.runtime.core.secret import Secret

NAME, PASSWORD = "WIKI_HTTP_USERNAME", "WIKI_HTTP_PASSWORD"
_FILES = (".netrc", "_netrc")
"""Names of the file in the home folder; the second is that of Windows."""


class CredentialsError(Exception):
    """The environment or the file cannot be used; the text says why, without what is in them."""


@dataclass(frozen=True, slots=True)
class HttpCredentials:
    """A name and a password, and where they come from."""

    password: Secret
    header: Secret
    """The value of `Authorization`."""
    source: str


def credentials_for(address: str, environment: Mapping[str, str]) -> HttpCredentials | None:
    """The credentials for the server of an address: those of the environment, else those of the user's netrc file."""
    name, password = environment.get(NAME), environment.get(PASSWORD)
    if name or password:
        if not name or not password:
            missing = PASSWORD if name else NAME
            raise CredentialsError(f"{missing} is missing in the environment, which has the other")
        return _credentials(name, password, f"{NAME} and {PASSWORD}")
    path = _file(environment)
    host = urlsplit(address).hostname
    if path is None or host is None:
        return None
    try:
        entry = netrc.netrc(path).authenticators(host)
    except netrc.NetrcParseError as error:  # its message may repeat the file
        line = f", line {error.lineno}" if error.lineno else ""
        raise CredentialsError(f"{path}{line}: this is not the form of a netrc file") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "the file is not text in UTF-8"
        raise CredentialsError(f"{path}: {reason}") from None
    if entry is None or not entry[2]:
        return None
    return _credentials(entry[0] or "", entry[2], str(path))


def _file(environment: Mapping[str, str]) -> Path | None:
    """The netrc file: that of `NETRC`, else the one in the home folder; None if there is none."""
    if file := environment.get("NETRC"):
        return Path(file)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return next((home / name for name in _FILES if (home / name).is_file()), None)


def _credentials(name: str, password: str, source: str) -> HttpCredentials:
    if ":" in name:
        raise CredentialsError(
            f"{source}: a name for HTTP basic authentication must not contain a colon"
        )
    encoded = b64encode(f"{name}:{password}".encode()).decode("ascii")
    return HttpCredentials(Secret(password), Secret(f"Basic {encoded}"), source)
