"""A message as its words are read: each reading is made when it is first asked for, and only once."""

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
from ibidem.pointing.scanning import scan
from ibidem.profile import Profile


class Message:
    """What the words of one message say. Nothing is looked up for it."""

    def __init__(self, text: str, profile: Profile) -> None:
        self.text = text
        self._profile = profile

    @cached_property
    def courtesy(self) -> Courtesy | None:
        """The courtesy that the whole message is, if any."""
        return courtesy_of(self.text)

    @cached_property
    def yes_or_no(self) -> Reply | None:
        """The yes or no that the whole message is, if any."""
        return read_reply(self.text)

    @cached_property
    def pointer(self) -> Pointer | None:
        """What the message points at, if anything."""
        return read_pointer(self.text, self._profile)

    @cached_property
    def number(self) -> BareNumber | None:
        """The number without a noun that the message holds, if any."""
        return bare_number(self.text, self._profile)

    @cached_property
    def asks_to_show(self) -> bool:
        """Whether it has a word for showing, or for the whole of something."""
        return re.search("[SW]", self._kinds) is not None

    @cached_property
    def asks_something(self) -> bool:
        """Whether it has a question word, or words of which it is not known that they point."""
        return re.search("[fUu]", self._kinds) is not None

    @cached_property
    def _kinds(self) -> str:
        """The kinds of its words, a letter each, as `pointing.scanning` has them."""
        return kinds_of(list(scan(normalise(both_ends(self.text)).lower(), lexicon_of(self._profile), {}).tokens))
