"""What the environment says of proxies and certificates, where the HTTP library cannot work with it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

import httpx2


@contextmanager
def usable_environment(fault: Callable[[str], Exception]) -> Generator[None, None, None]:
    """Raise the package's own error where a proxy or a file of certificates cannot be used."""
    try:
        yield
        return
    except (ImportError, OSError, ValueError, httpx2.InvalidURL) as error:
        text = f"the environment's proxies or certificates cannot be used: {error}"
    raise fault(text)
