"""Fields that only other versions of a wiki send than the one that clients are made for."""

from specloom.model.structs import Field


def since_text(version: str) -> str:
    """Circumstance in which a wiki sends a field that came with a version."""
    return f"the wiki runs MediaWiki {version} or later"


def is_of_later_version(field: Field) -> bool:
    """Return whether the version that clients are made for does not send a field yet."""
    presence = field.presence
    when = presence.when if presence is not None and presence.when is not None else ""
    return field.module.since is not None and since_text(field.module.since) in when
