"""A call of a query module, as samples show it."""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from specloom.model.module_parameters import decides_by_size, is_page_size
from specloom.model.naming import constant_name, variable_name
from specloom.model.scalars import SCALARS
from specloom.model.structs import (
    ACTION_GROUP,
    Api,
    Field,
    ListOf,
    Operation,
    Wire,
    defaults_of,
    record_of,
    wire_of,
)
from specloom.naming.mediawiki import WikiNames
from specloom.rendering.render import View
from specloom.views.samples.filling import Filling, is_added
from specloom.views.samples.sent import COOKIES, FORM, TOKEN, Pair, Sent
from specloom.views.samples.value import (
    FILE,
    Argument,
    encoded,
    python_value,
    single_values,
    wire_value,
)

AGENT = "example/1.0 (you@example.org)"
"""A user agent that tells whom to ask; readers put their own."""

SELECTION = {
    "titles": "titles",
    "pageids": "pageids",
    "revids": "revids",
    "redirects": "redirects",
    "converttitles": "convert_titles",
}
"""Parameters of the query itself that choose pages → what methods of the client call them."""

Gives: TypeAlias = Literal[
    "action", "items", "page-items", "pages", "meta", "meta-items", "query-items"
]

_SHOWN_AT_MOST = 3


class QueryCall(View, frozen=True):
    """A query with one module, or an action of a wiki."""

    package: str
    client: str
    """The variable that holds the client."""
    server: str
    """The address of `api.php`."""
    agent: str
    class_name: str
    classes: tuple[str, ...]
    """To import."""
    variable: str
    """For the module."""
    arguments: tuple[Argument, ...]
    selection: tuple[Argument, ...]
    """Parameters that choose the pages of the module."""
    max_items: int | None
    """None: all there are."""
    max_per_page: int | None
    """The most items of each page, of a module whose limit is for each page; None: all there are."""
    gives: Gives
    """Method and result of the call: `page-items` for a module that lists something of
    each page, `query-items` for one that lists something else.
    """
    shown: tuple[str, ...]
    """Members of an item to print; empty: all of it."""
    user_variable: str
    """The environment variable with the name of an account; empty: none is needed."""
    password_variable: str
    """The one with its bot password."""
    pairs: tuple[tuple[str, str], ...]
    """Names on the wire, and values."""
    files: tuple[Pair, ...] = ()
    """Files that are sent with it: wire names and paths."""
    posted: bool = False
    """True if it is sent as a form."""
    token: str = ""
    """Name of the token in the form; empty without a token."""
    token_type: str = ""
    """Kind of the token; empty without a token."""
    gives_json: bool = True

    @property
    def is_query(self) -> bool:
        """True if a module is called, not an operation."""
        return True

    @property
    def is_action(self) -> bool:
        """True if it is an action."""
        return self.gives == "action"

    @property
    def has_session(self) -> bool:
        """True if requests go before it, whose cookies it sends: for a login or a token."""
        return bool(self.user_variable or self.token)

    @property
    def in_address(self) -> bool:
        """True if the whole request is in an address."""
        return not self.posted

    @property
    def query(self) -> tuple[Pair, ...]:
        """Parameters in the address of a form: none."""
        return ()

    @property
    def http_method(self) -> str:
        """HTTP method."""
        return "POST" if self.posted else "GET"

    @property
    def headers(self) -> tuple[Pair, ...]:
        """Headers for the user agent, and something in place of the session's cookies."""
        agent = Pair("User-Agent", self.agent, "")
        return (agent, Pair("Cookie", COOKIES, "")) if self.has_session else (agent,)

    @property
    def form(self) -> tuple[Pair, ...]:
        """Parameters of the posted form, with something in place of the token."""
        if not self.posted:
            return ()
        account = (Pair("assert", "user", ""),) if self.user_variable else ()
        token = (Pair(self.token, TOKEN, ""),) if self.token else ()
        return (*(Pair(name, value, "") for name, value in self.pairs), *account, *token)

    @property
    def sent_form(self) -> str:
        """The encoded form, with something in place of the token."""
        return encoded((pair.name, pair.visible) for pair in self.form)

    @property
    def body(self) -> None:
        """None: a wiki reads no JSON."""
        return

    @property
    def sent(self) -> Sent:
        """The request, for languages without a client; the token is not in it."""
        # The type of a form with files says what separates its parts: what sends it adds it.
        typed = (Pair("Content-Type", FORM, ""),) if self.posted and not self.is_multipart else ()
        pairs = tuple(Pair(name, value, "") for name, value in self.pairs)
        return Sent(
            method=self.http_method,
            url=self.server,
            query=() if self.posted else pairs,
            headers=(*self.headers, *typed),
            form=pairs if self.posted else (),
            files=self.files,
            is_multipart=self.is_multipart,
            body=None,
            gives_json=self.gives_json,
            gives_bytes=False,
        )

    @property
    def is_multipart(self) -> bool:
        """True if the form is sent in parts: with a file."""
        return bool(self.files)

    @property
    def address(self) -> str:
        """All of the request, without a form."""
        return self.server if self.posted else f"{self.server}?{encoded(self.pairs)}"


class AccountVariables(View, frozen=True):
    """Environment variables of an account, as samples and commands read them."""

    user_variable: str
    password_variable: str


def account_variables(api: Api) -> AccountVariables:
    """Environment variables of an account of a wiki, and of its bot password."""
    prefix = constant_name(api.id)
    return AccountVariables(f"{prefix}_USERNAME", f"{prefix}_BOT_PASSWORD")


def query_call(names: WikiNames, filling: Filling) -> QueryCall:
    """A query with a module and these values."""
    api, operation = filling.api, filling.operation
    wire = wire_of(api)
    gives = gives_of(operation)
    class_name = names.class_name(operation)
    arguments = tuple(_arguments(names, filling, counts=counts_items(gives)))
    by_name = {parameter.name: parameter for parameter in wire.parameters}
    account = account_variables(api) if needs_account(filling) else AccountVariables("", "")
    token = token_of(operation)
    files = tuple(_files(filling))
    limit = _limit(filling) if counts_items(gives) else None
    is_per_page = gives == "page-items" and any(map(decides_by_size, operation.parameters))
    return QueryCall(
        package=api.package,
        client=variable_name(api.id),
        server=api.server.example,
        agent=AGENT,
        class_name=class_name,
        classes=(class_name,),
        variable=_variable(api, gives),
        arguments=arguments,
        selection=tuple(
            Argument(SELECTION[name], python_value(by_name[name], value))
            for name, value in filling.shared.items()
            if name in SELECTION and name in by_name and selects_pages(gives)
        ),
        max_items=None if is_per_page else limit,
        max_per_page=limit if is_per_page else None,
        gives=gives,
        shown=_visible_fields(filling),
        user_variable=account.user_variable,
        password_variable=account.password_variable,
        pairs=tuple(_pairs(wire, filling)),
        files=files,
        posted=operation.module.must_be_posted or bool(files),
        token=token,
        token_type=(operation.module.token or "") if token else "",
        gives_json=operation.module.media_type is None,
    )


def _variable(api: Api, gives: Gives) -> str:
    name = "action" if gives == "action" else "query"
    return "asked" if variable_name(api.id) == name else name


def token_of(operation: Operation) -> str:
    """Name of the token in a request of an action; empty if it needs none."""
    if operation.group != ACTION_GROUP:
        return ""
    token_parameters = (
        parameter for parameter in operation.parameters if parameter.module.token_type
    )
    return next((operation.call.prefix + parameter.name for parameter in token_parameters), "")


def gives_of(operation: Operation) -> Gives:
    """Method of the client that fits a module."""
    result = operation.result
    is_list = result is not None and isinstance(result.type, ListOf)
    match operation.group:
        case "action":
            return "action"
        case "prop" if is_list and result is not None and result.where != "page":
            return "query-items"
        case "prop":
            return "page-items" if is_list else "pages"
        case "list":
            return "items"
        case _:
            return "meta-items" if is_list else "meta"


def counts_items(gives: Gives) -> bool:
    """Return whether the method takes how many items are wanted."""
    return gives in ("items", "page-items")


def selects_pages(gives: Gives) -> bool:
    """Return whether the method has arguments for the pages."""
    return gives in ("page-items", "pages")


def _arguments(of_package: WikiNames, filling: Filling, *, counts: bool) -> Iterator[Argument]:
    names = of_package.arguments_of(filling.operation)
    for parameter in filling.operation.parameters:
        argument = filling.arguments.get(parameter.name)
        is_count = counts and is_page_size(parameter) and not decides_by_size(parameter)
        if argument is None or parameter.name not in names or is_count:
            continue
        value, is_file = python_value(parameter, argument), parameter.kind == FILE
        yield Argument(names[parameter.name], value, is_file=is_file)


def _limit(filling: Filling) -> int | None:
    """The `limit` of the request: the number of items that a reader wants."""
    for parameter in filling.operation.parameters:
        if is_page_size(parameter) and parameter.name in filling.arguments:
            limit = python_value(parameter, filling.arguments[parameter.name])
            return limit if isinstance(limit, int) else None
    return None


def _pairs(wire: Wire, filling: Filling) -> Iterator[tuple[str, str]]:
    operation = filling.operation
    group = wire.group_parameters.get(operation.group, operation.group)
    yield from ((name, value) for name, value in wire.fixed_parameters.items() if name != group)
    yield group, operation.id.removeprefix(f"{operation.group}.")
    for name, value in filling.shared.items():
        yield name, wire_value(value, wire)
    for parameter in operation.parameters:
        is_sent = parameter.name in filling.arguments and not is_added(operation, parameter)
        if is_sent and parameter.kind != FILE:
            value = filling.arguments[parameter.name]
            yield operation.call.prefix + parameter.name, wire_value(value, wire)


def _files(filling: Filling) -> Iterator[Pair]:
    operation, arguments = filling.operation, filling.arguments
    for parameter in operation.parameters:
        if parameter.kind == FILE and parameter.name in arguments:
            yield Pair(
                operation.call.prefix + parameter.name, wire_value(arguments[parameter.name]), ""
            )


# --- What is printed -------------------------------------------------------------------------------


def _visible_fields(filling: Filling) -> tuple[str, ...]:
    selected = _selected(filling)
    fields = worth_showing(filling.api, filling.operation)
    fitting = (field for field in fields if _is_brought(field, selected))
    return tuple(field.name for field in fitting)[:_SHOWN_AT_MOST]


def _is_brought(field: Field, selected: frozenset[str]) -> bool:
    return not field.module.brought_by or not selected.isdisjoint(field.module.brought_by)


def _selected(filling: Filling) -> frozenset[str]:
    """The value of the parameter that selects fields, or its default."""
    operation = filling.operation
    selector = operation.result.selector if operation.result else "prop"
    argument = filling.arguments.get(selector)
    if argument is not None:
        return frozenset(map(str, single_values(argument)))
    return default_selection(operation)


def default_selection(operation: Operation) -> frozenset[str]:
    """Values that select fields by default."""
    selector = operation.result.selector if operation.result else "prop"
    for parameter in operation.parameters:
        if parameter.name == selector:
            return frozenset(map(str, defaults_of(parameter)))
    return frozenset()


_FIRST = ("title", "name", "user", "timestamp")


def worth_showing(api: Api, operation: Operation) -> tuple[Field, ...]:
    """Fields that an item has for certain, once they are asked for: those first that tell the most."""
    expression = operation.result.type if operation.result else None
    record = record_of(api, expression.items) if isinstance(expression, ListOf) else None
    certain = [
        field
        for field in (record.fields if record else ())
        if isinstance(field.type, str)
        and SCALARS[field.type].json in ("string", "integer")
        and not field.presence
        and not field.module.hidden_by
        and field.name != "ns"
        and re.fullmatch(r"\w+", field.name)
    ]
    return tuple(sorted(certain, key=_rank))


def _rank(field: Field) -> int:
    if field.name in _FIRST:
        return _FIRST.index(field.name)
    return len(_FIRST) + (field.type == "integer")


# --- Accounts --------------------------------------------------------------------------------------


_OF_VISITORS = (None, "createaccount", "login")
"""Kinds of tokens of actions that are for those who are not logged in yet."""


def needs_account(filling: Filling) -> bool:
    """Return whether a wiki asks for a login, or for a right that visitors usually lack."""
    return any(
        not terms or any(_holds(term, filling) for term in terms)
        for terms in account_terms(filling.operation)
    )


def account_terms(operation: Operation) -> Iterator[tuple[str, ...]]:
    """For each such rule, the values that make it hold; none: it always does.

    A parameter for which only some values need a right is not among them.
    """
    if operation.module.token not in _OF_VISITORS:
        yield ()
    for rule in operation.rules:
        terms = tuple(term for term in rule.terms if re.fullmatch(r"[^!=.]+=[^=]+", term))
        if rule.account is not None and (terms or not rule.terms):
            yield terms


def _holds(term: str, filling: Filling) -> bool:
    name, _, value = term.partition("=")
    return name in filling.arguments and value in map(str, single_values(filling.arguments[name]))
