"""The answer that a message names by its number: 두 번째 답, "your second answer", 二番目の回答."""

import re

from ibidem.language.normal import normalise
from ibidem.understanding.long_messages import LONGEST_READ
from ibidem.understanding.looking_back.words import NUMBERS, number

_WORDS = "|".join(sorted(map(re.escape, NUMBERS), key=len, reverse=True))
_ORDINALS = "|".join(word for word in NUMBERS if word.endswith(("st", "nd", "rd", "th")))
_ENGLISH = rf"(?P<{{}}>\d{{{{1,3}}}}(?:st|nd|rd|th)|{_ORDINALS})"
# What may follow the word. A noun makes it another one: answer key, response time, 回答期限, 답변 기한.
_VERBS = "is|are|was|were|did|does|do|has|had|said|says|say|mentioned|mentions|and|or|but|why|how|what|who|when|where|again|i"
_MORE = "you|it|we|that|which|about|on|in|from|for|to|of|with|as|than|can|could|should|would|may|must|will"
_PARTICLES = "에서|에게|에|으로|로|까지|부터|처럼|보다|만|의|은|는|도|이랑|이|가|을|를|과|와|하고|대로"
_NTH_ANSWER = re.compile(
    rf"(?<![가-힣\d])(?P<ko>\d{{1,3}}|{_WORDS}) ?번째 ?(?:답변|대답|회답|답)"
    rf"(?:(?:{_PARTICLES}){{1,2}}(?![가-힣])|(?=\s*(?:[^\w\s]|$)))"
    rf"|\byour (?:very )?{_ENGLISH.format('yours')} (?:answer|reply|response)(?=\s*(?:[^\w\s-]|$)|\s+(?:{_VERBS}|{_MORE})\b)"
    rf"|(?<![\w.]){_ENGLISH.format('given')} (?:answer|reply|response) (?:that |which )?you (?:gave|wrote)\b"
    rf"|(?<![\w.]){_ENGLISH.format('alone')} answer(?=\s*(?:[^\w\s-]|$)|\s+(?:{_VERBS})\b)"
    rf"|(?P<ja>\d{{1,3}}|{_WORDS})(?:番目|つ目|回目)の?(?:ご?回答|お?答え|返答)"
    r"(?=\s*(?:[^\w\s]|$)|[はがをにのもとやへ]|で(?!き)|から|まで|より|って|だ(?!け)|だけ)",
    re.IGNORECASE,
)


def answer_named(message: str) -> int | None:
    """The number of the answer, counted from the first; None where none is named, or more than one."""
    if len(message) > LONGEST_READ:
        return None
    found = {number(next(filter(None, one.groups()))) for one in _NTH_ANSWER.finditer(normalise(message))}
    return found.pop() if len(found) == 1 else None
