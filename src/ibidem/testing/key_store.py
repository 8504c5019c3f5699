"""The contract of `ibidem.ports.KeyStore`, as tests."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest

from ibidem.domain.access import ApiKey
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.ports.key_store import KeyStore

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
MINSU = ApiKey(
    key_id="0a1b2c3d",
    principal=Principal("김민수", frozenset({"보전팀", "quality"}), "공장"),
    scopes=frozenset({"ask", "read"}),
    created=NOW,
    expires=NOW + timedelta(days=30),
)
PROMETHEUS = ApiKey(
    key_id="ffffffff", principal=Principal("計測"), scopes=frozenset({"metrics"}), created=NOW + timedelta(hours=1)
)


class KeyStores(Protocol):
    """What the suite needs."""

    @property
    def keys(self) -> KeyStore:
        """The key store under test."""
        ...


class KeyStoreSuite:
    """Subclass it with a fixture `stores` (see `ibidem.testing`)."""

    async def test_a_key_is_found_by_its_digest_and_by_its_id(self, stores: KeyStores) -> None:
        assert not await stores.keys.exist()
        await stores.keys.add(MINSU, "a" * 64)
        await stores.keys.add(PROMETHEUS, "b" * 64)
        assert await stores.keys.exist()
        assert await stores.keys.by_digest("a" * 64) == await stores.keys.by_id(MINSU.key_id) == MINSU
        assert await stores.keys.by_digest("b" * 64) == PROMETHEUS

    async def test_what_was_never_made_is_not_found(self, stores: KeyStores) -> None:
        await stores.keys.add(MINSU, "a" * 64)
        for unknown in ("", "c" * 64, "A" * 64, MINSU.key_id, "' OR '1'='1", "%"):
            assert await stores.keys.by_digest(unknown) is None
        for unknown in ("", "0A1B2C3D", "a" * 64, "%"):
            assert await stores.keys.by_id(unknown) is None

    async def test_keys_come_in_the_order_in_which_they_were_made(self, stores: KeyStores) -> None:
        await stores.keys.add(PROMETHEUS, "b" * 64)
        await stores.keys.add(MINSU, "a" * 64)
        assert list(await stores.keys.keys()) == [MINSU, PROMETHEUS]

    async def test_an_id_and_a_digest_are_given_once(self, stores: KeyStores) -> None:
        await stores.keys.add(MINSU, "a" * 64)
        with pytest.raises(InvalidInput):
            await stores.keys.add(replace(PROMETHEUS, key_id=MINSU.key_id), "b" * 64)
        with pytest.raises(InvalidInput):
            await stores.keys.add(PROMETHEUS, "a" * 64)
        assert list(await stores.keys.keys()) == [MINSU]

    async def test_a_revoked_key_stays_and_is_valid_no_longer(self, stores: KeyStores) -> None:
        await stores.keys.add(MINSU, "a" * 64)
        revoked = await stores.keys.revoke(MINSU.key_id, NOW)
        assert revoked == await stores.keys.by_digest("a" * 64) == replace(MINSU, revoked=NOW)
        assert MINSU.is_valid(NOW) and not revoked.is_valid(NOW)
        assert await stores.keys.revoke(MINSU.key_id, NOW + timedelta(days=1)) == revoked
        assert await stores.keys.exist()

    async def test_an_unknown_key_cannot_be_revoked(self, stores: KeyStores) -> None:
        with pytest.raises(NotFound):
            await stores.keys.revoke("0a1b2c3d", NOW)

    def test_a_key_is_valid_until_it_expires(self) -> None:
        assert MINSU.expires is not None
        assert MINSU.is_valid(MINSU.expires - timedelta(seconds=1)) and not MINSU.is_valid(MINSU.expires)
