"""Ports for programs that are told one, since they cannot choose a free one themselves."""

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """A port below those that systems give to outgoing connections and to servers that choose, since it is used only later."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")
