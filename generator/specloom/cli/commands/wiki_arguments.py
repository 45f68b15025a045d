"""The options of the commands that ask a wiki; their implementation is imported on use."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


SECONDS = 60.0
"""Of one request with all its attempts, where nobody says another time."""


def asks_a_wiki(args: Namespace) -> bool:
    """Return whether a command is one of these."""
    return args.command in ("client", "fetch", "drift") or getattr(args, "wiki", None) is not None


def add_client(parser: ArgumentParser) -> None:
    """Add the options for the wiki of a package, and its folder."""
    parser.add_argument("url", metavar="URL", help="of the wiki: any of its pages, or its api.php")
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder to make")
    parser.add_argument(
        "--package", metavar="NAME", help="of the package; default: the name of the wiki"
    )
    add_asking(parser)
    _add_probe(parser)
    parser.add_argument(
        "--quiet", action="store_true", help="print nothing unless something is wrong"
    )


def add_fetch(parser: ArgumentParser) -> None:
    """Add the option for the API whose catalogue is renewed."""
    parser.add_argument("api", metavar="ID", help="of the API, in the list of APIs")
    parser.add_argument(
        "--url", metavar="URL", help="of the wiki; default: `server` of the API's entry"
    )
    add_asking(parser)
    _add_probe(parser)


def _add_probe(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--probe",
        action="store_true",
        help="call each query module once, and take from the replies what nobody described",
    )


def add_wiki_of_init(parser: ArgumentParser) -> None:
    """That `init` begins with a wiki."""
    parser.add_argument(
        "--wiki", metavar="URL", help="begin with this wiki, from its own catalogue"
    )
    parser.add_argument(
        "--package",
        metavar="NAME",
        help="with --wiki: of its package; default: the name of the wiki",
    )
    add_asking(parser)


def add_asking(parser: ArgumentParser) -> None:
    """Add the options for requests to a wiki."""
    parser.add_argument(
        "--contact",
        metavar="WHO",
        help="your address of e-mail or of a page, for the user agent; many wikis ask for it",
    )
    parser.add_argument(
        "--login",
        action="store_true",
        help="log in, with WIKI_USERNAME and WIKI_PASSWORD or WIKI_BOT_PASSWORD, or WIKI_TOKEN of the environment",
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=SECONDS,
        metavar="SECONDS",
        help="of one request, with all attempts; default: 60",
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0 < seconds <= 1_000_000:
        return seconds
    raise ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")


def without_wiki(args: Namespace) -> str | None:
    """An option of `init` that needs a wiki, although none is named; None if there is none."""
    is_given = {
        "--package": args.package,
        "--contact": args.contact,
        "--login": args.login,
        "--timeout": args.timeout != SECONDS,
    }
    return next((option for option, value in is_given.items() if value), None)


def run(args: Namespace, then: "Callable[[list[str]], int]") -> int:
    """Run the command, with further commands of the program; returns the exit code."""
    from specloom.cli.console import say
    from specloom.fetching.wiki import FetchError

    try:
        if args.command == "client":
            return _client(args, then)
        if args.command == "init":
            from specloom.cli.commands.client import begin

            return begin(args)
        if args.command == "drift":
            from specloom.cli.commands.wiki_drift import drift

            return drift(args)
        from specloom.cli.commands.fetch import fetch

        return fetch(args)
    except FetchError as error:
        say(f"specloom: {error}")
        return 2


def _client(args: Namespace, then: "Callable[[list[str]], int]") -> int:
    from pathlib import Path

    from specloom.cli.commands.client import CONFIG, client, next_step
    from specloom.cli.console import say

    root = Path(args.out)
    quiet = ["--quiet"] if args.quiet else []
    code = client(args) or then(
        ["generate", "--config", str(root / CONFIG), "--only", "python", *quiet]
    )
    if code == 0 and not args.quiet:
        say(next_step(root))
    return code
