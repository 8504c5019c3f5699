"""Questions that ask what something is, and sentences that say it."""

import re
from functools import lru_cache

_THING = r"(?P<thing>[^\s?？。.,、][^?？。,、\n]{0,40}?)"
_ASKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\s*what(?:['’]s|\s+is|\s+are)\s+(?:an?\s+|the\s+)?{_THING}[\s?.!]*$",
        rf"^\s*what\s+does\s+(?:an?\s+|the\s+)?{_THING}\s+mean[\s?.!]*$",
        rf"^\s*{_THING}(?:이란|란|이|가|은|는)?\s*(?:뭐|뭔|뭡|무엇|무슨\s?(?:뜻|의미|말))"
        r"(?:이?야|이?에요|예요|이?죠|이?지요?|이?냐|이?니|인?가요?|인?데요?|인?지|입?니까|임)?[\s?.!~]*$",
        rf"^\s*{_THING}(?:이란|란)[\s?？]*$",
        rf"^\s*{_THING}(?:とは|って|は)\s*(?:何|なに|なん|どういう(?:意味|もの|こと))[ぁ-ん]{{0,8}}[\s?？。]*$",
        rf"^\s*{_THING}とは[\s?？。]*$",
    )
)
# What may stand between the thing and what is said of it: another name for it.
_SAYS = r"(?:\s?[(（][^()（）\n]{1,60}[)）])?[\"'”’」』*_`]{0,5}(?:\s+(?:is|are|means|refers)\b|이란|란|은|는|とは|は)"


@lru_cache(maxsize=256)
def thing_asked(question: str) -> str | None:
    """What a question asks the meaning of: "a permit" in "what is a permit?", 점검 in "점검이 뭐야?", 点検 in "点検とは？"; None
    where it asks for anything else."""
    found = next((match for asked in _ASKED if (match := asked.match(question))), None)
    return found["thing"] if found else None


@lru_cache(maxsize=256)
def definition_of(thing: str) -> re.Pattern[str]:
    """How a sentence begins that says what something is."""
    words = r"\s?".join(map(re.escape, thing.split()))
    return re.compile(rf"[^\w\n]{{0,8}}(?:an?\s|the\s)?{words}{_SAYS}", re.IGNORECASE)
