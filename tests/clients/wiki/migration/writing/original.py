"""Runs one library's writing tasks against a wiki: `python -m … LIBRARY URL`, in a folder with the file.

For an environment in which that library is installed; see `benchmarks/writing.py`.
"""

# The libraries are not part of the project's environment.
# mypy: disable-error-code="import-not-found,import-untyped"

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.clients.wiki.migration.original import USER_AGENT, counted
from tests.clients.wiki.migration.writing.tasks import ADDRESSES, prefix_of, scripts

NAME, PASSWORD = "Admin", "Adminpass-12345"


def main(library: str, url: str) -> None:
    urls = counted()
    site = {"mwclient": _mwclient, "pywikibot": _pywikibot}[library](url)
    report: dict[str, int] = {}
    module = import_module(f"tests.clients.wiki.migration.writing.with_{library}")
    for name in scripts(library):
        urls.clear()
        address = ADDRESSES[library] if name == "block_an_address" else None
        getattr(module, name)(site, address or prefix_of(library))
        report[name] = len(urls)
    Path("requests.json").write_text(json.dumps(report), "utf-8")


def _mwclient(url: str) -> Any:
    import mwclient

    scheme, _, host = url.partition("://")
    site = mwclient.Site(host, path="/", scheme=scheme, clients_useragent=USER_AGENT)
    site.login(NAME, PASSWORD)
    return site


def _pywikibot(url: str) -> Any:
    os.environ |= {"PYWIKIBOT_NO_USER_CONFIG": "2", "PYWIKIBOT_DIR": str(Path.cwd())}
    import pywikibot
    from pywikibot.family import AutoFamily
    from pywikibot.login import ClientLoginManager

    pywikibot.config.put_throttle = pywikibot.config.minthrottle = 0
    pywikibot.config.maxthrottle = 0
    family = AutoFamily("test", f"{url}/api.php")
    pywikibot.config.usernames["test"]["test"] = NAME
    site = pywikibot.Site("test", family)
    ClientLoginManager(password=PASSWORD, site=site, user=NAME).login()
    return site if site.namespaces else None  # asked now: it belongs to connecting


if __name__ == "__main__":
    main(*sys.argv[1:])
