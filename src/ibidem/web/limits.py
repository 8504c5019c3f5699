"""How much one key or person may send, counted in this process."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from ibidem.domain.errors import TooManyRequests

MOST_HOLDERS = 10_000  # whose buckets are kept; who was quiet for longest is forgotten, and begins with full ones


@dataclass
class Bucket:
    """What is left of `most`, which comes back within a minute. Taking may go below nothing; then it takes longer."""

    most: float
    left: float
    at: float

    def wait(self, wanted: float, now: float) -> float:
        """Seconds until so much is there; 0 when it is."""
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.most / 60), now
        return max(0.0, (wanted - self.left) * 60 / self.most)


@dataclass(frozen=True)
class Allowance:
    """What one holder may still send."""

    requests: Bucket
    received: Bucket

    def take_request(self, now: float) -> None:
        """One request, while neither bucket is empty. Raises TooManyRequests."""
        for what, bucket, wanted in (("requests", self.requests, 1.0), ("bytes", self.received, 0.0)):
            if wait := bucket.wait(wanted, now):
                raise TooManyRequests(what, wait)
        self.requests.left -= 1


@dataclass
class Limits:
    """ports.Allowances in memory. Only who holds a valid key or token has buckets, and at most MOST_HOLDERS do."""

    requests_per_minute: int
    bytes_per_minute: int
    clock: Callable[[], float] = time.monotonic
    _held: OrderedDict[str, Allowance] = field(default_factory=OrderedDict[str, Allowance])

    async def take_request(self, holder: str) -> None:
        """See ports.Allowances."""
        self._of(holder).take_request(self.clock())

    async def take_bytes(self, holder: str, count: int) -> None:
        """See ports.Allowances."""
        self._of(holder).received.left -= count

    async def close(self) -> None:
        """See ports.Allowances."""

    def _of(self, holder: str) -> Allowance:
        allowance = self._held.get(holder)
        if allowance is None:
            now, requests, received = self.clock(), float(self.requests_per_minute), float(self.bytes_per_minute)
            allowance = Allowance(Bucket(requests, requests, now), Bucket(received, received, now))
            self._held[holder] = allowance
            if len(self._held) > MOST_HOLDERS:
                self._held.popitem(last=False)
        self._held.move_to_end(holder)
        return allowance

    def __len__(self) -> int:
        return len(self._held)
