"""The readings of a message: each is made when first needed, and only once."""

from collections.abc import Sequence
from functools import cached_property

from ibidem.profile import Profile
from ibidem.understanding.acts import Act, Acts, Situation, read_acts
from ibidem.understanding.bare import BareNumber, bare_number, names_numbers
from ibidem.understanding.further import PageWanted, page_wanted
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.said import Said, said
from ibidem.understanding.titles import Title

# From which share on a draft or its sources are approved (decision 16); below, the person is asked once more.
APPROVED_FROM = 0.5


class Message:
    """What one message does and means, without any look-up; `titles` are those of the documents cited lately, and `vector` is the
    encoder's of the message, where there is one."""

    def __init__(self, text: str, profile: Profile, titles: Sequence[Title] = (), vector: Sequence[float] | None = None) -> None:
        self.text = text
        self._vector = vector
        self._profile = profile
        self._titles = titles

    @cached_property
    def acts(self) -> Acts:
        """What it does."""
        return read_acts(self.text, self._vector)

    def does_in(self, situation: Situation) -> Act:
        """What it does where something waits for a reply."""
        return self.acts.doing(situation)

    def approves(self, situation: Situation) -> bool:
        """Whether it approves what waits, by its letters alone too: a vector is near those of messages that say the opposite."""
        both = (read.likeliest(situation) for read in (self.acts, read_acts(self.text)))
        return all(read.act == "approve" and read.share >= APPROVED_FROM for read in both)

    @cached_property
    def names_numbers(self) -> bool:
        """Whether it names things by their numbers: "yes, only 1 and 3"."""
        return names_numbers(self.text, self._profile)

    @cached_property
    def page(self) -> PageWanted | None:
        """The page that it asks for, if any; "more" is the next one."""
        return page_wanted(self.text, self.acts, self._profile)

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
