"""Finds in a question the devices and document types that the corpus holds, and those that hold on from earlier turns."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ibidem.language.normal import normalise
from ibidem.profile import Device, DocType
from ibidem.turn.context import TurnContext
from ibidem.turn.focus import Focus, focus
from ibidem.turn.values import OpenQuestion, ParsedQuestion

SEPARATORS = r"[\s_\-‐-―・·]"
SEPARATOR = f"{SEPARATORS}*"
LATIN_LEFT, LATIN_RIGHT = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


async def parse_question(question: OpenQuestion, context: TurnContext) -> ParsedQuestion:
    """The question with its devices and document types; a question that leaves the device out keeps that of its focus.

    A question to documents that were pointed at is about those, whatever devices it names.
    """
    message = question.text
    focused = focus(message, question.recalled.history)
    if question.looked_up is not None:
        pointed_at = frozenset(document.doc_id for document in question.looked_up.documents)
        return ParsedQuestion(question, (), (), Focus(focused.turns, pointed_at))
    words = await context.documents.words(context.principal)
    finder = device_finder(context.profile.devices, words.devices)
    devices = finder.named(message) or finder.by_tail(message, focused.devices) or focused.devices
    doc_types = find_doc_types(message, context.profile.doc_types, frozenset(words.doc_types))
    return ParsedQuestion(question, devices, doc_types, focused)


def device_key(name: str) -> str:
    """A device's name without the differences in spelling that do not matter: case, width, spaces, hyphens."""
    return re.sub(SEPARATOR, "", normalise(name)).casefold()


def words_of(name: str) -> list[str]:
    """The words of a device's name, folded."""
    return [word for word in re.split(SEPARATORS, normalise(name).casefold()) if word]


@dataclass(frozen=True)
class DeviceFinder:
    """Finds device names as people write them.

    `stored` maps a device's key to its names as the corpus and the profile hold them, `tails` the last word of a name to keys.
    """

    pattern: re.Pattern[str] | None
    keys: dict[str, str]
    stored: dict[str, tuple[str, ...]]
    tails: dict[str, tuple[str, ...]]

    def named(self, message: str) -> tuple[str, ...]:
        """Every stored name of every device that the message names, in the order of the message."""
        if self.pattern is None:
            return ()
        found = dict.fromkeys(self.keys[device_key(m.group())] for m in self.pattern.finditer(normalise(message)))
        return tuple(name for key in found for name in self.stored[key])

    def by_tail(self, message: str, carried: tuple[str, ...]) -> tuple[str, ...]:
        """The device meant by the last word of its name alone ("XP는?"): a sibling of a carried device, else the only one."""
        family = {words_of(name)[0] for name in carried}
        for tail, keys in self.tails.items():
            if not re.search(f"{LATIN_LEFT}{re.escape(tail)}{LATIN_RIGHT}", normalise(message), re.IGNORECASE):
                continue
            siblings = [k for k in keys if any(k.startswith(f) for f in family)]
            meant = siblings if siblings else [k for k in keys if len(tail) > 1]
            if len(meant) == 1:
                return self.stored[meant[0]]
        return ()


@lru_cache(maxsize=64)
def device_finder(devices: tuple[Device, ...], held: tuple[str, ...]) -> DeviceFinder:
    """A finder for the devices of the profile and those that the corpus holds."""
    stored: dict[str, list[str]] = {}
    keys: dict[str, str] = {}
    for name in (*held, *(d.name for d in devices)):
        if key := device_key(name):
            stored.setdefault(key, []).append(name)
            keys[key] = key
    for device in devices:
        for alias in device.aliases:
            keys.setdefault(device_key(alias), device_key(device.name))
    tails: dict[str, list[str]] = {}
    for key, names in stored.items():
        parts = max((words_of(name) for name in names), key=len)
        if len(parts) > 1 and parts[-1].isascii():
            tails.setdefault(parts[-1], []).append(key)
    spellings = sorted({*held, *(d.name for d in devices), *(a for d in devices for a in d.aliases)}, key=len, reverse=True)
    alternatives = [spelling_pattern(s) for s in spellings if device_key(s)]
    return DeviceFinder(
        re.compile("|".join(alternatives), re.IGNORECASE) if alternatives else None,
        keys,
        {key: tuple(dict.fromkeys(names)) for key, names in stored.items()},
        {tail: tuple(found) for tail, found in tails.items()},
    )


def spelling_pattern(spelling: str) -> str:
    """A regular expression for one spelling: separators are optional, and Latin letters or digits may not run on at the ends."""
    letters = [re.escape(c) for c in re.sub(SEPARATOR, "", normalise(spelling))]
    left = LATIN_LEFT if spelling[0].isascii() else ""
    right = LATIN_RIGHT if spelling[-1].isascii() else ""
    return left + SEPARATOR.join(letters) + right


def find_doc_types(message: str, doc_types: tuple[DocType, ...], held: frozenset[str]) -> tuple[str, ...]:
    """The names of the document types that the corpus holds and the message asks for by one of their words."""
    text = normalise(message).casefold()
    return tuple(t.name for t in doc_types if t.name in held and any_stands_in(t.words, text))


def any_stands_in(words: tuple[str, ...], text: str) -> bool:
    """Whether one of the words stands in the text (folded); a Latin word must stand as a whole word, or with a plural "s"."""
    return bool(words) and words_pattern(words).search(text) is not None


@lru_cache(maxsize=256)
def words_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of the words in folded text."""
    folded = [normalise(word).casefold() for word in words]
    latin = "|".join(re.escape(word) for word in folded if word.isascii())
    others = [re.escape(word) for word in folded if not word.isascii()]
    return re.compile("|".join([*([f"{LATIN_LEFT}(?:{latin})s?{LATIN_RIGHT}"] if latin else []), *others]))
