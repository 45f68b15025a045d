"""Tasks as users of mwclient write them; `site` is a `mwclient.Site`."""


def texts_of_a_category(site):
    for page in site.categories["Bulk"]:
        if page.namespace == 0:
            print(page.name, len(page.text()))


def links_of_linking_pages(site):
    for page in site.pages["A"].backlinks(filterredir="nonredirects"):
        for link in page.links():
            print(page.name, "->", link.name)


def editors_of_a_page(site):
    page = site.pages["A"]
    users = [revision.get("user", "(hidden)") for revision in page.revisions()]
    for user in sorted(set(users)):
        print(user, users.count(user))


def files_and_their_pages(site):
    for image in site.allimages(prefix="Two"):
        users = [page.name for page in image.imageusage()]
        print(image.name, image.imageinfo["width"], users)


def watchlist(site, name, password):
    site.login(name, password)
    titles = {change["title"] for change in site.watchlist() if change["type"] in ("edit", "new")}
    for title in sorted(titles):
        print(title, site.pages[title].length)


def pages_of_a_user(site):
    titles = {edit["title"] for edit in site.usercontributions("Robot", namespace=0)}
    for title in sorted(titles):
        page = site.pages[title]
        print(title, page.length if page.exists else "deleted")


def language_links(site, titles):
    for title in titles:
        page = site.pages[title]
        for language, name in page.langlinks():
            print(page.name, language, name)


def external_links(site):
    for page in site.categories["Bulk"]:
        for address in page.extlinks():
            print(page.name, address)


def pages_with_a_template(site):
    for page in site.pages["Template:T"].embeddedin():
        revision = next(page.revisions())
        print(page.name, revision["user"])
