"""The sandbox as a server: `python -m seller_platform.sandbox --port 8080`."""

import sys

from ._runtime.rest.sandbox import server
from .testing import Sandbox


def application(
    database: str | None = None, *, error_status: int = 200, sandbox: Sandbox | None = None
) -> server.Application:
    """An ASGI application that behaves as the API; its state is in memory, or in an SQLite file.

    With a `sandbox` it answers from that one, which can be changed and asked meanwhile.
    """
    return server.application(sandbox or Sandbox(database, error_status=error_status))


def main(arguments: list[str] | None = None) -> int:
    """Serve the sandbox until the process is stopped."""
    return server.main(
        f"{__package__}.sandbox",
        lambda database, status: Sandbox(database, error_status=status),
        arguments,
    )


if __name__ == "__main__":
    sys.exit(main())
