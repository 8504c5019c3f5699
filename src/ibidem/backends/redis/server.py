"""One Redis server, asked in threads. All that is known of its client stands here.

What changes more than one thing is one transaction (MULTI and EXEC): it is carried out whole, where nobody has changed meanwhile
what was read for it (WATCH). Source: the Redis manual, transactions.
"""

# pyright: reportUnknownMemberType=false
# The client's own signatures are partly unknown to pyright.

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError, WatchError
from redis.retry import Retry

from ibidem.backends.addresses import REDIS_ALLOWED, REDIS_SCHEMES, shown
from ibidem.domain.errors import SettingsError, StoreUnavailable

T = TypeVar("T")
Command = tuple[str | bytes | int | float, ...]
Fields = list[bytes | None]
# Reads these fields of a hash.
Read = Callable[[str, Sequence[str]], Fields]

AT_ONCE = 16  # requests of this process
SECONDS = 3.0  # for one answer; a turn waits for it
PAUSE = 0.1  # seconds until a lost connection is made again, once
# Others may change the same session at the same time: of all that do, one gets through in each round.
ATTEMPTS = 200
JITTER = 0.002  # seconds, at most, that one waits for each round that it lost, up to some


@dataclass(frozen=True, slots=True)
class Decision(Generic[T]):
    """What a transaction answers once its commands, if any, are carried out."""

    answer: T
    commands: Sequence[Command] = ()


class Server:
    """Every method but `run` waits, and is called in a thread of `run`. Each raises StoreUnavailable when the server cannot be
    reached, does not answer in time, or refuses; a transaction is then carried out whole, or not at all."""

    def __init__(self, url: str) -> None:
        """Nobody is asked yet. Raises SettingsError for what is no address."""
        self.name = shown(url)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="redis")
        if not url.startswith(REDIS_SCHEMES):
            raise SettingsError(f"sessions: {self.name!r} is no address; {REDIS_ALLOWED}")
        try:
            self._client = Redis.from_url(
                url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS, retry=Retry(ConstantBackoff(PAUSE), 1)
            )
        except ValueError as error:
            raise SettingsError(f"sessions: {self.name!r} is no address ({error}); {REDIS_ALLOWED}") from None

    async def run(self, work: Callable[[], T]) -> T:
        """Does the work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Waits for what is being written, and lets go of the connections."""
        self._threads.shutdown()
        self._client.close()

    def fields(self, key: str, names: Sequence[str]) -> Fields:
        """These fields of a hash as of one moment, each None where it is not there."""
        return self._asked(lambda: [*self._call("HMGET", key, *names)]) if names else []

    def fields_of(self, wanted: Sequence[tuple[str, Sequence[str]]]) -> list[Fields]:
        """As `fields`, of several hashes."""

        def ask() -> list[Fields]:
            with self._client.pipeline(transaction=False) as pipe:
                for key, names in wanted:
                    pipe.execute_command("HMGET", key, *names)
                return pipe.execute()

        return self._asked(ask) if wanted else []

    def ranked(
        self, index: str, low: float = float("-inf"), high: float = float("inf"), most: int = -1
    ) -> list[tuple[str, float]]:
        """The members of a sorted set with scores from `low` to `high`, with their scores, the lowest first; at most `most`, or
        all for -1."""

        def ask() -> list[tuple[str, float]]:
            found: Any = self._client.zrangebyscore(index, low, high, start=0, num=most, withscores=True)
            return [(member.decode(), float(score)) for member, score in found]

        return self._asked(ask)

    def answered(self, script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> list[int]:
        """The numbers that a script answers, which only reads."""
        return self._asked(lambda: [*self._call("EVAL_RO", script, len(keys), *keys, *arguments)])

    def script(self, script: str, keys: Sequence[str], arguments: Sequence[str | bytes | float]) -> Any:
        """What a script answers, which is carried out whole."""
        return self.write(("EVAL", script, len(keys), *keys, *arguments))

    def write(self, command: Command) -> Any:
        """What a single command answers that may be carried out twice."""
        return self._asked(lambda: self._call(*command))

    def stands(self, section: str) -> dict[str, Any]:
        """What the server says of itself under this heading."""

        def ask() -> dict[str, Any]:
            found: Any = self._client.info(section)
            return dict(found)

        return self._asked(ask)

    def change(self, watched: Sequence[str], decide: Callable[[Read], Decision[T]]) -> T:
        """Carries out what was decided from what was read, while nobody else changes what is watched; decides anew where somebody
        has, or where a connection was lost, and with it the answer that says whether the commands were carried out."""
        return self._asked(lambda: self._changed(watched, decide))

    def _changed(self, watched: Sequence[str], decide: Callable[[Read], Decision[T]]) -> T:
        for lost in range(ATTEMPTS):
            try:
                return self._attempted(watched, decide)
            except WatchError:
                time.sleep(random.random() * JITTER * min(lost, 10))
        raise StoreUnavailable(f"{watched[0]!r} is being written by others all the time; try again later")

    def _attempted(self, watched: Sequence[str], decide: Callable[[Read], Decision[T]]) -> T:
        with self._client.pipeline() as pipe:
            watching: Any = pipe
            watching.watch(*watched)
            decision = decide(lambda key, names: [*watching.execute_command("HMGET", key, *names)])
            if decision.commands:
                watching.multi()
                for command in decision.commands:
                    watching.execute_command(*command)
                watching.execute()
            return decision.answer

    def _call(self, *command: str | bytes | float) -> Any:
        client: Any = self._client
        return client.execute_command(*command)

    def _asked(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except (RedisError, OSError) as error:
            problem = f"Redis does not answer, or refuses ({type(error).__name__}); conversations are kept there"
            raise StoreUnavailable(problem, self.name) from error


class ServerToRead(Server):
    """Writes nothing."""

    def write(self, command: Command) -> Any:
        """Raises StoreUnavailable."""
        raise StoreUnavailable(f"{self.name} was opened to be read: {command[0]} was not carried out")

    def change(self, watched: Sequence[str], decide: Callable[[Read], Decision[T]]) -> T:  # noqa: ARG002
        """Raises StoreUnavailable."""
        raise StoreUnavailable(f"{self.name} was opened to be read: {watched[0]!r} was not changed")
