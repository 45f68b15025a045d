"""Tasks as users of mwapi write them; `session` is a `mwapi.Session` with `formatversion=2`."""


def links_of_newest_members(session):
    portions = session.get(
        action="query",
        generator="categorymembers",
        gcmtitle="Category:Bulk",
        gcmsort="timestamp",
        gcmdir="older",
        gcmlimit=50,
        prop="links",
        pllimit=50,
        continuation=True,
    )
    for portion in portions:
        for page in portion["query"]["pages"]:
            for link in page.get("links", []):
                print(page["title"], "->", link["title"])


def recent_changes(session):
    portions = session.get(
        action="query",
        list="recentchanges",
        rcuser="Robot",
        rcprop="title|comment|sizes",
        rctype="edit|new",
        rclimit=50,
        continuation=True,
    )
    for portion in portions:
        for change in portion["query"]["recentchanges"]:
            print(change["type"], change["title"], change["newlen"] - change["oldlen"])


def sizes_of_linking_pages(session):
    titles = []
    for portion in session.get(
        action="query", list="backlinks", bltitle="A", bllimit=50, continuation=True
    ):
        titles += [page["title"] for page in portion["query"]["backlinks"]]
    for start in range(0, len(titles), 50):
        batch = "|".join(titles[start : start + 50])
        answer = session.get(action="query", prop="info", titles=batch)
        for page in answer["query"]["pages"]:
            print(page["title"], page["length"])


def links_and_categories(session, titles):
    by_title: dict = {}
    for start in range(0, len(titles), 50):
        portions = session.get(
            action="query",
            prop="links|categories",
            titles="|".join(titles[start : start + 50]),
            pllimit=50,
            cllimit=50,
            continuation=True,
        )
        for portion in portions:
            for page in portion["query"]["pages"]:
                links, categories = by_title.setdefault(page["title"], ([], []))
                links += page.get("links", [])
                categories += page.get("categories", [])
    for title, (links, categories) in by_title.items():
        print(title, len(links), len(categories))


def several_questions(session):
    answer = session.get(action="query", meta="siteinfo")
    print(answer["query"]["general"]["sitename"])
    answer = session.get(action="query", list="logevents", letitle="A")
    for entry in answer["query"]["logevents"]:
        print(entry["type"], entry["action"], entry["user"])
    answer = session.get(action="query", list="blocks", bkusers="Alice")
    for block in answer["query"]["blocks"]:
        print(block["user"], block["reason"])


def edits_of_a_user(session):
    portions = session.get(
        action="query",
        list="usercontribs",
        ucuser="Robot",
        ucprop="title|sizediff",
        uclimit=50,
        continuation=True,
    )
    for portion in portions:
        for edit in portion["query"]["usercontribs"]:
            print(edit["title"], edit["sizediff"])
