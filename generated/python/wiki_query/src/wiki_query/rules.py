"""Rules that several modules share."""

from ._runtime.mediawiki.rules import Rules

SLOTS_NOT_WITH = Rules.not_with(
    "slots",
    others=(
        "expandtemplates",
        "generatexml",
        "parse",
        "diffto",
        "difftotext",
        "difftotextpst",
        "contentformat",
        "prop=parsetree",
    ),
    code="invalidparammix",
)
PROP_COMMENT_PROP_PARSEDCOMMENT_RIGHT = Rules.right(
    "prop=comment",
    "prop=parsedcomment",
    code="permissiondenied",
    effect="Needs the right `deletedhistory`.",
)
PROP_CONTENT_RIGHT = Rules.right(
    "prop=content", code="permissiondenied", effect="Needs the right `deletedtext` or `undelete`."
)
QUERY_REQUIRES = Rules.requires(
    "query", others=("protocol",), effect="Without `protocol` only http addresses are searched."
)
QUERY_BAD_VALUE = Rules.bad_value(
    "query",
    value="://",
    effect=(
        "An address with its protocol finds nothing; give the protocol in `protocol` and the rest "
        "here."
    ),
)
URLWIDTH_URLHEIGHT_URLPARAM_IGNORED = Rules.ignored(
    "urlwidth", "urlheight", "urlparam", others=("prop=url",), effect="No thumbnail is made."
)
