"""Removes secrets from text that is logged or shown.

Four things are replaced by `***`:

    http://user:password@host       user and password of an address (RFC 3986, 3.2.1); the host stays visible
    ?key=... &access_token=...      values of parameters whose names end like a key's
    ibk_...                          API keys of ibidem
    the value of OPENAI_API_KEY     and of similarly named variables, and passwords in variables' addresses
"""

import os
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from urllib.parse import quote, unquote

REMOVED = "***"
# Shorter values stay: words like "ollama" and "EMPTY", given to servers that require some key.
FEWEST_CHARACTERS = 8

# A password may contain an unescaped "@": the last one ends it. Some JSON escapes slashes.
_USER = re.compile(r"(:(?:\\?/){2})([^/?#\s\"<>\\]*)@")
_PARAMETER = re.compile(
    r"([?&;][\w.%-]*(?:key|token|secret|password|passwd|signature|sig|credential)=)([^&#;\s\"'<>\\]+)", re.IGNORECASE
)
_BEARER = re.compile(r"(\bbearer\s+)([\w.~+/=-]+)", re.IGNORECASE)
_API_KEY = re.compile(r"ibk_[\w-]{20,}")
_SECRET_VARIABLE = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)$", re.IGNORECASE)


def without_keys(text: str) -> str:
    """The text without API keys of ibidem, which a client may write where a request line holds them."""
    return _API_KEY.sub(REMOVED, text)


def redacted(text: str) -> str:
    """The text without secrets."""
    for value in _secrets(tuple(os.environ.items())):
        text = text.replace(value, REMOVED)
    text = _USER.sub(rf"\1{REMOVED}@", text)
    text = without_keys(text)
    return _BEARER.sub(rf"\1{REMOVED}", _PARAMETER.sub(rf"\1{REMOVED}", text))


@lru_cache(maxsize=2)
def _secrets(environ: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The secret values in the environment, in every encoding in which they occur; the longest first."""
    named = (value for name, value in environ if _SECRET_VARIABLE.search(name))
    values = {form for value in chain(named, *(_in_addresses(value) for _, value in environ)) for form in _forms(value)}
    return tuple(sorted((value for value in values if len(value) >= FEWEST_CHARACTERS), key=len, reverse=True))


def _in_addresses(value: str) -> Iterator[str]:
    for found in _USER.finditer(value):
        user, colon, password = unquote(found[2]).partition(":")
        yield password or user
        yield b64encode(f"{user}{colon or ':'}{password}".encode()).decode()  # as in the Authorization header (RFC 7617)
    for found in _PARAMETER.finditer(value):
        yield found[2]


def _forms(value: str) -> tuple[str, ...]:
    return value, unquote(value), quote(value, safe="")
