"""API keys that are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from ibidem.domain.access import ApiKey


class KeyStore(Protocol):
    """API keys, by the SHA-256 of each (64 hex digits). What is stored here opens nothing."""

    async def add(self, key: ApiKey, digest: str) -> None:
        """Stores a key, durably. Raises InvalidInput when its id or its digest is taken, or for text that cannot be stored."""
        ...

    async def keys(self) -> Sequence[ApiKey]:
        """All keys, revoked and expired ones too, in the order in which they were made."""
        ...

    async def by_digest(self, digest: str) -> ApiKey | None:
        """The key with this digest, valid or not; None without one. Quick: called for every request."""
        ...

    async def by_id(self, key_id: str) -> ApiKey | None:
        """The key with this id, valid or not; None without one. Quick, as `by_digest`."""
        ...

    async def exist(self) -> bool:
        """Whether a key was ever made: revoking the last one opens no door. Quick, as `by_digest`."""
        ...

    async def revoke(self, key_id: str, now: datetime) -> ApiKey:
        """Has the key open nothing from now on; one that was revoked before stays as it is. Raises NotFound."""
        ...
