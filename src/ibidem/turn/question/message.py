"""The readings of a message: each is made when first needed, and only once."""

from collections.abc import Sequence
from functools import cached_property

from ibidem.language.courtesy import Courtesy, courtesy_of
from ibidem.profile import Profile
from ibidem.understanding.bare import BareNumber, bare_number
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.reading import read_pointer
from ibidem.understanding.replies import Reply, read_reply
from ibidem.understanding.said import Said, said
from ibidem.understanding.titles import Title


class Message:
    """What the words of one message mean, without any look-up; `titles` are those of the documents cited lately."""

    def __init__(self, text: str, profile: Profile, titles: Sequence[Title] = ()) -> None:
        self.text = text
        self._profile = profile
        self._titles = titles

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
        return read_pointer(self.text, self._profile, self._titles)

    @cached_property
    def number(self) -> BareNumber | None:
        """The number without a noun, if any."""
        return bare_number(self.text, self._profile)

    @cached_property
    def said(self) -> Said:
        """What its words do beside what they point at."""
        return said(self.text, self._profile)
