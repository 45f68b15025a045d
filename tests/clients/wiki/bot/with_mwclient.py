"""The bots of the guide as users of mwclient write them: `python -m … URL PREFIX FOLDER`; failures are printed."""

# The library is not part of the project's environment.
# mypy: disable-error-code="import-not-found,import-untyped"

import sys
from pathlib import Path

from tests.clients.wiki.bot.account import BOT, BOT_PASSWORD, COMMENT, NEW, OLD


def main(url: str, prefix: str, folder: str) -> None:
    import mwclient

    scheme, _, host = url.partition("://")
    site = mwclient.Site(host, path="/", scheme=scheme, clients_useragent="bot/1 (me@example.org)")
    site.login(BOT, BOT_PASSWORD)
    for page in site.allpages(prefix=prefix):
        try:
            text = page.text()
            if OLD in text:
                page.save(text.replace(OLD, NEW), summary="Replace", bot=True)
        except Exception as error:
            print(page.name, type(error).__name__, str(error)[:100])
    for path in sorted(Path(folder).glob("*.png")):
        try:
            with path.open("rb") as file:
                site.upload(file, path.name, COMMENT)
        except Exception as error:
            print(path.name, type(error).__name__, str(error)[:100])


if __name__ == "__main__":
    main(*sys.argv[1:])
