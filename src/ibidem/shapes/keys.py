"""The JSON of API keys, without the keys."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel

from ibidem.domain.access import ApiKey


class KeyShape(BaseModel):
    """A key as it is listed."""

    key_id: str
    state: Literal["valid", "expired", "revoked"]
    tenant: str
    user: str
    groups: Sequence[str]
    scopes: Sequence[str]
    created: datetime
    expires: datetime | None
    revoked: datetime | None

    @classmethod
    def of(cls, key: ApiKey, now: datetime) -> Self:
        """The key as it stands at this moment."""
        state = "valid" if key.is_valid(now) else "expired" if key.revoked is None else "revoked"
        return cls(
            key_id=key.key_id,
            state=state,
            tenant=key.principal.tenant,
            user=key.principal.name,
            groups=sorted(key.principal.groups),
            scopes=sorted(key.scopes),
            created=key.created,
            expires=key.expires,
            revoked=key.revoked,
        )


class NewKeyShape(KeyShape):
    """A key that was just made: the only time that it is shown."""

    key: str


class KeyList(BaseModel):
    """All keys, in the order in which they were made."""

    keys: Sequence[KeyShape]
