"""Who calls, the App that answers, a place for a turn or a search, and the page of a list: every route gets them from here alone.

They are coroutines because FastAPI sends plain functions through a thread, which costs more than they do.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request
from starlette.exceptions import HTTPException

from ibidem.app import App
from ibidem.domain.access import Access
from ibidem.domain.documents import Principal
from ibidem.domain.errors import TooManyTurns
from ibidem.shapes.pages import MAX_LIMIT, MAX_OFFSET


class Opening:
    """An App that opens in the background, so that the server says "not yet" instead of refusing connections.

    `failure` is why it could not be opened; `finished` is set when it is open or has failed.
    """

    def __init__(self, open_app: Callable[[], Awaitable[App]]) -> None:
        self._open_app = open_app
        self._task: asyncio.Task[None] | None = None
        self.app: App | None = None
        self.failure: Exception | None = None
        self.finished = asyncio.Event()

    def begin(self) -> None:
        """Begins to open the App."""
        self._task = asyncio.create_task(self._run())

    async def end(self) -> None:
        """Closes the App, or stops opening it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        app, self.app = self.app, None
        if app is not None:
            await app.close()

    async def _run(self) -> None:
        try:
            self.app = await self._open_app()
        except Exception as error:
            self.failure = error
        finally:
            self.finished.set()


async def current_app(request: Request) -> App:
    """The App, once it is open; until then a 503."""
    opening: Opening = request.app.state.opening
    if opening.app is None:
        raise starting()
    return opening.app


def starting() -> HTTPException:
    """The 503 of a service that is not open yet."""
    return HTTPException(503, "the service is starting; ask /readyz when it is ready", {"Retry-After": "1"})


OpenApp = Annotated[App, Depends(current_app)]


async def admitted(request: Request) -> Access:
    """Whom this request is made for and what it may do, as it was found at the door (`Admission`)."""
    return request.state.access


Admitted = Annotated[Access, Depends(admitted)]


async def caller(access: Admitted) -> Principal:
    """Whom this request is made for."""
    return access.principal


Caller = Annotated[Principal, Depends(caller)]


def keeps_files(app: App, access: Access) -> bool:
    """Whether this caller gets files as they came in: where the profile masks documents, those do who put documents in."""
    return not app.profile.masking.of_documents or "write" in access.scopes


async def keeper(access: Admitted, app: OpenApp) -> Principal:
    """The caller, who gets files as they came in. Raises Forbidden."""
    if not keeps_files(app, access):
        access.require("write")
    return access.principal


Keeper = Annotated[Principal, Depends(keeper)]

Limit = Annotated[int, Query(ge=1, le=MAX_LIMIT, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=MAX_OFFSET, description="How many to pass over: the `next_offset` of the page before.")]


class Places:
    """How many turns and searches may run at once, and how many do."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @contextmanager
    def taken_one(self) -> Generator["Place"]:
        """A place for a turn or a search, within the block. Raises TooManyTurns when there is none."""
        if self.taken >= self.most:
            raise TooManyTurns(self.most)
        self.taken += 1
        place = Place()
        try:
            yield place
        finally:
            if place.holder is None or place.holder.done():
                self._free()
            else:
                place.holder.add_done_callback(self._free)

    def _free(self, _: object = None) -> None:
        self.taken -= 1


@dataclass
class Place:
    """A place that is taken. A turn that goes on without its client is the `holder`: the place is free again when it ends."""

    holder: asyncio.Task[None] | None = None


async def take_a_place(request: Request) -> AsyncGenerator[None]:
    """Takes a place for a turn or a search, once it has arrived and until all of its answer is sent; a 429 when there is none."""
    places: Places = request.app.state.places
    with places.taken_one() as place:
        request.state.place = place
        yield


TakesAPlace = Depends(take_a_place)
