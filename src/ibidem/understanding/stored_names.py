"""What may be the id of a document as it is stored, whatever the patterns say: the store is asked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ibidem.profile import Profile
from ibidem.understanding.pointer import NamedId
from ibidem.understanding.vocabulary import Does, words_of

# An apostrophe within a word opens no quotation, and closes none: "what's in kb_vpn_setup? We're in a hurry".
_QUOTED = re.compile(r"(?<![A-Za-z])[\"“”'‘’「『《〈`]([^\"“”'‘’「」『』《》〈〉`\n]{2,120})[\"“”'‘’」』》〉`](?![a-z])")
_IDLIKE = re.compile(r"(?<![A-Za-z0-9_.@/-])(?=[A-Za-z]*[0-9._-])[A-Za-z0-9]+(?:[._-]+[A-Za-z0-9]+)*(?![A-Za-z0-9_@/])")
# 휴가규정_2024, 就業規則-2024: joined by what no sentence joins words by. Hiragana goes on the sentence.
_KOREAN = re.compile(r"(?<![\w.@/-])[가-힣A-Za-z0-9]+(?:[_-]+[가-힣A-Za-z0-9]+)+(?![\w@/])")
_JAPANESE = re.compile(
    r"(?<![A-Za-z0-9_.@/\-ァ-ヿ一-鿿々])[ァ-ヿ一-鿿々A-Za-z0-9]+(?:[_-]+[ァ-ヿ一-鿿々A-Za-z0-9]+)+(?![A-Za-z0-9_@/])"
)
# benefits/time-off, 복지/휴가, 手当/通勤: the path of a file; hiragana goes on the sentence.
_NAME = r"[^\W\u3041-\u309f](?:[^\W\u3041-\u309f]|[.-])*"
_PATH = re.compile(rf"(?<![\w.@/:-])(?>{_NAME}(?:/{_NAME})+)(?![@/])")
_JOIN = re.compile("[_-]")
_PARTICLE = re.compile(r"(?:이라는|라는|에서는|에는|에서|으로|이랑|부터|까지|하고|의|을|를|은|는|이|가|에|도|만|로|랑|와|과)$")
# Letters of an id to which a word of the sentence is joined: kb_vpn_setup出して, kb_vpn_setup보여줘.
_LATIN = re.compile(r"[A-Za-z0-9]+(?:[_-]+[A-Za-z0-9]+)+(?=[^A-Za-z0-9_-][^_-]*$)")
_LATIN_PATH = re.compile(r"[A-Za-z0-9._/-]+(?=[^\x00-\x7f]+$)")
# What the store is asked about at most, so that a pasted log costs no more than a question.
_MOST_TOKENS = 8
# A message that asks for nothing but to be shown a name is no longer than this, in characters.
LONGEST_ALONE = 60
_AROUND_A_NAME = frozenset[Does]({"shows", "whole", "fills", "points", "document", "stop"})


@dataclass(frozen=True, slots=True)
class IdFound:
    """An id, or what may be one, and where it stands in the message. A `plain` one is mere words unless it is stored."""

    start: int
    end: int
    named: NamedId
    plain: bool = False


def names_in(message: str) -> Iterator[IdFound]:
    """Quoted names, and tokens that nobody writes but as a name: with an underscore, or of letters and digits."""
    for match in list(_QUOTED.finditer(message))[:_MOST_TOKENS]:
        yield IdFound(match.start(1), match.end(1), NamedId(match.group(1), match.group(1), False))
    paths = _PATH.finditer(message) if "/" in message else ()
    for match in islice(paths, _MOST_TOKENS):
        spelled = match.group().rstrip(".-")
        latin = _LATIN_PATH.match(spelled)
        bare = latin.group() if latin is not None else _PARTICLE.sub("", spelled)
        yield IdFound(match.start(), match.start() + len(bare), NamedId(bare.lower(), bare, False), plain=True)
    joined = [*_KOREAN.finditer(message), *_JAPANESE.finditer(message)] if _JOIN.search(message) is not None else []
    for match in joined[:_MOST_TOKENS]:
        spelled = match.group()
        latin = _LATIN.match(spelled)
        bare = latin.group() if latin is not None else _PARTICLE.sub("", spelled)
        if bare != spelled or not spelled.isascii():
            named = NamedId(bare.lower() if latin is not None else bare, spelled, False)
            yield IdFound(match.start(), match.start() + len(bare), named, plain=_joined_words(bare))
    tokens = sorted((m for m in _IDLIKE.finditer(message) if _idlike(m.group())), key=lambda m: _joined_words(m.group()))
    for match in tokens[:_MOST_TOKENS]:
        spelled = match.group()
        yield IdFound(match.start(), match.end(), NamedId(spelled.lower(), spelled, False), plain=_joined_words(spelled))


def name_alone(lowered: str, profile: Profile) -> NamedId | None:
    """The one word of a message (in small letters and one width) that asks for nothing but to be shown it: "휴가규정 보여줘",
    "show me onboarding"."""
    if len(lowered) > LONGEST_ALONE:
        return None
    words = words_of(lowered, profile)
    named = [at for at, word in enumerate(words) if word.does not in _AROUND_A_NAME]
    if not named or not any(word.does in ("shows", "whole") for word in words):
        return None
    start, end = words[named[0]].start, words[named[-1]].end
    if re.search(r"\s", lowered[start:end]) or any(word.does == "asks" for word in words):
        return None
    spelled = lowered[start:end]
    return NamedId(_PARTICLE.sub("", spelled), spelled, certain=False)


def _idlike(token: str) -> bool:
    """Of letters and digits, or of words that are joined: "visitor-badge-faq" may be one, and so may "step-by-step"."""
    letters, digits = any(c.isalpha() for c in token), any(c.isdigit() for c in token)
    return 3 <= len(token) <= 100 and letters and (digits or any(mark in token for mark in "_-."))


def _joined_words(token: str) -> bool:
    return "_" not in token and not any(c.isdigit() for c in token)
