"""The contract of `ibidem.ports.originals.Originals`, as tests."""

import hashlib
from collections.abc import Callable, Sequence, Set

import pytest

from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import Originals

# One that is sent in parts, one small, and one of no bytes.
LARGE, SMALL, EMPTY = bytes(range(256)) * 50_000, "원본 original 原本".encode(), b""
Damage = Callable[[str, bytes], None]


def named(original: bytes) -> tuple[str, bytes]:
    """The digest of an original, and the original."""
    return hashlib.sha256(original).hexdigest(), original


def using(*originals: bytes) -> Callable[[Sequence[str]], Set[str]]:
    """Documents refer to these."""
    return lambda asked: {named(one)[0] for one in originals} & set(asked)


class OriginalsSuite:
    """Subclass it with the fixtures `originals`, an empty place where nothing is young, and `damage`, which puts other bytes
    under a digest."""

    @pytest.mark.parametrize("original", [LARGE, SMALL, EMPTY])
    def test_what_is_kept_is_read_whole(self, originals: Originals, original: bytes) -> None:
        digest, _ = named(original)
        with pytest.raises(StoreUnavailable):
            originals.read(digest)
        for _ in range(2):
            originals.ensure([(digest, original)])
            assert originals.read(digest) == original

    def test_what_is_damaged_is_not_shown(self, originals: Originals, damage: Damage) -> None:
        digest, _ = named(SMALL)
        originals.ensure([named(SMALL)])
        damage(digest, SMALL[:-1])
        with pytest.raises(StoreUnavailable, match="damaged"):
            originals.read(digest)

    def test_what_nothing_refers_to_is_removed(self, originals: Originals) -> None:
        originals.ensure(map(named, (LARGE, SMALL, EMPTY)))
        originals.remove([named(SMALL)[0], named(EMPTY)[0], named(b"never kept")[0]], using(EMPTY))
        with pytest.raises(StoreUnavailable):
            originals.read(named(SMALL)[0])
        assert (originals.read(named(LARGE)[0]), originals.read(named(EMPTY)[0])) == (LARGE, EMPTY)

    def test_a_sweep_leaves_what_is_referred_to(self, originals: Originals) -> None:
        originals.ensure(map(named, (LARGE, SMALL, EMPTY)))
        originals.sweep(using(LARGE, EMPTY))
        with pytest.raises(StoreUnavailable):
            originals.read(named(SMALL)[0])
        assert (originals.read(named(LARGE)[0]), originals.read(named(EMPTY)[0])) == (LARGE, EMPTY)
        originals.sweep(using())
        with pytest.raises(StoreUnavailable):
            originals.read(named(LARGE)[0])
