"""The command line: options of all commands, and the functions that run them.

Exit codes are 0: done, or clean; 1: `check` found drift, or `changes` changes; 2: wrong input or usage; `entry.py` knows those of what
nobody expects. Modules that do the work are imported when it is clear that there is work: a `generate` that
changes nothing ends before.
"""

import gc
import sys
import time
from argparse import ArgumentParser, Namespace
from os import getcwd
from os.path import abspath, basename, dirname, isfile, join
from typing import get_args

from specloom import __version__
from specloom.cli.commands import wiki_arguments
from specloom.cli.console import say, write
from specloom.cli.help import ABOUT, described
from specloom.diagnostics import WarningCode
from specloom.views.kinds import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from specloom.cli.commands.options import Options
    from specloom.cli.commands.report import Report
    from specloom.model.structs import OpenApiProfile

_CONFIG = join("spec", "apis.yaml")
_ABOUT_CONFIG = f"default: {_CONFIG} here, or in a folder around this one"
_DEEPEST = 5_000
"""Calls within each other: a record within a record within a record takes several each."""
_CHOICE = {
    "tags": "of a document: operations with one of these tags, with commas between them",
    "paths": "of a document: operations of these paths, such as /pets/*",
    "operations": "of a document: these operationIds, or methods and paths, such as GET /pets",
    "exclude": "of a document: not these operationIds, paths or tags",
}
"""Options that choose operations of a document → their help."""
_DRY_RUN = "say what would be written; write nothing"


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run one command; the exit code. What it does not expect, it raises."""
    started = time.monotonic()
    words = sys.argv[1:] if arguments is None else arguments
    # The other commands cost time, and nobody asks for them.
    parser = command_line(words[0] if words and words[0] in ABOUT else None)
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        hint = f"`specloom {args.command} --help` lists what it knows"
        parser.error(f"{args.command}: unrecognized arguments: {' '.join(unknown)}; {hint}")
    _find_config(args)
    if any(isinstance(value, str) and "\0" in value for value in vars(args).values()):
        parser.error("an argument cannot hold a NUL character")
    if wiki_arguments.asks_a_wiki(args):
        return wiki_arguments.run(args, main)
    if args.command in _WITHOUT_A_RUN:
        return _WITHOUT_A_RUN[args.command](args, parser)
    if args.api and args.only == "model":
        parser.error("--only model: the model is of all APIs; leave --api out")
    operations = getattr(args, "operations", None)
    if operations is not None and "" in operations.split(","):
        parser.error("--operations: a name is missing; give names with commas between them")
    for code in getattr(args, "deny", ()):
        if code not in get_args(WarningCode):
            codes = ", ".join(get_args(WarningCode))
            parser.error(f"--deny: `{code}` is not the code of a warning; those are {codes}")
    root = _root(args)
    key = _key(args, root)
    if args.command == "watch":
        from specloom.cli.commands.watch import watch

        return watch(_options(args, root), key, args.serve)
    if args.command == "generate":
        code = _nothing_to_do(args, root, key, started)
        if code is not None:
            return code
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, _DEEPEST))
    gc.disable()  # a run holds nearly all it makes until its end: collecting costs 8 % of its time
    try:
        return _run(args, root, key, started)
    finally:
        gc.enable()
        sys.setrecursionlimit(depth)


def _init(args: Namespace, parser: ArgumentParser) -> int:
    from pathlib import Path

    option = wiki_arguments.without_wiki(args)
    if option is not None:
        parser.error(f"init: {option} is about a wiki; name it with --wiki URL")
    from specloom.cli.commands.init import init

    folder = Path(args.folder)
    choice = {
        name: text.split(",")
        for name in _CHOICE
        if (text := getattr(args, f"choose_{name}")) is not None
    }
    if args.openapi is None:
        if choice:
            parser.error(
                f"init: --{next(iter(choice))} is about an OpenAPI file; name it with --openapi FILE"
            )
        return init(folder, args.ci, args.dry_run)
    if args.openapi.startswith(("http://", "https://")):
        parser.error("init: nothing is fetched; download the document, and name the file")
    from specloom.cli.commands.init_openapi import init_openapi

    return init_openapi(Path(args.openapi), folder, args.ci, args.dry_run, choice)


def _release(args: Namespace, _parser: ArgumentParser) -> int:
    from specloom.cli.commands.release import ReleaseArguments, release

    return release(ReleaseArguments(args.config, args.api, args.since, args.dry_run))


def _explain(args: Namespace, _parser: ArgumentParser) -> int:
    from specloom.cli.commands.explain import explain

    return explain(args.code)


def _completion(args: Namespace, _parser: ArgumentParser) -> int:
    from specloom.cli.commands.completion import script

    return write(script(args.shell, add_options))


def _changes(args: Namespace, parser: ArgumentParser) -> int:
    if args.schema:
        from specloom.cli.commands.change_report import schema

        return write(schema())
    from specloom.cli.commands.changes import ChangesArguments, changes

    if args.old is None:
        parser.error("changes: OLD is missing; for example: specloom changes main")
    return changes(
        ChangesArguments(args.old, args.new, args.config, args.api, args.format, args.fail_on)
    )


_WITHOUT_A_RUN = {
    "init": _init,
    "release": _release,
    "explain": _explain,
    "completion": _completion,
    "changes": _changes,
}
"""Functions for commands that neither make outputs nor compare them."""


def _run(args: Namespace, root: str, key: str, started: float) -> int:
    options = _options(args, root)
    report: Report
    if args.command == "generate":
        from specloom.cli.commands.generate import generate

        report = generate(options, key, started)
    elif args.command == "openapi":
        from specloom.cli.commands.openapi import openapi

        report = openapi(options, _profile(args), "json" if args.json else "yaml")
    elif args.command == "templates":
        from specloom.cli.commands.templates import templates

        report = templates(options, args.template)
    elif args.command == "check":
        from specloom.cli.commands.check import check

        report = check(options, started)
    else:
        from specloom.cli.commands.validate import validate

        report = validate(options)
    return _say(report, options)


def _say(report: "Report", options: "Options") -> int:
    from specloom.cli import colour
    from specloom.cli.commands.report import formatted, to_people

    text = formatted(report, options.format)
    is_diff = options.format == "text" and colour.is_wanted(sys.stdout)
    unwritten = write(colour.diff(text) if is_diff else text)
    paint = colour.is_wanted(sys.stderr)
    for line in to_people(report, options.quiet):
        say(colour.coloured_line(line) if paint else line)
    return unwritten or report.exit_code


def _nothing_to_do(args: Namespace, root: str, key: str, started: float) -> int | None:
    """The exit code if everything is as the last run left it, after reporting that; otherwise None."""
    from specloom.publishing.cache import Cache

    cache = Cache(root)
    outputs = cache.outputs_if_current(key, writes=not args.dry_run)
    for path in cache.damaged:
        say(f"specloom: {path} is damaged, and is made anew")
    if outputs is None:
        return None
    from specloom.cli.commands.nothing_to_do import facts, summary_line

    seconds = time.monotonic() - started
    if args.format == "json":
        import json

        counts = facts(outputs, seconds, cache.catalogues)
        document: dict[str, object] = {
            "command": "generate",
            "exit_code": 0,
            **counts,
            "diagnostics": [],
        }
        return write(json.dumps(document, indent=2) + "\n")
    if not args.quiet:
        say(summary_line(0, outputs, 0, seconds))
    return 0


def _find_config(args: Namespace) -> None:
    """Without `--config`, the list of the nearest folder that has one: the current one, or one around it."""
    if getattr(args, "config", "") is None:
        args.config = config_from(getcwd())


def config_from(folder: str) -> str:
    """The path of the list from a folder; where none has one, that of the folder itself."""
    above = ""
    while not isfile(join(folder, _CONFIG)):
        if dirname(folder) == folder:
            return _CONFIG
        folder, above = dirname(folder), join("..", above)
    return join(above, _CONFIG)


def _root(args: Namespace) -> str:
    """The folder of the outputs: `--out`, or the folder that contains `spec/`."""
    if args.out is not None:
        return str(args.out)
    folder = dirname(str(args.config))
    return dirname(folder) if basename(folder) == "spec" else folder


def _key(args: Namespace, root: str) -> str:
    """Key of a run, which differs between runs that make different outputs from the same inputs."""
    names = (__file__, args.config, root, args.templates, args.from_model)
    paths = [None if name is None else abspath(name) for name in names]
    return repr(
        [__version__, sys.version, *paths, args.only, args.api, args.strict, args.follow_links]
    )


def _options(args: Namespace, root: str) -> "Options":
    from pathlib import Path

    from specloom.cli.commands.options import Options
    from specloom.pipeline import RunOptions
    from specloom.readers.read import Sources

    option_values = [
        (f"--{name}", getattr(args, name.replace("-", "_")))
        for name in ("config", "out", "only", "api", "templates", "from-model")
    ]
    arguments = [
        word
        for name, value in option_values
        if value is not None and not (name == "--config" and value == config_from(getcwd()))
        for word in (name, str(value))
    ]
    if args.follow_links:
        arguments.append("--follow-links")
    templates, model = (
        None if path is None else Path(path) for path in (args.templates, args.from_model)
    )
    sources = Sources(Path(args.config), Path(root), templates, model, args.follow_links)
    run = RunOptions(sources, args.only, args.api, args.strict)
    prune = args.command == "validate" and args.prune
    deny = tuple(args.deny) if args.command == "validate" else ()
    dry_run = args.command == "generate" and args.dry_run
    adopt = args.command == "generate" and args.adopt
    return Options(run, args.format, args.quiet, tuple(arguments), prune, adopt, dry_run, deny)


def _profile(args: Namespace) -> "OpenApiProfile":
    """Options of an OpenAPI document."""
    from specloom.model.structs import OpenApiProfile

    def names(text: str | None) -> tuple[str, ...]:
        return () if text is None else tuple(text.split(","))

    return OpenApiProfile(
        paths=args.paths,
        multi=args.multi,
        errors=args.errors,
        auth=args.auth,
        lean=args.lean,
        openapi=args.openapi,
        agents=args.agents,
        operations=names(args.operations),
        tags=names(args.tags),
        exclude=names(args.exclude),
        actions=args.actions,
    )


def command_line(only: str | None = None) -> ArgumentParser:
    """The commands and their options; or one command alone."""
    parser = ArgumentParser(
        prog="specloom",
        description="Typed Python clients, OpenAPI documents and a reference site from the "
        "descriptions of HTTP APIs.",
    )
    parser.add_argument("--version", action="version", version=f"specloom {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in ABOUT if only is None else (only,):
        add_options(name, commands.add_parser(name, **described(name)))
    return parser


def add_options(command: str, parser: ArgumentParser) -> None:
    """Add the options of a command."""
    _OPTIONS[command](parser)
    parser.add_argument(
        "--debug", action="store_true", help="show the traceback if specloom itself fails"
    )


def _add_init(parser: ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", default=".", help="default: here")
    parser.add_argument(
        "--openapi", metavar="FILE", help="begin with the API that this OpenAPI document describes"
    )
    for name, about in _CHOICE.items():
        parser.add_argument(f"--{name}", metavar="NAMES", dest=f"choose_{name}", help=about)
    parser.add_argument(
        "--ci", choices=["github", "gitlab"], help="a pipeline that checks the outputs, too"
    )
    parser.add_argument("--dry-run", action="store_true", help=_DRY_RUN)
    wiki_arguments.add_wiki_of_init(parser)


def _add_generate(parser: ArgumentParser) -> None:
    _add_inputs(parser)
    _add_options(parser, ["text", "json"])
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="where generated/manifest.txt was lost: replace files that it does not list, keep a copy of each, and "
        "remove nothing",
    )
    parser.add_argument("--dry-run", action="store_true", help=_DRY_RUN)


def _add_check(parser: ArgumentParser) -> None:
    _add_inputs(parser)
    _add_options(parser, _FORMATS)


def _add_validate(parser: ArgumentParser) -> None:
    _add_inputs(parser)
    _add_options(parser, _FORMATS)
    parser.add_argument(
        "--prune",
        action="store_true",
        help="print a patch that deletes entries of overlays that are no longer in the catalogue",
    )
    parser.add_argument(
        "--deny",
        metavar="CODE",
        action="append",
        default=[],
        help="exit with 1 if there is a warning of this code, such as not-carried; may be repeated",
    )


def _add_openapi(parser: ArgumentParser) -> None:
    parser.set_defaults(out=None, only="openapi", format="text")
    _add_inputs(parser)
    _add_profile(parser)


def _add_templates(parser: ArgumentParser) -> None:
    parser.add_argument("template", metavar="TEMPLATE", nargs="?", help="its path, as in the list")
    parser.set_defaults(out=None, only=None, format="text")
    _add_inputs(parser)


def _add_watch(parser: ArgumentParser) -> None:
    parser.set_defaults(format="text")
    _add_inputs(parser)
    _add_out(parser)
    parser.add_argument(
        "--serve", action="store_true", help="show the site, too, and reload it in the browser"
    )


def _add_release(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help=_ABOUT_CONFIG)
    parser.add_argument("--api", metavar="ID", help="this API only")
    parser.add_argument(
        "--since",
        metavar="OLD",
        help="what was released last, as for changes; default: the tag of the version that the API has, as "
        "wiki-query-0.1.0",
    )
    parser.add_argument("--dry-run", action="store_true", help="print a diff; write nothing")


def _add_explain(parser: ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", nargs="?", help="default: list all codes")


def _add_completion(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="the shell to complete in")


def _add_drift(parser: ArgumentParser) -> None:
    _add_how_told(parser)
    _add_fetch(parser)


def _add_fetch(parser: ArgumentParser) -> None:
    wiki_arguments.add_fetch(parser)
    parser.add_argument("--config", metavar="FILE", help=_ABOUT_CONFIG)


def _add_models(parser: ArgumentParser) -> None:
    either = (
        "a model.yaml, a revision of git that holds generated/model.yaml, or a wiki's catalogue, with its version "
        "after an @: paraminfo.json@1.43"
    )
    parser.add_argument(
        "old", metavar="OLD", nargs="?", help=f"{either}; or two revisions, as main..HEAD"
    )
    parser.add_argument(
        "new", metavar="NEW", nargs="?", help="the same; default: the APIs as they are"
    )
    parser.add_argument("--config", metavar="FILE", help=_ABOUT_CONFIG)
    parser.add_argument("--api", metavar="ID", help="the changes of this API only")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the JSON")
    _add_how_told(parser)


def _add_how_told(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=["text", "json", "markdown", "page", "github", "gitlab", "sarif"],
        default="text",
        help="page: sections of a page of documentation; default: text",
    )
    parser.add_argument(
        "--fail-on",
        choices=["any", "breaking", "none"],
        default="any",
        help="which changes make the exit code 1; default: any",
    )


def _add_inputs(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help=_ABOUT_CONFIG)
    parser.add_argument("--api", metavar="ID", help="the outputs of this API only")
    parser.add_argument(
        "--templates", metavar="DIR", help="templates that replace those of specloom"
    )
    parser.add_argument("--from-model", metavar="FILE", help="a model.yaml instead of the APIs")
    parser.add_argument(
        "--follow-links",
        action="store_true",
        help="read inputs that links bring from other folders",
    )
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument(
        "--quiet", action="store_true", help="print nothing unless something is wrong"
    )


def _add_profile(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--operations",
        "--modules",
        metavar="NAMES",
        help="these only, by ids, operationIds or paths, with commas between them; query modules are on the path that "
        "they share",
    )
    parser.add_argument("--tags", metavar="NAMES", help="those of these groups or topics, too")
    parser.add_argument("--exclude", metavar="NAMES", help="all but these")
    parser.add_argument(
        "--actions", action="store_true", help="a wiki's actions, in place of its query modules"
    )
    parser.add_argument(
        "--agents",
        action="store_true",
        help="for tools of agents: one line for each text, no schemas of replies, no constant parameters",
    )
    parser.add_argument(
        "--paths",
        choices=["own", "shared"],
        help="query modules: a path for each, which code generators need, or one path for all, which servers route",
    )
    parser.add_argument(
        "--multi",
        choices=["string", "array"],
        default="string",
        help="several values of a wiki's parameter; default: string",
    )
    parser.add_argument(
        "--errors",
        choices=["400", "default"],
        default="400",
        help="list errors with status 400 and as default, or as default alone; default: 400",
    )
    parser.add_argument(
        "--auth",
        choices=["parameter", "scheme"],
        default="parameter",
        help="keys and logins as parameters or as security schemes; default: parameter",
    )
    parser.add_argument(
        "--lean", action="store_true", help="without extensions and rare parameters"
    )
    parser.add_argument(
        "--openapi", choices=["3.1", "3.0"], default="3.1", help="version; default: 3.1"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of YAML")


def _add_options(parser: ArgumentParser, formats: "Sequence[str]") -> None:
    _add_out(parser)
    parser.add_argument("--format", choices=formats, default="text", help="default: text")


def _add_out(parser: ArgumentParser) -> None:
    parser.add_argument("--out", metavar="ROOT", help="where generated/ and docs/reference/ go")
    parser.add_argument("--only", choices=NAMES, help="this kind of output only")


_FORMATS = ("text", "json", "github", "gitlab", "sarif")
_OPTIONS = {
    "init": _add_init,
    "client": wiki_arguments.add_client,
    "fetch": _add_fetch,
    "drift": _add_drift,
    "generate": _add_generate,
    "check": _add_check,
    "validate": _add_validate,
    "openapi": _add_openapi,
    "templates": _add_templates,
    "changes": _add_models,
    "release": _add_release,
    "watch": _add_watch,
    "explain": _add_explain,
    "completion": _add_completion,
}
"""Functions that add the options of each command."""
