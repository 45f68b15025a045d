"""What pages say of an API because of its protocol, decided in one place."""

from collections.abc import Mapping
from typing import Literal, assert_never

from specloom.languages.characters import is_printable
from specloom.model.structs import Api, Field, MediaWiki, Operation, Parameter, Rest, Rule, Wire
from specloom.rendering.render import View


class Manner(View, frozen=True, kw_only=True):
    """How pages tell of an API."""

    noun: Literal["module", "operation"]
    """What an operation is called."""
    calling: str
    """The page about calls, in the table of `reference/_pages.txt.j2`."""
    keywords: tuple[str, ...] = ()
    """What people search for and find on the first page."""
    reply: str = "Reply"
    """The caption of an example."""
    is_wide: bool = False
    """Results have many fields: they take the whole width, and all records but the first are folded."""
    has_locations: bool = False
    """Parameters travel in several parts of a request."""
    documents: str
    """The document for programs that import OpenAPI."""
    wire: Wire | None = None
    """How query modules are called."""
    alternative_separator: str = ""
    """So that it can be seen: code points of what is not printable."""
    parameters: tuple[Parameter, ...] = ()
    """Of the query itself."""
    rules: tuple[Rule, ...] = ()
    resolutions: tuple[Field, ...] = ()
    """Members of an answer that tell how titles and ids became pages."""
    records: tuple[str, ...] = ()
    """What every answer is made of."""
    generator_prefix: str | None = None
    """What stands before the parameters of a module that chooses pages."""
    group_parameters: Mapping[str, str] = {}
    """Group → the parameter that names its modules."""

    def request(self, operation: Operation, name: str) -> str:
        """How an operation is told apart in a request: method and path, or `list=allpages`."""
        if self.noun == "operation":
            path, _, _ = operation.http.path.partition("#")  # a mark that is not sent
            return f"{operation.http.method} {path}"
        return f"{self.group_parameters.get(operation.group, operation.group)}={name}"

    def prefix_in_generator(self, operation: Operation) -> str | None:
        """The beginning of its parameters' names if it chooses pages; None if it cannot."""
        if self.generator_prefix is None or not operation.module.generator:
            return None
        return self.generator_prefix + operation.call.prefix

    def manuals(self, operation: Operation) -> tuple[str, ...]:
        """Texts or addresses of pages elsewhere about an operation."""
        return () if self.wire is None else operation.module.help_urls or ()

    def license_link(self, operation: Operation) -> str | None:
        """The license of the software that brings an operation."""
        return None if self.wire is None else operation.module.license_link


def manner_of(api: Api) -> Manner:
    """How pages tell of an API."""
    match api.protocol:
        case Rest(envelope=envelope):
            return Manner(
                noun="operation",
                calling="calling",
                has_locations=True,
                documents="this document",
                records=() if envelope is None else (envelope.record,),
            )
        case MediaWiki(wire=wire):
            return Manner(
                noun="module",
                calling="calling-modules",
                keywords=(
                    "explain a request",
                    "paste a request",
                    "request from a log",
                    "api.php address",
                ),
                reply="Reply from a test wiki, shortened",
                is_wide=True,
                documents="the document for code generators",
                wire=wire,
                alternative_separator=_visible(wire.alternative_separator),
                parameters=wire.parameters,
                rules=wire.rules,
                resolutions=wire.resolutions,
                records=(wire.page,),
                generator_prefix=wire.generator_prefix,
                group_parameters=wire.group_parameters,
            )
        case _:
            assert_never(api.protocol)


def _visible(text: str) -> str:
    return "".join(
        character if is_printable(character) else f"U+{ord(character):04X}" for character in text
    )
