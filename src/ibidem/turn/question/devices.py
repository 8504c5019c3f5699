"""Finds the devices that a question names, as people write their names."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise

from ibidem.flow.holding import unhurried
from ibidem.language.normal import normalise
from ibidem.profile import Device
from ibidem.turn.inquiry import Inquiry
from ibidem.understanding.excluding import excluded, withdrawn

SEPARATORS = r"[\s_\-‐-―・·]"
SEPARATOR = f"{SEPARATORS}*"
LATIN_LEFT, LATIN_RIGHT = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
_MOST_NAMED = 40  # of each kind in one message; a pasted list is no question about more
NEAR = 40  # characters of context that decide what a word means
# The last word of a name may be a number, or a single letter. Then it names the device only where it is no count and
# no measure: not in "3000 wafers", 3000시간마다, 3000回, "7 N·m".
_NUMBERED = re.compile(r"(?:\d[.,]|[#_-]|\b(?:step|no\.?|number|code|alarm|error)\s*)$", re.IGNORECASE)
_COUNTED = re.compile(
    r"[.,]\d|\s*(?:℃|°|%|·"
    r"|(?:hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|cycles?|wafers?|times|pieces?|pcs|units?|slots?|lots?"
    r"|rpm|mm|cm|m|kg|g|l|ml|n|nm|pa|kpa|mpa|torr|mtorr|sccm|v|kv|a|w|kw|hz|khz|mhz|x|usd|dollars?|euros?|won|yen)\b"
    r"|(?:시간|분|초|일|주|달|개월|년|회|번|장|매|개|대|명|원|사이클)(?=$|[^가-힣]|[은는이가을를에의마도까째당간])"
    r"|(?:時間|分|秒|日|週|か月|ヶ月|カ月|ヵ月|年|回|枚|個|台|人|円|度|サイクル))",
    re.IGNORECASE,
)
_BEFORE_LATIN = re.compile(r"[^\W\da-z]+(?=[a-z0-9])")
_MEASURED = re.compile(r"\d\s*$")
_ASIAN = re.compile("[가-힣ぁ-んァ-ヶ一-鿿]")
# A letter in an English sentence is a device after these, or at its end.
_OF_DEVICES = re.compile(r"\b(?:the|on|for|about|of|with|and|or|not|model|type|version)\s+$", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:$|[?!.,;:)])")


def device_key(name: str) -> str:
    """A device's name without the differences in spelling that do not matter: case, width, spaces, hyphens."""
    return re.sub(SEPARATOR, "", normalise(name)).casefold()


def words_of(name: str) -> list[str]:
    """The words of a device's name, folded."""
    return [word for word in re.split(SEPARATORS, normalise(name).casefold()) if word]


@dataclass(frozen=True, slots=True)
class Mention:
    """A device named in a text (normalised): its stored names, and the characters from `start` to `end`.

    An excluded device ("XP 말고") is not meant; the span then includes the words that exclude it. `family` is the word written
    where it is the name of several devices, "" where the mention is of one.
    """

    names: tuple[str, ...]
    start: int
    end: int
    excluded: bool = False
    family: str = ""

    @property
    def called(self) -> str:
        """The name to search for in place of the words written."""
        return self.family or self.names[0]


@dataclass(frozen=True)
class DeviceFinder:
    """Finds device names as people write them.

    `stored` maps a device's key to its names as the corpus and the profile hold them, `tails` the last word of a name to keys.
    `families` maps the first word to those of the corpus, or where it holds none, of the profile.
    """

    pattern: re.Pattern[str] | None
    tail_pattern: re.Pattern[str] | None
    keys: dict[str, str]
    stored: dict[str, tuple[str, ...]]
    tails: dict[str, tuple[str, ...]]
    families: dict[str, tuple[str, ...]]
    family_pattern: re.Pattern[str] | None

    def mentions(self, message: str, carried: tuple[str, ...] = (), in_focus: tuple[str, ...] = ()) -> tuple[Mention, ...]:
        """Every device that the message names, in its order: by its whole name, or by the last word alone ("XP는?").

        The last word names a sibling of the devices beside it, or else of those carried over; else the only device that has it.
        A first word alone ("what about the SUPRA?") names all devices that have it, where the devices `in_focus` are of other
        families; else it abbreviates one in focus.
        """
        text = normalise(message)
        whole = self._whole_names(text)
        beside = tuple(mention.names[0] for mention in whole)
        tails = [
            one for one in self._tails(text, beside or carried) if not any(one.start < w.end and w.start < one.end for w in whole)
        ]
        kept = {device_key(name) for name in (*in_focus, *names_of((*whole, *tails)))}
        others = [one for one in self.families_in(message) if in_focus and kept.isdisjoint(map(device_key, one.names))]
        found = sorted((*whole, *tails, *others), key=lambda mention: mention.start)
        back = [withdrawn(text[one.end : following.start]) for one, following in pairwise(found)]
        return tuple(without(text, one) or replace(one, excluded=gone) for one, gone in zip(found, (*back, False), strict=False))

    def named(self, message: str, carried: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Every stored name of every device that the message names and does not exclude, in the order of the message."""
        return names_of(mention for mention in self.mentions(message, carried) if not mention.excluded)

    def families_in(self, message: str) -> tuple[Mention, ...]:
        """The places where the message has the first word of devices' names without the rest."""
        text = normalise(message)
        whole = self._whole_names(text)
        found: list[Mention] = []
        for match in () if self.family_pattern is None else islice(self.family_pattern.finditer(text), _MOST_NAMED):
            keys = self.families[device_key(match.group())]
            if not any(one.start < match.end() and match.start() < one.end for one in whole):
                names = tuple(name for key in keys for name in self.stored[key])
                found.append(Mention(names, *match.span(), family=match.group() if len(keys) > 1 else ""))
        return tuple(found)

    def _whole_names(self, text: str) -> list[Mention]:
        if self.pattern is None:
            return []
        found = islice(self.pattern.finditer(text), _MOST_NAMED)
        return [Mention(self.stored[self.keys[device_key(m.group())]], *m.span()) for m in found]

    def _tails(self, text: str, family: tuple[str, ...]) -> list[Mention]:
        if self.tail_pattern is None:
            return []
        first_words = {words_of(name)[0] for name in family}
        found: list[Mention] = []
        for match in islice(self.tail_pattern.finditer(text), _MOST_NAMED):
            tail = match.group().casefold()
            siblings = [key for key in self.tails[tail] if any(key.startswith(word) for word in first_words)]
            meant = siblings or [key for key in self.tails[tail] if len(tail) > 1]
            if len(meant) == 1 and is_name(*beside_of(match)):
                found.append(Mention(self.stored[meant[0]], *match.span()))
        return found


def without(text: str, mention: Mention) -> Mention | None:
    """The mention, extended by the words that exclude it; None where none do."""
    span = excluded(text, mention.start, mention.end)
    return None if span is None else replace(mention, start=span[0], end=span[1], excluded=True)


def names_of(mentions: Iterable[Mention]) -> tuple[str, ...]:
    """The stored names of all of these, each once."""
    return tuple(dict.fromkeys(name for mention in mentions for name in mention.names))


def beside_of(match: re.Match[str]) -> tuple[str, str, str]:
    """The match, and the context before and after it."""
    start, end = match.span()
    return match.group(), match.string[max(0, start - NEAR) : start], match.string[end : end + NEAR]


def is_name(tail: str, before: str, after: str) -> bool:
    """Whether the last word of a device's name denotes the device in this context: a number or a letter may not."""
    if tail.isdecimal():
        return _NUMBERED.search(before) is None and _COUNTED.match(after) is None
    if len(tail) > 1:
        return True
    if _MEASURED.search(before) or after.startswith(("·", "-", "/", "'", "’", "&")):
        return False
    attached = _ASIAN.match(after) is not None
    if attached or _ASIAN.search(before + after):
        return attached or tail.isupper()
    of_devices, ends = _OF_DEVICES.search(before) is not None, _ENDS.match(after) is not None
    return (of_devices or ends) if tail.isupper() else (of_devices and ends)


@lru_cache(maxsize=64)
@unhurried()  # 2,000 devices take 2 to 3 s, once until the corpus has others
def device_finder(devices: tuple[Device, ...], held: tuple[str, ...]) -> DeviceFinder:
    """A finder for the devices of the profile and those that the corpus holds."""
    families = families_of(devices, held)
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
    last_words = "|".join(re.escape(tail) for tail in sorted(tails, key=len, reverse=True))
    return DeviceFinder(
        re.compile("|".join(alternatives), re.IGNORECASE) if alternatives else None,
        re.compile(f"{LATIN_LEFT}(?:{last_words}){LATIN_RIGHT}", re.IGNORECASE) if tails else None,
        keys,
        {key: tuple(dict.fromkeys(names)) for key, names in stored.items()},
        {tail: tuple(found) for tail, found in tails.items()},
        families,
        re.compile("|".join(map(spelling_pattern, sorted(families, key=len, reverse=True))), re.IGNORECASE) if families else None,
    )


def families_of(devices: Iterable[Device], held: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The first words of the devices' names and aliases, each with the keys of those that have it in the corpus, or where it
    holds none, in the profile."""
    named = [(name, device_key(name)) for name in held]
    ours = {key for _, key in named}
    named += [(spelling, device_key(device.name)) for device in devices for spelling in (device.name, *device.aliases)]
    found: dict[str, dict[str, None]] = {}
    for spelling, key in named:
        if len(word := first_word(spelling)) > 1 and not word.isdecimal():
            found.setdefault(word, {})[key] = None
    return {word: tuple(key for key in keys if key in ours) or tuple(keys) for word, keys in found.items()}


def first_word(spelling: str) -> str:
    """The first of the words of a device's name, folded, or what stands before its Latin end (수프라 of 수프라XP); "" for a name
    of one word."""
    words = words_of(spelling)
    if len(words) > 1:
        return words[0]
    began = _BEFORE_LATIN.match("".join(words))
    return "" if began is None else began.group()


def spelling_pattern(spelling: str) -> str:
    """A regular expression for one spelling: separators are optional, and Latin letters or digits may not run on at the ends."""
    letters = [re.escape(c) for c in re.sub(SEPARATOR, "", normalise(spelling))]
    left = LATIN_LEFT if spelling[0].isascii() else ""
    right = LATIN_RIGHT if spelling[-1].isascii() else ""
    return left + SEPARATOR.join(letters) + right


def is_open(kin: tuple[str, ...], inquiry: Inquiry) -> bool:
    """Whether the person has to choose one of the devices that share the name given: a verified answer is about one."""
    return bool(kin) and inquiry.mode == "verified" and not inquiry.filters.devices and not inquiry.filters.doc_ids


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
