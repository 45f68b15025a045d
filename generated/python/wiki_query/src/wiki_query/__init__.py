"""Wiki query modules.

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
    from .modules.allcategories import (
        AllCategories as AllCategories,
        AllCategoriesItem as AllCategoriesItem,
        AllCategoriesProp as AllCategoriesProp,
    )
    from .modules.alldeletedrevisions import (
        AllDeletedRevisions as AllDeletedRevisions,
        AllDeletedRevisionsItem as AllDeletedRevisionsItem,
    )
    from .modules.allfileusages import (
        AllFileUsages as AllFileUsages,
        AllFileUsagesItem as AllFileUsagesItem,
    )
    from .modules.allimages import (
        AllImages as AllImages,
        AllImagesDir as AllImagesDir,
        AllImagesItem as AllImagesItem,
        AllImagesProp as AllImagesProp,
        AllImagesSort as AllImagesSort,
        BotFilter as BotFilter,
    )
    from .modules.alllinks import AllLinks as AllLinks, AllLinksItem as AllLinksItem
    from .modules.allmessages import (
        AllMessages as AllMessages,
        AllMessagesCustomised as AllMessagesCustomised,
        AllMessagesItem as AllMessagesItem,
        AllMessagesProp as AllMessagesProp,
    )
    from .modules.allpages import (
        AllPages as AllPages,
        AllPagesItem as AllPagesItem,
        CascadeFilter as CascadeFilter,
        LangLinksFilter as LangLinksFilter,
        ProtectionExpiryFilter as ProtectionExpiryFilter,
        RestrictionLevel as RestrictionLevel,
        RestrictionType as RestrictionType,
    )
    from .modules.allredirects import (
        AllRedirects as AllRedirects,
        AllRedirectsItem as AllRedirectsItem,
        AllRedirectsProp as AllRedirectsProp,
    )
    from .modules.allrevisions import (
        AllRevisions as AllRevisions,
        AllRevisionsItem as AllRevisionsItem,
    )
    from .modules.alltransclusions import (
        AllTransclusions as AllTransclusions,
        AllTransclusionsItem as AllTransclusionsItem,
    )
    from .modules.allusers import (
        AllUsers as AllUsers,
        AllUsersItem as AllUsersItem,
        AllUsersProp as AllUsersProp,
    )
    from .modules.authmanagerinfo import (
        AuthManagerInfo as AuthManagerInfo,
        AuthManagerInfoResult as AuthManagerInfoResult,
        AuthenticationAction as AuthenticationAction,
        AuthenticationField as AuthenticationField,
        AuthenticationRequest as AuthenticationRequest,
        MessageFormat as MessageFormat,
        RawMessage as RawMessage,
    )
    from .modules.backlinks import Backlinks as Backlinks, BacklinksItem as BacklinksItem
    from .modules.blocks import (
        BlockRestrictions as BlockRestrictions,
        BlockedPage as BlockedPage,
        Blocks as Blocks,
        BlocksItem as BlocksItem,
        BlocksProp as BlocksProp,
        BlocksShow as BlocksShow,
    )
    from .modules.categories import (
        Categories as Categories,
        CategoriesItem as CategoriesItem,
        CategoriesProp as CategoriesProp,
        CategoriesShow as CategoriesShow,
    )
    from .modules.categoryinfo import (
        CategoryInfo as CategoryInfo,
        CategoryInfoResult as CategoryInfoResult,
    )
    from .modules.categorymembers import (
        CategoryMembers as CategoryMembers,
        CategoryMembersDir as CategoryMembersDir,
        CategoryMembersItem as CategoryMembersItem,
        CategoryMembersProp as CategoryMembersProp,
        CategoryMembersSort as CategoryMembersSort,
        CategoryMembersType as CategoryMembersType,
    )
    from .modules.contributors import (
        Contributors as Contributors,
        ContributorsBeside as ContributorsBeside,
        ContributorsItem as ContributorsItem,
    )
    from .modules.deletedrevisions import (
        DeletedRevisions as DeletedRevisions,
        DeletedRevisionsItem as DeletedRevisionsItem,
    )
    from .modules.deletedrevs import (
        DeletedRevs as DeletedRevs,
        DeletedRevsItem as DeletedRevsItem,
        DeletedRevsProp as DeletedRevsProp,
    )
    from .modules.duplicatefiles import (
        DuplicateFiles as DuplicateFiles,
        DuplicateFilesItem as DuplicateFilesItem,
    )
    from .modules.embeddedin import EmbeddedIn as EmbeddedIn, EmbeddedInItem as EmbeddedInItem
    from .modules.extlinks import ExtLinks as ExtLinks, ExtLinksItem as ExtLinksItem
    from .modules.exturlusage import (
        ExtUrlUsage as ExtUrlUsage,
        ExtUrlUsageItem as ExtUrlUsageItem,
        ExtUrlUsageProp as ExtUrlUsageProp,
    )
    from .modules.filearchive import (
        FileArchive as FileArchive,
        FileArchiveItem as FileArchiveItem,
        FileArchiveProp as FileArchiveProp,
    )
    from .modules.filerepoinfo import (
        FileRepoInfo as FileRepoInfo,
        FileRepoInfoItem as FileRepoInfoItem,
        FileRepoInfoProp as FileRepoInfoProp,
    )
    from .modules.fileusage import FileUsage as FileUsage, FileUsageItem as FileUsageItem
    from .modules.imageinfo import (
        ImageInfo as ImageInfo,
        ImageInfoBeside as ImageInfoBeside,
        ImageInfoItem as ImageInfoItem,
        ImageInfoProp as ImageInfoProp,
    )
    from .modules.images import Images as Images, ImagesItem as ImagesItem
    from .modules.imageusage import ImageUsage as ImageUsage, ImageUsageItem as ImageUsageItem
    from .modules.info import (
        Info as Info,
        InfoProp as InfoProp,
        InfoResult as InfoResult,
        PageProtection as PageProtection,
        TestActionsDetail as TestActionsDetail,
    )
    from .modules.iwbacklinks import (
        IwBacklinks as IwBacklinks,
        IwBacklinksItem as IwBacklinksItem,
        IwBacklinksProp as IwBacklinksProp,
    )
    from .modules.iwlinks import (
        IwLinks as IwLinks,
        IwLinksItem as IwLinksItem,
        IwLinksProp as IwLinksProp,
    )
    from .modules.langbacklinks import (
        LangBacklinks as LangBacklinks,
        LangBacklinksItem as LangBacklinksItem,
        LangBacklinksProp as LangBacklinksProp,
    )
    from .modules.langlinks import (
        LangLinks as LangLinks,
        LangLinksItem as LangLinksItem,
        LangLinksProp as LangLinksProp,
    )
    from .modules.languageinfo import (
        LanguageInfo as LanguageInfo,
        LanguageInfoItem as LanguageInfoItem,
        LanguageInfoProp as LanguageInfoProp,
    )
    from .modules.links import Links as Links, LinksItem as LinksItem
    from .modules.linkshere import LinksHere as LinksHere, LinksHereItem as LinksHereItem
    from .modules.logevents import (
        LogAction as LogAction,
        LogEvents as LogEvents,
        LogEventsItem as LogEventsItem,
        LogEventsProp as LogEventsProp,
        LogType as LogType,
    )
    from .modules.mystashedfiles import (
        MyStashedFiles as MyStashedFiles,
        MyStashedFilesItem as MyStashedFilesItem,
        MyStashedFilesProp as MyStashedFilesProp,
    )
    from .modules.pagepropnames import (
        PagePropNames as PagePropNames,
        PagePropNamesItem as PagePropNamesItem,
    )
    from .modules.pageprops import PageProps as PageProps
    from .modules.pageswithprop import (
        PagesWithProp as PagesWithProp,
        PagesWithPropItem as PagesWithPropItem,
        PagesWithPropProp as PagesWithPropProp,
    )
    from .modules.prefixsearch import (
        PrefixSearch as PrefixSearch,
        PrefixSearchItem as PrefixSearchItem,
    )
    from .modules.protectedtitles import (
        ProtectedTitles as ProtectedTitles,
        ProtectedTitlesItem as ProtectedTitlesItem,
        ProtectedTitlesProp as ProtectedTitlesProp,
        TitleProtectionLevel as TitleProtectionLevel,
    )
    from .modules.querypage import (
        QueryPage as QueryPage,
        QueryPageItem as QueryPageItem,
        QueryPageName as QueryPageName,
        QueryPageResult as QueryPageResult,
    )
    from .modules.random import Random as Random, RandomItem as RandomItem
    from .modules.recentchanges import (
        RecentChanges as RecentChanges,
        RecentChangesItem as RecentChangesItem,
        RecentChangesProp as RecentChangesProp,
        RecentChangesShow as RecentChangesShow,
    )
    from .modules.redirects import (
        Redirects as Redirects,
        RedirectsItem as RedirectsItem,
        RedirectsProp as RedirectsProp,
        RedirectsShow as RedirectsShow,
    )
    from .modules.revisions import Revisions as Revisions, RevisionsItem as RevisionsItem
    from .modules.search import (
        InterwikiSearchItem as InterwikiSearchItem,
        InterwikiSearchSummary as InterwikiSearchSummary,
        Search as Search,
        SearchBeside as SearchBeside,
        SearchInfo as SearchInfo,
        SearchItem as SearchItem,
        SearchProp as SearchProp,
        SearchSort as SearchSort,
        SearchSummary as SearchSummary,
        SearchWhat as SearchWhat,
    )
    from .modules.siteinfo import (
        InterwikiFilter as InterwikiFilter,
        SiteInfo as SiteInfo,
        SiteInfoDatabaseLag as SiteInfoDatabaseLag,
        SiteInfoExtension as SiteInfoExtension,
        SiteInfoFallbackLanguage as SiteInfoFallbackLanguage,
        SiteInfoFileExtension as SiteInfoFileExtension,
        SiteInfoGalleryOptions as SiteInfoGalleryOptions,
        SiteInfoGeneral as SiteInfoGeneral,
        SiteInfoHook as SiteInfoHook,
        SiteInfoImageLimit as SiteInfoImageLimit,
        SiteInfoInterwiki as SiteInfoInterwiki,
        SiteInfoLanguage as SiteInfoLanguage,
        SiteInfoLanguageVariant as SiteInfoLanguageVariant,
        SiteInfoLibrary as SiteInfoLibrary,
        SiteInfoLicense as SiteInfoLicense,
        SiteInfoMagicWord as SiteInfoMagicWord,
        SiteInfoNamespace as SiteInfoNamespace,
        SiteInfoNamespaceAlias as SiteInfoNamespaceAlias,
        SiteInfoProp as SiteInfoProp,
        SiteInfoRestrictions as SiteInfoRestrictions,
        SiteInfoResult as SiteInfoResult,
        SiteInfoSkin as SiteInfoSkin,
        SiteInfoSpecialPage as SiteInfoSpecialPage,
        SiteInfoStatistics as SiteInfoStatistics,
        SiteInfoUploadDialog as SiteInfoUploadDialog,
        SiteInfoUserGroup as SiteInfoUserGroup,
        SiteInfoVariant as SiteInfoVariant,
    )
    from .modules.stashimageinfo import (
        StashImageInfo as StashImageInfo,
        StashImageInfoItem as StashImageInfoItem,
        StashImageInfoProp as StashImageInfoProp,
    )
    from .modules.tags import Tags as Tags, TagsItem as TagsItem, TagsProp as TagsProp
    from .modules.templates import Templates as Templates, TemplatesItem as TemplatesItem
    from .modules.tokens import (
        TokenType as TokenType,
        Tokens as Tokens,
        TokensResult as TokensResult,
    )
    from .modules.transcludedin import (
        TranscludedIn as TranscludedIn,
        TranscludedInItem as TranscludedInItem,
    )
    from .modules.usercontribs import (
        UserContribs as UserContribs,
        UserContribsItem as UserContribsItem,
        UserContribsProp as UserContribsProp,
        UserContribsShow as UserContribsShow,
    )
    from .modules.userinfo import (
        AcceptedLanguage as AcceptedLanguage,
        ChangeableGroups as ChangeableGroups,
        RateLimit as RateLimit,
        UserInfo as UserInfo,
        UserInfoProp as UserInfoProp,
        UserInfoResult as UserInfoResult,
    )
    from .modules.users import Users as Users, UsersItem as UsersItem, UsersProp as UsersProp
    from .modules.watchlist import (
        Watchlist as Watchlist,
        WatchlistItem as WatchlistItem,
        WatchlistProp as WatchlistProp,
        WatchlistShow as WatchlistShow,
    )
    from .modules.watchlistraw import (
        WatchlistRaw as WatchlistRaw,
        WatchlistRawItem as WatchlistRawItem,
        WatchlistRawProp as WatchlistRawProp,
        WatchlistRawShow as WatchlistRawShow,
    )
    from .records import (
        ConvertedTitle as ConvertedTitle,
        ExtendedMetadata as ExtendedMetadata,
        FileMetadata as FileMetadata,
        GroupMembership as GroupMembership,
        IndirectBacklink as IndirectBacklink,
        InterwikiTitle as InterwikiTitle,
        MissingRevision as MissingRevision,
        NormalizedTitle as NormalizedTitle,
        PageState as PageState,
        ResolvedRedirect as ResolvedRedirect,
        RevisionDiff as RevisionDiff,
        RevisionSlot as RevisionSlot,
        ServerMessage as ServerMessage,
    )
    from .values import (
        AssertedState as AssertedState,
        ChangeType as ChangeType,
        Chronology as Chronology,
        ContentFormat as ContentFormat,
        Direction as Direction,
        LinkUsageProp as LinkUsageProp,
        LinkingPageProp as LinkingPageProp,
        LinkingPageShow as LinkingPageShow,
        RedirectFilter as RedirectFilter,
        RevisionProp as RevisionProp,
        Right as Right,
        SlotRole as SlotRole,
        UrlProtocol as UrlProtocol,
        UserGroup as UserGroup,
    )
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
            "modules.allcategories": "AllCategories AllCategoriesItem AllCategoriesProp",
            "modules.alldeletedrevisions": "AllDeletedRevisions AllDeletedRevisionsItem",
            "modules.allfileusages": "AllFileUsages AllFileUsagesItem",
            "modules.allimages": (
                "AllImages AllImagesDir AllImagesItem AllImagesProp AllImagesSort BotFilter"
            ),
            "modules.alllinks": "AllLinks AllLinksItem",
            "modules.allmessages": (
                "AllMessages AllMessagesCustomised AllMessagesItem AllMessagesProp"
            ),
            "modules.allpages": (
                "AllPages AllPagesItem CascadeFilter LangLinksFilter ProtectionExpiryFilter "
                "RestrictionLevel RestrictionType"
            ),
            "modules.allredirects": "AllRedirects AllRedirectsItem AllRedirectsProp",
            "modules.allrevisions": "AllRevisions AllRevisionsItem",
            "modules.alltransclusions": "AllTransclusions AllTransclusionsItem",
            "modules.allusers": "AllUsers AllUsersItem AllUsersProp",
            "modules.authmanagerinfo": (
                "AuthManagerInfo AuthManagerInfoResult AuthenticationAction AuthenticationField "
                "AuthenticationRequest MessageFormat RawMessage"
            ),
            "modules.backlinks": "Backlinks BacklinksItem",
            "modules.blocks": (
                "BlockRestrictions BlockedPage Blocks BlocksItem BlocksProp BlocksShow"
            ),
            "modules.categories": "Categories CategoriesItem CategoriesProp CategoriesShow",
            "modules.categoryinfo": "CategoryInfo CategoryInfoResult",
            "modules.categorymembers": (
                "CategoryMembers CategoryMembersDir CategoryMembersItem CategoryMembersProp "
                "CategoryMembersSort CategoryMembersType"
            ),
            "modules.contributors": "Contributors ContributorsBeside ContributorsItem",
            "modules.deletedrevisions": "DeletedRevisions DeletedRevisionsItem",
            "modules.deletedrevs": "DeletedRevs DeletedRevsItem DeletedRevsProp",
            "modules.duplicatefiles": "DuplicateFiles DuplicateFilesItem",
            "modules.embeddedin": "EmbeddedIn EmbeddedInItem",
            "modules.extlinks": "ExtLinks ExtLinksItem",
            "modules.exturlusage": "ExtUrlUsage ExtUrlUsageItem ExtUrlUsageProp",
            "modules.filearchive": "FileArchive FileArchiveItem FileArchiveProp",
            "modules.filerepoinfo": "FileRepoInfo FileRepoInfoItem FileRepoInfoProp",
            "modules.fileusage": "FileUsage FileUsageItem",
            "modules.imageinfo": "ImageInfo ImageInfoBeside ImageInfoItem ImageInfoProp",
            "modules.images": "Images ImagesItem",
            "modules.imageusage": "ImageUsage ImageUsageItem",
            "modules.info": "Info InfoProp InfoResult PageProtection TestActionsDetail",
            "modules.iwbacklinks": "IwBacklinks IwBacklinksItem IwBacklinksProp",
            "modules.iwlinks": "IwLinks IwLinksItem IwLinksProp",
            "modules.langbacklinks": "LangBacklinks LangBacklinksItem LangBacklinksProp",
            "modules.langlinks": "LangLinks LangLinksItem LangLinksProp",
            "modules.languageinfo": "LanguageInfo LanguageInfoItem LanguageInfoProp",
            "modules.links": "Links LinksItem",
            "modules.linkshere": "LinksHere LinksHereItem",
            "modules.logevents": "LogAction LogEvents LogEventsItem LogEventsProp LogType",
            "modules.mystashedfiles": "MyStashedFiles MyStashedFilesItem MyStashedFilesProp",
            "modules.pagepropnames": "PagePropNames PagePropNamesItem",
            "modules.pageprops": "PageProps",
            "modules.pageswithprop": "PagesWithProp PagesWithPropItem PagesWithPropProp",
            "modules.prefixsearch": "PrefixSearch PrefixSearchItem",
            "modules.protectedtitles": (
                "ProtectedTitles ProtectedTitlesItem ProtectedTitlesProp TitleProtectionLevel"
            ),
            "modules.querypage": "QueryPage QueryPageItem QueryPageName QueryPageResult",
            "modules.random": "Random RandomItem",
            "modules.recentchanges": (
                "RecentChanges RecentChangesItem RecentChangesProp RecentChangesShow"
            ),
            "modules.redirects": "Redirects RedirectsItem RedirectsProp RedirectsShow",
            "modules.revisions": "Revisions RevisionsItem",
            "modules.search": (
                "InterwikiSearchItem InterwikiSearchSummary Search SearchBeside SearchInfo "
                "SearchItem SearchProp SearchSort SearchSummary SearchWhat"
            ),
            "modules.siteinfo": (
                "InterwikiFilter SiteInfo SiteInfoDatabaseLag SiteInfoExtension "
                "SiteInfoFallbackLanguage SiteInfoFileExtension SiteInfoGalleryOptions "
                "SiteInfoGeneral SiteInfoHook SiteInfoImageLimit SiteInfoInterwiki "
                "SiteInfoLanguage SiteInfoLanguageVariant SiteInfoLibrary SiteInfoLicense "
                "SiteInfoMagicWord SiteInfoNamespace SiteInfoNamespaceAlias SiteInfoProp "
                "SiteInfoRestrictions SiteInfoResult SiteInfoSkin SiteInfoSpecialPage "
                "SiteInfoStatistics SiteInfoUploadDialog SiteInfoUserGroup SiteInfoVariant"
            ),
            "modules.stashimageinfo": "StashImageInfo StashImageInfoItem StashImageInfoProp",
            "modules.tags": "Tags TagsItem TagsProp",
            "modules.templates": "Templates TemplatesItem",
            "modules.tokens": "TokenType Tokens TokensResult",
            "modules.transcludedin": "TranscludedIn TranscludedInItem",
            "modules.usercontribs": (
                "UserContribs UserContribsItem UserContribsProp UserContribsShow"
            ),
            "modules.userinfo": (
                "AcceptedLanguage ChangeableGroups RateLimit UserInfo UserInfoProp UserInfoResult"
            ),
            "modules.users": "Users UsersItem UsersProp",
            "modules.watchlist": "Watchlist WatchlistItem WatchlistProp WatchlistShow",
            "modules.watchlistraw": (
                "WatchlistRaw WatchlistRawItem WatchlistRawProp WatchlistRawShow"
            ),
            "records": (
                "ConvertedTitle ExtendedMetadata FileMetadata GroupMembership IndirectBacklink "
                "InterwikiTitle MissingRevision NormalizedTitle PageState ResolvedRedirect "
                "RevisionDiff RevisionSlot ServerMessage"
            ),
            "values": (
                "AssertedState ChangeType Chronology ContentFormat Direction LinkUsageProp "
                "LinkingPageProp LinkingPageShow RedirectFilter RevisionProp Right SlotRole "
                "UrlProtocol UserGroup"
            ),
        },
    )
