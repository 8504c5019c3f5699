"""A device of a known family that no document mentions: "SUPRA Q", where there are documents on SUPRA XP and SUPRA N."""

import re
from collections.abc import Sequence

from ibidem.domain.documents import SearchFilters
from ibidem.finding.passages import find_passages
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.question.devices import (
    LATIN_LEFT,
    LATIN_RIGHT,
    NEAR,
    SEPARATORS,
    device_key,
    first_word,
    is_name,
    spelling_pattern,
)

# A number, or some capitals with or without digits; E-6203 after the name of a family is an alarm.
_LAST_WORD = rf"{SEPARATORS}{{0,2}}(?P<last>\d{{2,6}}|[A-Z]{{1,3}}\d{{0,4}}|\d{{1,4}}[A-Z]{{1,2}})(?![A-Za-z0-9]|-\d)"
_PASSAGES = 20


async def unheard_of(message: str, kin: Sequence[str], context: TurnContext) -> str | None:
    """The name as the message has it; None where the family's name stands alone, or a document mentions the word beside it.

    "SUPRA RF" is no device where a passage writes about RF.
    """
    text = normalise(message)
    spellings = [*kin, *(alias for device in context.profile.devices if device.name in kin for alias in device.aliases)]
    families = {word for spelling in spellings if (word := first_word(spelling))}
    known = {device_key(spelling) for spelling in spellings}
    for family in sorted(families, key=len, reverse=True):
        for match in re.finditer(rf"(?i:{spelling_pattern(family).removesuffix(LATIN_RIGHT)}){_LAST_WORD}", text):
            last, start, end = match["last"], *match.span("last")
            if device_key(match.group()) in known or not is_name(
                last, text[max(0, start - NEAR) : start], text[end : end + NEAR]
            ):
                continue
            if not await _is_mentioned(last, context):
                return match.group()
    return None


async def _is_mentioned(word: str, context: TurnContext) -> bool:
    found = await find_passages(word, (), SearchFilters(), _PASSAGES, context.index, context.principal)
    written = re.compile(LATIN_LEFT + re.escape(word) + LATIN_RIGHT)
    return any(written.search(normalise(f"{one.document.title}\n{one.chunk.text}")) for one in found.passages)


async def unheard_sibling(message: str, devices: Sequence[str], context: TurnContext) -> str | None:
    """A word of the message that is written as the last word of one of these devices is, and that no document mentions: "R4",
    where they are "Lumo R2" and "Lumo R3"; None without one."""
    text = normalise(message)
    words = {
        word for device in devices if len(spelt := re.split(SEPARATORS, normalise(device))) > 1 for word in spelt[-1:] if word
    }
    for shape in dict.fromkeys(map(_shape, sorted(words))):
        for match in re.finditer(LATIN_LEFT + shape + LATIN_RIGHT, text):
            word, start, end = match.group(), *match.span()
            named = word not in words and is_name(word, text[max(0, start - NEAR) : start], text[end : end + NEAR])
            if named and not await _is_mentioned(word, context):
                return word
    return None


def _shape(word: str) -> str:
    """A pattern of words that differ from the last word of a device in its number, or where it has none, in its letters."""
    if not any(char.isdigit() for char in word):
        return "[A-Z]{1,3}"
    return "".join(r"\d{1,4}" if char == "0" else re.escape(char) for char in re.sub(r"\d+", "0", word))
