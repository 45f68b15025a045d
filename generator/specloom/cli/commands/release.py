"""The command `release`: a new version of packages, and what it changes, in their changelogs; tags nothing."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specloom.changes import changelog
from specloom.changes.change import Change
from specloom.changes.changelog import Audience
from specloom.changes.compare import changes as compared
from specloom.changes.verdict import last_before, next_version
from specloom.cli.commands.changes import refused, root_of
from specloom.cli.commands.drift import unified
from specloom.cli.commands.revisions import MODEL, of_revision, tags
from specloom.cli.commands.writer import recovered, the_writer
from specloom.cli.console import say, write
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.documents.decode import decode
from specloom.documents.document import read_text
from specloom.documents.limits import HIGHEST
from specloom.documents.yaml_text import parse_yaml
from specloom.model import document as model_document
from specloom.model.naming import distribution_name
from specloom.model.structs import Api, Model
from specloom.publishing import together
from specloom.publishing.folder import Folder
from specloom.publishing.obstacles import in_place_of_folders, of_local_files
from specloom.publishing.publish import unwritable
from specloom.readers.read import Sources, read_config, read_model, unknown_api
from specloom.sources.config import ApiList, Config
from specloom.sources.version_edit import with_version


@dataclass(frozen=True, slots=True)
class ReleaseArguments:
    """The command line, typed."""

    config: str
    api: str | None
    since: str | None
    """A model or a revision with what was released last; None: the tag of the version that each API has."""
    dry_run: bool


@dataclass(frozen=True, slots=True)
class Release:
    """A release of a package that is to be made."""

    api: Api
    version: str
    changes: Sequence[Change] | None
    """None: it is the first one."""
    before: str | None = None
    """The version that was released last."""

    @property
    def tag(self) -> str:
        """Name of the tag for the release."""
        return tag_of(self.api, self.version)


@dataclass(frozen=True, slots=True)
class Edit:
    """A file that becomes another one."""

    before: bytes | None
    """The content before the change; None if the file does not exist."""
    after: str


def tag_of(api: Api, version: str) -> str:
    """`wiki-query-0.2.0`."""
    return f"{_tag_start(api)}{version}"


def _tag_start(api: Api) -> str:
    return f"{distribution_name(api.package)}-"


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a run is going to do."""

    releases: Sequence[Release]
    files: Mapping[str, Edit]

    @property
    def next_step(self) -> str:
        """Text about what is left to do by hand."""
        tags_to_set = [each.tag for each in self.releases if each.changes or each.changes is None]
        return f"next: specloom generate; commit it; git tag {' '.join(tags_to_set)}"


def release(args: ReleaseArguments) -> int:
    """Write the list of APIs and the changelogs, all of them or none; the exit code."""
    diagnostics = Diagnostics()
    root = root_of(Path(args.config))
    if read_config(Sources(Path(args.config), root), diagnostics) is None:
        return refused(diagnostics)
    if args.dry_run:
        plan = _plan(args, root, diagnostics)
        return refused(diagnostics) if plan is None else _foretold(plan)
    faults = list(of_local_files(Folder(root), (Path(args.config),)))
    if faults:
        return refused(Diagnostics(faults))
    try:
        with the_writer(root):
            return _released_together(args, root)
    except OSError as error:
        state = "nothing was written"
        if together.interrupted(Folder(root)):
            state = "the next run continues where this one stopped"
        return refused(Diagnostics([unwritable(root, error)]), state)


def _released_together(args: ReleaseArguments, root: Path) -> int:
    recovery = recovered(root)
    if recovery is not None and recovery.end == "completed":
        return 0
    diagnostics = Diagnostics()
    plan = _plan(args, root, diagnostics)
    if plan is None:
        return refused(diagnostics)
    if plan.files:
        contents = {path: edit.after.encode() for path, edit in plan.files.items()}
        before = {path: edit.before for path, edit in plan.files.items()}
        try:
            together.change(Folder(root), contents, before, plan.next_step)
        except together.ChangedError as error:
            message = "the file was saved while the release was made"
            display_path = str(root / str(error))
            hint = "run the command again"
            fault = Diagnostic.of_file(display_path, "file-in-the-way", message, hint)
            return refused(Diagnostics([fault]), "nothing was written")
    for line in _summary_lines(plan.releases):
        say(line)
    if plan.files:
        say(plan.next_step)
    return 0


def _foretold(plan: Plan) -> int:
    for line in _summary_lines(plan.releases):
        say(line)
    diffs = (
        unified(path, None if edit.before is None else edit.before.decode(), edit.after)
        for path, edit in plan.files.items()
    )
    return write("".join(diffs))


def _plan(args: ReleaseArguments, root: Path, diagnostics: Diagnostics) -> Plan | None:
    """The files to write; None with diagnostics if anything prevents the release."""
    sources = Sources(Path(args.config), root)
    # Before it is parsed: what is saved in between is then found to be another file.
    content = Folder(root).read(_path_of_list(args, root))
    config = read_config(sources, diagnostics)
    model = None if config is None else read_model(sources, config, diagnostics)
    if config is None or model is None:
        return None
    releases = list(_releases(args, root, model, diagnostics))
    files: dict[str, Edit] = {}
    if not diagnostics:
        text = _list(releases, config, diagnostics)
        if text is not None:
            files[_path_of_list(args, root)] = Edit(content, text)
        files |= _changelog_files(releases, root, diagnostics)
    diagnostics.found.extend(in_place_of_folders(Folder(root), files))
    return None if diagnostics else Plan(releases, files)


def _releases(
    args: ReleaseArguments, root: Path, model: Model, diagnostics: Diagnostics
) -> Iterator[Release]:
    api_ids = {api.id: None for api in model.apis}
    if args.api is not None and args.api not in api_ids:
        diagnostics.add(unknown_api("--api", args.api, api_ids))
        return
    for api in model.apis:
        if args.api not in (None, api.id):
            continue
        old = _released(args.since or _last_tag(api, root), root, diagnostics)
        before = (
            next((candidate for candidate in old.apis if candidate.id == api.id), None)
            if old
            else None
        )
        if before is not None:
            changes_ = compared(Model(apis=(before,)), Model(apis=(api,)))
            version = next_version(before.version, changes_, at_least=api.version)
            yield Release(api, version, changes_, before.version)
        elif args.since is None:
            yield Release(api, api.version, None)
        elif not diagnostics:
            message = f"`{args.since}` is neither a file nor a revision of git with {MODEL} and `{api.id}`"
            hint = "name the model, the tag or the commit of the last release"
            diagnostics.add(Diagnostic.of_file("--since", "missing-file", message, hint))


def _last_tag(api: Api, root: Path) -> str:
    """Tag of the last release: for the version of an API or, if that was set by hand, for an earlier one."""
    start = _tag_start(api)
    versions = [tag.removeprefix(start) for tag in tags(start, root)]
    return tag_of(api, last_before(api.version, versions) or api.version)


def _released(name: str, root: Path, diagnostics: Diagnostics) -> Model | None:
    if Path(name).is_file():
        text = read_text(Path(name), name, diagnostics, HIGHEST)
    else:
        text = of_revision(name, root)
    return None if text is None else model_document.parse(text, name, diagnostics)


def _path_of_list(args: ReleaseArguments, root: Path) -> str:
    return Path(args.config).absolute().relative_to(root.absolute()).as_posix()


def _changelog_files(
    releases: Sequence[Release], root: Path, diagnostics: Diagnostics
) -> dict[str, Edit]:
    """The changelogs that change, by their paths below the root."""
    files: dict[str, Edit] = {}
    date = time.strftime("%Y-%m-%d", time.gmtime(_now()))
    for release_ in releases:
        if release_.changes is not None and not release_.changes:
            continue
        for path, audience in _changelogs(release_.api):
            before = Folder(root).read(path)
            text = _changelog(root / path, diagnostics)
            fault = _untagged(release_, changelog.versions(text or ""))
            if fault is not None:
                display_path = str(root / path)
                diagnostics.add(Diagnostic.of_file(display_path, "duplicate-name", *fault))
            entry = changelog.with_entry(text, _entry(release_, date, audience))
            files[path] = Edit(before, entry)
    return files


def _untagged(release_: Release, entries: Sequence[str]) -> tuple[str, str] | None:
    """Fault and remedy if a changelog has an entry for a release without a tag here."""
    named_version = (
        release_.api.version if release_.api.version != release_.before else release_.version
    )
    for version in (release_.version, named_version):
        if version in entries:
            hint = f"tag what was released as `{tag_of(release_.api, version)}`, or name it with --since"
            return f"it has an entry of {version} already", hint
    if release_.changes is None and entries:
        hint = (
            "`git fetch --tags` brings those of other clones; or name the last release with --since"
        )
        return (
            f"it has an entry of {entries[0]}, but `{tag_of(release_.api, entries[0])}` is not a tag here",
            hint,
        )
    return None


def _changelogs(api: Api) -> tuple[tuple[str, Audience], ...]:
    return (
        (f"generated/python/{api.package}/CHANGELOG.md", "package"),
        (f"docs/changelog/{api.package}.md", "site"),
    )


def _entry(release_: Release, date: str, audience: Audience) -> str:
    if release_.changes is None:
        return changelog.first(release_.version, date)
    return changelog.entry(release_.version, date, release_.changes, audience)


def _list(releases: Sequence[Release], config: Config, diagnostics: Diagnostics) -> str | None:
    """The list of APIs, if a version in it changes."""
    text = None
    for release_ in releases:
        if release_.version == release_.api.version:
            continue
        text = with_version(config, release_.api.id, "version", release_.version)
        if text is None:
            message = f"the version of `{release_.api.id}` cannot be changed in a list of this form"
            hint = f"write `version: {release_.version}` there"
            diagnostics.add(Diagnostic.of_file(str(config.path), "wrong-value", message, hint))
            return None
        config = _reread(config, text)
    return text


def _reread(config: Config, text: str) -> Config:
    diagnostics = Diagnostics()
    document = parse_yaml(text, str(config.path), diagnostics)
    api_list = None if document is None else decode(document, ApiList, diagnostics)
    assert api_list is not None  # it has been looked at
    return replace(config, apis=api_list.apis, document=document)


def _now() -> float:
    """The time of the release, which a build may give."""
    return float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())


def _changelog(path: Path, diagnostics: Diagnostics) -> str | None:
    return read_text(path, str(path), diagnostics, HIGHEST) if path.is_file() else None


def _summary_lines(releases: Sequence[Release]) -> Iterator[str]:
    for release_ in releases:
        if release_.changes is None:
            yield f"{release_.api.package}: {release_.version}, the first release"
        elif release_.changes:
            yield f"{release_.api.package}: {release_.before} becomes {release_.version}"
        else:
            yield f"{release_.api.package}: nothing has changed since {release_.before}"
