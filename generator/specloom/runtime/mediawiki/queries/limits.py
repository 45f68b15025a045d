"""Limits of items per request, from the account's rights and the items that remain."""

from ...core.secret import Secret
from ..modules.encode import Params
from ..modules.module import AnyModule, fields_of
from ..modules.types import MOST_ITEMS
from ..plain import JSON, is_list, object_in
from ..session.calls import ask
from ..session.context import Context, Quiet


def limit_name(module: AnyModule) -> str:
    """Name of the parameter that limits the items of a request; empty if the module has none."""
    cls = type(module)
    field_ = fields_of(cls).get("page_size")
    return "" if field_ is None else cls.__wire__.prefix + field_.wire


def sized(params: Params, module: AnyModule, limit: str, remaining: int | None) -> Params:
    """Lower the limit of a request to the items that remain."""
    size = params.get(limit)
    if remaining is None or size is None or isinstance(size, Secret):
        return params
    high = fields_of(type(module))["page_size"].limit.maximum or MOST_ITEMS
    maximum = high if size == "max" else int(size)
    return {**params, limit: str(remaining)} if remaining < maximum else params


def learn_rights(context: Context) -> Quiet[None]:
    """Fetch the account's rights, which decide its limits."""
    params: Params = {"meta": "userinfo", "uiprop": "rights"}
    data = yield from ask(context, params, label="meta=userinfo")
    query: JSON = object_in(data, "query")
    info: JSON = object_in(query, "userinfo")
    rights: object = info.get("rights")
    context.state.high_limits = is_list(rights) and "apihighlimits" in rights
