"""Default package name of a wiki."""

import unicodedata
from urllib.parse import urlsplit

from specloom.model.naming import LONGEST, is_package_name, snake_case

_WITHOUT_MEANING = ("www", "wiki")
FALLBACK = "my_wiki"


def package_name(site_name: str | None, api_url: str) -> str:
    """The name of the site; that of its host if no package can be called so."""
    host = (urlsplit(api_url).hostname or "").split(".")[:-1]
    of_host = "_".join(part for part in host if part not in _WITHOUT_MEANING)
    for text in (site_name or "", of_host):
        # Letters with a mark lose it before words are told apart by it.
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        name = snake_case(plain)[:LONGEST].strip("_")
        for candidate in (name, f"{name}_wiki"):
            if is_package_name(candidate):
                return candidate
    return FALLBACK
