"""Tasks as users of mwclient write them; `site` is a `mwclient.Site` that has logged in."""


def create_a_page(site, prefix):
    page = site.pages[prefix + "New"]
    page.edit("A new page.", summary="Create")


def create_unless_there(site, prefix):
    page = site.pages[prefix + "A"]
    if not page.exists:
        page.edit("A new page.", summary="Create")


def replace_on_a_page(site, prefix):
    page = site.pages[prefix + "A"]
    text = page.text()
    page.edit(text.replace("good-bye", "farewell"), summary="Replace", minor=True)


def append_to_a_page(site, prefix):
    page = site.pages[prefix + "A"]
    page.append("\n* One more", summary="Append")


def change_a_section(site, prefix):
    page = site.pages[prefix + "A"]
    text = page.text(section=2)
    page.edit(text + "\nMore", summary="Section", section=2)


def leave_a_message(site, prefix):
    page = site.pages["Talk:" + prefix + "A"]
    page.edit("Thank you. ~~~~", summary="Greetings", section="new")


def replace_in_a_category(site, prefix):
    for page in site.categories[prefix + "list"]:
        text = page.text()
        new = text.replace("good-bye", "farewell")
        if new != text:
            page.edit(new, summary="Replace")


def undo_the_last_edit(site, prefix):
    page = site.pages[prefix + "Edited"]
    site.post(
        "edit",
        title=page.name,
        undo=page.revision,
        summary="Undo",
        token=page.get_token("edit"),
    )


def roll_back(site, prefix):
    site.post(
        "rollback",
        title=prefix + "Vandalised",
        user="Robot",
        token=site.get_token("rollback"),
    )


def move_a_page(site, prefix):
    page = site.pages[prefix + "Old name"]
    page.move(prefix + "New name", reason="Move", no_redirect=True)


def delete_a_page(site, prefix):
    page = site.pages[prefix + "Unwanted"]
    page.delete(reason="Delete")


def undelete_a_page(site, prefix):
    site.post(
        "undelete",
        title=prefix + "Deleted",
        reason="Undelete",
        token=site.get_token("undelete"),
    )


def protect_a_page(site, prefix):
    site.post(
        "protect",
        title=prefix + "A",
        protections="edit=sysop|move=sysop",
        expiry="infinite",
        reason="Protect",
        token=site.get_token("protect"),
    )


def block_an_address(site, address):
    site.post(
        "block",
        user=address,
        expiry="1 day",
        reason="Block",
        nocreate=True,
        anononly=True,
        token=site.get_token("block"),
    )


def upload_a_file(site, prefix):
    with open("picture.png", "rb") as file:
        site.upload(file, prefix + "picture.png", "A picture")


def upload_a_new_version(site, prefix):
    with open("picture.png", "rb") as file:
        site.upload(file, prefix + "old.png", "A picture", ignore=True)


def purge_a_category(site, prefix):
    for page in site.categories[prefix + "list"]:
        page.purge()


def touch_a_page(site, prefix):
    page = site.pages[prefix + "A"]
    page.touch()


def watch_pages(site, prefix):
    for number in range(20):
        site.post("watch", titles=f"{prefix}{number:02d}", token=site.get_token("watch"))
