"""The readings of a message: each is made when first needed, and only once."""

import re
from functools import cached_property

from ibidem.language.courtesy import Courtesy, courtesy_of
from ibidem.language.normal import normalise
from ibidem.pointing.bare import BareNumber, bare_number
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.long_messages import both_ends
from ibidem.pointing.pointer import Pointer
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.reading import read_pointer
from ibidem.pointing.replies import Reply, read_reply
from ibidem.pointing.scanning import Token, scan
from ibidem.profile import Profile


class Message:
    """What the words of one message mean, without any look-up."""

    def __init__(self, text: str, profile: Profile) -> None:
        self.text = text
        self._profile = profile

    @cached_property
    def courtesy(self) -> Courtesy | None:
        """The courtesy that the whole message consists of, if any."""
        return courtesy_of(self.text)

    @cached_property
    def yes_or_no(self) -> Reply | None:
        """The yes or no that the whole message consists of, if any."""
        return read_reply(self.text)

    @cached_property
    def pointer(self) -> Pointer | None:
        """The reference to documents, if any."""
        return read_pointer(self.text, self._profile)

    @cached_property
    def number(self) -> BareNumber | None:
        """The number without a noun, if any."""
        return bare_number(self.text, self._profile)

    @cached_property
    def asks_to_show(self) -> bool:
        """Whether it has a word for showing, or for the whole of something."""
        return re.search("[SW]", self._kinds) is not None

    @cached_property
    def asks_something(self) -> bool:
        """Whether it has a question word, or words beyond those that point."""
        return re.search("[fUu]", self._kinds) is not None

    @cached_property
    def only_names(self) -> bool:
        """Whether it is only a name: no question word, and nothing wanted of it."""
        return re.search("[fVvSW]", self._kinds) is None

    @cached_property
    def words_of_a_document(self) -> tuple[str, ...]:
        """The words beside a word for a document that are no part of any reference: "the O-ring document"; else none."""
        if "A" not in self._kinds:
            return ()
        return tuple(token.text for token, kind in zip(self._tokens, self._kinds, strict=True) if kind in "UuH")

    @cached_property
    def _kinds(self) -> str:
        """The kinds of its words, one letter each, as `pointing.scanning` defines them."""
        return kinds_of(self._tokens)

    @cached_property
    def _tokens(self) -> list[Token]:
        return list(scan(both_ends(normalise(self.text)).lower(), lexicon_of(self._profile), {}).tokens)
