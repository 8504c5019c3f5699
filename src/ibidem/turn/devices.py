"""Finds the devices that a question names, as people write their names."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ibidem.language.normal import normalise
from ibidem.profile import Device

SEPARATORS = r"[\s_\-‐-―・·]"
SEPARATOR = f"{SEPARATORS}*"
LATIN_LEFT, LATIN_RIGHT = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


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


def kin_of(message: str, devices: Iterable[Device], held: Iterable[str]) -> tuple[str, ...]:
    """The devices of the corpus that share the first word of their names, when the message says that word: "SUPRA", "수프라".

    None when only one has it, or the message says none.
    """
    text = normalise(message).casefold()
    names = dict.fromkeys(held)
    spellings = {name: {name} for name in names}
    for device in devices:
        if device.name in spellings:
            spellings[device.name].update(device.aliases)
    families: dict[str, list[str]] = {}
    for name, written in spellings.items():
        for word in {words[0] for one in written if len(words := words_of(one)) > 1}:
            families.setdefault(word, []).append(name)
    shared = [word for word, family in families.items() if len(family) > 1 and stands_in(word, text)]
    kin = Counter(name for word in shared for name in families[word])
    return tuple(name for name in names if kin[name])


def stands_in(word: str, text: str) -> bool:
    """Whether a word stands in a text, both folded: a Latin one as a whole word."""
    left, right = (LATIN_LEFT if word[0].isascii() else ""), (LATIN_RIGHT if word[-1].isascii() else "")
    return re.search(f"{left}{re.escape(word)}{right}", text) is not None
