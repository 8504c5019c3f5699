"""What several processes count together, in Redis. While Redis is away, each counts for itself.

Both buckets of a holder are one hash, which goes when they would be full again. They are read and written by a script in the
server, and filled by its clock, so that two processes never take the same request twice. Source: the Redis manual, scripting.
"""

# pyright: reportUnknownMemberType=false
# The client's own signatures are partly unknown to pyright.

import hashlib
import logging
import time
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ibidem.backends.addresses import REDIS_ALLOWED, REDIS_SCHEMES, shown
from ibidem.domain.errors import SettingsError, TooManyRequests
from ibidem.ports.allowances import Allowances

logger = logging.getLogger(__name__)

PREFIX = "ibidem:allowance:"
SECONDS = 0.5  # for one answer; a request waits for it
AWAY = 5.0  # seconds until a server that did not answer is asked again

# Takes from both buckets of a holder and says, as strings, how many seconds are missing in each; then nothing was taken.
# KEYS: the hash. ARGV: requests and bytes a minute, requests and bytes to take, whether an empty bucket refuses.
TAKE = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local held = redis.call('HMGET', KEYS[1], 'requests', 'bytes', 'at')
local since = now - (tonumber(held[3]) or now)
local left, full = {}, 1
for place = 1, 2 do
    local most = tonumber(ARGV[place])
    left[place] = math.min(most, (tonumber(held[place]) or most) + since * most / 60)
end
if ARGV[5] == '1' then
    for place = 1, 2 do
        local missing = (place == 1 and tonumber(ARGV[3]) or 0) - left[place]
        if missing > 0 then
            return {tostring(place), tostring(missing * 60 / tonumber(ARGV[place]))}
        end
    end
end
for place = 1, 2 do
    left[place] = left[place] - tonumber(ARGV[place + 2])
    full = math.max(full, (tonumber(ARGV[place]) - left[place]) * 60 / tonumber(ARGV[place]))
end
redis.call('HSET', KEYS[1], 'requests', tostring(left[1]), 'bytes', tostring(left[2]), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(full))
return {'0', '0'}
"""
BUCKETS = {"1": "requests", "2": "bytes"}


def open_redis_allowances(
    url: str,
    requests_per_minute: int,
    bytes_per_minute: int,
    alone: Allowances,
    clock: Callable[[], float] = time.monotonic,
) -> "RedisAllowances":
    """The allowances kept at an address; `alone` counts while it is away. Raises SettingsError when it is no address."""
    if not url.startswith(REDIS_SCHEMES):
        raise SettingsError(f"redis: {shown(url)!r} is no address; {REDIS_ALLOWED}")
    try:
        client = Redis.from_url(url, decode_responses=True, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
    except ValueError as error:
        raise SettingsError(f"redis: {shown(url)!r} is no address ({error}); {REDIS_ALLOWED}") from None
    return RedisAllowances(client, (requests_per_minute, bytes_per_minute), alone, clock)


class RedisAllowances:
    """ports.Allowances over one Redis server."""

    def __init__(self, client: Redis, most: tuple[int, int], alone: Allowances, clock: Callable[[], float]) -> None:
        """`most` are the requests and the bytes of a minute."""
        self._client = client
        self._most = most
        self._alone = alone
        self._clock = clock
        self._take = client.register_script(TAKE)
        self._ask_again = 0.0

    async def take_request(self, holder: str) -> None:
        """See ports.Allowances."""
        answer = await self._asked(holder, 1, 0, refuse=1)
        if answer is None:
            await self._alone.take_request(holder)
        elif answer[0] != "0":
            raise TooManyRequests(BUCKETS[answer[0]], float(answer[1]))

    async def take_bytes(self, holder: str, count: int) -> None:
        """See ports.Allowances."""
        if await self._asked(holder, 0, count, refuse=0) is None:
            await self._alone.take_bytes(holder, count)

    async def close(self) -> None:
        """See ports.Allowances."""
        await self._client.aclose()
        await self._alone.close()

    async def _asked(self, holder: str, requests: int, count: int, refuse: int) -> tuple[str, str] | None:
        """What the script says; None while the server is away."""
        if self._clock() < self._ask_again:
            return None
        key = PREFIX + hashlib.sha256(holder.encode()).hexdigest()  # names of people do not leave this process
        try:
            bucket, seconds = await self._take([key], [*self._most, requests, count, refuse])
        except (RedisError, OSError) as error:
            if not self._ask_again:
                logger.warning("Redis is away (%s): each process counts requests for itself", type(error).__name__)
            self._ask_again = self._clock() + AWAY
            return None
        if self._ask_again:
            logger.warning("Redis is back: requests are counted together")
            self._ask_again = 0.0
        return bucket, seconds
