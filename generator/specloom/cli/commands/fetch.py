"""The command `fetch`: the catalogue of a wiki, from the wiki into the files that the list of APIs names."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from specloom.cli.commands.asking import wiki_access
from specloom.cli.commands.observing import observed_beside, write_observed
from specloom.cli.console import say
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.fetching.catalogue import Catalogue, HelpFormat, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.publishing.folder import Folder
from specloom.readers.read import Sources, read_config, unknown_api
from specloom.sources.config import ApiEntry, Config
from specloom.sources.version_edit import with_version


def fetch(args: Namespace) -> int:
    """Renew the files of one API; the exit code."""
    diagnostics = Diagnostics()
    config = read_config(Sources(Path(args.config), Path()), diagnostics)
    entry = None if config is None else entry_of(config, args, diagnostics)
    for fault in diagnostics.found:
        say(str(fault))
    if config is None or entry is None:
        return 2
    address = args.url or entry.server
    assert address is not None  # `entry_of` has looked
    catalogue = fetch_catalogue(wiki_access(args, address), help_format(config.folder, entry))
    for name, modules in files_of(entry, catalogue):
        _write(config.folder / name, catalogue_text(modules, catalogue.help_format), len(modules))
    if args.probe:
        name = observed_beside(entry.source)
        count = write_observed(wiki_access(args, address), catalogue, entry, config.folder)
        if count is None:
            return 2
        say(f"observed  {config.folder / name}, {count} modules")
        if name not in entry.overlays:
            say(f"specloom: say `{name}` among the `overlays` of `{entry.id}` in {config.path}")
    renew_version(config, entry, catalogue.version)
    return 0


def renew_version(config: Config, entry: ApiEntry, version: str | None) -> None:
    """Write the wiki's version into the list if it differs, since it decides which fields results have."""
    # Somebody may have saved it while the wiki was args.
    current = read_config(Sources(config.path, Path(), follow_links=True), Diagnostics())
    entry = next((each for each in (current or config).apis if each.id == entry.id), entry)
    if entry.wiki_version is None or version is None or entry.wiki_version == version:
        return
    text = None if current is None else with_version(current, entry.id, "wiki_version", version)
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
    return [(entry.source, catalogue.queries), (entry.actions, catalogue.other_modules)]


def entry_of(config: Config, args: Namespace, diagnostics: Diagnostics) -> ApiEntry | None:
    """The named entry, if it is that of a wiki with a known address."""
    entries = {entry.id: entry for entry in config.apis}
    entry = entries.get(args.api)
    if entry is None:
        diagnostics.add(unknown_api(str(config.path), args.api, entries))
    elif entry.reader != "paraminfo":
        message = f"the source of `{entry.id}` is not a catalogue of a wiki"
        hint = "only a wiki describes its own modules"
        diagnostics.add(Diagnostic.of_file(str(config.path), "wrong-value", message, hint))
    elif args.url is None and entry.server is None:
        message = f"the address of the wiki of `{entry.id}` is not known"
        hint = "give it with --url, or as `server` of the entry"
        diagnostics.add(Diagnostic.of_file(str(config.path), "missing-key", message, hint))
    else:
        return entry
    return None


class _Envelope(msgspec.Struct):
    paraminfo: "_Parameters"


class _Parameters(msgspec.Struct):
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
