"""Which wiki a command asks, and how: what was said on the command line and in the environment."""

import os
from argparse import Namespace

from specloom.fetching.http_credentials import CredentialsError, credentials_for
from specloom.fetching.wiki import Asked, FetchError, login_of


def asked_of(asked: Namespace, address: str) -> Asked:
    """What the fetching is told; a `FetchError` if the environment names no account, or names one that cannot be used."""
    login = login_of(os.environ, address) if asked.login else None
    try:
        http = credentials_for(address, os.environ)
    except CredentialsError as error:
        raise FetchError(address, str(error)) from None
    return Asked(address, asked.contact, login, asked.timeout, http)
