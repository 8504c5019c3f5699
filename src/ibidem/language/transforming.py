"""Messages that want the last two answers side by side."""

import re

from ibidem.language.normal import normalise

LONGEST = 100  # characters; a longer message asks for something of its own

_END = r"[\s.,!?。、！？~:]"
_COMPARED = re.compile(
    r"(?:(?:그거|이거|방금 ?(?:거|것|답변))(?:을|를)? )?(?:이전|앞|바로 앞|직전|아까)(?:의)? ?(?:답변?|것|거"
    r"|내용)(?:과|와|이랑|하고|랑) 비교(?:해 ?(?:줘요?|주세요|줄래요?))?"
    rf"{_END}*"
    r"|(?:please )?(?:(?:can|could) you )?compare (?:it|that|this|this answer|that answer) (?:with|to) the (?:(?:one"
    r"|answer) before"
    rf"|(?:previous|earlier) (?:one|answer))(?:,? please)?{_END}*"
    r"|(?:これ|それ|今の回答)?(?:を)?(?:一つ前|前|先ほど|さっき)の(?:回答|もの|答え|内容)と(?:比較|比べ)(?:して"
    rf"|て)(?:ください|くれますか|もらえますか)?{_END}*",
    re.IGNORECASE,
)


def compares(message: str) -> bool:
    """Whether the message wants the last answer compared with the one before it, and nothing else."""
    text = normalise(message).strip()
    return len(text) <= LONGEST and _COMPARED.fullmatch(text) is not None
