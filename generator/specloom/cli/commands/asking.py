"""Which wiki a command asks, and how: what was said on the command line and in the environment."""

import os
from argparse import Namespace

from specloom.fetching.wiki import Asked, login_of


def asked_of(asked: Namespace, address: str) -> Asked:
    """What the fetching is told; a `FetchError` where a login is wanted and no account is named."""
    login = login_of(os.environ, address) if asked.login else None
    return Asked(address, asked.contact, login, asked.timeout)
