"""Who may come in over HTTP, and to do what: API keys, and what an identity provider says of a person."""

import ipaddress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, get_args

from ibidem.domain.documents import Principal
from ibidem.domain.errors import Forbidden

# ask: turns, and one's own conversations. read: documents and passages. write: add and delete documents. metrics: figures.
# administer: opens no route by itself; with `ask`, the unanswered questions are those of everybody in the tenant.
Scope = Literal["ask", "read", "write", "metrics", "administer"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True, slots=True)
class Access:
    """Whom a request is made for, what it may do, and `holder`, under which its requests are counted and logged."""

    principal: Principal
    scopes: frozenset[Scope]
    holder: str

    def require(self, *scopes: Scope) -> None:
        """Raises Forbidden without any of these scopes."""
        if self.scopes.isdisjoint(scopes):
            raise Forbidden(*scopes)


def access_of(principal: Principal, scopes: frozenset[Scope], holder: str) -> Access:
    """The access of a principal with these scopes, who administers where one of them says so."""
    return Access(replace(principal, administers="administer" in scopes), scopes, holder)


def is_loopback(host: str) -> bool:
    """True for localhost and the loopback addresses: only this machine reaches them."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


LOCAL = "local"  # the holder of what needs no key


def local_access(principal: Principal) -> Access:
    """What the person may do whose installation it is: everything."""
    return access_of(principal, frozenset(SCOPES), LOCAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """What is kept of a key: never the key itself. `key_id` (8 hex digits) names it in lists and in the log."""

    key_id: str
    principal: Principal
    scopes: frozenset[Scope]
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None

    def is_valid(self, now: datetime) -> bool:
        """Whether it opens anything at this moment."""
        return self.revoked is None and (self.expires is None or now < self.expires)

    def access(self) -> Access:
        """What it opens."""
        return access_of(self.principal, self.scopes, self.key_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    """An identity provider (OpenID Connect) whose tokens are accepted, and how they are read.

    Without `tenant_claim` everybody belongs to the tenant "default". `scopes` are everybody's; a token may bring further ones.
    """

    issuer: str
    audience: str
    jwks_url: str | None
    user_claim: str
    groups_claim: str
    tenant_claim: str | None
    scopes: frozenset[Scope]
