"""What the Seller Platform API is about, as frozen records."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal

from ._runtime.rest.values import AsSent, Money, Record, Timestamp, lasts, settle, settle_money


class AccountName(Record, frozen=True, kw_only=True):
    """Name of an account's owner."""

    firstname: str
    """First name."""
    lastname: str
    """Last name."""
    full_name: str
    """Full name."""


class Contact(Record, frozen=True, kw_only=True):
    """How to reach an account's owner."""

    email: str
    """E-mail address."""


class ProfileMedia(Record, frozen=True, kw_only=True):
    """Pictures of a profile."""

    avatar: str
    """Address of the portrait."""
    cover: str
    """Address of the cover picture."""


class Profile(Record, frozen=True, kw_only=True):
    """What an account shows of itself."""

    heading: str
    """Heading of the profile."""
    description: str
    """Text of the profile."""
    contact: Contact
    """How to reach the account's owner."""
    social_links: Mapping[str, str]
    """Links by the name of their network."""
    media: ProfileMedia
    """Pictures of the profile."""


class Account(Record, frozen=True, kw_only=True):
    """The account that owns the API key."""

    name: AccountName
    """Name of the account's owner."""
    username: str
    """Name under which the account is known."""
    email: str
    """E-mail address of the account's owner."""
    balance: Money
    """What the account holds. In the currency that `currency` names."""
    currency: str
    """Currency of the balance."""
    profile: Profile
    """What the account shows of itself."""
    registered_at: Timestamp
    """When the account was registered."""

    def __post_init__(self) -> None:
        if type(self.balance) is not Decimal:
            settle_money(self, "balance", self.balance)
        if self.registered_at.tzinfo is not UTC:
            settle(self, "registered_at")


class ItemMedia(Record, frozen=True, kw_only=True):
    """Pictures and recordings of an item."""

    thumbnail: str
    """Address of the small picture."""
    preview_image: str | None = None
    """Address of the preview picture. None if the item is an audio item."""
    preview_video: str | None = None
    """Address of the preview video. Only there if the item is a video item."""
    preview_audio: str | None = None
    """Address of the preview recording. Only there if the item is an audio item."""
    screenshots: tuple[str, ...] | None = None
    """Addresses of the screenshots. Only there if the item has screenshots."""

    @property
    def is_audio(self) -> bool:
        """Whether the item is an audio item."""
        return self.preview_audio is not None

    @property
    def is_video(self) -> bool:
        """Whether the item is a video item."""
        return self.preview_video is not None

    @property
    def has_screenshots(self) -> bool:
        """Whether the item has screenshots."""
        return self.screenshots is not None


class Price(Record, frozen=True, kw_only=True):
    """What an item costs."""

    regular: Money
    """With the regular license. In the currency that `Item.currency` names."""
    extended: Money
    """With the extended license. In the currency that `Item.currency` names."""

    def __post_init__(self) -> None:
        if type(self.regular) is not Decimal:
            settle_money(self, "regular", self.regular)
        if type(self.extended) is not Decimal:
            settle_money(self, "extended", self.extended)


class Item(Record, frozen=True, kw_only=True):
    """Something that the account offers for sale."""

    id: int
    """Identifier of the item."""
    name: str
    """Name of the item."""
    description: str
    """Text that describes the item."""
    category: str
    """Category of the item."""
    sub_category: str
    """Category within the category."""
    options: tuple[str, ...]
    """Options of the item."""
    version: AsSent
    """The item's own version, such as three numbers joined by dots; not the API's."""
    demo_link: str
    """Address of a demonstration."""
    tags: tuple[str, ...]
    """Tags of the item."""
    media: ItemMedia
    """Pictures and recordings of the item."""
    price: Price
    """What the item costs."""
    currency: str
    """Currency of the prices."""
    published_at: Timestamp
    """When the item was published."""

    def __post_init__(self) -> None:
        if type(self.version) is not str:
            settle(self, "version")
        if self.published_at.tzinfo is not UTC:
            settle(self, "published_at")


class Purchase(Record, frozen=True, kw_only=True):
    """The purchase that a purchase code belongs to."""

    purchase_code: str
    """The code that was validated."""
    license_type: str
    """License that was bought. Known values: `Regular`; others may come."""
    price: Money
    """Amount that was paid. In the currency that `currency` names."""
    currency: str
    """Currency of the price."""
    item: Item
    """The item that was bought."""
    supported_until: Timestamp | None = None
    """When support for the purchase ends. None if support is disabled or the purchase is not
    supported.
    """
    downloaded: bool
    """Whether the item was downloaded; no operation that changes it is shown."""
    date: Timestamp
    """When the purchase was made."""

    def __post_init__(self) -> None:
        if type(self.price) is not Decimal:
            settle_money(self, "price", self.price)
        if self.supported_until is not None and self.supported_until.tzinfo is not UTC:
            settle(self, "supported_until")
        if self.date.tzinfo is not UTC:
            settle(self, "date")

    def is_supported(self, *, at: datetime | None = None) -> bool:
        """Whether the purchase is supported at a time, or now."""
        return lasts(self.supported_until, at)
