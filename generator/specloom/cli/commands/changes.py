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
from specloom.cli.commands import changes_told, revisions
from specloom.cli.commands.changes_told import Form, Told
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
"""Which changes make the exit code 1."""


@dataclass(frozen=True, slots=True)
class Wanted:
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


def changes(wanted: Wanted) -> int:
    """Print them; the exit code."""
    diagnostics = Diagnostics()
    found = told(wanted, diagnostics)
    if found is None:
        return refused(diagnostics)
    return tell(found, wanted.form, wanted.fail_on, found.breaking)


def tell(found: Told, form: Form, fail_on: FailOn, breaking: int) -> int:
    """Print changes; the exit code, for which `breaking` is the number of changes that break something."""
    text = changes_told.WRITERS[form](found)
    is_painted = form == "text" and colour.is_wanted(sys.stdout)
    unwritten = write(colour.listed(text) if is_painted else text)
    counting = {"any": len(found.changes), "breaking": breaking, "none": 0}
    return unwritten or (1 if counting[fail_on] else 0)


def told(wanted: Wanted, diagnostics: Diagnostics) -> Told | None:
    """Everything there is to tell; None with diagnostics where one of the models cannot be read."""
    pair = _pair(wanted, diagnostics)
    if pair is None:
        return None
    old, new = (_read(name, wanted, diagnostics) for name in pair)
    if old is None or new is None:
        return None
    before, after = _narrowed(old.model, new.model, wanted.api, diagnostics)
    return None if before is None or after is None else between(before, after, new.place)


def _pair(wanted: Wanted, diagnostics: Diagnostics) -> tuple[str, str | None] | None:
    """What is compared with what: `A..B` are both, and `A...B` is B with where it went apart from A, as for git."""
    first, dots, last = wanted.old.partition("..")
    if not dots or wanted.new is not None or Path(wanted.old).is_file():
        return wanted.old, wanted.new
    if not last.startswith("."):
        return first, last
    one, other = first or "HEAD", last[1:] or "HEAD"
    root = root_of(Path(wanted.config))
    found = revisions.common(one, other, root)
    if found is not None:
        return found, last[1:]
    diagnostics.add(revisions.apart(one, other, root))
    return None


def refused(diagnostics: Diagnostics, state: str | None = None) -> int:
    """Say what is wrong, and how that left the files; the exit code."""
    found = sorted(set(diagnostics.found))  # the same of both models is told once
    for diagnostic in found:
        say(str(diagnostic))
    say(f"specloom: {counted(found)}{f'; {state}' if state else ''}")
    return 2


def between(before: Model, after: Model, place: Place) -> Told:
    """What changed, each at its place in the newer description."""
    found = compared(before, after)
    places = [place(change.api, change.at) for change in found]
    return Told(found, places, after, changes_told.versions(before, after, found))


# --- The models ------------------------------------------------------------------------------------


def _read(name: str | None, wanted: Wanted, diagnostics: Diagnostics) -> Read | None:
    """The model that a name means; without a name, that of the APIs as they are.

    A document need not be sound: an older one may have been so when it was written.
    """
    if name is None or name == "":
        return current(Path(wanted.config), diagnostics)
    file, _, version = name.partition("@")
    if file.endswith(".json") and Path(file).is_file():
        return _of_catalogue(Path(file), version or None, wanted, diagnostics)
    if Path(name).is_file():
        text = read_text(Path(name), name, diagnostics, HIGHEST)
        return None if text is None else _of_document(text, name, diagnostics)
    root = root_of(Path(wanted.config))
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


def _of_document(text: str, shown: str, diagnostics: Diagnostics) -> Read | None:
    model = model_document.parse(text, shown, diagnostics)
    return None if model is None else Read(model, ModelPlaces(text, shown).of)


def _of_catalogue(
    path: Path, version: str | None, wanted: Wanted, diagnostics: Diagnostics
) -> Read | None:
    """The model of a wiki's catalogue, with the overlays of an API of the list."""
    config = read_config(Sources(Path(wanted.config), root_of(Path(wanted.config))), diagnostics)
    entry = None if config is None else _wiki(config, wanted.api, diagnostics)
    if config is None or entry is None:
        return None
    version = version or entry.wiki_version
    try:
        msgspec.convert(version, WikiVersion | None)
    except msgspec.ValidationError:
        message = f"`{version}` is no version of MediaWiki"
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
    listed = Config(config.path, (other,), config.limits, document=config.document)
    return Read(model, SourcePlaces(listed, model).of)


def _wiki(config: Config, api: str | None, diagnostics: Diagnostics) -> ApiEntry | None:
    """The entry of a wiki: the one that is named, or the only one."""
    wikis = [entry for entry in config.apis if entry.reader == "paraminfo"]
    named = [entry for entry in wikis if api in (None, entry.id)]
    if len(named) == 1:
        return named[0]
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
    known = {found.id: None for model in (old, new) for found in model.apis}
    if api not in known:
        diagnostics.add(unknown_api("--api", api, known))
        return None, None
    return _only(old, api), _only(new, api)


def _only(model: Model, api: str) -> Model:
    return replace(model, apis=tuple(found for found in model.apis if found.id == api))
