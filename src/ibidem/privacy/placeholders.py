"""Names for values that are not kept: the same value has the same name throughout a session."""

import hashlib
import hmac
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from ibidem.domain.personal_data import PersonalKind, Placeholder

_COUNTRIES = ("+82", "+81")  # whose numbers at home begin with the zero that is left out abroad
_WITH_COUNTRY = re.compile(r"8[12][0-9]{9,11}")  # written without the sign; at home a number is shorter, or begins with 0 or 1


class Placeholders:
    """The placeholders of one session. Values are recognised by a keyed digest, and are not kept."""

    def __init__(self, key: bytes, known: Iterable[Placeholder] = ()) -> None:
        self._key = key
        self._known = {(placeholder.kind, placeholder.digest): placeholder for placeholder in known}
        self._counts = Counter(kind for kind, _ in self._known)
        self._used: dict[Placeholder, None] = {}
        self._session = self  # kept alive by each of its turns

    def of_a_turn(self) -> "Placeholders":
        """The same placeholders, given to several turns at once, with those `used` of this turn alone."""
        turn = Placeholders(self._key)
        turn._known, turn._counts, turn._session = self._known, self._counts, self
        return turn

    @property
    def known(self) -> tuple[Placeholder, ...]:
        """Every placeholder so far, in the order in which they were given."""
        return tuple(self._known.values())

    @property
    def used(self) -> tuple[Placeholder, ...]:
        """Those that stand for a value in this turn, in their order."""
        return tuple(self._used)

    def name(self, kind: PersonalKind, value: str) -> str:
        """The placeholder of the value, however it is written."""
        digest = hmac.digest(self._key, f"{kind}:{canonical(kind, value)}".encode(), hashlib.sha256).hex()[:32]
        if (kind, digest) not in self._known:
            self._counts[kind] += 1
            self._known[kind, digest] = Placeholder(kind, self._counts[kind], digest)
        placeholder = self._known[kind, digest]
        self._used[placeholder] = None
        return str(placeholder)


def canonical(kind: PersonalKind, value: str) -> str:
    """The value without what differs between ways to write it: width, case, what is invisible, and what parts groups."""
    seen = (character for character in unicodedata.normalize("NFKC", value) if unicodedata.category(character) != "Cf")
    folded = "".join(str(unicodedata.decimal(character, character)) for character in seen)
    if kind == "SECRET":
        return folded
    if kind == "EMAIL":
        return folded.lower()
    bare = "".join(character for character in folded.lower() if character.isascii() and character.isalnum())
    if kind == "PHONE" and (folded.startswith(_COUNTRIES) or _WITH_COUNTRY.fullmatch(bare)):
        return "0" + bare[2:].lstrip("0")
    return bare
