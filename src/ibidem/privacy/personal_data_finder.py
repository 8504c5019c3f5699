"""What finds the personal data that is to be replaced."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.personal_data import PersonalDatum


class PersonalDataFinder(Protocol):
    """Finds personal data in text, also in text of which more is still to come."""

    def context(self, text: str, end: int) -> int:
        """Where what decides at most about what is found from `end` on begins; `end` is what `settled` returned, or the end."""
        ...

    def may_hold(self, text: str) -> bool:
        """False where a quick look already says that nothing is found."""
        ...

    def find(self, text: str, start: int = 0) -> Sequence[PersonalDatum]:
        """The personal data from `start` on, in order, none overlapping another. `start` is 0 or what `settled` returned."""
        ...

    def settled(self, text: str, start: int = 0) -> int:
        """The position up to which `find` finds the same whatever follows the text; no datum reaches across it. `start` is as
        above."""
        ...
