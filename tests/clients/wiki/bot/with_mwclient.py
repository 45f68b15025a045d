"""The bot of the guide as users of mwclient write it: `python -m … URL PREFIX`; a page that fails is told."""

# The library is not part of the project's environment.
# mypy: disable-error-code="import-not-found,import-untyped"

import sys

from tests.clients.wiki.bot.account import BOT, BOT_PASSWORD, NEW, OLD


def main(url: str, prefix: str) -> None:
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


if __name__ == "__main__":
    main(*sys.argv[1:])
