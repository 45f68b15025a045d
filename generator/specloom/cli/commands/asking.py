"""Access to the wiki of a command, from its arguments and the environment."""

import os
from argparse import Namespace

from specloom.fetching.http_credentials import CredentialsError, credentials_for
from specloom.fetching.wiki import FetchError, WikiAccess, login_of


def wiki_access(args: Namespace, address: str) -> WikiAccess:
    """The access for a request; raises FetchError if the environment lacks an account, or has one that cannot
    be used.
    """
    login = login_of(os.environ, address) if args.login else None
    try:
        http = credentials_for(address, os.environ)
    except CredentialsError as error:
        raise FetchError(address, str(error)) from None
    return WikiAccess(address, args.contact, login, args.timeout, http)
