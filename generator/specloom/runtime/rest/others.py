"""Members of objects beside the described ones, which a record holds in one attribute.

Inside of a program they stand under a name that no API uses; in JSON they stand beside the other members.
"""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

OTHERS = "\x7fothers"
"""Name under which a record holds its other members."""
_IN_JSON = OTHERS.encode()
_decoder = msgspec.json.Decoder(float_hook=msgspec.Raw)
_encoder = msgspec.json.Encoder()


def no_others() -> dict[str, Any]:
    """Other members of a record that has none."""
    return {}


def gathered(members: Mapping[str, Any], kind: Any) -> dict[str, Any]:
    """Members of an object for a record, with those that the record does not describe in one place."""
    names = set(kind.__struct_encode_fields__) - {OTHERS}
    described = {name: value for name, value in members.items() if name in names}
    others = {name: value for name, value in members.items() if name not in names}
    return {**described, OTHERS: others} if others else described


def spread(data: Any) -> Any:
    """Plain data in which the other members of each record stand beside its own."""
    match data:
        case dict():
            members = cast("dict[str, Any]", data)
            others = members.get(OTHERS, {})
            return {
                **{name: spread(value) for name, value in others.items()},
                **{name: spread(value) for name, value in members.items() if name != OTHERS},
            }
        case list() | tuple():
            return [spread(item) for item in cast("list[Any]", data)]
        case _:
            return data


def spread_json(content: bytes) -> bytes:
    """JSON in which the other members of each record stand beside its own; as it is if no record has any."""
    return _encoder.encode(spread(_decoder.decode(content))) if _IN_JSON in content else content
