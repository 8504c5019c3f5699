"""What checks the tokens of an identity provider."""

from typing import Protocol

from ibidem.domain.access import Access


class TokenReader(Protocol):
    """Checks the bearer tokens of one identity provider."""

    async def access(self, token: str) -> Access:
        """Whom a token names. Raises Unauthenticated for an invalid one, and IssuerUnavailable while none can be checked."""
        ...

    async def check(self) -> None:
        """Returns where the provider gives the keys that its tokens are checked with. Raises IssuerUnavailable."""
        ...
