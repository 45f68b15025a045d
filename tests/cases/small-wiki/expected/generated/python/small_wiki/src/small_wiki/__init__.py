"""Small wiki.

Lists, page properties and site information of a MediaWiki wiki.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ._runtime.core.options import Attempt as Attempt
    from ._runtime.core.secret import Secret as Secret
    from ._runtime.mediawiki.catalogue import Difference as Difference
    from ._runtime.mediawiki.changes import UNATTENDED as UNATTENDED
    from ._runtime.mediawiki.context import WikiWarning as WikiWarning
    from ._runtime.mediawiki.errors import (
        AbsentError as AbsentError,
        BusyError as BusyError,
        ContinuationError as ContinuationError,
        LoginError as LoginError,
        ParameterError as ParameterError,
        ResponseError as ResponseError,
        RightsError as RightsError,
        ServerError as ServerError,
        SessionError as SessionError,
        TransportError as TransportError,
        WarningError as WarningError,
        WikiError as WikiError,
    )
    from ._runtime.mediawiki.explain import Explanation as Explanation
    from ._runtime.mediawiki.module import replace as replace
    from ._runtime.mediawiki.namespace import Namespace as Namespace
    from ._runtime.mediawiki.order import Asked as Asked, Redirect as Redirect
    from ._runtime.mediawiki.page import Combined as Combined, Page as Page
    from ._runtime.mediawiki.session import LoginStep as LoginStep
    from ._runtime.mediawiki.times import parse_time as parse_time
    from ._runtime.mediawiki.types import Forced as Forced
    from .async_client import AsyncClient as AsyncClient
    from .client import Client as Client
    from .modules.allpages import (
        CascadeFilter as CascadeFilter,
        Direction as Direction,
        EveryPage as EveryPage,
        EveryPageItem as EveryPageItem,
        LangLinksFilter as LangLinksFilter,
        ProtectionExpiryFilter as ProtectionExpiryFilter,
        RedirectFilter as RedirectFilter,
        RestrictionLevel as RestrictionLevel,
        RestrictionType as RestrictionType,
    )
    from .modules.info import (
        Info as Info,
        InfoProp as InfoProp,
        InfoResult as InfoResult,
        PageProtection as PageProtection,
        TestActionsDetail as TestActionsDetail,
    )
    from .records import (
        ConvertedTitle as ConvertedTitle,
        InterwikiTitle as InterwikiTitle,
        MissingRevision as MissingRevision,
        NormalizedTitle as NormalizedTitle,
        PageState as PageState,
        ResolvedRedirect as ResolvedRedirect,
        ServerMessage as ServerMessage,
    )
    from .values import AssertedState as AssertedState
else:
    from ._runtime.mediawiki.lazy import attach

    __getattr__, __dir__, __all__ = attach(
        __name__,
        {
            "_runtime.core.options": "Attempt",
            "_runtime.core.secret": "Secret",
            "_runtime.mediawiki.catalogue": "Difference",
            "_runtime.mediawiki.changes": "UNATTENDED",
            "_runtime.mediawiki.context": "WikiWarning",
            "_runtime.mediawiki.errors": (
                "AbsentError BusyError ContinuationError LoginError ParameterError ResponseError "
                "RightsError ServerError SessionError TransportError WarningError WikiError"
            ),
            "_runtime.mediawiki.explain": "Explanation",
            "_runtime.mediawiki.module": "replace",
            "_runtime.mediawiki.namespace": "Namespace",
            "_runtime.mediawiki.order": "Asked Redirect",
            "_runtime.mediawiki.page": "Combined Page",
            "_runtime.mediawiki.session": "LoginStep",
            "_runtime.mediawiki.times": "parse_time",
            "_runtime.mediawiki.types": "Forced",
            "async_client": "AsyncClient",
            "client": "Client",
            "modules.allpages": (
                "CascadeFilter Direction EveryPage EveryPageItem LangLinksFilter "
                "ProtectionExpiryFilter RedirectFilter RestrictionLevel RestrictionType"
            ),
            "modules.info": "Info InfoProp InfoResult PageProtection TestActionsDetail",
            "records": (
                "ConvertedTitle InterwikiTitle MissingRevision NormalizedTitle PageState "
                "ResolvedRedirect ServerMessage"
            ),
            "values": "AssertedState",
        },
    )
