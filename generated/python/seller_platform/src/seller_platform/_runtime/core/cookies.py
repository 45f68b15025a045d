"""Selects the cookies that a client keeps."""

from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy

from .header import character_fault


def no_cookies() -> CookieJar:
    """A jar that keeps nothing, since a client with a key needs no session."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


class SendableCookies(CookieJar):
    """A jar of cookies that can be sent back; with any other, the library would send no request at all."""

    def set_cookie(self, cookie: Cookie) -> None:
        """Keep a cookie if a header can carry it."""
        parts = (cookie.name, cookie.value or "", cookie.domain, cookie.path)
        if character_fault("".join(parts)) is None:
            super().set_cookie(cookie)
