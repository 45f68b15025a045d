"""The command `fetch`: the catalogue of a wiki, from the wiki into the files that the list of APIs names."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from specloom.cli.commands.asking import asked_of
from specloom.cli.commands.observing import observed_beside, write_observed
from specloom.cli.console import say
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.fetching.catalogue import Catalogue, HelpFormat, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.publishing.folder import Folder
from specloom.readers.read import Sources, read_config, unknown_api
from specloom.sources.config import ApiEntry, Config
from specloom.sources.version_edit import with_version


def fetch(asked: Namespace) -> int:
    """Renew the files of one API; the exit code."""
    found = Diagnostics()
    config = read_config(Sources(Path(asked.config), Path()), found)
    entry = None if config is None else entry_of(config, asked, found)
    for fault in found.found:
        say(str(fault))
    if config is None or entry is None:
        return 2
    address = asked.url or entry.server
    assert address is not None  # `entry_of` has looked
    catalogue = fetch_catalogue(asked_of(asked, address), help_format(config.folder, entry))
    for name, modules in files_of(entry, catalogue):
        _write(config.folder / name, catalogue_text(modules, catalogue.help_format), len(modules))
    if asked.probe:
        name = observed_beside(entry.source)
        count = write_observed(asked_of(asked, address), catalogue, entry, config.folder)
        if count is None:
            return 2
        say(f"observed  {config.folder / name}, {count} modules")
        if name not in entry.overlays:
            say(f"specloom: say `{name}` among the `overlays` of `{entry.id}` in {config.path}")
    renew_version(config, entry, catalogue.version)
    return 0


def renew_version(config: Config, entry: ApiEntry, version: str | None) -> None:
    """Write the version of the wiki into the list, if that has another one: it decides which fields results have."""
    # Somebody may have saved it while the wiki was asked.
    listed = read_config(Sources(config.path, Path(), follow_links=True), Diagnostics())
    entry = next((each for each in (listed or config).apis if each.id == entry.id), entry)
    if entry.wiki_version is None or version is None or entry.wiki_version == version:
        return
    text = None if listed is None else with_version(listed, entry.id, "wiki_version", version)
    if text is None:
        say(f'specloom: say `wiki_version: "{version}"` of `{entry.id}` in {config.path}')
        return
    Folder(config.path.parent).put(config.path.name, text.encode())
    say(f"written   {config.path}, for MediaWiki {version} instead of {entry.wiki_version}")


def files_of(
    entry: ApiEntry, catalogue: Catalogue
) -> Sequence[tuple[str, Sequence[Mapping[str, Any]]]]:
    """The files of an entry, with the modules in each."""
    if entry.actions is None:
        return [(entry.source, catalogue.queries)]
    if entry.actions == entry.source:
        return [(entry.source, catalogue.modules)]
    return [(entry.source, catalogue.queries), (entry.actions, catalogue.others)]


def entry_of(config: Config, asked: Namespace, found: Diagnostics) -> ApiEntry | None:
    """The entry that is named, if it is that of a wiki whose address is known."""
    known = {entry.id: entry for entry in config.apis}
    entry = known.get(asked.api)
    if entry is None:
        found.add(unknown_api(str(config.path), asked.api, known))
    elif entry.reader != "paraminfo":
        message = f"the source of `{entry.id}` is no catalogue of a wiki"
        hint = "only a wiki tells of its own modules"
        found.add(Diagnostic.of_file(str(config.path), "wrong-value", message, hint))
    elif asked.url is None and entry.server is None:
        message = f"the address of the wiki of `{entry.id}` is not known"
        hint = "give it with --url, or as `server` of the entry"
        found.add(Diagnostic.of_file(str(config.path), "missing-key", message, hint))
    else:
        return entry
    return None


class _Envelope(msgspec.Struct):
    paraminfo: "_Told"


class _Told(msgspec.Struct):
    helpformat: HelpFormat


def help_format(folder: Path, entry: ApiEntry) -> HelpFormat:
    """Texts come along unless the file as it is has none."""
    try:
        return msgspec.json.decode(
            (folder / entry.source).read_bytes(), type=_Envelope
        ).paraminfo.helpformat
    except (OSError, msgspec.DecodeError):
        return "wikitext"


def _write(path: Path, text: str, modules: int) -> None:
    is_new = Folder(path.parent).put(path.name, text.encode())
    state = "written  " if is_new else "unchanged"
    say(f"{state} {path}, {modules} modules")
