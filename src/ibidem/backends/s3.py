"""Originals in a bucket of S3, or of what speaks its protocol (ports.Originals), by obstore (https://developmentseed.org/obstore/).

An object's name is the SHA-256 of what it holds. Large ones are sent in parts, and S3 shows an object once it is whole. Keys,
region and endpoint come from the AWS_ variables of the environment, as obstore reads them.
"""

import hashlib
import os
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import InUse

# There is no lock on a bucket. What a document is about to refer to is younger than FRESH, for whoever stores it writes it anew
# where it is older; what is removed is older than twice that, and was looked at just before.
FRESH = timedelta(minutes=30)
OURS = re.compile(r"[0-9a-f]{64}")
# A person waits for an upload; the parts of a large one are sent one request each.
CONNECT, TIMEOUT = timedelta(seconds=5), timedelta(seconds=60)
RETRIES, RETRY_WITHIN = 2, timedelta(seconds=20)
ENDPOINTS = ("AWS_ENDPOINT_URL", "AWS_ENDPOINT")


class S3Originals:
    """The originals of one store under a prefix of a bucket. `old` is the age from which on what nobody needs is removed."""

    def __init__(self, address: str, old: timedelta = 2 * FRESH, *, takes_texts: bool = False) -> None:
        """`address` is s3://BUCKET/PREFIX; `takes_texts` as in ports.Originals. Nobody is asked yet."""
        bucket, _, prefix = address.removeprefix("s3://").partition("/")
        endpoint = next((os.environ[name] for name in ENDPOINTS if os.environ.get(name)), "")
        self.name = address
        self.takes_texts = takes_texts
        self._old = old
        self._store = S3Store(
            bucket,
            prefix=prefix.strip("/") or None,
            client_options={
                "allow_http": endpoint.startswith("http://"),
                "connect_timeout": CONNECT,
                "timeout": TIMEOUT,
            },
            retry_config={"max_retries": RETRIES, "retry_timeout": RETRY_WITHIN},
        )

    def ensure(self, originals: Iterable[tuple[str, bytes]]) -> None:
        """See ports.Originals."""
        with self._usable("kept"):
            for digest, original in originals:
                age = self._age(digest)
                if age is None or age >= FRESH:
                    obstore.put(self._store, digest, original)

    def read(self, digest: str) -> bytes:
        """See ports.Originals; the checksum is computed as the bytes arrive."""
        checksum, pieces = hashlib.sha256(), list[bytes]()
        with self._usable("read"):
            try:
                for piece in obstore.get(self._store, digest).stream():
                    pieces.append(bytes(piece))
                    checksum.update(pieces[-1])
            except FileNotFoundError as error:
                raise StoreUnavailable(f"{self.name}/{digest}: is not there; index the document again") from error
        if checksum.hexdigest() != digest:
            raise StoreUnavailable(f"{self.name}/{digest}: is damaged; restore it, or index the document again")
        return b"".join(pieces)

    def remove(self, digests: Sequence[str], in_use: InUse) -> None:
        """See ports.Originals."""
        with self._usable("removed"):
            used = in_use(digests)
            for digest in digests:
                age = None if digest in used else self._age(digest)
                if age is not None and age >= self._old:
                    obstore.delete(self._store, digest)

    def sweep(self, in_use: InUse) -> None:
        """See ports.Originals."""
        with self._usable("listed"):
            listed = obstore.list(self._store)  # pyright: ignore[reportUnknownMemberType]  # of Arrow, which is not asked for
            for batch in listed:
                self.remove([one["path"] for one in batch if OURS.fullmatch(one["path"])], in_use)

    def _age(self, digest: str) -> timedelta | None:
        """How long ago it was written; None where it is not there. S3 has the time in seconds."""
        try:
            return datetime.now(UTC) - obstore.head(self._store, digest)["last_modified"]
        except FileNotFoundError:
            return None

    @contextmanager
    def _usable(self, done: str) -> Generator[None]:
        """Raises StoreUnavailable with the kind of an error alone: its text holds requests."""
        try:
            yield
        except (BaseError, OSError) as error:
            kind = type(error).__name__.removesuffix("Error")
            raise StoreUnavailable(
                f"{self.name}: originals cannot be {done} now ({kind}); check the bucket, AWS_ENDPOINT_URL and the AWS_ keys"
            ) from error
