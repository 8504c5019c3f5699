"""API keys as text: how one is made, and what is kept of it."""

import hashlib
import secrets

KEY_PREFIX = "ibk_"  # so that a key is known for one wherever it lies, also to scanners for leaked secrets
KEY_BYTES = 32


def new_key() -> str:
    """A key: the prefix and 256 random bits."""
    return KEY_PREFIX + secrets.token_urlsafe(KEY_BYTES)


def new_key_id() -> str:
    """A name for a key, which says nothing about it: 8 hex digits."""
    return secrets.token_hex(4)


def digest_of(key: str) -> str:
    """SHA-256 (64 hex digits), which is what is kept of a key.

    A password needs a slow hash because people choose from few; of 2**256 keys nobody tries a noticeable part, however fast.
    """
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
