"""Runs one library's scripts against a wiki: `python -m … LIBRARY URL FOLDER`; prints JSON.

For an environment in which that library is installed; see `benchmarks/migration.py`.
"""

# The libraries are not part of the project's environment.
# mypy: disable-error-code="import-not-found,import-untyped"

import json
import os
import sys
from importlib import import_module
from typing import Any

from tests.clients.wiki.migration.tasks import printed, scripts

USER_AGENT = "migration-guide/1 (tests@example.org)"


def main(library: str, url: str, folder: str) -> None:
    urls = counted()
    connection = {"mwclient": _mwclient, "pywikibot": _pywikibot, "mwapi": _mwapi}[library](
        url, folder
    )
    report: dict[str, Any] = {"connecting": len(urls), "tasks": {}}
    module = import_module(f"tests.clients.wiki.migration.with_{library}")
    for name in scripts(library):
        urls.clear()
        output = printed(getattr(module, name), connection)
        report["tasks"][name] = {"requests": len(urls), "output": output}
    json.dump(report, sys.stdout)


def counted() -> list[str]:
    """The addresses that are asked from now on: all three libraries send with `requests`."""
    from requests.adapters import HTTPAdapter

    urls: list[str] = []
    send = HTTPAdapter.send

    def counting(self: Any, request: Any, *arguments: Any, **options: Any) -> Any:
        urls.append(request.url)
        return send(self, request, *arguments, **options)

    setattr(HTTPAdapter, "send", counting)  # noqa: B010 - mypy takes no assignment to a method
    return urls


def _mwclient(url: str, folder: str) -> Any:
    import mwclient

    scheme, _, host = url.partition("://")
    return mwclient.Site(host, path="/", scheme=scheme, clients_useragent=USER_AGENT)


def _pywikibot(url: str, folder: str) -> Any:
    os.environ |= {"PYWIKIBOT_NO_USER_CONFIG": "2", "PYWIKIBOT_DIR": folder}
    import pywikibot
    from pywikibot.family import AutoFamily

    pywikibot.config.minthrottle = pywikibot.config.maxthrottle = 0
    site = pywikibot.Site("test", AutoFamily("test", f"{url}/api.php"))
    return site if site.namespaces else None  # asked now: it belongs to connecting


def _mwapi(url: str, folder: str) -> Any:
    import mwapi

    return mwapi.Session(url, user_agent=USER_AGENT, formatversion=2, api_path="/api.php")


if __name__ == "__main__":
    main(*sys.argv[1:])
