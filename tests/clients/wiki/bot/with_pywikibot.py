"""The bots of the guide as users of Pywikibot write them: `python -m … URL PREFIX FOLDER`; failures are printed."""

# The library is not part of the project's environment.
# mypy: disable-error-code="import-not-found,import-untyped"

import os
import sys
from pathlib import Path

from tests.clients.wiki.bot.account import ACCOUNT, COMMENT, NEW, OLD, PASSWORD


def main(url: str, prefix: str, folder: str) -> None:
    os.environ |= {"PYWIKIBOT_NO_USER_CONFIG": "2", "PYWIKIBOT_DIR": str(Path.cwd())}
    import pywikibot
    from pywikibot.family import AutoFamily
    from pywikibot.login import ClientLoginManager

    pywikibot.config.put_throttle = pywikibot.config.minthrottle = 0
    pywikibot.config.maxthrottle = 0
    family = AutoFamily("test", f"{url}/api.php")
    pywikibot.config.usernames["test"]["test"] = ACCOUNT
    site = pywikibot.Site("test", family)
    ClientLoginManager(password=PASSWORD, site=site, user=ACCOUNT).login()
    for page in site.allpages(prefix=prefix):
        try:
            if OLD in page.text:
                page.text = page.text.replace(OLD, NEW)
                page.save(summary="Replace", quiet=True)
        except Exception as error:
            print(page.title(), type(error).__name__, str(error)[:100])
    for path in sorted(Path(folder).glob("*.png")):
        try:
            target = pywikibot.FilePage(site, f"File:{path.name}")
            if not target.upload(str(path), comment=COMMENT, chunk_size=1024 * 1024):
                print(path.name, "not uploaded")
        except Exception as error:
            print(path.name, type(error).__name__, str(error)[:100])


if __name__ == "__main__":
    main(*sys.argv[1:])
