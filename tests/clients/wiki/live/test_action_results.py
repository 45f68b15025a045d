"""Every action of a wiki, called on both versions: what it returns is what the model declares, and it refuses as it should."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
import yaml
from msgspec.structs import replace
from wiki_query import Client, ParameterError, Partial, Revisions, ServerError
from wiki_query._runtime.mediawiki.modules.module import AnyAction
from wiki_query._runtime.mediawiki.testing import _without_tokens
from wiki_query.actions import (
    Block,
    Edit,
    ImageRotate,
    Parse,
    Protect,
    Purge,
    SetNotificationTimestamp,
    Tag,
    UserRights,
    Watch,
)
from wiki_query.testing import Recording

from specloom.diagnostics import Diagnostics
from specloom.model import fitting
from specloom.model.structs import Api, Enumeration, Field, Operation, Record, Rule, defaults_of
from specloom.readers.read import read_api
from specloom.sources.config import ApiEntry
from tests.clients.wiki.either import PATIENT, USER_AGENT
from tests.clients.wiki.live.action_values import ACTIONS, action_of
from tests.mediawiki import catalogues
from tests.mediawiki.seed import ALICE, picture
from tests.mediawiki.server import ADMIN, NEWER, SOURCE, Wiki, install, missing, serve, stop
from tests.missing import skip_without
from tests.sampling import sampled

CALLS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("action_calls.yaml").read_text("utf-8")
)
NEW_PASSWORD = "Newadminpass-12345"
"""Of the administrator, once the table has changed it."""
VERSIONS = {"1.39": SOURCE, "1.43": NEWER}
SETTINGS = """
$wgPageLanguageUseDB = true;
$wgWatchlistExpiry = true;
$wgEnablePartialActionBlocks = true;
$wgGroupPermissions['sysop']['pagelang'] = true;
$wgGroupPermissions['sysop']['mergehistory'] = true;
$wgEnableEmail = true;
$wgEmailAuthentication = false;
$wgHooks['AlternateUserMailer'][] = static function () {
	return false; // takes each mail, and sends none
};
$wgRemoveCredentialsBlacklist = [];
$wgAuthManagerAutoConfig['primaryauth']['TestLink'] = [ 'class' => TestLink::class, 'sort' => 100 ];

class TestLinkRequest extends MediaWiki\\Auth\\AuthenticationRequest {
	public $service;

	public function getFieldInfo() {
		$text = wfMessage( 'ok' );
		return [ 'service' => [ 'type' => 'string', 'label' => $text, 'help' => $text ] ];
	}
}

/** Links accounts of a service that is not there. */
class TestLink extends MediaWiki\\Auth\\AbstractPrimaryAuthenticationProvider {
	public function getAuthenticationRequests( $action, array $options ) {
		return in_array( $action, [ 'link', 'remove' ] ) ? [ new TestLinkRequest ] : [];
	}

	public function accountCreationType() {
		return self::TYPE_LINK;
	}

	public function testUserExists( $username, $flags = 0 ) {
		return false;
	}

	public function beginPrimaryAuthentication( array $requests ) {
		return MediaWiki\\Auth\\AuthenticationResponse::newAbstain();
	}

	public function beginPrimaryAccountCreation( $user, $creator, array $requests ) {
		return MediaWiki\\Auth\\AuthenticationResponse::newAbstain();
	}

	public function beginPrimaryAccountLink( $user, array $requests ) {
		return $requests[0]->service === 'other'
			? MediaWiki\\Auth\\AuthenticationResponse::newPass()
			: MediaWiki\\Auth\\AuthenticationResponse::newFail( wfMessage( 'ok' ) );
	}

	public function providerAllowsAuthenticationDataChange(
		MediaWiki\\Auth\\AuthenticationRequest $request, $checkData = true
	) {
		return StatusValue::newGood( $request instanceof TestLinkRequest ? null : 'ignored' );
	}

	public function providerChangeAuthenticationData( MediaWiki\\Auth\\AuthenticationRequest $request ) {
	}
}
"""
"""With mail that nobody gets, a service whose accounts can be linked, and passwords that can be removed."""
SEEN_ELSEWHERE = {
    ("edit", "captcha"): "on a wiki with the extension ConfirmEdit",
    ("upload", "stage"): "on a wiki that assembles files later",
}
"""Fields of results that the test wikis do not send."""


PARTIAL = "partial"
"""In the table, in place of a code: the action is done for some of its items only."""
BY_RAW = ["edit", "logout", "query", "query"]
"""Calls of the table that no class makes: with a wrong token, and queries."""


class Done(NamedTuple):
    """A call of the table, and what came of it."""

    action: str
    parameters: dict[str, Any]
    refused: str | None
    """Expected error code."""
    code: str | None
    """Actual error code."""
    reply: Any


@pytest.fixture(scope="module", params=sampled(VERSIONS, ["1.43"]))
def version(request: pytest.FixtureRequest) -> str:
    lacking = missing()
    if lacking is not None:
        pytest.skip(f"no {lacking} here; `sh tests/setup/mediawiki.sh` installs what is needed")
    if not (VERSIONS[request.param] / "api.php").exists():
        skip_without(f"MediaWiki {request.param}", "`sh tests/setup/wikis.sh` fetches it")
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="module")
def wiki(version: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """A new wiki that allows all actions."""
    new = install(tmp_path_factory.mktemp("actions") / "wiki", VERSIONS[version])
    settings = new.folder / "LocalSettings.php"
    settings.write_text(settings.read_text("utf-8") + SETTINGS, "utf-8")
    process = serve(new)
    try:
        new.maintain("createAndPromote.php", *ALICE)
        new.maintain("createAndPromote.php", *ADMIN, "--force", "--bureaucrat", "--sysop")
        for name, _ in (ALICE, ADMIN):
            address = f"{name.lower()}@example.org"
            new.maintain("resetUserEmail.php", name, address, "--no-reset-password")
        yield new
    finally:
        stop(process)


@pytest.fixture(scope="module")
def api(version: str, wiki: Wiki, tmp_path_factory: pytest.TempPathFactory) -> Api:
    """Model of the wiki: its catalogue with the shipped overlays."""
    folder = tmp_path_factory.mktemp("catalogue")
    whole = catalogues.Recorded(folder / "all.json", VERSIONS[version], "main|**")
    whole.file.write_text(json.dumps(catalogues.served(wiki.url, wiki.api_url, whole)), "utf-8")
    entry = ApiEntry(
        id="wiki",
        reader="paraminfo",
        source="all.json",
        actions="all.json",
        package="wiki",
        overlays=("builtin:mediawiki",),
        wiki_version=version,
    )
    diagnostics = Diagnostics()
    described = read_api(entry, folder, diagnostics)
    assert diagnostics.found == []
    assert described is not None
    return described


@pytest.fixture(scope="module")
def done(version: str, wiki: Wiki) -> list[Done]:
    """Every call of the table, made once."""
    caller = _Caller(wiki, version)
    calls = [caller.call(**row) for row in CALLS]
    assert sorted(caller.by_raw) == BY_RAW
    return calls


class _Caller:
    """Makes calls for several accounts."""

    def __init__(self, wiki: Wiki, version: str) -> None:
        self._wiki, self._version = wiki, version
        self.by_raw: list[str] = []
        """Actions that no class carried out."""
        self._kept_values: dict[str, str] = {}
        self._recording = Recording()
        self._accounts = {name: self._account() for name in ("nobody", "stranger")}
        self._accounts |= {"admin": self._account(*ADMIN), "alice": self._account(*ALICE)}

    def _account(self, *credentials: str) -> Client:
        transport = self._recording.transport()
        client = Client(self._wiki.api_url, user_agent=USER_AGENT, transport=transport, **PATIENT)
        if credentials:
            client.login(*credentials)
        return client

    def call(self, do: str, send: dict[str, str] | None = None, **row: Any) -> Done:
        """One of the table's."""
        client = self._accounts[row.pop("as", "admin")]
        parameters = {name: self._filled(value) for name, value in (send or {}).items()}
        files: dict[str, Any] = {
            name: bytes(content) if isinstance(content, int) else self._filled(content).encode()
            for name, content in row.pop("bytes", {}).items()
        }
        if (file := row.pop("file", None)) is not None:
            files["file"] = picture(20, 20, 0xFF0000 if file == "One.png" else 0x00FF00)
        for name, kind in row.pop("tokens", {}).items():
            if do in ACTIONS and ACTIONS[do].__wire__.token is not None:
                continue  # the client adds it
            tokens = client.raw(action="query", meta="tokens", type=kind)
            parameters[name] = tokens["query"]["tokens"][f"{kind}token"]
        refused, keep = row.pop("refused", None), row.pop("keep", {})
        expected_code = refused[self._version] if isinstance(refused, dict) else refused
        before, code = len(self._recording.exchanges), None
        try:
            if (body := row.pop("body", None)) is not None:
                return Done(do, parameters, expected_code, None, self._posted(do, parameters, body))
            self._carry_out(client, do, {**parameters, **files}, row)
        except (ParameterError, ServerError) as error:
            code = error.code
        except Partial:
            code = PARTIAL
        reply = self._reply(do, before)
        if reply is not None:
            self._kept_values |= {name: _at(reply, path) for name, path in keep.items()}
        return Done(do, parameters, expected_code, code, reply)

    def _posted(self, do: str, parameters: Mapping[str, str], body: object) -> Any:
        """The answer to an action whose form of body no client sends."""
        params = {"action": do, "format": "json", "formatversion": "2", **parameters}
        return httpx2.post(self._wiki.api_url, params=params, json=body, timeout=60).json()

    def _filled(self, text: str) -> str:
        return re.sub(r"\$([a-z_]+)", lambda match: self._kept_values.get(match[1], match[0]), text)

    def _carry_out(
        self, client: Client, do: str, parameters: dict[str, Any], row: dict[str, Any]
    ) -> None:
        """By the class of the action, if there is one that sends this."""
        asserted = parameters.pop("assert", None)
        client = client.with_options(assert_=asserted) if asserted else client
        action = action_of(do, parameters)
        if action is None:
            self.by_raw.append(do)
            client.raw({"action": do, **parameters}, **row)
            return
        before = len(self._recording.exchanges)
        result = client.act(action, force=True)
        if action.__wire__.media_type is not None:
            assert isinstance(result, bytes), do
            assert result.startswith(b"<"), do
        elif action.__wire__.key is not None:
            parts = [reply[action.__wire__.key] for reply in self._replies(do, before)]
            # A generator is followed to its end, over several requests.
            items = [item for part in parts for item in part] if len(parts) > 1 else parts[0]
            expected = {"params": {}, "reply": _without_tokens(result)}
            assert self._recording._scrubbed(expected)["reply"] == items, do

    def _replies(self, do: str, before: int) -> list[Any]:
        """The replies to an action from some exchange on, but for errors."""
        replies = [
            exchange.get("reply")
            for exchange in self._recording.exchanges[before:]
            if exchange["params"].get("action") == do
        ]
        return [reply for reply in replies if not (isinstance(reply, dict) and "errors" in reply)]

    def _reply(self, do: str, before: int) -> Any:
        """Answer of the wiki to the call, unless it was an error."""
        for exchange in reversed(self._recording.exchanges[before:]):
            if exchange["params"].get("action") == do:
                reply = exchange.get("reply")  # none if it is not JSON
                return None if isinstance(reply, dict) and "errors" in reply else reply
        return None


def _at(reply: Any, path: str) -> str:
    for step in path.split("."):
        reply = reply[int(step) if step.isdigit() else step]
    return str(reply)


def test_each_call_is_done_or_refused_as_the_table_says(done: list[Done]) -> None:
    wrong = [
        (call.action, call.parameters, call.refused, call.code)
        for call in done
        if call.refused != call.code
    ]
    assert wrong == []


def test_what_comes_is_what_the_model_declares(done: list[Done], api: Api) -> None:
    actions = {action.id: action for action in api.actions}
    misfits = [
        (call.action, call.parameters, misfit)
        for call in done
        if call.reply is not None and call.action in actions
        for misfit in _misfits(api, actions[call.action], call)
    ]
    assert misfits == []


def _misfits(api: Api, action: Operation, call: Done) -> Iterator[str]:
    """Misfits between the result and a reply that has one."""
    result = action.result
    if result is None:
        return
    selection = selection_of(action, result.selector, call.parameters)
    api_for_request = replace(
        api, types=tuple(_for_request(declaration, selection) for declaration in api.types)
    )
    data = call.reply if result.where == "body" else call.reply.get(result.key or "")
    if data is None:
        yield f"there is no `{result.key}`"
        return
    for misfit in fitting.value_misfits(api_for_request, (), result.type, data):
        yield f"{misfit.message} at {misfit.at}"
    for option in getattr(result.type, "options", ()):  # which `fitting` does not look into
        if fitting.fits(option, data, api_for_request):
            for misfit in fitting.value_misfits(api_for_request, (), option, data):
                yield f"{misfit.message} at {misfit.at}"
    if result.where != "body":
        names = {result.key, *(field.name for field in result.siblings), "continue"}
        names |= {"batchcomplete", "warnings", "curtimestamp"}
        yield from (f"`{name}` is beside the result" for name in call.reply.keys() - names)


def selection_of(action: Operation, selector: str, parameters: Mapping[str, str]) -> set[str]:
    if selector in parameters:
        return set(parameters[selector].split("|"))
    return {
        str(value)
        for parameter in action.parameters
        if parameter.name == selector
        for value in defaults_of(parameter)
    }


def _for_request(declaration: Any, selection: set[str]) -> Any:
    """A record without what only other values of `prop` bring."""
    if not isinstance(declaration, Record):
        return declaration
    fields = [field for field in declaration.fields if not _is_unasked(field, selection)]
    return replace(declaration, fields=tuple(fields))


def _is_unasked(field: Field, selection: set[str]) -> bool:
    return bool(field.module.brought_by) and not selection & set(field.module.brought_by)


def test_every_action_is_carried_out_and_refused(done: list[Done], api: Api) -> None:
    carried_out = {call.action for call in done if call.code in (None, PARTIAL)}
    refused = {call.action for call in done if call.code is not None}
    action_ids = {action.id for action in api.actions} - {"acquiretempusername"}  # 1.43's own
    assert action_ids - carried_out == set()
    assert action_ids - refused == set()


def test_every_field_that_is_marked_as_seen_comes_and_no_other(
    done: list[Done], api: Api, version: str
) -> None:
    fields_by_action_done = fields_by_action(done)
    records = {
        declaration.name: declaration
        for declaration in api.types
        if isinstance(declaration, Record)
    }
    differ: dict[str, set[str]] = {}
    for action in api.actions:
        record = records.get(
            f"{action.module.class_name}Result", records.get(f"{action.module.class_name}Item")
        )
        if record is None:
            continue
        marked = {
            field.name
            for field in record.fields
            if field.module.observed is not False
            and (field.module.since is None or field.module.since <= version)
        }
        elsewhere = {field for of, field in SEEN_ELSEWHERE if of == action.id}
        came = fields_by_action_done[action.id] & {field.name for field in record.fields}
        if (came | elsewhere) != marked:
            differ[action.id] = (came | elsewhere) ^ marked
    assert differ == {}


def fields_by_action(done: list[Done]) -> dict[str, set[str]]:
    """Action → the members of its results."""
    fields: dict[str, set[str]] = defaultdict(set)
    for call in done:
        data = call.reply.get(call.action) if isinstance(call.reply, dict) else None
        for item in data if isinstance(data, list) else [data]:
            fields[call.action].update(item if isinstance(item, dict) else ())
    return fields


EXTRAS = {"format", "formatversion", "errorformat", "maxlag", "assert", "assertuser", "token"}
"""Parameters that a client adds to each request."""
VALUES = {"boolean": "1", "integer": "1", "namespace": "1", "timestamp": "2020-01-01T00:00:00Z"}
GIVEN = {
    "contentformat": "text/x-wiki",
    "contentmodel": "wikitext",
    "lang": "de",
    "model": "json",
    "protections": "edit=sysop",
    "tags": "mytag",
}
"""Of required parameters, where any text does not do."""


def test_every_rule_of_an_action_is_enforced_with_its_code(
    done: list[Done], api: Api, wiki: Wiki
) -> None:
    assert done  # so that the table, which may rely on the state of the wiki, came first
    with Client(wiki.api_url, user_agent=USER_AGENT, **PATIENT) as client:
        client.login(ADMIN[0], NEW_PASSWORD)
        wrong = [
            (action.id, parameters, code, actual_code)
            for action in api.actions
            for rule in action.rules
            if rule.code is not None or rule.code_when_none is not None
            for parameters, code in _breaches(api, action, rule)
            if (actual_code := _code(client, action, parameters)) != code
        ]
    assert wrong == []
    assert len([rule for action in api.actions for rule in action.rules]) > 20


def test_parameters_that_a_setting_brings_are_those_of_the_wiki(wiki: Wiki, api: Api) -> None:
    overlay = yaml.safe_load((catalogues.FOLDER / "features/settings.yaml").read_text("utf-8"))
    parameters_by_action = {
        action.id: {each.name: each for each in action.parameters} for action in api.actions
    }
    lists = {each.name: each.values for each in api.types if isinstance(each, Enumeration)}
    for action, module in overlay["action_modules"].items():
        for name, members in module["more_parameters"].items():
            served = parameters_by_action[action][name]
            is_list = isinstance(members["type"], list)
            values = list(lists[served.reference or ""]) if is_list else served.kind
            assert (served.source, values) == (None, members["type"]), (action, name)
            assert (served.multiple is not None) == members.get("multi", False)


SILENT: list[tuple[AnyAction, Callable[[Any], object], object]] = [
    (Edit(title="Silent", text="A", appendtext="B"), lambda reply: reply["edit"]["result"], "Success"),
    (Purge(), lambda reply: reply["purge"], []),
    (Watch(), lambda reply: reply["watch"], []),
    (Watch(unwatch=True), lambda reply: reply["watch"], []),
    (SetNotificationTimestamp(), lambda reply: reply["setnotificationtimestamp"], []),
    (ImageRotate(rotation="90"), lambda reply: reply["imagerotate"], []),
    (Parse(title="Silent"), lambda reply: reply["parse"]["sections"], []),
    (Block(user="192.0.2.77", pagerestrictions=["Silent"]), lambda reply: reply["block"]["partial"], False),
    (UserRights(user="Alice"), lambda reply: reply["userrights"]["added"], []),
    (UserRights(user="Alice", expiry="infinite"), lambda reply: reply["userrights"]["added"], []),
    (Tag(revid=1), lambda reply: reply["tag"][0]["noop"], True),
    (Protect(title="Silent", protections="edit"), lambda reply: reply["protect"]["protections"][0]["edit"], None),
    (Protect(title="Silent", protections=["edit", "move=sysop"]), lambda reply: reply["protect"]["protections"][0]["edit"], None),
]  # fmt: skip
"""Actions that the wiki takes without an error, and what it answers instead of doing what they say."""


def test_what_a_wiki_takes_without_doing_it_is_refused(done: list[Done], wiki: Wiki) -> None:
    assert done
    with Client(wiki.api_url, user_agent=USER_AGENT, **PATIENT) as client:
        client.login(ADMIN[0], NEW_PASSWORD)
        client.act(Edit(title="Silent", text="== Old =="))
        for action, part, answer in SILENT:
            with pytest.raises(ParameterError):
                client.act(action)
            parameters = {**client.explain(action).parameters}
            token = type(action).__wire__.token
            reply = client.raw(
                {name: parameters[name] for name in parameters.keys() - EXTRAS}, token=token
            )
            assert part(reply) == answer, action
        assert client.page("Silent", Revisions(prop="content", slots="main")).text == "== Old ==B"


def _breaches(
    api: Api, action: Operation, rule: Rule
) -> Iterator[tuple[dict[str, str], str | None]]:
    """Calls that break a rule that the wiki enforces, and the code that this has."""
    parameters = {parameter.name: parameter for parameter in action.parameters}
    enumeration_values = {
        each.name: each.values for each in api.types if isinstance(each, Enumeration)
    }

    def call(*terms: str, without: Collection[str] = ()) -> dict[str, str]:
        arguments = {
            term.partition("=")[0]: term.partition("=")[2] or value(term) for term in terms
        }
        needed = {
            parameter.name: value(parameter.name)
            for parameter in action.parameters
            if (parameter.required or parameter.name in GIVEN)
            and parameter.module.token_type is None
        }
        for other in action.rules:
            chooses = other is not rule and other.kind in ("at_least_one", "exactly_one")
            if chooses and not arguments.keys() & {*other.terms}:
                needed[other.terms[0]] = value(other.terms[0])
        required = {name: text for name, text in needed.items() if name not in without}
        return {**required, **arguments}

    def value(name: str) -> str:
        values = enumeration_values.get(parameters[name].reference or "")
        return GIVEN.get(name) or (
            str(values[-1]) if values else VALUES.get(parameters[name].kind, "A")
        )

    match rule.kind:
        case "not_with":
            yield from ((call(*pair), rule.code) for pair in product(rule.terms, rule.others))
        case "requires":
            yield from ((call(term, without=rule.others), rule.code) for term in rule.terms)
        case "max_one" | "exactly_one":
            yield call(*rule.terms), rule.code
    if rule.kind in ("at_least_one", "exactly_one"):
        yield call(without=rule.terms), rule.code_when_none or rule.code


def _code(client: Client, action: Operation, parameters: Mapping[str, str]) -> str | None:
    files = [parameter.name for parameter in action.parameters if parameter.kind == "upload"]
    contents = {name: b"A" for name in files if name in parameters}
    try:
        client.raw({"action": action.id, **parameters, **contents}, token=action.module.token)
    except ServerError as error:
        return error.code
    return None
