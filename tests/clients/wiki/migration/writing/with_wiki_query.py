"""The writing tasks with `wiki_query`; `wiki` is a `Client` that has logged in."""

from pathlib import Path

from wiki_query import CategoryMembers, Client, Info, Revisions
from wiki_query.actions import Block, Delete, Edit, Move, Protect, Rollback, Undelete


def create_a_page(wiki: Client, prefix: str) -> None:
    wiki.act(Edit(title=prefix + "New", text="A new page.", summary="Create"))


def create_unless_there(wiki: Client, prefix: str) -> None:
    if not wiki.page(prefix + "A").exists:
        wiki.act(Edit(title=prefix + "A", text="A new page.", summary="Create", createonly=True))


def replace_on_a_page(wiki: Client, prefix: str) -> None:
    title, old, new = prefix + "A", "good-bye", "farewell"
    wiki.change_page(title, lambda text: text.replace(old, new), summary="Replace", minor=True)


def append_to_a_page(wiki: Client, prefix: str) -> None:
    wiki.act(Edit(title=prefix + "A", appendtext="\n* One more", summary="Append"))


def change_a_section(wiki: Client, prefix: str) -> None:
    wiki.act(Edit(title=prefix + "A", section="2", appendtext="\nMore", summary="Section"))


def leave_a_message(wiki: Client, prefix: str) -> None:
    title, text = f"Talk:{prefix}A", "Thank you. ~~~~"
    wiki.act(Edit(title=title, text=text, section="new", summary="Greetings"))


def replace_in_a_category(wiki: Client, prefix: str) -> None:
    texts = Revisions(prop=["ids", "content"], slots="main")
    for page in wiki.pages(texts, generator=CategoryMembers(title=f"Category:{prefix}list")):
        wiki.change_page(page, lambda text: text.replace("good-bye", "farewell"), summary="Replace")


def undo_the_last_edit(wiki: Client, prefix: str) -> None:
    page = wiki.page(prefix + "Edited", Info())
    wiki.act(Edit(title=page.title, undo=page[Info]["lastrevid"], summary="Undo"))


def roll_back(wiki: Client, prefix: str) -> None:
    wiki.act(Rollback(title=prefix + "Vandalised", user="Robot"))


def move_a_page(wiki: Client, prefix: str) -> None:
    old, new = prefix + "Old name", prefix + "New name"
    wiki.act(Move(from_=old, to=new, reason="Move", movetalk=True, noredirect=True))


def delete_a_page(wiki: Client, prefix: str) -> None:
    wiki.act(Delete(title=prefix + "Unwanted", reason="Delete"))


def undelete_a_page(wiki: Client, prefix: str) -> None:
    wiki.act(Undelete(title=prefix + "Deleted", reason="Undelete"))


def protect_a_page(wiki: Client, prefix: str) -> None:
    protections = ["edit=sysop", "move=sysop"]
    wiki.act(Protect(title=prefix + "A", protections=protections, reason="Protect"))


def block_an_address(wiki: Client, address: str) -> None:
    wiki.act(Block(user=address, expiry="1 day", reason="Block", nocreate=True, anononly=True))


def upload_a_file(wiki: Client, prefix: str) -> None:
    wiki.upload(Path("picture.png"), prefix + "picture.png", comment="A picture")


def upload_a_new_version(wiki: Client, prefix: str) -> None:
    file, name = Path("picture.png"), prefix + "old.png"
    wiki.upload(file, name, comment="A picture", ignore=["duplicate", "exists"])


def purge_a_category(wiki: Client, prefix: str) -> None:
    wiki.purge(generator=CategoryMembers(title=f"Category:{prefix}list"))


def touch_a_page(wiki: Client, prefix: str) -> None:
    wiki.act(Edit(title=prefix + "A", appendtext="", summary="Touch"))


def watch_pages(wiki: Client, prefix: str) -> None:
    wiki.watch(titles=[f"{prefix}{number:02d}" for number in range(20)])
