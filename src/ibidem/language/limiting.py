"""Sentences that limit the one before: an exception, a condition, a "but"."""

import re

_LIMITS = re.compile(
    r"(?:단|다만|그러나|하지만|예외|그렇지 않으면|이 ?경우)(?![가-힣])|(?:ただし|しかし|なお、|例外|その場合|この場合)"
    r"|(?:but|however|except|unless|otherwise|in that case|this does not|this is not)\b",
    re.IGNORECASE,
)


def limits(sentence: str) -> bool:
    """Whether a sentence begins as one that limits the one before: "다만", "However", "ただし"."""
    return _LIMITS.match(sentence) is not None
