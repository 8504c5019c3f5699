"""What may stand where the address of a server belongs."""

ALLOWED = "write http://HOST:PORT/PATH or https://HOST/PATH"


def is_address(text: str) -> bool:
    """Whether the text is the address of a server over HTTP; nobody is asked."""
    from httpx2 import URL, InvalidURL  # whoever opens no server does not import it

    try:
        url = URL(text)
    except InvalidURL:
        return False
    spaced = any(character.isspace() for character in text)
    return url.scheme in ("http", "https") and bool(url.host) and not spaced and (url.port or 0) <= 65535
