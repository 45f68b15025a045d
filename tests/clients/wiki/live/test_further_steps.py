"""Further steps of a login at a real wiki: a new password, and a code of two-factor authentication."""

import base64
import hmac
import struct
import time
from collections.abc import Callable, Mapping

import pytest
from wiki_query import LoginError, LoginStep, UserInfo

from tests.clients.wiki.either import Either
from tests.mediawiki.server import Wiki

SECOND_FACTOR = (("X-Test-Second-Factor", "1"),)
"""With it, the wiki has the extension that asks for codes."""
PASSWORD, NEW_PASSWORD = "Firstpass-12345", "Secondpass-12345"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEH"


@pytest.fixture
def account(live_wiki: Wiki, request: pytest.FixtureRequest) -> str:
    """An account of one test's own: each test leaves its own in another state."""
    letters = "".join(letter for letter in request.node.name if letter.isalnum())
    name = letters.removeprefix("test").capitalize()
    live_wiki.maintain("createAndPromote.php", name, PASSWORD)
    return name


def sql(wiki: Wiki, query: str) -> None:
    wiki.maintain("sql.php", "--query", query)


def code() -> str:
    """The code that a device shows now: RFC 6238 with six digits, every 30 seconds another."""
    key = base64.b32decode(SECRET + "=" * (-len(SECRET) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), "sha1")
    offset = digest[-1] & 15
    (number,) = struct.unpack(">I", digest[offset : offset + 4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"


@pytest.mark.promise("It is called again until the wiki is satisfied")
def test_a_password_that_is_too_old_is_replaced(
    client: Callable[..., Either], live_wiki: Wiki, account: str
) -> None:
    expired = f"UPDATE user SET user_password_expires='20200101000000' WHERE user_name='{account}'"
    sql(live_wiki, expired)
    steps: list[LoginStep] = []

    def next_step(step: LoginStep) -> Mapping[str, str]:
        steps.append(step)
        return {"password": NEW_PASSWORD, "retype": NEW_PASSWORD}

    with pytest.raises(LoginError, match="expired"):
        client(live_wiki.api_url).login(account, PASSWORD)
    wiki = client(live_wiki.api_url)
    assert wiki.login(account, PASSWORD, on_challenge=next_step) == account
    assert wiki.meta(UserInfo())["name"] == account
    (step,) = steps
    assert "expired" in step.message
    assert step.fields.keys() == {"password", "retype"}
    with pytest.raises(LoginError):
        client(live_wiki.api_url).login(account, PASSWORD)
    assert client(live_wiki.api_url).login(account, NEW_PASSWORD) == account


@pytest.mark.promise("It is called again until the wiki is satisfied")
def test_a_code_is_asked_for_until_it_is_right(
    client: Callable[..., Either], live_wiki: Wiki, account: str
) -> None:
    table = "oathauth_users (id INTEGER PRIMARY KEY, module VARCHAR(255), data BLOB)"
    sql(live_wiki, f"CREATE TABLE IF NOT EXISTS {table}")
    keys = f'{{"keys":[{{"secret":"{SECRET}","scratch_tokens":[]}}]}}'
    device = f"SELECT user_id, 'totp', '{keys}' FROM user WHERE user_name='{account}'"
    sql(live_wiki, f"INSERT INTO oathauth_users (id, module, data) {device}")
    steps: list[LoginStep] = []

    def next_step(step: LoginStep) -> Mapping[str, str]:
        steps.append(step)
        return {"OATHToken": "000000" if len(steps) == 1 else code()}

    wiki = client(live_wiki.api_url, headers=SECOND_FACTOR)
    with pytest.raises(LoginError, match="oathauth-auth-ui"):
        wiki.login(account, PASSWORD)
    assert wiki.login(account, PASSWORD, on_challenge=next_step) == account
    assert wiki.meta(UserInfo())["name"] == account
    assert [step.fields for step in steps] == [
        {"OATHToken": "Two-factor token or recovery code"}
    ] * 2
    assert "code" in steps[0].message
    assert steps[1].message != steps[0].message
