"""The HTTP door: the API put together, and the process that serves it."""

import asyncio
import signal
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from importlib.metadata import version
from typing import Any

import uvicorn
from fastapi import APIRouter, FastAPI, Security
from fastapi.security import HTTPBearer
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import BaseRoute, Route

from ibidem.app import App
from ibidem.backends.audit import AuditLog, open_audit_log
from ibidem.backends.registry import open_shared_limits, open_tokens
from ibidem.corpus.drawing.drawers import PageDrawers
from ibidem.domain.errors import SettingsError
from ibidem.domain.events import Observer
from ibidem.ports.allowances import Allowances
from ibidem.settings import Settings
from ibidem.web import (
    chat,
    collections,
    completions,
    corpus,
    documents,
    drawn_pages,
    errors,
    feedback,
    health,
    joining,
    measurements,
    search,
    sessions,
    sharing,
    sign_in,
    unanswered,
)
from ibidem.web.admission import Admission, Doorkeeper, SignIns
from ibidem.web.arrivals import FORM_OVERHEAD, UPLOADS_AT_ONCE, Arrivals, BodyLimit
from ibidem.web.audit import Audit
from ibidem.web.callers import Opening, Places
from ibidem.web.connections import ACCEPTED_AT_ONCE, PATIENCE, Connection, Patience, room_for_connections
from ibidem.web.guards import EveryAnswer, HostGuard, listed_host
from ibidem.web.limits import Limits
from ibidem.web.logs import AccessLog, SessionInLog, log_to_stderr
from ibidem.web.mcp import McpDoor
from ibidem.web.metrics import Metrics
from ibidem.web.page import files
from ibidem.web.reference import CONTENT_POLICY, reference_page
from ibidem.web.running import RunningTurns
from ibidem.web.spans import Exporting, Spans, with_texts, without_texts
from ibidem.web.sweeping import sweep

QUEUE = 1024  # connections that wait to be accepted
GRACE_SECONDS = 10  # what running turns get to end after a stop was asked for
BEARER = HTTPBearer(auto_error=False, description="An API key or a token, where the service asks for one.")
DESCRIPTION = "Answers questions from your documents over many turns, with a numbered source behind every statement."


class _Api(FastAPI):
    """FastAPI, whose description says that a key is needed only where the service asks for one."""

    def openapi(self) -> dict[str, Any]:
        """The description, made when it is first asked for."""
        if self.openapi_schema is None:
            for item in super().openapi()["paths"].values():
                for operation in item.values():
                    if "security" in operation:
                        operation["security"].append({})  # OpenAPI 3.1: an empty requirement makes it optional
        return super().openapi()


def create_api(settings: Settings, open_app: Callable[[], Awaitable[App]], patience: Patience = PATIENCE) -> FastAPI:
    """The API as an ASGI application. The App is opened in the background when the server starts, and closed when it stops.

    Raises SettingsError when `allowed_hosts` lists what is no host, when spans are to be sent without the packages for it, when
    the audit log cannot be written, and when `redis` is no address.
    """
    places, drawers = Places(settings.turns_at_once), PageDrawers()
    metrics = Metrics(places)
    exporting = None if settings.otlp_endpoint is None else Exporting(settings.otlp_endpoint)
    spans = [] if exporting is None else [Spans(exporting.tracer, with_texts if settings.otlp_texts else without_texts)]
    audit = None if settings.audit is None else open_audit_log(settings.audit, settings.data)
    door = Doorkeeper(settings, None if settings.issuer is None else open_tokens(settings.issuer), SignIns())
    opening = Opening(_opened(open_app, door, [metrics, SessionInLog(), *spans], audit))
    large = _large_bodies(settings.upload_limit_mb * documents.MEBIBYTE)
    arrivals = Arrivals(patience, most_held=UPLOADS_AT_ONCE * max(large.values()))
    limits, running, mcp = _limits(settings), RunningTurns(), McpDoor(opening, places)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        opening.begin()
        sweeping = asyncio.create_task(sweep(opening))
        yield
        sweeping.cancel()
        await asyncio.wait((sweeping,))  # what it is deleting is deleted whole
        await mcp.end()
        await running.end()
        await opening.end()
        await asyncio.to_thread(drawers.close)
        await limits.close()
        if audit is not None:
            await asyncio.to_thread(audit.close)
        if exporting is not None:
            await asyncio.to_thread(exporting.close)

    api = _Api(
        title="ibidem",
        version=version("ibidem"),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=_middleware(settings, opening, door, limits, arrivals, large),
        form_limits={"max_files": 1},
    )
    api.state.opening, api.state.arrivals, api.state.places, api.state.running = opening, arrivals, places, running
    api.state.metrics, api.state.door, api.state.drawers = metrics, door, drawers
    errors.install(api)
    _add_routes(api, mcp)
    return api


def _add_routes(api: FastAPI, mcp: McpDoor) -> None:
    api.router.routes.extend(_routes_of_rooms())
    # Nothing is said that nobody asked for: a stream of the protocol, which a GET would open, holds a connection for nothing.
    api.router.routes.append(Route("/mcp", mcp, methods=["POST"], include_in_schema=False))

    @api.get("/reference", include_in_schema=False)
    async def reference() -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        return HTMLResponse(reference_page(api.openapi()), headers={"Content-Security-Policy": CONTENT_POLICY})


@cache
def _routes_of_rooms() -> Sequence[BaseRoute]:
    """The same for every API of a process: they know nothing of one, and FastAPI needs a tenth of a second to prepare them."""
    together = APIRouter()
    rooms = (
        *(chat, collections, completions, corpus, drawn_pages, documents, feedback),
        *(joining, measurements, search, sessions, sharing, unanswered),
    )
    for router in (*(room.router for room in rooms), documents.uploads):
        let_in = {} if router is completions.router else errors.responses(401, 403, 429)
        together.include_router(router, dependencies=[Security(BEARER)], responses=let_in)
    for room in (sign_in, health, files):
        together.include_router(room.router)
    return together.routes


def _limits(settings: Settings) -> Allowances:
    """What one key or person may send, counted here or, with every other process, in Redis."""
    most = settings.requests_per_minute, settings.received_mb_per_minute * documents.MEBIBYTE
    alone = Limits(*most)
    return alone if settings.redis is None else open_shared_limits(settings.redis, *most, alone)


def _middleware(
    settings: Settings,
    opening: Opening,
    door: Doorkeeper,
    limits: Allowances,
    arrivals: Arrivals,
    large: Mapping[str, int],
) -> Sequence[Middleware]:
    """What every request goes through, the outermost first."""
    return [
        Middleware(AccessLog),
        Middleware(EveryAnswer),
        Middleware(HostGuard, host=settings.host, allowed=[listed_host(entry) for entry in sorted(settings.allowed_hosts)]),
        Middleware(Admission, opening=opening, door=door, limits=limits),
        Middleware(BodyLimit, arrivals=arrivals, large=large),
    ]


def _opened(
    open_app: Callable[[], Awaitable[App]], door: Doorkeeper, observers: Sequence[Observer], audit: AuditLog | None
) -> Callable[[], Awaitable[App]]:
    async def opened() -> App:
        app = await open_app()
        try:
            await door.check_address(app.backend.keys)
        except BaseException:
            await app.close()
            raise
        app.observers += observers
        if audit is not None:
            app.observers.append(Audit(audit, app.profile.route_names))
        return app

    return opened


def _large_bodies(upload_limit: int) -> Mapping[str, int]:
    """The paths whose bodies may be larger than others, and how large."""
    files = upload_limit + FORM_OVERHEAD
    conversation = completions.BODY_LIMIT  # a whole log of it, of which the end counts
    return {"/v1/documents": files, "/v1/uploads": files, completions.PATH: conversation, chat.PATH: conversation}


class Server(uvicorn.Server):
    """uvicorn, except that connections end when they are waited for too long, that what is still arriving is refused when the
    server stops, and that a signal stops it once and is not raised again afterwards: to be stopped is how a server ends well."""

    def __init__(self, api: FastAPI) -> None:
        self.arrivals: Arrivals = api.state.arrivals
        connection: Any = partial(Connection, most=room_for_connections(), patience=self.arrivals.patience)
        super().__init__(
            uvicorn.Config(
                api,
                http=connection,
                ws="none",
                backlog=ACCEPTED_AT_ONCE,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
                lifespan="on",
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # asyncio takes how many it accepts at once for the length of the queue too

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection):
                    connection.tick(now)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.arrivals.stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)


def run(settings: Settings, open_app: Callable[[], Awaitable[App]], announce: Callable[[str], None]) -> None:
    """`serve` as what a process does, with its log on stderr. Raises as `serve`."""
    log_to_stderr(settings.log_level)
    asyncio.run(serve(settings, open_app, announce))


async def serve(settings: Settings, open_app: Callable[[], Awaitable[App]], announce: Callable[[str], None]) -> None:
    """Serves until SIGINT or SIGTERM; `announce` gets the address once the service answers questions.

    Raises SettingsError when the address cannot be had, when others can reach it and need no key, or `allowed_hosts` lists what
    is no host; and whatever `open_app` raised.
    """
    api = create_api(settings, open_app)
    opening: Opening = api.state.opening
    listener = listen(settings.host, settings.port)
    server = Server(api)

    async def watch_opening() -> None:
        await opening.finished.wait()
        if opening.failure is not None:
            server.should_exit = True
        else:
            announce(address_of(listener))

    watching = asyncio.create_task(watch_opening())
    try:
        await server.serve(sockets=[listener])
    finally:
        watching.cancel()
        listener.close()
    if opening.failure is not None:
        raise opening.failure


def address_of(listener: socket.socket) -> str:
    """The URL under which a listening socket is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 takes a free one. Raises SettingsError."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise SettingsError(f"host: {host} is no address of this machine ({error})") from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SettingsError(f"port: cannot serve at {host}:{port} ({error.strerror}); choose another one with --port") from error
    return listener
