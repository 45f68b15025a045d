"""The command `changes`: say what changed between two models; writes no file."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from specloom.changes.change import At
from specloom.changes.compare import changes as compared
from specloom.cli import colour
from specloom.cli.commands import change_report, revisions
from specloom.cli.commands.change_report import Comparison, Form
from specloom.cli.commands.report import counted
from specloom.cli.console import say, write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.document import read_text
from specloom.documents.limits import HIGHEST
from specloom.documents.suggestion import did_you_mean_or_all
from specloom.model import document as model_document
from specloom.model.structs import Model
from specloom.readers.paraminfo.choice import holds_actions
from specloom.readers.part_places import ModelPlaces, PartPlace, SourcePlaces
from specloom.readers.read import Sources, read_api, read_config, read_model, unknown_api
from specloom.sources.config import ApiEntry, Config, WikiVersion

FailOn: TypeAlias = Literal["any", "breaking", "none"]
"""Changes that make the exit code 1."""


@dataclass(frozen=True, slots=True)
class ChangesArguments:
    """The command line, typed."""

    old: str
    new: str | None
    config: str
    api: str | None
    form: Form
    fail_on: FailOn


Place: TypeAlias = Callable[[str, At], PartPlace]
"""From an API's id and the way to a part to where it stands."""


class Read(NamedTuple):
    """A model, and where its parts stand."""

    model: Model
    place: Place


def changes(args: ChangesArguments) -> int:
    """Print the changes; returns the exit code."""
    diagnostics = Diagnostics()
    comparison = compare(args, diagnostics)
    if comparison is None:
        return refused(diagnostics)
    return print_comparison(comparison, args.form, args.fail_on, comparison.breaking)


def print_comparison(comparison: Comparison, form: Form, fail_on: FailOn, breaking: int) -> int:
    """Print changes; the exit code, for which `breaking` is the number of changes that break something."""
    text = change_report.WRITERS[form](comparison)
    is_painted = form == "text" and colour.is_wanted(sys.stdout)
    unwritten = write(colour.coloured_changes(text) if is_painted else text)
    counting = {"any": len(comparison.changes), "breaking": breaking, "none": 0}
    return unwritten or (1 if counting[fail_on] else 0)


def compare(args: ChangesArguments, diagnostics: Diagnostics) -> Comparison | None:
    """Compare two models; None with diagnostics if one of them cannot be read."""
    pair = _pair(args, diagnostics)
    if pair is None:
        return None
    old, new = (_read(name, args, diagnostics) for name in pair)
    if old is None or new is None:
        return None
    before, after = _narrowed(old.model, new.model, args.api, diagnostics)
    return None if before is None or after is None else between(before, after, new.place)


def _pair(args: ChangesArguments, diagnostics: Diagnostics) -> tuple[str, str | None] | None:
    """Which revisions to compare: `A..B`, or `A...B` for B against its merge base with A, as in git."""
    first, dots, last = args.old.partition("..")
    if not dots or args.new is not None or Path(args.old).is_file():
        return args.old, args.new
    if not last.startswith("."):
        return first, last
    first_revision, other = first or "HEAD", last[1:] or "HEAD"
    root = root_of(Path(args.config))
    base = revisions.common(first_revision, other, root)
    if base is not None:
        return base, last[1:]
    diagnostics.add(revisions.apart(first_revision, other, root))
    return None


def refused(diagnostics: Diagnostics, state: str | None = None) -> int:
    """Print diagnostics, and the state of the files; returns the exit code."""
    unique = sorted(set(diagnostics.found))  # a diagnostic of both models is reported once
    for diagnostic in unique:
        say(str(diagnostic))
    say(f"specloom: {counted(unique)}{f'; {state}' if state else ''}")
    return 2


def between(before: Model, after: Model, place: Place) -> Comparison:
    """The changes, each with its place in the newer description."""
    changes_ = compared(before, after)
    places = [place(change.api, change.at) for change in changes_]
    return Comparison(changes_, places, after, change_report.versions(before, after, changes_))


# --- The models ------------------------------------------------------------------------------------


def _read(name: str | None, args: ChangesArguments, diagnostics: Diagnostics) -> Read | None:
    """The model that a name means; without a name, that of the APIs as they are.

    A document need not be sound: an older one may have been so when it was written.
    """
    if name is None or name == "":
        return current(Path(args.config), diagnostics)
    file, _, version = name.partition("@")
    if file.endswith(".json") and Path(file).is_file():
        return _of_catalogue(Path(file), version or None, args, diagnostics)
    if Path(name).is_file():
        text = read_text(Path(name), name, diagnostics, HIGHEST)
        return None if text is None else _of_document(text, name, diagnostics)
    root = root_of(Path(args.config))
    text = revisions.of_revision(name, root)
    if text is None:
        diagnostics.add(revisions.without_model(name, root))
        return None
    return _of_document(text, f"{name}:{revisions.MODEL}", diagnostics)


def current(path: Path, diagnostics: Diagnostics) -> Read | None:
    """The APIs as they are."""
    sources = Sources(path, root_of(path))
    config = read_config(sources, diagnostics)
    model = None if config is None else read_model(sources, config, diagnostics)
    return None if config is None or model is None else Read(model, SourcePlaces(config, model).of)


def _of_document(text: str, display_path: str, diagnostics: Diagnostics) -> Read | None:
    model = model_document.parse(text, display_path, diagnostics)
    return None if model is None else Read(model, ModelPlaces(text, display_path).of)


def _of_catalogue(
    path: Path, version: str | None, args: ChangesArguments, diagnostics: Diagnostics
) -> Read | None:
    """The model of a wiki's catalogue, with the overlays of an API of the list."""
    config = read_config(Sources(Path(args.config), root_of(Path(args.config))), diagnostics)
    entry = None if config is None else _wiki(config, args.api, diagnostics)
    if config is None or entry is None:
        return None
    version = version or entry.wiki_version
    try:
        msgspec.convert(version, WikiVersion | None)
    except msgspec.ValidationError:
        message = f"`{version}` is not a version of MediaWiki"
        hint = f"write `{path}@1.43`, with two numbers"
        diagnostics.add(Diagnostic.of_file(str(path), "wrong-value", message, hint))
        return None
    source = str(path.absolute())
    actions = source if entry.actions and holds_actions(path) else entry.actions
    other = replace(entry, source=source, actions=actions, wiki_version=version)
    api = read_api(other, config.folder, diagnostics, config.limits)
    if api is None:
        return None
    model = Model(apis=(api,))
    single = Config(config.path, (other,), config.limits, document=config.document)
    return Read(model, SourcePlaces(single, model).of)


def _wiki(config: Config, api: str | None, diagnostics: Diagnostics) -> ApiEntry | None:
    """The entry of a wiki: the named one, or the only one."""
    wikis = [entry for entry in config.apis if entry.reader == "paraminfo"]
    entries = [entry for entry in wikis if api in (None, entry.id)]
    if len(entries) == 1:
        return entries[0]
    message = "a catalogue is compared with the overlays of a wiki's API"
    hint = did_you_mean_or_all(api or "", [entry.id for entry in wikis])
    diagnostics.add(Diagnostic.of_file("--api", "unknown-name", message, hint))
    return None


def root_of(config: Path) -> Path:
    """The folder of the outputs."""
    return config.parent.parent if config.parent.name == "spec" else config.parent


def _narrowed(
    old: Model, new: Model, api: str | None, diagnostics: Diagnostics
) -> tuple[Model | None, Model | None]:
    """Both, with one API alone if one is named."""
    if api is None:
        return old, new
    api_ids = {api.id: None for model in (old, new) for api in model.apis}
    if api not in api_ids:
        diagnostics.add(unknown_api("--api", api, api_ids))
        return None, None
    return _only(old, api), _only(new, api)


def _only(model: Model, api: str) -> Model:
    return replace(model, apis=tuple(candidate for candidate in model.apis if candidate.id == api))
