"""Look at what the API returns: `python -m small_api --help`."""

import argparse
import sys

from ._runtime.rest.command import Argument, Command, main
from .client import Client
from .operations import THINGS_GET

OPTIONS = {"base_url": "address of the API, otherwise from SMALL_API_BASE_URL"}

SUMMARY = "An API for a test."

COMMANDS = (
    Command(
        name="things-get",
        operation=THINGS_GET,
        arguments=(
            Argument(name="id", kind=int, help="Number of the thing."),
            Argument(
                name="shape", required=False, choices=("round", "no"), help="Which shape to show."
            ),
        ),
        help="Return a thing.",
    ),
)


def make_client(asked: argparse.Namespace) -> Client:
    """A client made from what was asked for on the command line."""
    return Client(asked.base_url)


if __name__ == "__main__":
    sys.exit(main("small_api", SUMMARY, make_client, OPTIONS, COMMANDS))
