"""Personal data of documents, replaced before anything is stored of them but the file itself."""

import hashlib
import hmac
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ibidem.domain.personal_data import CONTACT_KINDS, TAG_LENGTH, TAG_LETTERS, PersonalDatum, PersonalKind, SafeText
from ibidem.privacy.masker import FEWEST_CHARACTERS, MaskedText, Masker, masked_text, replaced
from ibidem.privacy.placeholders import canonical

# What stands between blanks and stops, as a number, a key or a password does.
_WRITTEN = re.compile(r"[A-Za-z0-9+][A-Za-z0-9!#$%&*+\-.@^_~?]{4,62}[A-Za-z0-9!#$%&*@^_~?]")


# Digits of a version, behind which stands the policy.
VERSION_LENGTH = 16


class CorpusNames:
    """Names that need no memory: one value has the same in every document of a store, whichever process reads it."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"documents", hashlib.sha256)

    def name(self, kind: PersonalKind, value: str) -> str:
        """The placeholder of the value, however it is written."""
        number = int.from_bytes(hmac.digest(self._key, f"{kind}:{canonical(kind, value)}".encode(), hashlib.sha256))
        letters: list[str] = []
        for _ in range(TAG_LENGTH):
            number, letter = divmod(number, len(TAG_LETTERS))
            letters.append(TAG_LETTERS[letter])
        return f"<{kind}_{''.join(letters)}>"


def is_masked(version: str, policy: str) -> bool:
    """Whether a document of this version was masked by this policy."""
    return version[VERSION_LENGTH:] == policy


class DocumentMasking:
    """Replaces the personal data of documents.

    `policy` are 8 hex digits, with which the version of each document ends that was masked by it. A store that is opened for a
    policy shows no document of another one.
    """

    def __init__(self, policy: str, masker: Masker, secret: bytes) -> None:
        self.policy = policy
        self._masker = masker
        self._secret = secret
        self._names = CorpusNames(secret)

    def leaving_contacts(self) -> "DocumentMasking":
        """For a document whose contacts are public."""
        return DocumentMasking(self.policy, self._masker.without(CONTACT_KINDS), self._secret)

    def piece(self, text: str) -> SafeText:
        """What is said of a document beside its text, or a piece of a document that is kept elsewhere."""
        return self._masker.masked(text, self._names) if self._masker.may_hold(text) else SafeText(text)

    def whole(self, text: str) -> MaskedText:
        """The text of a document. A value that something gives away in one place is replaced wherever it stands."""
        data = self._masker.find(text)
        values: dict[str, PersonalKind] = {
            text[datum.start : datum.end]: datum.kind for datum in data if datum.end - datum.start >= FEWEST_CHARACTERS
        }
        return replace(masked_text(text, _with_repeated(text, data, values), self._names), values=values)

    def beside(self, text: str, whole: MaskedText) -> SafeText:
        """A short text that says again what stands in a whole one, perhaps without what gave a value away there."""
        return replaced(text, _with_repeated(text, self._masker.find(text), whole.values), self._names)


def _with_repeated(text: str, data: Sequence[PersonalDatum], values: Mapping[str, PersonalKind]) -> Sequence[PersonalDatum]:
    """The data, and the values where they stand by themselves."""
    further: list[PersonalDatum] = []
    for written in _WRITTEN.finditer(text) if values else ():
        if (kind := values.get(written[0])) is not None:
            at = bisect_left(data, written.end(), key=lambda datum: datum.start) - 1
            if at < 0 or data[at].end <= written.start():
                further.append(PersonalDatum(written.start(), written.end(), kind))
    return sorted((*data, *further)) if further else data
