"""The answer that a message names by its number: 두 번째 답, "your second answer", 二番目の回答."""

import re

from ibidem.language.normal import normalise
from ibidem.understanding.long_messages import LONGEST_READ
from ibidem.understanding.looking_back.words import NUMBERS, number

_WORDS = "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True))
_ORDINALS = "|".join(word for word in NUMBERS if word.endswith(("st", "nd", "rd", "th")))
_NTH_ANSWER = re.compile(
    rf"(?<![가-힣\d])(?P<ko>\d{{1,3}}|{_WORDS}) ?번째 ?(?:답변|대답|회답|답)(?=[은는이가을를에의도과와,.?\s]|$)"
    rf"|(?<![\w.])(?P<en>\d{{1,3}}(?:st|nd|rd|th)|{_ORDINALS}) (?:answer|reply|response)\b"
    rf"|(?P<ja>\d{{1,3}}|{_WORDS})(?:番目|つ目|回目)の?(?:ご?回答|お?答え|返答)",
    re.IGNORECASE,
)


def answer_named(message: str) -> int | None:
    """The number of the answer, counted from the first; None where none is named, or more than one."""
    if len(message) > LONGEST_READ:
        return None
    found = {number(next(filter(None, one.groups()))) for one in _NTH_ANSWER.finditer(normalise(message))}
    return found.pop() if len(found) == 1 else None
