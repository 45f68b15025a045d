"""Tasks as users of Pywikibot write them; `site` is a `pywikibot.Site`."""

# The library is not part of the project's environment.
# mypy: disable-error-code="import-not-found"

import pywikibot


def links_of_linking_pages(site):
    for page in pywikibot.Page(site, "A").backlinks(filter_redirects=False):
        for link in page.linkedPages():
            print(page.title(), "->", link.title())


def existence(site, titles):
    for title in titles:
        page = pywikibot.Page(site, title)
        print(title, "existing" if page.exists() else "missing")


def categories_of_titles(site, titles):
    for title in titles:
        page = pywikibot.Page(site, title)
        print(title, sorted(category.title() for category in page.categories()))


def redirect_targets(site):
    for title in ["R", "R2", "R3", "A", "Missing page"]:
        page = pywikibot.Page(site, title)
        while page.isRedirectPage():
            page = page.getRedirectTarget()
        print(title, "->", page.title(with_section=False), page.exists())


def search(site):
    for page in site.search("bulk"):
        print(page.title(), page.latest_revision.user)


def accounts(site, names):
    for name in names:
        user = pywikibot.User(site, name)
        print(user.username, sorted(user.groups()))
