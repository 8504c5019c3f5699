"""Tokens of an identity provider, played by a server on loopback: which are let in, and what happens while it is down."""

import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ibidem.backends.oidc import BETWEEN, FRESH, KEPT, OidcTokens
from ibidem.domain.access import Issuer
from ibidem.domain.documents import Principal
from ibidem.domain.errors import IssuerUnavailable, Unauthenticated
from ibidem.testing.loopback import Exchange, Loopback, serving

RSA, OTHER_RSA = (rsa.generate_private_key(65537, 2048) for _ in range(2))
EC = ec.generate_private_key(ec.SECP256R1())
PUBLIC = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def public(key: Any, kid: str, algorithm: type[Any], **further: str) -> dict[str, Any]:
    return {**json.loads(algorithm.to_jwk(key.public_key())), "kid": kid, "use": "sig", **further}


KEYS = [public(RSA, "r1", jwt.algorithms.RSAAlgorithm), public(EC, "e1", jwt.algorithms.ECAlgorithm)]


@dataclass
class Provider:
    """What the provider says, the clock of whoever asks it, and what reads its tokens."""

    loopback: Loopback | None = None
    keys: list[dict[str, Any]] = field(default_factory=lambda: list(KEYS))
    calls_itself: str = ""
    down: bool = False
    now: float = 0.0

    @property
    def url(self) -> str:
        assert self.loopback is not None
        return self.loopback.url

    async def answer(self, exchange: Exchange) -> None:
        if self.down:
            await exchange.answer(503, {})
        elif exchange.path == "/.well-known/openid-configuration":
            await exchange.answer(200, {"issuer": self.calls_itself or self.url, "jwks_uri": f"{self.url}/keys"})
        elif exchange.path == "/moved":
            await exchange.answer(302, {}, {"location": f"{self.url}/keys"})
        elif exchange.path == "/endless":
            await exchange.answer(200, {"keys": ["a" * 2_000_000]})
        else:
            await exchange.answer(200, {"keys": self.keys})

    def asked(self, path: str = "/keys") -> int:
        assert self.loopback is not None
        return sum(exchange.path == path for exchange in self.loopback.exchanges)

    def tokens(self, **further: Any) -> OidcTokens:
        issuer = Issuer(
            issuer=self.url,
            audience="ibidem",
            jwks_url=None,
            user_claim="sub",
            groups_claim="groups",
            tenant_claim=None,
            scopes=frozenset({"ask", "read"}),
        )
        return OidcTokens(replace(issuer, **further), clock=lambda: self.now)

    def token(self, key: Any = RSA, algorithm: str = "RS256", kid: str | None = "r1", **claims: Any) -> str:
        now = int(time.time())
        told = {"iss": self.url, "aud": "ibidem", "sub": "minsu", "iat": now, "exp": now + 600, **claims}
        head = {} if kid is None else {"kid": kid}
        return jwt.encode({name: value for name, value in told.items() if value is not None}, key, algorithm, headers=head)


@asynccontextmanager
async def provider() -> AsyncGenerator[Provider]:
    played = Provider()
    async with serving(played.answer) as played.loopback:
        yield played


async def test_a_token_names_the_person_the_groups_and_what_everybody_may_do() -> None:
    async with provider() as played:
        access = await played.tokens().access(played.token(sub="김민수", groups=["보전팀", "品質"]))
        assert access.principal == Principal("김민수", frozenset({"보전팀", "品質"}))
        assert access.scopes == {"ask", "read"}
        by_curve = await played.tokens().access(played.token(EC, "ES256", "e1", groups="quality"))
        assert by_curve.principal.groups == {"quality"}
        assert (played.asked("/.well-known/openid-configuration"), played.asked()) == (2, 2)


async def test_claims_are_named_by_settings_and_a_token_may_bring_scopes() -> None:
    async with provider() as played:
        tokens = played.tokens(user_claim="email", groups_claim="roles", tenant_claim="org")
        access = await tokens.access(
            played.token(email="m@example.org", roles=["a"], org="factory", scope="openid ibidem:write x")
        )
        assert access.principal == Principal("m@example.org", frozenset({"a"}), "factory")
        assert access.scopes == {"ask", "read", "write"}


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": 1},
        {"exp": None},
        {"nbf": 99_999_999_999},
        {"iat": 99_999_999_999},
        {"aud": "another"},
        {"aud": None},
        {"iss": "https://evil.example"},
        {"iss": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "a\nb"},
        {"sub": "a" * 201},
        {"groups": {"a": 1}},
        {"groups": [1]},
    ],
    ids=str,
)
async def test_a_token_that_is_not_for_us_or_not_now_is_refused(claims: dict[str, Any]) -> None:
    async with provider() as played:
        with pytest.raises(Unauthenticated):
            await played.tokens().access(played.token(**claims))


async def test_a_signature_is_checked_with_the_key_and_the_kind_of_key_that_the_provider_names() -> None:
    async with provider() as played:
        tokens = played.tokens()
        head, body, signature = played.token().split(".")
        none = jwt.encode({"iss": played.url, "aud": "ibidem", "sub": "x", "exp": time.time() + 60}, "", "none")
        forged = [
            none,
            played.token(OTHER_RSA),
            played.token(EC, "ES256", "r1"),
            f"{head}.{body}.",
            f"{head}.{body}.{signature[:-4]}AAAA",
            f"{head}.{body}",
            "",
            "a.b.c",
            "ey" * 1000,
        ]
        for token in forged:
            with pytest.raises(Unauthenticated):
                await tokens.access(token)


async def test_a_public_key_is_no_secret() -> None:
    """CVE-2022-29217 and its like: HS256 with the provider's public key as the secret."""
    import base64
    import hashlib
    import hmac

    def part(value: dict[str, Any]) -> bytes:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")

    async with provider() as played:
        claims = {"iss": played.url, "aud": "ibidem", "sub": "root", "exp": int(time.time()) + 600}
        for algorithm in ("HS256", "hs256", "RS256", ["RS256"], None):
            signed = part({"alg": algorithm, "kid": "r1", "typ": "JWT"}) + b"." + part(claims)
            seal = base64.urlsafe_b64encode(hmac.new(PUBLIC, signed, hashlib.sha256).digest()).rstrip(b"=")
            with pytest.raises(Unauthenticated):
                await played.tokens().access((signed + b"." + seal).decode())


async def test_a_secret_among_the_keys_is_not_used() -> None:
    async with provider() as played:
        played.keys = [
            {"kty": "oct", "k": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", "kid": "s1"},
            {"kty": "RSA", "kid": "r1"},
        ]
        with pytest.raises(Unauthenticated):
            await played.tokens().access(played.token("secret-secret-secret-secret-secret", "HS256", "s1"))
        with pytest.raises(Unauthenticated):
            await played.tokens().access(played.token())


async def test_keys_are_fetched_anew_for_an_unknown_one_but_not_again_and_again() -> None:
    async with provider() as played:
        tokens = played.tokens()
        await tokens.access(played.token())
        for number in range(20):
            with pytest.raises(Unauthenticated):
                await tokens.access(played.token(OTHER_RSA, kid=f"invented-{number}"))
        assert played.asked() == 1
        played.keys.append(public(OTHER_RSA, "r2", jwt.algorithms.RSAAlgorithm))
        played.now = BETWEEN + 1
        assert (await tokens.access(played.token(OTHER_RSA, kid="r2"))).principal.name == "minsu"
        assert played.asked() == 2


async def test_while_the_provider_is_down_nobody_new_comes_in_and_known_keys_hold_for_a_day() -> None:
    async with provider() as played:
        played.down = True
        with pytest.raises(IssuerUnavailable):
            await played.tokens().access(played.token())
        played.down = False
        tokens = played.tokens()
        await tokens.access(played.token())
        played.down, played.now = True, FRESH + 1
        assert (await tokens.access(played.token())).principal.name == "minsu"
        played.now += BETWEEN + 1
        with pytest.raises(IssuerUnavailable):
            await tokens.access(played.token(OTHER_RSA, kid="r2"))
        played.now = KEPT + 1
        with pytest.raises(IssuerUnavailable):
            await tokens.access(played.token())


async def test_a_provider_that_calls_itself_otherwise_leads_elsewhere_or_does_not_end_is_not_believed() -> None:
    async with provider() as played:
        for path in ("/moved", "/endless"):
            with pytest.raises(IssuerUnavailable):
                await played.tokens(jwks_url=f"{played.url}{path}").access(played.token())
        assert played.asked() == 0
        played.calls_itself = "https://evil.example"
        with pytest.raises(IssuerUnavailable):
            await played.tokens().access(played.token())


async def test_a_check_says_whether_the_provider_gives_keys() -> None:
    async with provider() as known:
        await known.tokens().check()
        with pytest.raises(IssuerUnavailable):
            await known.tokens(jwks_url=f"{known.url}/moved").check()
        with pytest.raises(IssuerUnavailable):
            await known.tokens(jwks_url="http://127.0.0.1:9/keys").check()
