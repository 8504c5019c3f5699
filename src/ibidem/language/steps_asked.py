"""A step that a message asks for by its number or as the next one: "what's the second step?", 세 번째 단계, 次の手順は?"""

import re

_STEP = r"단계|스텝|\bsteps?\b|手順|ステップ|工程"
# "step 4", 4단계, ステップ4: the number as an ordinal, which stands without the word.
_NUMBERED = re.compile(
    r"\bstep\s{0,2}(?:no\.?|number)?\s{0,2}#?(\d{1,2})\b|(\d{1,2})\s?(?:단계|스텝)|(?:手順|ステップ)\s?(\d{1,2})", re.IGNORECASE
)
_WORD = re.compile(rf"の?\s?(?:{_STEP})", re.IGNORECASE)
_NEXT = re.compile(
    rf"(?:그럼\s|그러면\s|그)?\s?다음(?:은|엔|에는|에|으로는)?\s?(?:{_STEP})?(?:은|는|엔|이|가)?\s?(?:요|뭐(?:야|예요|죠)?|뭐\s?해|어떻게\s?해)?"
    rf"|(?:and|ok(?:ay)?|so)?[\s,]*(?:what(?:'s|\s+is|\s+comes)?\s+)?(?:the\s+)?next(?:\s+one|\s+(?:{_STEP}))?(?:\s+please)?|and\s+then"
    rf"|(?:その|じゃあ)?次(?:の(?:{_STEP}))?(?:は|には|に)?(?:何(?:ですか)?|何を(?:する|します)か?|どう(?:する|します)か?)?(?:です)?か?",
    re.IGNORECASE,
)
AFTER = re.compile(r"\b(?:comes\s+)?after\b|다음|이후|후에|次|の後", re.IGNORECASE)  # what follows the number that a text gives
_MARKS = " \t?？!！.。…,、"
_LONGEST = 60  # characters


def names_step(text: str) -> bool:
    """Whether the text names a step of something."""
    return len(text) <= _LONGEST and _WORD.search(text) is not None


def without_step(text: str) -> str:
    """The text with the number of a step as a number alone: "the second step" as "the second"."""
    return _WORD.sub("", _NUMBERED.sub(lambda match: f" #{match[1] or match[2] or match[3]} ", text))


def asks_next_step(text: str) -> bool:
    """Whether the whole text asks for what comes next."""
    return len(text) <= _LONGEST and _NEXT.fullmatch(text.strip(_MARKS)) is not None
