"""What each operation sends, and what it expects back."""

from ._runtime.rest.operation import Api, Envelope, Key, Operation, Parameter
from .errors import InvalidPurchaseCode, InvalidRequest, ItemNotFound, NoItemsFound
from .models import Account, Item, Purchase

API = Api(
    package="seller_platform",
    version="0.1.0",
    address="{base_url}",
    variable="base_url",
    key=Key("api_key", "api_key"),
    envelope=Envelope("status", "success", "error", "msg"),
    errors=(InvalidRequest, NoItemsFound, ItemNotFound, InvalidPurchaseCode),
)

ACCOUNT_DETAILS: Operation[Account] = Operation(
    name="account.details",
    method="GET",
    path="/api/account/details",
    key="query",
    result=Account,
    member="data",
    errors=(InvalidRequest,),
)
ITEMS_LIST: Operation[list[Item]] = Operation(
    name="items.list",
    method="GET",
    path="/api/items/all",
    key="query",
    result=list[Item],
    member="items",
    errors=(NoItemsFound,),
)
ITEMS_GET: Operation[Item] = Operation(
    name="items.get",
    method="GET",
    path="/api/items/item",
    key="query",
    parameters=(Parameter("item_id", "query", "item_id", required=True),),
    result=Item,
    member="item",
    errors=(ItemNotFound,),
)
PURCHASES_VALIDATE: Operation[Purchase] = Operation(
    name="purchases.validate",
    method="POST",
    path="/api/purchases/validation",
    key="form",
    parameters=(Parameter("purchase_code", "form", "purchase_code", required=True),),
    result=Purchase,
    member="data.purchase",
    errors=(InvalidPurchaseCode,),
    repeatable=False,
)

OPERATIONS = (ACCOUNT_DETAILS, ITEMS_LIST, ITEMS_GET, PURCHASES_VALIDATE)
"""Every operation."""
