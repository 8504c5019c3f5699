"""Whether a short text is made of nothing but phrases of a list."""

import re

# What may stand between two phrases, and says nothing.
_BETWEEN = re.compile(r"[\s!.,~…。、！♪^)/&+・ㅎㅋㅠ-]")


def made_of(phrase: re.Pattern[str], text: str) -> bool:
    """Whether the text is one or more of these phrases with nothing but spaces and signs between them.

    Goes from place to place, each once: a pattern that repeats phrases which can be read in two ways takes for ever to fail.
    """
    reached = {0}
    said = False
    for place in range(len(text)):
        if place not in reached:
            continue
        if _BETWEEN.match(text, place):
            reached.add(place + 1)
        if phrase.match(text, place):
            ends = [end for end in range(place + 1, len(text) + 1) if phrase.fullmatch(text, place, end)]
            reached.update(ends)
            said = said or bool(ends)
    return said and len(text) in reached
