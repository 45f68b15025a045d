"""The command `drift`: what a wiki has changed since its catalogue was fetched; writes no file."""

import tempfile
from argparse import Namespace
from pathlib import Path

from msgspec.structs import replace

from specloom.cli.commands.asking import wiki_access
from specloom.cli.commands.change_report import Comparison
from specloom.cli.commands.changes import between, print_comparison, refused, root_of
from specloom.cli.commands.fetch import entry_of, files_of, help_format
from specloom.cli.commands.observing import FILE, observed_beside, observed_text
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.fetching.catalogue import Catalogue, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.model.structs import Api, Model
from specloom.readers.part_places import SourcePlaces
from specloom.readers.read import Sources, read_api, read_config
from specloom.sources.config import ApiEntry, Config


def drift(args: Namespace) -> int:
    """Ask the wiki, and print the changes; the exit code."""
    diagnostics = Diagnostics()
    comparison = _comparison(args, diagnostics)
    if comparison is None:
        return refused(diagnostics)
    # The package that programs have is not made anew: only what the wiki does can break them.
    breaking = sum(change.wire == "breaking" for change in comparison.changes)
    return print_comparison(comparison, args.format, args.fail_on, breaking)


def _comparison(args: Namespace, diagnostics: Diagnostics) -> Comparison | None:
    path = Path(args.config)
    config = read_config(Sources(path, root_of(path)), diagnostics)
    entry = None if config is None else entry_of(config, args, diagnostics)
    before = None if config is None or entry is None else _read(config, entry, diagnostics)
    if config is None or entry is None or before is None:
        return None
    after = _now(config, entry, args, diagnostics)
    if after is None:
        return None
    old = Model(apis=(before,))
    return between(old, Model(apis=(after,)), SourcePlaces(config, old).of)


def _read(config: Config, entry: ApiEntry, diagnostics: Diagnostics) -> Api | None:
    return read_api(entry, config.folder, diagnostics, config.limits)


def _now(config: Config, entry: ApiEntry, args: Namespace, diagnostics: Diagnostics) -> Api | None:
    """The API as the wiki describes itself now."""
    address = args.url or entry.server
    assert address is not None  # `entry_of` has looked
    observed = observed_beside(entry.source)
    if args.probe and observed not in entry.overlays:
        message = f"`{observed}` is not among the `overlays` of `{entry.id}`, so that --probe compares nothing"
        hint = f"`specloom fetch {entry.id} --probe` writes it"
        diagnostics.add(Diagnostic.of_file(str(config.path), "missing-key", message, hint))
        return None
    wiki = wiki_access(args, address)
    catalogue = fetch_catalogue(wiki, help_format(config.folder, entry))
    with tempfile.TemporaryDirectory() as name:
        other = _fetched(catalogue, entry, Path(name))
        if args.probe:
            observed_overlay = observed_text(
                wiki, catalogue, other, config.folder, observed, diagnostics
            )
            if observed_overlay is None:
                return None
            text, _ = observed_overlay
            path = Path(name) / FILE
            path.write_text(text, "utf-8")
            names = (str(path) if overlay == observed else overlay for overlay in entry.overlays)
            other = replace(other, overlays=tuple(names))
        return _read(config, other, diagnostics)


def _fetched(catalogue: Catalogue, entry: ApiEntry, folder: Path) -> ApiEntry:
    """The entry with what has been fetched, in a folder."""
    names: dict[str, str] = {}
    for number, (file, modules) in enumerate(files_of(entry, catalogue)):
        path = folder / f"{number}.json"
        path.write_text(catalogue_text(modules, catalogue.help_format), "utf-8")
        names[file] = str(path)
    return replace(
        entry,
        source=names[entry.source],
        actions=None if entry.actions is None else names[entry.actions],
        wiki_version=entry.wiki_version and (catalogue.version or entry.wiki_version),
    )
