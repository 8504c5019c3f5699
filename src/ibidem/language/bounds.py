"""Bounds of numbers that are written like something else: 이상 is "at least" after a number, and otherwise a fault."""

import re

_BOUND = re.compile(
    r"(?:(?<![\d,.])\d[\d,.]*+\s?(?:[%‰℃°a-zμ·/²³]{1,12}|[가-힣]{1,3})?|(?:하나|[한두세네]|둘|셋|넷|다섯|열|여러|절반|반|수십|수백)(?:\s?[가-힣]{1,2})?|더|그)"
    r"\s{0,2}이상(?!\s?(?:현상|증상|발생|신호|알람|징후))"
    r"|이상(?:적|형|입니다|이에요)"
)


def without_bounds(text: str) -> str:
    """The text (folded) without its lower bounds: "5개 이상", "80 ℃ 이상", "더 이상"; "센서 이상" stays."""
    return _BOUND.sub(" ", text)
