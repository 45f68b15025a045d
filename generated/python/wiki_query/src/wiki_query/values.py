"""Lists of values that several parameters share."""

from typing import Literal, TypeAlias

AssertedState: TypeAlias = Literal["anon", "bot", "user"]
"""What the caller must be, or the call fails."""
ChangeType: TypeAlias = Literal["categorize", "edit", "external", "log", "new"]
"""Kinds of changes."""
Chronology: TypeAlias = Literal["newer", "older"]
"""Order in time: `newer` begins with the oldest."""
ContentFormat: TypeAlias = Literal[
    "application/json",
    "application/octet-stream",
    "application/unknown",
    "application/x-binary",
    "text/css",
    "text/javascript",
    "text/plain",
    "text/unknown",
    "text/x-wiki",
    "unknown/unknown",
]
"""Serialisation formats of content."""
Direction: TypeAlias = Literal["ascending", "descending"]
"""Order of titles or names."""
LinkUsageProp: TypeAlias = Literal["ids", "title"]
"""What is told of each use of a link."""
LinkingPageProp: TypeAlias = Literal["pageid", "redirect", "title"]
"""What is told of each page that links here."""
LinkingPageShow: TypeAlias = Literal["!redirect", "redirect"]
"""Only redirects, or only what is no redirect."""
RedirectFilter: TypeAlias = Literal["all", "nonredirects", "redirects"]
"""Whether redirects are listed, or only they."""
RevisionProp: TypeAlias = Literal[
    "comment",
    "content",
    "contentmodel",
    "flags",
    "ids",
    "parsedcomment",
    "roles",
    "sha1",
    "size",
    "slotsha1",
    "slotsize",
    "tags",
    "timestamp",
    "user",
    "userid",
    "parsetree",
]
"""What is told of each revision."""
Right: TypeAlias = Literal[
    "apihighlimits",
    "applychangetags",
    "autoconfirmed",
    "autocreateaccount",
    "autopatrol",
    "bigdelete",
    "block",
    "blockemail",
    "bot",
    "browsearchive",
    "changetags",
    "createaccount",
    "createpage",
    "createtalk",
    "delete",
    "delete-redirect",
    "deletechangetags",
    "deletedhistory",
    "deletedtext",
    "deletelogentry",
    "deleterevision",
    "edit",
    "editcontentmodel",
    "editinterface",
    "editmyoptions",
    "editmyprivateinfo",
    "editmyusercss",
    "editmyuserjs",
    "editmyuserjson",
    "editmyuserjsredirect",
    "editmywatchlist",
    "editprotected",
    "editsemiprotected",
    "editsitecss",
    "editsitejs",
    "editsitejson",
    "editusercss",
    "edituserjs",
    "edituserjson",
    "hideuser",
    "import",
    "importupload",
    "ipblock-exempt",
    "managechangetags",
    "markbotedits",
    "mergehistory",
    "minoredit",
    "move",
    "move-categorypages",
    "move-rootuserpages",
    "move-subpages",
    "movefile",
    "nominornewtalk",
    "noratelimit",
    "override-export-depth",
    "pagelang",
    "patrol",
    "patrolmarks",
    "protect",
    "purge",
    "read",
    "reupload",
    "reupload-own",
    "reupload-shared",
    "rollback",
    "sendemail",
    "siteadmin",
    "suppressionlog",
    "suppressredirect",
    "suppressrevision",
    "unblockself",
    "undelete",
    "unwatchedpages",
    "upload",
    "upload_by_url",
    "userrights",
    "userrights-interwiki",
    "viewmyprivateinfo",
    "viewmywatchlist",
    "viewsuppressed",
    "writeapi",
]
"""What a user may be allowed to do."""
SlotRole: TypeAlias = Literal["main"]
"""Parts of a revision's content."""
UrlProtocol: TypeAlias = Literal[
    "",
    "bitcoin",
    "ftp",
    "ftps",
    "geo",
    "git",
    "gopher",
    "http",
    "https",
    "irc",
    "ircs",
    "magnet",
    "mailto",
    "matrix",
    "mms",
    "news",
    "nntp",
    "redis",
    "sftp",
    "sip",
    "sips",
    "sms",
    "ssh",
    "svn",
    "tel",
    "telnet",
    "urn",
    "worldwind",
    "xmpp",
]
"""Protocols of external links; the empty one leaves the choice to the wiki."""
UserGroup: TypeAlias = Literal["bot", "bureaucrat", "interface-admin", "suppress", "sysop"]
"""Groups of users."""
