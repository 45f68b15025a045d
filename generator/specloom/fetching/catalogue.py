"""A wiki's catalogue of modules, as the wiki itself serves it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from specloom.fetching.wiki import Asked, FetchError, SelfAsking, opened
from specloom.runtime.mediawiki.errors import BusyError, RightsError, ServerError, TransportError

HelpFormat: TypeAlias = Literal["wikitext", "none"]
"""Whether the texts of the wiki's help come along. `html` takes seven times as long."""
ALL = "main|**"
AT_ONCE = 50
"""Modules that anybody may ask for in one request."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a wiki tells of itself."""

    api_url: str
    """Of its `api.php`."""
    modules: tuple[Mapping[str, Any], ...]
    """Of every kind, by path, in the form of `action=paraminfo`."""
    help_format: HelpFormat
    site_name: str | None
    """None where the wiki does not tell it."""
    version: str | None
    """Of MediaWiki, as `1.43`."""

    @property
    def queries(self) -> tuple[Mapping[str, Any], ...]:
        """The modules of `query`."""
        return tuple(module for module in self.modules if _is_query(module))

    @property
    def others(self) -> tuple[Mapping[str, Any], ...]:
        """Everything else: `main`, the actions, the formats."""
        return tuple(module for module in self.modules if not _is_query(module))


def fetch_catalogue(asked: Asked, help_format: HelpFormat = "wikitext") -> Catalogue:
    """Ask a wiki for all of its modules; a `FetchError` says what is wrong and what to do."""
    with opened(asked) as wiki:
        return _catalogue(wiki, help_format)


def _catalogue(wiki: SelfAsking, help_format: HelpFormat) -> Catalogue:
    site_name, version = _site(wiki)
    modules = {str(module["path"]): module for module in _modules(wiki, help_format)}
    if not any(map(_is_query, modules.values())):
        message = "the wiki tells of no query module"
        raise FetchError(wiki.api_url, message, "MediaWiki 1.25 or later is needed")
    ordered = (_stable(modules[path]) for path in sorted(modules))
    return Catalogue(wiki.api_url, tuple(ordered), help_format, site_name, version)


def _is_query(module: Mapping[str, Any]) -> bool:
    return str(module.get("path", "")).startswith("query+")


def _site(wiki: SelfAsking) -> tuple[str | None, str | None]:
    """The name of the wiki, and which MediaWiki it runs."""
    try:
        query = _object(wiki.told(action="query", meta="siteinfo", siprop="general").get("query"))
    except RightsError:
        return None, None  # a private wiki; its catalogue may be read all the same
    general = _object(query.get("general"))
    name, generator = general.get("sitename"), str(general.get("generator", ""))
    numbers = generator.removeprefix("MediaWiki ").split(".")[:2]
    is_version = len(numbers) == 2 and all(number.isdigit() for number in numbers)
    return name if isinstance(name, str) and name else None, (
        ".".join(numbers) if is_version else None
    )


def _modules(wiki: SelfAsking, help_format: HelpFormat) -> Sequence[Mapping[str, Any]]:
    """All in one answer; where a wiki cuts that, does not know the request or fails at it, bit by bit."""
    try:
        reply = _asked(wiki, ALL, help_format)
        modules, is_cut = _listed(reply), _is_cut(reply)
    except (BusyError, ServerError, TransportError) as error:
        if isinstance(error, TransportError) and error.kind not in ("timeout", "too-large"):
            raise
        modules, is_cut = [], True
    if not is_cut and any(map(_is_query, modules)):
        return modules
    main = _named(wiki, ["main", "query"], help_format)
    rest = _named(wiki, [path for module in main for path in _inside(module)], help_format)
    return [*main, *(module for module in rest if module.get("path") != "query")]


def _named(
    wiki: SelfAsking, paths: Sequence[str], help_format: HelpFormat
) -> list[Mapping[str, Any]]:
    """Modules by their paths, in requests that a wiki does not cut; one that fails alone is left."""
    paths = list(dict.fromkeys(paths))
    found: list[Mapping[str, Any]] = []
    for start in range(0, len(paths), AT_ONCE):
        found += _halved(wiki, paths[start : start + AT_ONCE], help_format)
    return found


def _halved(
    wiki: SelfAsking, paths: Sequence[str], help_format: HelpFormat
) -> list[Mapping[str, Any]]:
    try:
        reply = _asked(wiki, "|".join(paths), help_format)
    except ServerError as error:
        if len(paths) == 1 and not error.code.startswith("internal_api_error_"):
            raise
        if len(paths) == 1:
            return []
    else:
        if not _is_cut(reply) or len(paths) == 1:
            return _listed(reply)
    middle = len(paths) // 2
    return [
        *_halved(wiki, paths[:middle], help_format),
        *_halved(wiki, paths[middle:], help_format),
    ]


def _asked(wiki: SelfAsking, modules: str, help_format: HelpFormat) -> Mapping[str, Any]:
    return wiki.told(action="paraminfo", modules=modules, helpformat=help_format)


def _listed(reply: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    modules: object = _object(reply.get("paraminfo")).get("modules")
    listed = cast("list[object]", modules) if isinstance(modules, list) else []
    return [module for module in map(_object, listed) if isinstance(module.get("path"), str)]


def _is_cut(reply: Mapping[str, Any]) -> bool:
    """Whether the wiki says that it left something out, for its size."""
    warnings: object = reply.get("warnings")
    told = cast("list[object]", warnings) if isinstance(warnings, list) else []
    return any(_object(warning).get("code") == "truncatedresult" for warning in told)


def _inside(module: Mapping[str, Any]) -> Iterator[str]:
    """The paths of the modules that the values of a module's parameters name."""
    parameters: Iterable[object] = module.get("parameters", ())
    for parameter in map(_object, parameters):
        if not parameter.get("submoduleparamprefix"):  # generators are lists, called otherwise
            yield from map(str, _object(parameter.get("submodules")).values())


def _object(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _stable(module: Mapping[str, Any]) -> Mapping[str, Any]:
    """A module as anybody is told of it: limits do not depend on the account that asked."""
    listed = {
        key: [_as_anybody(parameter) for parameter in map(_object, module[key])]
        for key in ("parameters", "templatedparameters")
        if isinstance(module.get(key), list)
    }
    return {**module, **listed}


def _as_anybody(parameter: Mapping[str, Any]) -> Mapping[str, Any]:
    low = parameter.get("lowlimit")
    return {**parameter, "limit": low} if low is not None and "limit" in parameter else parameter
