"""How much one key or person may send."""

from typing import Protocol


class Allowances(Protocol):
    """A bucket of requests and one of bytes for each holder of a key or token (token buckets). What was taken comes back
    within a minute."""

    async def take_request(self, holder: str) -> None:
        """One request of this holder, while neither bucket is empty. Raises TooManyRequests."""
        ...

    async def take_bytes(self, holder: str, count: int) -> None:
        """Bytes that have come. A body is let in whole and paid for afterwards, so that one as large as the limit can come at
        all: the bucket may go below nothing, and then takes longer to fill."""
        ...

    async def close(self) -> None:
        """Lets go of what was opened."""
        ...
