"""Bearer tokens of an OpenID Connect provider: JSON Web Tokens (RFC 7519), whose signature is checked with the provider's keys.

The algorithm is one of ALGORITHMS whatever the token says, each with a public key of its own kind (RFC 8725, 3.1 and 3.2), so
that neither `none` nor a public key taken for a secret (HS256) opens anything.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx2
import jwt
from jwt.types import Options

from ibidem.domain.access import SCOPES, Access, Issuer, Scope, access_of
from ibidem.domain.documents import Principal
from ibidem.domain.errors import IssuerUnavailable, Unauthenticated

logger = logging.getLogger(__name__)

ALGORITHMS: Mapping[str, str] = {  # with the kind of key that each takes (RFC 7518, 6.1; RFC 8037)
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), "RSA"),
    **dict.fromkeys(("ES256", "ES384", "ES512"), "EC"),
    "EdDSA": "OKP",
}
REQUIRED: Options = {"require": ["exp", "iss", "aud"]}
LEEWAY = 30  # seconds by which the clocks may differ
FRESH = 3600.0  # seconds for which keys are used without a look at the provider
KEPT = 24 * 3600.0  # and while the provider cannot be reached
BETWEEN = 30.0  # seconds between two requests to the provider, whatever tokens come
PATIENCE = 5.0  # seconds for one answer of the provider
MOST_BYTES = 1_000_000  # of one answer; a set of ten keys has some 5,000
MOST_CHARACTERS = 200  # of a name, a group or a tenant
DISCOVERY = "/.well-known/openid-configuration"
OWN_SCOPES: Mapping[str, Scope] = {f"ibidem:{scope}": scope for scope in SCOPES}


class OidcTokens:
    """The tokens of one provider (ports.TokenReader). Its keys are fetched when they are first needed."""

    def __init__(self, issuer: Issuer, clock: Callable[[], float] = time.monotonic) -> None:
        self._issuer = issuer
        self._clock = clock
        self._keys: Mapping[str | None, jwt.PyJWK] = {}
        self._fetched: float | None = None
        self._tried: float | None = None
        self._fetching = asyncio.Lock()

    async def access(self, token: str) -> Access:
        """See ports.TokenReader."""
        try:
            head = jwt.get_unverified_header(token)
            algorithm, key_id = head.get("alg"), head.get("kid")
            if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
                raise Unauthenticated("the token is signed in a way that is not accepted")
            key = await self._key(key_id if isinstance(key_id, str) else None)
            if key.key_type != ALGORITHMS[algorithm]:
                raise Unauthenticated("the token is signed in a way that is not its key's")
            claims = jwt.decode(
                token,
                key.key,
                algorithms=[algorithm],
                audience=self._issuer.audience,
                issuer=self._issuer.issuer,
                leeway=LEEWAY,
                options=REQUIRED,
            )
        except jwt.PyJWTError as error:
            raise Unauthenticated(f"the token is not valid: {error}") from None
        return self._read(claims)

    async def check(self) -> None:
        """See ports.TokenReader. The log has the reason."""
        async with self._fetching:
            await self._refresh(None)
        if not self._keys:
            raise IssuerUnavailable("the identity provider has no key that a token may be signed with")

    def _read(self, claims: Mapping[str, Any]) -> Access:
        named = self._issuer
        user = _text(claims, named.user_claim)
        tenant = "default" if named.tenant_claim is None else _text(claims, named.tenant_claim)
        further = str(claims.get("scope", "")).split()
        own: list[Scope] = [OWN_SCOPES[one] for one in further if one in OWN_SCOPES]
        who = Principal(user, _texts(claims, named.groups_claim), tenant)
        return access_of(who, named.scopes.union(own), f"oidc:{tenant}/{user}")

    async def _key(self, key_id: str | None) -> jwt.PyJWK:
        """The key of that name. Raises Unauthenticated without one, and IssuerUnavailable when the provider does not say."""
        if self._age() > FRESH or key_id not in self._keys:
            async with self._fetching:
                await self._refresh(key_id)
        if self._age() > KEPT:
            raise IssuerUnavailable("the identity provider cannot be asked for its keys; try again in a moment")
        if key_id not in self._keys:
            raise Unauthenticated("the token is signed with a key that the identity provider does not have")
        return self._keys[key_id]

    def _age(self) -> float:
        return float("inf") if self._fetched is None else self._clock() - self._fetched

    async def _refresh(self, key_id: str | None) -> None:
        """Fetches the keys, unless another request has just done so: tokens with invented keys must not flood the provider."""
        now = self._clock()
        if self._tried is not None and now - self._tried < BETWEEN:
            return
        self._tried = now
        try:
            self._keys = await self._fetched_keys()
            self._fetched = now
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, KeyError, TypeError, jwt.PyJWTError) as error:
            logger.error("the identity provider %s does not give its keys: %r", self._issuer.issuer, error)
            if key_id not in self._keys:
                raise IssuerUnavailable("the identity provider cannot be asked for its keys; try again in a moment") from None

    async def _fetched_keys(self) -> Mapping[str | None, jwt.PyJWK]:
        async with httpx2.AsyncClient(timeout=PATIENCE, follow_redirects=False) as client, asyncio.timeout(2 * PATIENCE):
            address = self._issuer.jwks_url or await self._discovered(client)
            found = (await _json(client, address))["keys"]
        return _usable(found)

    async def _discovered(self, client: httpx2.AsyncClient) -> str:
        """OpenID Connect Discovery 1.0, 4: the document has to name the very issuer that was asked."""
        found = await _json(client, self._issuer.issuer.rstrip("/") + DISCOVERY)
        if found["issuer"] != self._issuer.issuer:
            raise ValueError(f"it calls itself {found['issuer']!r}")
        address = str(found["jwks_uri"])
        if not address.startswith("https://") and self._issuer.issuer.startswith("https://"):
            raise ValueError(f"its keys are at {address!r}, which is not https")
        return address


async def _json(client: httpx2.AsyncClient, address: str) -> Any:
    async with client.stream("GET", address) as response:
        response.raise_for_status()
        if response.is_redirect:
            raise ValueError(f"{address} leads elsewhere")
        body = b""
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > MOST_BYTES:
                raise ValueError(f"{address} answers with more than {MOST_BYTES:,} bytes")
    return json.loads(body)


def _usable(found: Sequence[Mapping[str, Any]]) -> Mapping[str | None, jwt.PyJWK]:
    """The public keys for signatures by their names; a set of one key may do without a name."""
    keys: dict[str | None, jwt.PyJWK] = {}
    for one in found:
        if one.get("kty") not in ALGORITHMS.values() or one.get("use", "sig") != "sig" or "d" in one:
            continue
        try:
            keys[one.get("kid")] = jwt.PyJWK.from_dict(dict(one))
        except jwt.PyJWTError as error:
            logger.warning("a key of the identity provider cannot be used: %s", error)
    if len(keys) == 1:
        keys[None] = next(iter(keys.values()))
    return keys


def _text(claims: Mapping[str, Any], claim: str) -> str:
    value = claims.get(claim)
    if not isinstance(value, str) or not value.strip() or len(value) > MOST_CHARACTERS or not value.isprintable():
        raise Unauthenticated(f"the token has no usable claim {claim!r}")
    return value


def _texts(claims: Mapping[str, Any], claim: str) -> frozenset[str]:
    """A list of groups, or one group; none where the token names none."""
    value = claims.get(claim, [])
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):  # pyright: ignore[reportUnknownVariableType]
        raise Unauthenticated(f"the token has no usable claim {claim!r}")
    return frozenset(str(one) for one in given)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
