"""What a message asks beside pointing at documents: its words without those that point, show or say how it is to be told."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ibidem.language.normal import normalise
from ibidem.pointing.groups import groups
from ibidem.pointing.ids import id_reader
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.long_messages import parted
from ibidem.pointing.pointer import AllSlots, Either, NamedTurn, Pointer, Slots, Together
from ibidem.pointing.positions import kinds_of, settle_words
from ibidem.pointing.reading import read_pointer
from ibidem.pointing.scanning import Token, scan
from ibidem.profile import Profile

# Kinds (lexicon.KINDS) of words that name things of the world, and of those that name documents.
_OF_THE_WORLD, _OF_DOCUMENTS = frozenset("UuHcqmp"), frozenset("AYKaTC")
# What is asked of a document as a whole: it names no part of it.
_ALL_OF_IT = frozenset(
    [
        *("내용", "개요", "요점", "주제", "핵심내용", "요지", "골자", "줄거리", "상세내용", "세부내용", "요약본"),
        *("contents", "content", "abstract", "内容", "中身", "要旨"),
    ]
)
_CHIEF_OF_IT = re.compile(
    r"(?:가장\s|제일\s)?(?:중요한|핵심적인|핵심|주요)\s?(?:부분|내용|대목|포인트|구절|문장)(?:들)?(?:만|을|를|이|은|도)?"
)
# What is asked of us: to show, to tell, to sum up, and in what manner. After a question word the first two may be its subject.
_DEEDS, _MANNERS = frozenset("Sv"), frozenset("VWk")
_DONE_TO_THINGS = frozenset(
    ("inspect", "examine", "extract", "evaluate", "assess", "squeeze", "merge", "boil", "break down", "recheck", "double check")
)


@dataclass(frozen=True, slots=True)
class Beside:
    """The question without what points, "" where nothing is left, and the words of it that name what it is about.

    `particular` says that some of these name a part, a property or a numbered thing, whatever the words are.
    """

    text: str
    words: str
    particular: bool


def beside_pointing(message: str, doc_ids: Iterable[str], profile: Profile) -> Beside:
    """What the message asks of the documents with these ids, which it points at.

    The middle of a long message points at nothing, and is asked as it is.
    """
    numbers, known = _numbers(read_pointer(message, profile)), frozenset(doc_ids)
    beginning, middle, end = parted(normalise(message))
    if not end:
        return _beside(beginning, numbers, known, profile)
    first, last = _beside(beginning, numbers, known, profile), _beside(end, numbers, known, profile)
    return Beside(
        " ".join(f"{first.text} {middle} {last.text}".split()),
        f"{first.words} {middle} {last.words}".strip(),
        first.particular or last.particular,
    )


def _beside(text: str, numbers: frozenset[int], known: frozenset[str], profile: Profile) -> Beside:
    lowered = text.lower() if len(text.lower()) == len(text) else text
    named = [one for one in id_reader(profile).find(text) if one.named.certain or one.named.doc_id in known]
    tokens = list(scan(lowered, lexicon_of(profile), {one.start: one.end for one in named}).tokens)
    points = _pointing(tokens, numbers)
    points = _with_particles(tokens, points)
    content = [at for at, token in enumerate(tokens) if at not in points and _is_content(token)]
    left = points if content else points | {at for at, token in enumerate(tokens) if token.kind in _DEEDS | _MANNERS}
    kept = list(text)
    for at in left:
        kept[tokens[at].start : tokens[at].end] = " " * (tokens[at].end - tokens[at].start)
    words = " ".join(text[tokens[at].start : tokens[at].end] for at in content)
    particular = any(tokens[at].kind in "Hcqmp" for at in content)
    return Beside(" ".join("".join(kept).split()) if content else "", words, particular)


def _is_content(token: Token) -> bool:
    return token.kind in _OF_THE_WORLD | _OF_DOCUMENTS and token.text not in _ALL_OF_IT and not _CHIEF_OF_IT.fullmatch(token.text)


def _numbers(pointer: Pointer | None) -> frozenset[int]:
    """The numbers by which the message points at documents and at answers."""
    match pointer:
        case Slots(numbers=numbers, scope=scope):
            found = frozenset(numbers)
        case AllSlots(excluded=numbers, scope=scope):
            found = frozenset(numbers)
        case Together(parts=parts) | Either(readings=parts):
            return frozenset(number for part in parts for number in _numbers(part))
        case _:
            return frozenset()
    return found | {scope.number} if isinstance(scope, NamedTurn) else found


def _pointing(tokens: list[Token], numbers: frozenset[int]) -> set[int]:
    """The places of the tokens that point, show, tell or say how."""
    kinds = kinds_of(tokens)
    points = {at for at, kind in enumerate(kinds) if kind in "IQMk23B" or (kind in "VW" and not _of_a_thing(tokens, at))}
    points |= {at for at, kind in enumerate(kinds) if kind in _DEEDS and not _asked_about(kinds, at)}
    numbered = _numbered(tokens, numbers)
    points |= numbered
    for at, kind in enumerate(kinds):
        if kind in _OF_DOCUMENTS | {"G"} and (_joined(kinds, at, numbered) or _alone(kinds, at)):
            points.add(at)
    return points


def _numbered(tokens: list[Token], numbers: frozenset[int]) -> set[int]:
    """The places of the numbers of documents, and of what stands between them and their nouns."""
    settled = settle_words(tokens)
    spans: list[tuple[int, int]] = []
    for group in groups(settled):
        of_a_thing = group.first > 0 and settled[group.first - 1].kind in "HcU" and not group.anchor
        meant = {*group.numbers, *group.excluded}
        if meant and meant <= numbers and not of_a_thing and not _of_the_world(settled, group.first, group.last):
            spans.append((settled[group.first].start, settled[group.last - 1].end))
    return {
        at
        for at, token in enumerate(tokens)
        if any(start <= token.start and token.end <= end for start, end in spans)
        or (token.kind in "N1L0z" and token.value in numbers and kinds_of(tokens[at + 1 : at + 2]) == "T")
    }


def _of_the_world(tokens: list[Token], first: int, last: int) -> bool:
    """Whether the numbers are those of a thing, which stands right before or after them: section 300, 3번 밸브."""
    before, after = kinds_of(tokens[max(0, first - 1) : first]), kinds_of(tokens[last : last + 1])
    return before == "H" or (after == "H" and tokens[last - 1].kind in "NnB")


def _joined(kinds: str, at: int, numbered: set[int]) -> bool:
    """Whether a noun stands beside a number of a document, or after a word that points: document 2, 그 문서."""
    before = at - 1
    while before >= 0 and before not in numbered and kinds[before] in "FPoh":
        before -= 1
    return at in numbered or (before >= 0 and (before in numbered or kinds[before] in "DM")) or at + 1 in numbered


def _alone(kinds: str, at: int) -> bool:
    """Whether a word for documents is no part of another noun: not the first of 문서 보관 기간."""
    return kinds[at] in "AYTC" and kinds[at + 1 : at + 2] not in ("U", "u", "H", "K", "a", "c", "q")


def _of_a_thing(tokens: list[Token], at: int) -> bool:
    """ "How do I inspect it" asks for what somebody does, "inspect document 2" does not."""
    return tokens[at].text in _DONE_TO_THINGS and _asked_about(kinds_of(tokens), at)


def _asked_about(kinds: str, at: int) -> bool:
    """Whether a deed is what a question word of its clause asks about: "when must I open the door?"."""
    return "f" in kinds[:at].rpartition(";")[2]


def _with_particles(tokens: list[Token], points: set[int]) -> set[int]:
    """With what hangs on the tokens that point: particles after them, the article and "according to" before them."""
    found = set(points)
    for at, token in enumerate(tokens):
        if (
            at - 1 in found
            and token.kind in "PoltJRXbED"
            and (token.attached or token.kind in "JRXED" or not token.text.isascii())
        ):
            found.add(at)
    for at in range(len(tokens) - 1, -1, -1):
        if at + 1 in found and tokens[at].kind in "hloxbDEJR" and tokens[at].text not in ("about", "regarding", "concerning"):
            found.add(at)
    return found
