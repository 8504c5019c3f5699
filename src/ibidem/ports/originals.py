"""Where large originals are kept: the bytes that documents were read from."""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Protocol

# Up to this many bytes an original lies beside its text. A file costs about 1 ms and a sync of its own, so that a thousand small
# documents took half as long again; and a copy of the store is no slower for what is as small as texts.
SMALL_ORIGINAL = 64 * 1024

# Of some digests, those to which a document refers.
InUse = Callable[[Sequence[str]], Set[str]]


class Originals(Protocol):
    """Originals by their digest, the SHA-256 of what they hold (64 hex digits): each is there whole, or not at all.

    Every method waits, and raises StoreUnavailable while the place cannot be used.
    """

    @property
    def takes_texts(self) -> bool:
        """Whether a cluster keeps the whole texts of its documents there, too."""
        ...

    def ensure(self, originals: Iterable[tuple[str, bytes]]) -> None:
        """Stores (digest, bytes) pairs that are not there yet, durably. Nobody removes them within half an hour: until then a
        document may come to refer to them."""
        ...

    def read(self, digest: str) -> bytes:
        """The bytes. Raises StoreUnavailable also where they are gone, or are not those that were stored."""
        ...

    def remove(self, digests: Sequence[str], in_use: InUse) -> None:
        """Removes those to which nothing refers, or leaves young ones to a later `sweep`."""
        ...

    def sweep(self, in_use: InUse) -> None:
        """Removes everything to which nothing refers, but for what is young."""
        ...
