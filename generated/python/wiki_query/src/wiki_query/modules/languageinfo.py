"""LanguageInfo: `meta=languageinfo`."""

from typing import Annotated, Literal, TypeAlias, TypedDict

from .._runtime.mediawiki.marks import Prop
from .._runtime.mediawiki.module import MetaModule
from .._runtime.mediawiki.types import Forced, Many

LanguageInfoProp: TypeAlias = Literal[
    "autonym", "bcp47", "code", "dir", "fallbacks", "name", "variants"
]


class LanguageInfoItem(TypedDict):
    """One value of `LanguageInfo`."""

    code: Annotated[str, Prop("code")]
    bcp47: Annotated[str, Prop("bcp47")]
    dir: Annotated[str, Prop("dir")]
    """Known values: `ltr`, `rtl`."""
    autonym: Annotated[str, Prop("autonym")]
    name: Annotated[str, Prop("name")]
    fallbacks: Annotated[list[str], Prop("fallbacks")]
    variants: Annotated[list[str], Prop("variants")]


class LanguageInfo(MetaModule[dict[str, LanguageInfoItem]], name="languageinfo", prefix="li"):
    """Tell about the languages that MediaWiki knows."""

    prop: Many[LanguageInfoProp | Forced] = ("code",)
    """What to tell of each language.

    - `autonym`: Name in the language itself.
    - `bcp47`: Code after BCP 47, as used in HTML.
    - `code`: MediaWiki's code, most often the same as after BCP 47.
    - `dir`: Direction of writing, `ltr` or `rtl`.
    - `fallbacks`: Codes of the languages used where texts are missing, in this order.
    - `name`: Name in the language of the request.
    - `variants`: Codes of the variants, the language itself included.
    """
    code: Many[str] = ("*",)
    """Codes of the languages to tell about; `*` for all of them."""

    __continue__ = ("licontinue",)
