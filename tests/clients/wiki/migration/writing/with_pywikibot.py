"""Tasks as users of Pywikibot write them; `site` is a `pywikibot.Site` that has logged in."""

# The library is not part of the project's environment.
# mypy: disable-error-code="import-not-found"

import pywikibot


def create_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "New")
    page.text = "A new page."
    page.save(summary="Create")


def create_unless_there(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    if not page.exists():
        page.text = "A new page."
        page.save(summary="Create")


def replace_on_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    page.text = page.text.replace("good-bye", "farewell")
    page.save(summary="Replace", minor=True)


def append_to_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    page.text += "\n* One more"
    page.save(summary="Append", minor=False)


def change_a_section(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    site.editpage(page, summary="Section", minor=False, section=2, appendtext="\nMore")


def leave_a_message(site, prefix):
    page = pywikibot.Page(site, "Talk:" + prefix + "A")
    site.editpage(page, text="Thank you. ~~~~", section="new", summary="Greetings", minor=False)


def replace_in_a_category(site, prefix):
    category = pywikibot.Category(site, "Category:" + prefix + "list")
    for page in category.articles(content=True):
        page.text = page.text.replace("good-bye", "farewell")
        page.save(summary="Replace", minor=False)


def undo_the_last_edit(site, prefix):
    page = pywikibot.Page(site, prefix + "Edited")
    site.editpage(page, summary="Undo", minor=False, undo=page.latest_revision_id)


def roll_back(site, prefix):
    page = pywikibot.Page(site, prefix + "Vandalised")
    site.rollbackpage(page, user="Robot")


def move_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "Old name")
    page.move(prefix + "New name", reason="Move", noredirect=True)


def delete_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "Unwanted")
    page.delete(reason="Delete", prompt=False)


def undelete_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "Deleted")
    page.undelete(reason="Undelete")


def protect_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    page.protect(reason="Protect", protections={"edit": "sysop", "move": "sysop"}, prompt=False)


def block_an_address(site, address):
    user = pywikibot.User(site, address)
    user.block(expiry="1 day", reason="Block", anononly=True)


def upload_a_file(site, prefix):
    file = pywikibot.FilePage(site, "File:" + prefix + "picture.png")
    file.upload("picture.png", comment="A picture")


def upload_a_new_version(site, prefix):
    file = pywikibot.FilePage(site, "File:" + prefix + "old.png")
    file.upload("picture.png", comment="A picture", ignore_warnings=True)


def purge_a_category(site, prefix):
    category = pywikibot.Category(site, "Category:" + prefix + "list")
    for page in category.articles():
        page.purge()


def touch_a_page(site, prefix):
    page = pywikibot.Page(site, prefix + "A")
    page.touch()


def watch_pages(site, prefix):
    titles = [f"{prefix}{number:02d}" for number in range(20)]
    site.watch([pywikibot.Page(site, title) for title in titles])
