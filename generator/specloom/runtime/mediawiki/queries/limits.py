"""How much one request brings: what the account may have, and what is wanted."""

from ...core.secret import Secret
from ..modules.encode import Params
from ..modules.module import AnyModule, fields_of
from ..modules.types import MOST_ITEMS
from ..plain import JSON, is_list, object_in
from ..session.calls import ask
from ..session.context import Context, Quiet


def limit_name(module: AnyModule) -> str:
    """The wire name of the parameter that says how much a request brings; empty where there is none."""
    cls = type(module)
    field_ = fields_of(cls).get("page_size")
    return "" if field_ is None else cls.__wire__.prefix + field_.wire


def sized(params: Params, module: AnyModule, limit: str, left: int | None) -> Params:
    """Not more at a time than is wanted at all."""
    size = params.get(limit)
    if left is None or size is None or isinstance(size, Secret):
        return params
    high = fields_of(type(module))["page_size"].limit.maximum or MOST_ITEMS
    most = high if size == "max" else int(size)
    return {**params, limit: str(left)} if left < most else params


def learn_rights(context: Context) -> Quiet[None]:
    """Ask what the account may, for the limits that hold for it."""
    params: Params = {"meta": "userinfo", "uiprop": "rights"}
    data = yield from ask(context, params, label="meta=userinfo")
    query: JSON = object_in(data, "query")
    info: JSON = object_in(query, "userinfo")
    rights: object = info.get("rights")
    context.state.high_limits = is_list(rights) and "apihighlimits" in rights
