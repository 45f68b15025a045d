"""A wiki's catalogue of modules, as the wiki itself serves it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from specloom.fetching.wiki import FetchError, RawWiki, WikiAccess, opened
from specloom.runtime.mediawiki.errors import BusyError, RightsError, ServerError, TransportError

HelpFormat: TypeAlias = Literal["wikitext", "none"]
"""Format of the wiki's help texts, or none. `html` takes seven times as long."""
ALL = "main|**"
AT_ONCE = 50
"""Modules that anybody may ask for in one request."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A wiki's description of itself."""

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
    def other_modules(self) -> tuple[Mapping[str, Any], ...]:
        """Everything else: `main`, the actions, the formats."""
        return tuple(module for module in self.modules if not _is_query(module))


def fetch_catalogue(access: WikiAccess, help_format: HelpFormat = "wikitext") -> Catalogue:
    """Fetch the descriptions of all modules of a wiki; raises FetchError with the reason and a remedy."""
    with opened(access) as wiki:
        return _catalogue(wiki, help_format)


def _catalogue(wiki: RawWiki, help_format: HelpFormat) -> Catalogue:
    site_name, version = _site(wiki)
    modules = {str(module["path"]): module for module in _modules(wiki, help_format)}
    if not any(map(_is_query, modules.values())):
        message = "the wiki lists no query modules"
        raise FetchError(wiki.api_url, message, "MediaWiki 1.25 or later is needed")
    ordered = (_stable(modules[path]) for path in sorted(modules))
    return Catalogue(wiki.api_url, tuple(ordered), help_format, site_name, version)


def _is_query(module: Mapping[str, Any]) -> bool:
    return str(module.get("path", "")).startswith("query+")


def _site(wiki: RawWiki) -> tuple[str | None, str | None]:
    """The name of the wiki, and which MediaWiki it runs."""
    try:
        query = _object(wiki.read(action="query", meta="siteinfo", siprop="general").get("query"))
    except RightsError:
        return None, None  # a private wiki; its catalogue may be read all the same
    general = _object(query.get("general"))
    name, generator = general.get("sitename"), str(general.get("generator", ""))
    numbers = generator.removeprefix("MediaWiki ").split(".")[:2]
    is_version = len(numbers) == 2 and all(number.isdigit() for number in numbers)
    return name if isinstance(name, str) and name else None, (
        ".".join(numbers) if is_version else None
    )


def _modules(wiki: RawWiki, help_format: HelpFormat) -> Sequence[Mapping[str, Any]]:
    """All in one answer; where a wiki cuts that, does not know the request or fails at it, bit by bit."""
    try:
        reply = _paraminfo(wiki, ALL, help_format)
        modules, is_cut = _modules_in(reply), _is_cut(reply)
    except (BusyError, ServerError, TransportError) as error:
        if isinstance(error, TransportError) and error.kind not in ("timeout", "too-large"):
            raise
        modules, is_cut = [], True
    if not is_cut and any(map(_is_query, modules)):
        return modules
    main = _by_paths(wiki, ["main", "query"], help_format)
    rest = _by_paths(
        wiki, [path for module in main for path in _submodule_paths(module)], help_format
    )
    return [*main, *(module for module in rest if module.get("path") != "query")]


def _by_paths(
    wiki: RawWiki, paths: Sequence[str], help_format: HelpFormat
) -> list[Mapping[str, Any]]:
    """Modules by their paths, in requests that a wiki does not cut; a module that fails alone is left out."""
    paths = list(dict.fromkeys(paths))
    modules: list[Mapping[str, Any]] = []
    for start in range(0, len(paths), AT_ONCE):
        modules += _halved(wiki, paths[start : start + AT_ONCE], help_format)
    return modules


def _halved(
    wiki: RawWiki, paths: Sequence[str], help_format: HelpFormat
) -> list[Mapping[str, Any]]:
    try:
        reply = _paraminfo(wiki, "|".join(paths), help_format)
    except ServerError as error:
        if len(paths) == 1 and not error.code.startswith("internal_api_error_"):
            raise
        if len(paths) == 1:
            return []
    else:
        if not _is_cut(reply) or len(paths) == 1:
            return _modules_in(reply)
    middle = len(paths) // 2
    return [
        *_halved(wiki, paths[:middle], help_format),
        *_halved(wiki, paths[middle:], help_format),
    ]


def _paraminfo(wiki: RawWiki, modules: str, help_format: HelpFormat) -> Mapping[str, Any]:
    return wiki.read(action="paraminfo", modules=modules, helpformat=help_format)


def _modules_in(reply: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    modules: object = _object(reply.get("paraminfo")).get("modules")
    items = cast("list[object]", modules) if isinstance(modules, list) else []
    return [module for module in map(_object, items) if isinstance(module.get("path"), str)]


def _is_cut(reply: Mapping[str, Any]) -> bool:
    """Return whether a reply says that it was truncated."""
    warnings: object = reply.get("warnings")
    warning_list = cast("list[object]", warnings) if isinstance(warnings, list) else []
    return any(_object(warning).get("code") == "truncatedresult" for warning in warning_list)


def _submodule_paths(module: Mapping[str, Any]) -> Iterator[str]:
    """The paths of the modules that a module's parameter values name."""
    parameters: Iterable[object] = module.get("parameters", ())
    for parameter in map(_object, parameters):
        if not parameter.get("submoduleparamprefix"):  # generators are lists, called otherwise
            yield from map(str, _object(parameter.get("submodules")).values())


def _object(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _stable(module: Mapping[str, Any]) -> Mapping[str, Any]:
    """A module without limits that depend on the account of the request."""
    limited = {
        key: [_as_anybody(parameter) for parameter in map(_object, module[key])]
        for key in ("parameters", "templatedparameters")
        if isinstance(module.get(key), list)
    }
    return {**module, **limited}


def _as_anybody(parameter: Mapping[str, Any]) -> Mapping[str, Any]:
    low = parameter.get("lowlimit")
    return {**parameter, "limit": low} if low is not None and "limit" in parameter else parameter
