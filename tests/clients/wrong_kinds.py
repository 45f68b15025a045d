"""Every argument of the public methods and classes of both clients, by introspection, and values of the wrong kind for each."""

import asyncio
import inspect
import types
from collections.abc import (
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
    ValuesView,
)
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    ParamSpecArgs,
    ParamSpecKwargs,
    TypeVar,
    Union,
    Unpack,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import httpx2
import msgspec
import seller_platform
import seller_platform.operations
import seller_platform.testing
import wiki_query
import wiki_query.actions
import wiki_query.testing
from seller_platform._runtime.rest.operation import Operation
from wiki_query import AllPages, Links, SiteInfo
from wiki_query._runtime.mediawiki.modules.module import (
    ActionModule,
    ListModule,
    MetaModule,
    Module,
    PropModule,
)
from wiki_query._runtime.mediawiki.modules.module import Generator as ChoosesPages

from tests.clients.wiki.either import USER_AGENT

WIKI_URL = "https://wiki.example/w/api.php"


def read_to_its_end() -> Iterator[str]:
    """A generator of which nothing is left."""
    values = (value for value in ("A", "B"))
    assert [*values] == ["A", "B"]
    return values


KINDS: Mapping[str, str] = {
    "mapping": '{"edit": "sysop"}',
    "mapping to flags": '{"A": False}',
    "text": '"no"',
    "bytes": 'b"no"',
    "list of text": '["no"]',
    "list with None": '["A", None]',
    "generator at its end": "read_to_its_end()",
    "flag": "True",
    "no flag": "False",
    "number": "7",
    "fraction": "1.5",
    "not a number": 'float("nan")',
    "naive datetime": "datetime(2026, 1, 1)",
    "object": "object()",
    "secret that is not text": 'Secret(cast("Any", 7))',
}
"""Kind → the expression of a value. It is wrong for each argument the type of which it does not fit."""
_CODE = {kind: compile(text, kind, "eval") for kind, text in KINDS.items()}


def wrong_value(kind: str) -> object:
    """A value of a kind, made anew."""
    return eval(_CODE[kind], {**globals(), "Secret": wiki_query.Secret})


class NoTransport(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """A transport that sends nothing, and counts what it was to send."""

    def __init__(self) -> None:
        self.requests = 0

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests += 1
        raise httpx2.ConnectError("nothing is sent")

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return self.handle_request(request)


TRANSPORT = NoTransport()


@dataclass(frozen=True)
class Target:
    """Something that takes arguments."""

    name: str
    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    """Argument → its type; one without a name is `*name` or `**name`."""
    base: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Arguments without which it cannot be called."""

    def call(self, runner: asyncio.Runner, **changes: Any) -> None:
        """Call it, and begin what it returns; what the wiki would answer does not matter."""
        arguments = {**self.base, **changes}
        positional: list[Any] = []
        by_name: dict[str, Any] = {}
        for name, value in arguments.items():
            if name.startswith("**"):
                by_name["titles"] = value
            elif name.startswith(("*", "/")):
                positional.append(value)
            else:
                by_name[name] = value
        result: Any = self.function(*positional, **by_name)
        if hasattr(result, "__anext__"):
            result = result.__anext__()
        if inspect.iscoroutine(result):
            runner.run(cast("Any", result))
        elif isinstance(result, Iterator):
            next(result, None)


# --- Types -------------------------------------------------------------------------------------------


def fits(hint: Any, value: object) -> bool:
    """Return True if a value is of a type, and means what a value of that type means: `True` is not a number."""
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(value, wiki_query.Secret):
        return fits(hint, value.reveal())
    if hint in (Any, object) or isinstance(hint, TypeVar | ParamSpecArgs | ParamSpecKwargs):
        return True
    if isinstance(hint, NewType):
        return fits(hint.__supertype__, value)
    if hint is None or hint is type(None):
        return value is None
    if origin is Annotated:
        return fits(arguments[0], value)
    if origin in (Union, types.UnionType):
        return any(fits(part, value) for part in arguments)
    if origin is Literal:
        return any(value == option and type(value) is type(option) for option in arguments)
    if origin is type or hint is type:
        return isinstance(value, type)
    if origin is Callable or origin is Callable.__class__ or hint is Callable:
        return callable(value)
    if origin is not None and not isinstance(origin, type):
        return True
    plain = origin or hint
    if isinstance(value, Generator):
        return False
    if plain in _CONTAINERS:
        return _fits_container(plain, arguments, value)
    if is_typeddict(plain):
        return isinstance(value, Mapping)
    if plain is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and value == value
    if plain in (datetime, date) and isinstance(value, datetime):
        return plain is datetime and value.tzinfo is not None
    if getattr(plain, "_is_protocol", False):
        return isinstance(value, str | bytes) is False and _has_members(plain, value)
    return isinstance(value, plain) and (plain is bool or not isinstance(value, bool))


_CONTAINERS = (Sequence, Set, ValuesView, Iterator, Iterable, Collection, Mapping, list, tuple)


def _fits_container(plain: Any, arguments: tuple[Any, ...], value: object) -> bool:
    if not isinstance(value, plain) or isinstance(value, bytes):
        return False
    if plain is Mapping:
        entries = cast("Mapping[Any, Any]", value)
        return not arguments or all(fits(arguments[1], entry) for entry in entries.values())
    if isinstance(value, str):
        return not arguments or arguments[0] in (str, Any)
    items = [*cast("Iterable[Any]", value)]
    return all(fits(arguments[0], item) for item in items) if arguments else True


def _has_members(protocol: Any, value: object) -> bool:
    names = [name for name in vars(protocol) if not name.startswith("_") or name == "__call__"]
    return all(hasattr(value, name) for name in names)


def right(hint: Any, name: str) -> Any:
    """A value that an argument takes."""
    if name in _RIGHT:
        return _RIGHT[name]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return right(arguments[0], name)
    if origin in (Union, types.UnionType):
        return right(arguments[0], name)
    if origin is Literal:
        return arguments[0]
    plain = origin or hint
    for kind, value in _RIGHT_OF_KIND.items():
        if plain is kind:
            return value
    return "A"


_RIGHT: dict[str, Any] = {
    "account": "owner",
    "saved": {"api_url": WIKI_URL},
    "action": wiki_query.actions.Edit(title="A", text="B"),
    "api_url": WIKI_URL,
    "change": str.upper,
    "content": b"A",
    "error_status": 200,
    "file": b"A",
    "kind": wiki_query.Client,
    "members": {},
    "page_url": WIKI_URL,
    "reply": {"query": {}},
    "table": "items",
    "text": "2026-01-01T00:00:00Z",
    "user_agent": USER_AGENT,
}
_RIGHT_OF_KIND: dict[Any, Any] = {
    ListModule: AllPages(),
    PropModule: Links(),
    MetaModule: SiteInfo(),
    ActionModule: _RIGHT["action"],
    Module: SiteInfo(),
    ChoosesPages: AllPages(),
    Mapping: {"A": "A"},
    Callable: str.upper,
    bool: True,
    int: 1,
    bytes: b"A",
    Operation: seller_platform.operations.OPERATIONS[1],
}


def arguments_of(function: Callable[..., Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments of a function with their types, and values for those that it needs."""
    signature = inspect.signature(function)
    inner: Any = function
    if isinstance(function, type) and not issubclass(function, msgspec.Struct):
        made_by = "__init__" if isinstance(function.__init__, types.FunctionType) else "__new__"
        inner = getattr(function, made_by)
    is_module = isinstance(function, type) and issubclass(function, Module)
    hints = {} if is_module else _hints(inner)
    arguments: dict[str, Any] = {}
    base: dict[str, Any] = {}
    for name, parameter in signature.parameters.items():
        hint = hints.get(name, parameter.annotation)
        match parameter.kind:
            case parameter.VAR_KEYWORD if get_origin(hint) is Unpack:
                (keywords,) = get_args(hint)
                arguments |= get_type_hints(keywords)
                continue
            case parameter.VAR_KEYWORD:
                arguments[f"**{name}"] = hint
                continue
            case parameter.VAR_POSITIONAL:
                arguments[f"*{name}"] = hint
                continue
            case parameter.POSITIONAL_ONLY:
                name = f"/{name}"
            case _:
                pass
        arguments[name] = hint
        if parameter.default is parameter.empty:
            base[name] = right(hint, name.removeprefix("/"))
    return arguments, base


def _hints(function: Any) -> dict[str, Any]:
    """Types of the arguments; what a method returns may be known to type checkers alone."""
    function = getattr(function, "__func__", function)
    annotations = {
        name: hint for name, hint in function.__annotations__.items() if name != "return"
    }
    if isinstance(function, type):
        return get_type_hints(function)
    return {name: _hint(name, hint, function.__globals__) for name, hint in annotations.items()}


def _hint(name: str, hint: object, global_names: dict[str, Any]) -> Any:
    """One of the types; Any where only type checkers know it."""
    namespace = types.SimpleNamespace(__annotations__={name: hint})
    try:
        return get_type_hints(namespace, global_names, {"datetime": datetime})[name]
    except NameError:
        return Any


# --- What takes arguments ----------------------------------------------------------------------------


def targets() -> Iterator[Target]:
    """Whatever a program calls of both packages, with arguments that it can be called with."""
    yield from _modules()
    for kind in (wiki_query.Client, wiki_query.AsyncClient):
        settings: Any = {"user_agent": USER_AGENT, "transport": TRANSPORT, "retries": 0}
        yield _target(kind, **settings)
        yield _target(kind.from_page, prefix=kind.__name__, **settings)
        yield from _methods(kind(WIKI_URL, **settings), besides=("from_page",))
    for seller in (seller_platform.Client, seller_platform.AsyncClient):
        settings = {"api_key": "key", "transport": TRANSPORT, "retries": 0}
        yield _target(seller, base_url=WIKI_URL, **settings)
        client: Any = seller(WIKI_URL, **settings)
        yield from _methods(client)
        for name, member in vars(seller).items():
            if isinstance(member, property):
                yield from _methods(getattr(client, name))
    yield from map(_target, (wiki_query.OAuth1, wiki_query.Forced))
    yield _target(wiki_query.parse_time)
    yield from _methods(wiki_query.testing.FakeWiki())
    yield from _methods(wiki_query.testing.Recording(), besides=("keep",))
    yield _target(seller_platform.testing.Sandbox)
    yield from _methods(seller_platform.testing.Sandbox(), besides=_OF_THE_SERVER)
    for _, record in public_classes(seller_platform):
        if issubclass(record, msgspec.Struct) and hasattr(record, "from_json"):
            yield _target(cast("Any", record).from_json, prefix=record.__name__)
            yield _target(cast("Any", record).from_dict, prefix=record.__name__)


_OF_THE_SERVER = ("add", "answer", "made", "put")
"""Methods of the class below a sandbox: the sandbox calls them with what it knows."""
NEEDED: dict[str, dict[str, Any]] = {
    "pages": {"titles": "A"},
    "prop": {"titles": "A"},
    "purge": {"titles": "A"},
    "watch": {"titles": "A"},
    "query": {"*modules": SiteInfo()},
    "explain": {"*modules": SiteInfo()},
    "raw": {"parameters": {"action": "query"}},
    "raw_iter": {"parameters": {"action": "query"}},
}
"""Method of a wiki's client → arguments without which it refuses the call."""


def _modules() -> Iterator[Target]:
    for package in (wiki_query, wiki_query.actions):
        for name, kind in public_classes(package):
            if issubclass(kind, Module):
                arguments, base = arguments_of(kind)
                yield Target(name, kind, arguments, base)


def public_classes(package: types.ModuleType) -> Iterator[tuple[str, type[Any]]]:
    for name in package.__all__:
        member: object = getattr(package, name)
        if isinstance(member, type):
            yield name, member


def _target(function: Callable[..., Any], *, prefix: str = "", **base: Any) -> Target:
    arguments, needed = arguments_of(function)
    name = f"{prefix}.{function.__name__}" if prefix else function.__name__
    return Target(name, function, arguments, {**needed, **base})


def _methods(thing: object, besides: Collection[str] = ()) -> Iterator[Target]:
    kind = type(thing)
    for name in dir(kind):
        member: object = inspect.getattr_static(kind, name)
        if name.startswith("_") or name in besides or isinstance(member, property):
            continue
        if not isinstance(member, types.FunctionType | classmethod):
            continue
        function = getattr(thing, name)
        arguments, base = arguments_of(function)
        if not arguments:
            continue
        yield Target(
            f"{kind.__name__}.{name}", function, arguments, {**base, **_needed(thing, name)}
        )


def _needed(thing: Any, method: str) -> Mapping[str, Any]:
    """Arguments that a method needs beside those without a default, or of which the type does not tell enough."""
    if isinstance(thing, _WIKI_CLIENTS):
        to_explain = {"/method": thing.purge, "titles": "A"}
        return to_explain if method == "explain_call" else NEEDED.get(method, {})
    if method == "fail_next":
        return {"*faults": 503}
    if isinstance(thing, seller_platform.testing.Sandbox) and method.startswith("add_"):
        return {"/record": getattr(thing, method.replace("add_", "make_"))()}
    return {}


_WIKI_CLIENTS = (wiki_query.Client, wiki_query.AsyncClient)
