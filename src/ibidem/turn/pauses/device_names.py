"""Which devices a reply names after the question which one is meant."""

import re

from ibidem.language.phrases import made_of
from ibidem.profile import Device, Profile
from ibidem.turn.question.devices import device_finder, device_key, spelling_pattern, words_of
from ibidem.turn.question.routes import any_stands_in
from ibidem.understanding.excluding import AFTER, BEFORE
from ibidem.understanding.said import names_what_is_numbered

# Words around the name of a device: "the XP one, please", "XP요", "XPの方です".
_AROUND_DEVICE = re.compile(
    r"[은는이가을를의요로와과야랑쪽거것걸둘다네응예및]|으로|에요|입니다|하고|장비|설비|기종|모델|호기|전부|나머지|전체"
    r"|아니요?|말이에요"
    r"|말씀드린|해당|부탁(?:해|드려)요|해\s*(?:주세요|줘)"
    r"|\b(?:the|ones?|its?|it's|is|i|mean|meant|for|on|about|please|and|or|both|devices?|tools?|model|machine|that|this|my"
    r"|our|yes|no"
    r"|all|everything|rest|use|with|we|have|go|an?|of|them)\b"
    r"|[のでとやをはがだ方]|です|だよ|ほう|お願いします|装置|機種|両方|はい|いいえ|になります|全部|残り|ください|使って",
    re.IGNORECASE,
)
_WORDS = re.compile(r"\w")
# A family and a model, at most four words: KESTREL 500, 케스트렐 500이요, "the Kestrel XP".
# Case counts; a Latin name begins with a capital and is separate from its number, else it may be an error code.
_MODEL = r"(?:\d{2,5}[A-Za-z]{0,3}|[A-Z]{1,3}\d{0,4})"
_LIKE_A_DEVICE = re.compile(
    r"(?:(?:[Tt]he|[Ii]t(?:['’]s|\s+is)(?:\s+the)?|[Ff]or\s+the|[Oo]n\s+the)\s+)?"
    rf"(?:[A-Z][A-Za-z]{{2,}}\s+(?:[A-Z][A-Za-z]{{2,}}\s+)?|[가-힣]{{2,}}\s?|[ァ-ヶー]{{3,}}\s?){_MODEL}(?:[\s-]?{_MODEL})?"
    r"(?:\s*(?:요|이요|이에요|예요|입니다|장비요?|です|の方です?|one|,?\s*please))?[\s.!。]*"
)
_LONGEST = 80  # characters; such a reply is short


def devices_named(
    text: str, listed: list[str], asked: tuple[str, ...], held: tuple[str, ...], devices: tuple[Device, ...]
) -> list[str]:
    """The keys of the devices that the text names, if it contains nothing else; excluded ones are left out."""
    names: dict[str, str] = {}
    for name in asked:
        words = words_of(name)
        shared = min((_shared(words, words_of(other)) for other in asked if device_key(other) != device_key(name)), default=0)
        tail = "".join(words[shared:])
        if tail and not (tail.isdecimal() and int(tail) <= len(listed)):  # "2" is the second of the list
            names.setdefault(tail, device_key(name))
    for device in devices:  # the rest of an alias: 엑스피 of 수프라 엑스피
        if (key := device_key(device.name)) in listed:
            rests = {"".join(words_of(alias)[1:]) for alias in device.aliases}
            names |= {rest: key for rest in rests if rest and not rest.isdecimal()}
    finder = device_finder(devices, held)
    names |= finder.keys
    spelled = "|".join(spelling_pattern(name) for name in sorted(names, key=len, reverse=True))
    found: list[str] = []
    away: set[str] = set()

    def take(match: re.Match[str]) -> str:
        key = names[device_key(match["name"])]
        if match["before"] or match["after"]:
            away.add(key)
        else:
            found.append(key)
        return " "

    name = re.compile(rf"(?P<before>{BEFORE})?(?P<name>{spelled})(?P<after>{AFTER})?", re.IGNORECASE)
    left = name.sub(take, text).strip() if len(text) <= _LONGEST else text
    if not (found or away) or (_WORDS.search(left) and not made_of(_AROUND_DEVICE, left)):
        return []
    return [key for key in dict.fromkeys(found or listed) if key not in away]


def like_a_device(text: str, profile: Profile) -> bool:
    """Whether the text (normalised) looks like the name of some device and contains nothing else.

    A word of the profile, or of numbered things in the world, makes it a request: "alarm 500", "step 12".
    """
    if len(text) > _LONGEST or _LIKE_A_DEVICE.fullmatch(text) is None:
        return False
    groups = (*profile.glossary, *(one.words for one in (*profile.routes, *profile.doc_types)))
    named = any(pattern.matcher.search(text) for pattern in profile.ids)
    ours = any(any_stands_in(words, text.casefold()) for words in groups)
    return not named and not ours and not names_what_is_numbered(text, profile)


def _shared(one: list[str], other: list[str]) -> int:
    """The number of words with which two names begin alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
