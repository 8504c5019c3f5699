"""One call, one answer, both JSON: what embedders, rerankers and sources of passages ask of their servers."""

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import httpx2

from ibidem.backends.addresses import ALLOWED, is_address, shown
from ibidem.backends.failures import late, status_failure, unreachable, unreadable
from ibidem.backends.remote_model import FIRST_PAUSE, LONGEST_WAIT, RETRIES
from ibidem.domain.errors import SettingsError

T = TypeVar("T")

CONNECT_SECONDS = 10.0
SILENT_SECONDS = 120.0  # deadlines are the caller's; this lets go of a connection that nobody waits for any more


class JsonServer:
    """A server that a model is behind. The key, if there is one, goes with each call as a bearer token (RFC 6750)."""

    def __init__(self, model: str, base_url: str, key: str | None, retries: int = RETRIES) -> None:
        """`model` is the name in errors. Raises SettingsError for a URL that is none."""
        if not is_address(base_url):
            raise SettingsError(f"the server of {model}: {shown(base_url)!r} is no address; {ALLOWED}")
        self._model = model
        self._retries = retries
        self._client = httpx2.AsyncClient(
            base_url=base_url.rstrip("/") + "/",
            headers={"authorization": f"Bearer {key}"} if key else {},
            timeout=httpx2.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS),
        )

    async def ask(self, path: str, body: object, read: Callable[[object], T]) -> T:
        """Posts to a path below the base URL, and reads the answer; `read` raises ValueError for one that is not of the format.

        Raises ModelUnavailable, after `retries` further attempts where it may pass, and ModelRefused.
        """
        return await self._send(self._client.build_request("POST", path, json=body), read)

    async def look(self, path: str, parameters: Mapping[str, str], read: Callable[[object], T]) -> T:
        """As `ask`, with a GET."""
        return await self._send(self._client.build_request("GET", path, params=parameters), read)

    async def _send(self, request: httpx2.Request, read: Callable[[object], T]) -> T:
        failed = 0
        while True:
            try:
                response = await self._client.send(request)
                if response.is_success:
                    return read(response.json())
                failure = status_failure(self._model, response.status_code, _code(response), response.headers)
            except httpx2.ConnectTimeout:
                failure = unreachable(self._model, self._host)
            except httpx2.TimeoutException:
                failure = late(self._model)
            except httpx2.TransportError:
                failure = unreachable(self._model, self._host)
            except (ValueError, httpx2.RequestError):
                failure = unreadable(self._model)
            pause = FIRST_PAUSE * 2**failed * random.uniform(0.5, 1.0) if failure.wait is None else failure.wait
            if not failure.passing or failed == self._retries or pause > LONGEST_WAIT:
                raise failure.error  # nothing of the library's own error, which may repeat the key
            failed += 1
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Lets go of the connections."""
        await self._client.aclose()

    @property
    def _host(self) -> str:
        url = self._client.base_url
        return f"{url.scheme}://{url.netloc.decode()}"


def field(thing: object, name: str) -> object:
    """What stands in an object under a name. Raises ValueError."""
    if not isinstance(thing, dict) or name not in thing:
        raise ValueError(f"there is no {name}")
    return cast("dict[str, object]", thing)[name]


def items(thing: object, count: int) -> list[object]:
    """The list, of so many. Raises ValueError."""
    if not isinstance(thing, list) or len(cast("list[object]", thing)) != count:
        raise ValueError(f"it is no list of {count}")
    return cast("list[object]", thing)


def number(thing: object) -> float:
    """The number. Raises ValueError; not a number and infinity are numbers here."""
    if isinstance(thing, bool) or not isinstance(thing, int | float):
        raise ValueError("it is no number")
    return float(thing)


def by_index(listed: list[object]) -> list[object]:
    """Objects in the order of their `index`, each of which stands there once. Raises ValueError."""
    places = {number(field(one, "index")): one for one in listed}
    if sorted(places) != list(range(len(listed))):
        raise ValueError("an index is missing")
    return [places[place] for place in range(len(listed))]


def _code(response: httpx2.Response) -> object:
    """The server's own word for what is wrong: `error.code` or `error.type` as OpenAI has it, or TEI's `error_type`."""
    try:
        body: object = response.json()
    except ValueError:
        return None
    error = cast("dict[str, object]", body).get("error") if isinstance(body, dict) else None
    if isinstance(error, dict):
        details = cast("dict[str, object]", error)
        return details.get("code") or details.get("type")
    return cast("dict[str, object]", body).get("error_type") if isinstance(body, dict) else None
