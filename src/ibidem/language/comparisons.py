"""The two sides that a question compares: "compare free and pro", "서울이랑 도쿄 차이", "E-6203とL-118の違い"."""

import re

_COMPARES = re.compile(
    r"비교|차이|다른\s?점|(?:뭐가|어떻게|무엇이)\s?(?:달라|다른|다르)"
    r"|\b(?:compare[ds]?|comparison|differences?|differs?|versus|vs)\b"
    r"|違い|違う|違います|異なる|比較|比べ|の差|それぞれ|각각|\brespectively\b",
    re.IGNORECASE,
)
_LATIN, _JAPANESE = r"[A-Za-z0-9][A-Za-z0-9.\-]{0,30}", "[ァ-ヶー一-鿿]{1,20}"
_SIDES = re.compile(
    rf"({_LATIN}|{_JAPANESE}|[가-힣]{{1,20}}?)"
    r"(?:(?:이랑|랑|하고|와|과)\s{1,3}|\s{1,3}(?:and|vs\.?|versus)\s{1,3}(?:the\s{1,3})?|と)"
    rf"({_LATIN}|{_JAPANESE}|[가-힣]{{1,20}})",
    re.IGNORECASE,
)
_ASKS = frozenset({"何", "どこ", "뭐가", "무엇이", "what"})


def without_comparing(question: str) -> str:
    """The question without the words that compare: where its sides are known already, the rest is what it is about."""
    return " ".join(_COMPARES.sub(" ", question).split())


def compared_sides(question: str) -> tuple[str, ...]:
    """The words that name the sides of a comparison, as written; none where the question compares nothing or names no two."""
    found = _SIDES.search(question) if _COMPARES.search(question) else None
    return () if found is None or found[2] in _ASKS else (found[1], found[2])


def compared_subject(question: str) -> str:
    """What the sides are compared in: the question without them and without the words that compare."""
    for side in compared_sides(question):
        question = question.replace(side, " ")
    return _COMPARES.sub(" ", question)
