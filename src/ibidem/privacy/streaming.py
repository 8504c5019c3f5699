"""Replaces personal data in a text that comes piece by piece."""

from ibidem.domain.personal_data import SafeText
from ibidem.privacy.masker import Masker, Namer, replaced


class StreamMasker:
    """Gives out of a text only what no later piece can change; in all, that is the masked whole text, however it is cut."""

    def __init__(self, masker: Masker, names: Namer) -> None:
        self._masker = masker
        self._names = names
        self._text = ""  # what is not given yet, after what decides about it
        self._given: int = 0

    def push(self, piece: str) -> SafeText:
        """What can be given after this piece; often nothing."""
        self._text += piece
        return self._give(self._masker.finder.settled(self._text, self._given))

    def finish(self) -> SafeText:
        """The rest, when nothing follows."""
        return self._give(len(self._text))

    def _give(self, end: int) -> SafeText:
        if end == self._given:
            return SafeText("")
        data = [datum for datum in self._masker.find(self._text, self._given) if datum.start < end]
        safe = replaced(self._text, data, self._names, self._given, end)
        begin = self._masker.finder.context(self._text, end)
        self._text, self._given = self._text[begin:], end - begin
        return safe
