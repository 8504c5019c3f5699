"""What may stand where the address of a server belongs, and how it is shown."""

from ibidem.domain.redaction import redacted

ALLOWED = "write http://HOST:PORT/PATH or https://HOST/PATH"
REDIS_SCHEMES = ("redis://", "rediss://", "unix://")
REDIS_ALLOWED = "redis://HOST:PORT/NUMBER, rediss:// or unix:// is allowed"


def is_address(text: str) -> bool:
    """Whether the text is the address of a server over HTTP; nobody is asked."""
    from httpx2 import URL, InvalidURL  # whoever opens no server does not import it

    try:
        url = URL(text)
    except InvalidURL:
        return False
    spaced = any(character.isspace() for character in text)
    return url.scheme in ("http", "https") and bool(url.host) and not spaced and (url.port or 0) <= 65535


def shown(text: str) -> str:
    """An address as a person may see it. Of what is none, nothing before the last `@` is shown: it may be a password."""
    return redacted(text) if is_address(text) else redacted(text.rpartition("@")[2])
