"""The options of the commands that ask a wiki; what they do is imported when they are asked for."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


SECONDS = 60.0
"""Of one request with all its attempts, where nobody says another time."""


def asks_a_wiki(asked: Namespace) -> bool:
    """Whether a command is one of these."""
    return asked.command in ("client", "fetch", "drift") or getattr(asked, "wiki", None) is not None


def add_client(parser: ArgumentParser) -> None:
    """Which wiki becomes a package, and where."""
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
    """Whose catalogue is renewed."""
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
    """How a wiki is asked."""
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
    raise ArgumentTypeError(f"a number of seconds above 0 is wanted, not {text!r}")


def without_wiki(asked: Namespace) -> str | None:
    """What of the command line of `init` is about a wiki, where none is named."""
    given = {
        "--package": asked.package,
        "--contact": asked.contact,
        "--login": asked.login,
        "--timeout": asked.timeout != SECONDS,
    }
    return next((option for option, value in given.items() if value), None)


def run(asked: Namespace, then: "Callable[[list[str]], int]") -> int:
    """Do what was asked, with further commands of the program; the exit code."""
    from specloom.cli.console import say
    from specloom.fetching.wiki import FetchError

    try:
        if asked.command == "client":
            return _client(asked, then)
        if asked.command == "init":
            from specloom.cli.commands.client import begin

            return begin(asked)
        if asked.command == "drift":
            from specloom.cli.commands.wiki_drift import drift

            return drift(asked)
        from specloom.cli.commands.fetch import fetch

        return fetch(asked)
    except FetchError as error:
        say(f"specloom: {error}")
        return 2


def _client(asked: Namespace, then: "Callable[[list[str]], int]") -> int:
    from pathlib import Path

    from specloom.cli.commands.client import CONFIG, client, told
    from specloom.cli.console import say

    root = Path(asked.out)
    quiet = ["--quiet"] if asked.quiet else []
    code = client(asked) or then(
        ["generate", "--config", str(root / CONFIG), "--only", "python", *quiet]
    )
    if code == 0 and not asked.quiet:
        say(told(root))
    return code
