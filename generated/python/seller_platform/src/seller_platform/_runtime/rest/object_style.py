"""Names of the forms in which objects travel outside of JSON."""

from typing import Literal, TypeAlias

ObjectStyle: TypeAlias = Literal[
    "deepObject",  # filter[state]=open, in a query or a form
    "form",  # state=open, in a query, a form or a cookie
    "json",  # filter={"state":"open"}, in a query or a form
    "text-or-json",  # in a form: state=open, tags=a&tags=b, filter={"state":"open"}, as the value is
    "fields",  # state=open, in a form, of which a map has the fields
    "members",  # state,open in one text, in a query, a path, a header or a cookie
    "pairs",  # state=open,size=5 in a path or a header
    "label",  # .state,open in a path; also lists and single values
    "label-pairs",  # .state=open
    "matrix",  # ;filter=state,open in a path; also lists and single values
    "matrix-pairs",  # ;state=open
]
"""Form of an object outside of JSON, which OpenAPI calls by `style` and `explode`."""
