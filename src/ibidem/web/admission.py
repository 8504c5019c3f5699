"""Who comes in: every request is checked here, before anything of its body is read, and what is not listed as open is closed."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.app import App
from ibidem.domain.access import LOCAL, Access, ApiKey, is_loopback, local_access
from ibidem.domain.access import Scope as Permission
from ibidem.domain.api_keys import KEY_PREFIX, digest_of
from ibidem.domain.errors import IbidemError, SettingsError, Unauthenticated
from ibidem.ports.allowances import Allowances
from ibidem.ports.key_store import KeyStore
from ibidem.ports.token_reader import TokenReader
from ibidem.settings import Settings
from ibidem.web import completions
from ibidem.web.callers import Opening, starting
from ibidem.web.errors import refusal_of, response_of

# What answers everybody: the page, which is the same for all and shows nothing by itself, and whether the service runs.
OPEN = frozenset({"/", "/reference", "/openapi.json", "/healthz", "/readyz", "/v1/sign-in"})
OPEN_BELOW = "/page/"
SIGNED_IN_SECONDS = 12 * 3600.0
COOKIE = "ibidem_sign_in"
NO_KEY = "this service needs a key: send it as `Authorization: Bearer ibk_...`, or sign in on the page"
NOT_VALID = "the key is unknown, expired or revoked"
OPEN_TO_OTHERS = (
    "host: others can reach {0}, and there is neither an API key nor an identity provider: `ibidem keys add USER` makes a key, "
    "IBIDEM_OIDC_ISSUER names a provider; without them only loopback is served"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """The scopes of which requests to a path, and to what is below it, need one, with these methods, or with any; and
    `besides`, a scope that they need as well."""

    path: str
    scopes: tuple[Permission, ...]
    methods: frozenset[str] = frozenset()
    besides: Permission | None = None

    def covers(self, method: str, path: str) -> bool:
        """Whether a request is meant."""
        return (path == self.path or path.startswith(f"{self.path}/")) and (not self.methods or method in self.methods)


# The first one that covers a request counts. The tools of /mcp ask for theirs, which is one of these two.
RULES = (
    Rule("/v1/documents", ("read",), frozenset({"GET", "HEAD"})),
    Rule("/v1/documents", ("write",)),
    Rule("/v1/uploads", ("write",)),
    Rule("/v1/search", ("read",)),
    Rule("/v1/corpus", ("read",)),
    Rule("/v1/feedback/export", ("read",), besides="ask"),  # the texts of documents, and questions and answers
    Rule("/metrics", ("metrics",)),
    Rule("/mcp", ("ask", "read")),
    Rule("/v1", ("ask",)),
)


def is_open(path: str) -> bool:
    """Whether a path answers everybody."""
    return path in OPEN or path.startswith(OPEN_BELOW)


def scopes_for(method: str, path: str) -> Sequence[tuple[Permission, ...]]:
    """The scopes that a request needs, one of each group; none where any key will do: where nothing is."""
    rule = next((rule for rule in RULES if rule.covers(method, path)), None)
    if rule is None:
        return ()
    return (rule.scopes,) if rule.besides is None else (rule.scopes, (rule.besides,))


@dataclass(frozen=True)
class SignIns:
    """What the page holds instead of a key: the key's id and an end, signed with a secret of this process.

    The browser sends a cookie to every port of a host, so it is not the key itself; a restart ends it, revoking the key too.
    """

    clock: Callable[[], float] = time.time
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def cookie(self, key: ApiKey) -> str:
        """The value for somebody who showed this key."""
        claimed = f"{key.key_id}.{int(self.clock() + SIGNED_IN_SECONDS)}"
        return f"{claimed}.{self._seal(claimed)}"

    def key_id(self, cookie: str) -> str | None:
        """The id in a cookie of this process that has not ended; else None."""
        claimed, _, seal = cookie.rpartition(".")
        key_id, _, end = claimed.partition(".")
        if not hmac.compare_digest(seal.encode(), self._seal(claimed).encode()) or self.clock() >= int(end):
            return None
        return key_id

    def _seal(self, claimed: str) -> str:
        return hmac.new(self.secret, claimed.encode(), hashlib.sha256).hexdigest()


class Doorkeeper:
    """Knows whom a request is made for."""

    def __init__(self, settings: Settings, tokens: TokenReader | None, sign_ins: SignIns) -> None:
        self._host = settings.host
        self._tokens = tokens
        self.sign_ins = sign_ins

    async def check_address(self, keys: KeyStore) -> None:
        """Raises SettingsError when others than this machine would come in without being asked for a key."""
        if not is_loopback(self._host) and self._tokens is None and not await keys.exist():
            raise SettingsError(OPEN_TO_OTHERS.format(self._host))

    async def access(self, request: Request, app: App) -> Access:
        """Whom a request is made for: by its key or token, by the page's cookie, or the local person where no key was ever made.

        Raises Unauthenticated, IssuerUnavailable and StoreUnavailable.
        """
        keys, given = app.backend.keys, _bearer(request)
        if given is not None and self._tokens is not None and not given.startswith(KEY_PREFIX):
            return await self._tokens.access(given)
        found = await self._key(request, given, keys)
        if found is not None:
            return found.access()
        if self._tokens is None and is_loopback(self._host) and not await keys.exist():
            return local_access(app.principal)
        raise Unauthenticated(NO_KEY if given is None else NOT_VALID)

    async def knows(self, request: Request, app: App) -> bool:
        """Whether a request to an open path comes from somebody who would be let in elsewhere."""
        try:
            await self.access(request, app)
        except IbidemError:
            return False
        return True

    async def _key(self, request: Request, given: str | None, keys: KeyStore) -> ApiKey | None:
        if given is not None:
            return await valid_key(given, keys)
        signed_in = self.sign_ins.key_id(request.cookies.get(COOKIE, ""))
        found = None if signed_in is None else await keys.by_id(signed_in)
        return found if found is not None and found.is_valid(datetime.now(UTC)) else None


async def valid_key(given: str, keys: KeyStore) -> ApiKey | None:
    """The key that was given, while it is valid."""
    found = await keys.by_digest(digest_of(given)) if given.startswith(KEY_PREFIX) else None
    return found if found is not None and found.is_valid(datetime.now(UTC)) else None


def _bearer(request: Request) -> str | None:
    """What stands in the Authorization header (RFC 6750, 2.1); None without one. Anything else than one bearer is no key."""
    given = request.headers.getlist("authorization")
    if not given:
        return None
    scheme, _, credential = given[0].partition(" ")
    return credential.strip() if len(given) == 1 and scheme.lower() == "bearer" else ""


class Admission:
    """Lets a request in with the `access` that it has (`request.state.access`), or answers it with 401, 403, 429 or 503."""

    def __init__(self, app: ASGIApp, opening: Opening, door: Doorkeeper, limits: Allowances) -> None:
        self.app = app
        self.opening = opening
        self.door = door
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_open(scope["path"]):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        try:
            if self.opening.app is None:
                raise starting()
            access = await self.door.access(request, self.opening.app)
            if access.holder != LOCAL:
                await self.limits.take_request(access.holder)
                receive = self._counted(access.holder, receive)
            for needed in scopes_for(scope["method"], scope["path"]):
                access.require(*needed)
        except (IbidemError, HTTPException) as error:
            refusal = refusal_of(request, error)
            answer = completions.refused if completions.is_for(scope["path"]) else response_of
            await answer(refusal)(scope, receive, send)
            return
        scope.setdefault("state", {})["access"] = access
        await self.app(scope, receive, send)

    def _counted(self, holder: str, receive: Receive) -> Receive:
        """The body, of which each piece is counted as it comes."""

        async def counted() -> Message:
            message = await receive()
            if count := len(message.get("body", b"")):
                await self.limits.take_bytes(holder, count)
            return message

        return counted
