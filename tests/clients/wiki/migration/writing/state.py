"""State of a wiki before the writing tasks, and the parts of it to compare after them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.clients.wiki.migration.writing.tasks import ADDRESSES, LISTED, PICTURE, prefix_of
from tests.mediawiki.seed import ROBOT, Editor, heavy_picture
from tests.mediawiki.server import ADMIN, Wiki

TEXT = "Hello and good-bye.\n\n== First ==\nOne\n\n== Second ==\nTwo"


def prepare(wiki: Wiki, library: str, folder: Path) -> None:
    """Make the pages and files that the tasks of one library change."""
    prefix, admin = prefix_of(library), Editor(wiki, *ADMIN)

    def save(title: str, text: str) -> None:
        admin.do("edit", title=prefix + title, text=text)

    save("A", TEXT)
    for title in ("Old name", "Unwanted", "Deleted"):
        save(title, "Hello.")
    admin.do("delete", title=f"{prefix}Deleted")
    for number in range(LISTED):
        save(f"{number:02d}", f"Hello and good-bye.\n\n[[Category:{prefix}list]]")
    robot = Editor(wiki, *ROBOT)
    for title in ("Edited", "Vandalised"):
        save(title, "Before.")
        robot.do("edit", title=prefix + title, text="After.")
    content = heavy_picture(f"new version for {library}".encode())
    (folder / PICTURE).write_bytes(content)
    old = heavy_picture(f"old version for {library}".encode())
    admin.do("upload", filename=f"{prefix}old.png", files={"file": ("a.png", old)})


def state(wiki: Wiki, library: str) -> list[str]:
    """State that must be equal whichever library did the tasks: pages, files, the log, blocks and the watchlist."""
    prefix, admin = prefix_of(library), Editor(wiki, *ADMIN)
    lines = sorted([*_pages(admin, prefix), *_log(admin, prefix), *_watched(admin, prefix)])
    blocks = admin.call(action="query", list="blocks", bkusers=ADDRESSES[library])["query"]
    lines += [f"blocked: {block['reason']}, {block['anononly']}" for block in blocks["blocks"]]
    return [line.replace(prefix, "").replace(prefix.replace(" ", "_"), "") for line in lines]


def _pages(admin: Editor, prefix: str) -> Iterator[str]:
    for ns in (0, 1, 6):
        parameters: dict[str, Any] = {
            "action": "query",
            "generator": "allpages",
            "gapprefix": prefix,
            "gapnamespace": ns,
            "gaplimit": "max",
            "prop": "revisions|info",
            "inprop": "protection",
            "rvprop": "content|comment|flags|user",
            "rvslots": "main",
        }
        for page in admin.call(**parameters).get("query", {}).get("pages", []):
            revision = page["revisions"][0]
            text = revision["slots"]["main"]["content"].partition(" [[User:")[0]
            levels = [
                f"{protection['type']}={protection['level']}" for protection in page["protection"]
            ]
            yield f"{page['title']}: {text!r} {revision['comment']!r} {revision['minor']} {levels}"


def _log(admin: Editor, prefix: str) -> Iterator[str]:
    parameters: dict[str, Any] = {
        "action": "query",
        "list": "logevents",
        "leprop": "title|type|comment",
        "lelimit": 500,
    }
    for entry in admin.call(**parameters)["query"]["logevents"]:
        if prefix in entry["title"] and entry["action"] not in ("create", "autopatrol"):
            yield f"log: {entry['title']} {entry['type']} {entry['comment']!r}"


def _watched(admin: Editor, prefix: str) -> Iterator[str]:
    parameters = {"action": "query", "list": "watchlistraw", "wrlimit": "max"}
    for page in admin.call(**parameters)["watchlistraw"]:
        if page["title"].startswith(prefix) and page["title"][-2:].isdecimal():
            yield f"watched: {page['title']}"
