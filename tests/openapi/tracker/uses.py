"""Programs with the client of the tracker. Type checkers must flag the lines that end with what is wrong, and no others. Never run."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import assert_type
from uuid import UUID

from tracker import (
    UNSET,
    AsyncClient,
    Attachment,
    Client,
    ClientCredentials,
    Commented,
    Export,
    Issue,
    IssueDraft,
    Label,
    Labelled,
    NotFoundProblemError,
    NotModifiedError,
    OtherStatusError,
    PreconditionFailedError,
    Problem,
    Response,
    StatusError,
    TooManyRequestsError,
    UnknownRecord,
    UnprocessableContentError,
    User,
    ValidationProblem,
)
from tracker.testing import Sandbox
from tracker.webhooks import read_event

ID = UUID(int=7)


def clients() -> None:
    Client("https://sandbox.tracker.example.org/v1", token="t")
    Client(region="us", username="kim", password="p", timeout=3.0)
    Client(app=ClientCredentials("id", "secret", scopes=["issues:read"]))
    Client(user=lambda: "token")
    Client(other_key="k", sign="s")
    with Client("http://localhost:8080", allow_http=True) as local:
        assert_type(local, Client)
        assert_type(local.with_options(timeout=None, retries=0, region="eu"), Client)
    Client(1)  # a number as the address
    Client(region=1)  # a number in the address
    Client(login=("kim", "p"))  # the name of a scheme that has two arguments
    Client(username=("kim", "p"))  # both in one
    Client(app=("id", "secret"))  # an account as a tuple
    Client(tokn="t")  # a misspelt argument


def calls(client: Client) -> None:
    since = date(2026, 1, 2)
    assert_type(client.issues.list(state="open", labels=["a"], since=since), list[Issue])
    assert_type(client.issues.list(filter={"team": "x"}), list[Issue])
    assert_type(client.issues_labels.list(7, per_page=10), list[Label])
    assert_type(client.users.list(sort="name", roles=["a"], where={"a": [1]}), list[User])
    assert_type(client.users.get_me(lang="de"), User)
    assert_type(client.issues.check(7), None)
    assert_type(client.issues.render_text("*a*"), str)
    assert_type(client.users.login("code"), str)
    client.issues.get("7")  # text for a number
    client.issues.get()  # without the number
    client.issues.list("2026-01-01")  # an argument by position, and one that the client sends
    client.issues.list(since=1)  # a number for a date
    client.issues.list(state="new")  # a value that there is not
    client.issues.list(filter={"team": 1})  # a number for a text
    client.users.list(sort="age")  # a value that there is not
    client.users.list(page_size="2")  # text for a number
    client.users.list(after=since)  # a date for a time
    client.delete(7)  # a method that is in a group


def bodies(client: Client) -> None:
    issue = client.issues.create(IssueDraft(title="x", state="open", due=None))
    client.issues.update(7, assignee=None, due=UNSET)
    client.issues.update(7, title="y", if_match='"e"')
    drafts = [IssueDraft(title="a", due=date(2026, 1, 2))]
    drafts += [IssueDraft(title="b", due=None, from_="c", secret="s")]
    assert_type(client.issues.create_batch(drafts), list[Issue])
    client.issues_labels.set(7, [Label(name="a", color="#ffffff")])
    client.issues.move(7, to=2)
    client.exports.start(since=datetime(2026, 1, 1, tzinfo=UTC))
    client.issues.create()  # without the body
    client.issues.create(issue)  # what was read, which has other members
    client.issues.create({"title": "x"})  # a dict for a record
    client.issues.create_batch([{"title": "x"}])  # dicts for records
    IssueDraft(title=None)  # null for a text
    IssueDraft(title="x", number=7)  # a member of replies alone
    IssueDraft(title="x", due=20260102)  # a number for a date
    IssueDraft(title="x", state="new")  # a value that there is not
    IssueDraft(state="open")  # without the title
    client.issues.update(7, title=None)  # null for a text
    client.issues.update(7, from_="a")  # a member that the body lacks
    client.issues.update(7, "x")  # a member by position
    client.issues.move(7)  # without a required member
    client.issues_labels.set(7, "a")  # a text for records


def files(client: Client) -> None:
    assert_type(client.attachments.upload(7, Path("a.txt"), caption="hm"), Attachment)
    with Path("a.txt").open("rb") as file:
        client.attachments.upload(7, file)
    client.attachments.upload(7, ("a.txt", b"abc"))
    client.attachments.upload_all(7, [b"a", Path("b.txt")])
    client.users.set_avatar(1, b"png")
    client.attachments.upload(7, "a.txt")  # text for a file
    client.attachments.upload_all(7, b"a")  # one file for several
    client.users.set_avatar(1, "png")  # text for bytes


def results(client: Client) -> None:
    issue = client.issues.get(7)
    assert_type(issue.created_at, datetime)
    assert_type(issue.state, str | None)
    assert_type(issue.assignee, User | None)
    assert_type(issue.others["x-team"], str)
    assert_type(client.respond(client.issues.get, 7), Response[Issue])
    created = client.respond(client.issues.create, IssueDraft(title="x"))
    assert_type((created.value, created.status, created.etag), tuple[Issue, int, str | None])
    assert_type(created.header("Location", str), str | None)
    merged = client.issues.merge(7)
    if isinstance(merged, Export):
        assert_type(merged.url, str | None)
    elif merged is not None:
        assert_type(merged.title, str)
    issue.title = "x"  # a change
    print(issue.secret)  # a member of requests alone
    print(issue.assignee.name)  # which may be absent
    client.respond(client.issues.get, number="7")  # text for a number
    client.respond(client.issues.get)  # without the number
    created.header("Location", "str")  # a text for a type


def errors(client: Client) -> None:
    try:
        client.issues.get(7, if_none_match='"e"')
    except NotModifiedError as error:
        assert_type(error.location, str | None)
    except NotFoundProblemError as error:
        assert_type(error.body, Problem)
    except (UnprocessableContentError, PreconditionFailedError) as error:
        assert_type(error.body, ValidationProblem | Problem)
    except (TooManyRequestsError, OtherStatusError) as error:
        assert_type(error.header("Retry-After", int), int | None)
    except StatusError as error:
        print(error.status_code)  # another library's name of the status


def streams(client: Client) -> None:
    with client.issues.watch_events() as events:
        assert_type([told(event) for event in events], list[str])
    with client.issues.dump() as issues:
        assert_type(list(issues), list[Issue])
    with client.download(client.attachments.download, ID) as download:
        assert_type(download.save(Path("b")), int)
    assert_type(client.attachments.download(ID), bytes)
    print(client.issues.dump().title)  # a member of an item
    client.download(client.attachments.download, 7)  # a number for a UUID


def told(event: Commented | Labelled | UnknownRecord) -> str:
    match event:
        case Labelled(label=label):
            return label.name
        case Commented(text=text):
            return text
        case UnknownRecord():
            return str(event)


def hook(body: bytes) -> str:
    read_event({"type": "commented"})  # a dict for the body of a request
    return told(read_event(body))


async def awaited(client: AsyncClient) -> None:
    assert_type(await client.issues.list(), list[Issue])
    assert_type(await client.issues.get(7), Issue)
    assert_type(await client.respond(client.issues.get, 7), Response[Issue])
    async with AsyncClient(token="t") as other:
        assert_type(other, AsyncClient)
    client.issues.get(7)  # without await
    for _ in client.issues.list():  # without await
        pass
    async with client.issues.dump() as issues:
        assert_type([issue async for issue in issues], list[Issue])


def tested() -> None:
    with Sandbox() as sandbox, sandbox.client(retries=0) as client:
        sandbox.set_answer("issues.update", status=412)
        sandbox.set_answer("issues.check")
        assert_type(client, Client)
        sandbox.set_answer("issues.update", status="412")  # text for a status
