"""What a message asks beside referring to documents: its words without those that refer, show or name a form of the answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.understanding.composing import IDS, Role
from ibidem.understanding.learned import readings
from ibidem.understanding.long_messages import parted
from ibidem.understanding.mentions import Masked, Mention, mask
from ibidem.understanding.vocabulary import Does, Word, words_of

# Words that name things of the world, and of these such as name a part, a property or a numbered thing.
_CONTENT, _PARTICULAR = (
    frozenset[Does]({"content", "numbered", "part", "document", "meant"}),
    frozenset[Does]({"numbered", "part"}),
)
# What ibidem is to do, and in what manner; a deed that a question word of its clause asks about is done to things.
_DEEDS, _MANNERS = frozenset[Does]({"shows", "tells"}), frozenset[Does]({"whole", "sums"})


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
    known = frozenset(doc_ids)
    beginning, middle, end = parted(normalise(message))
    if not end:
        return _beside(beginning, known, profile)
    first, last = _beside(beginning, known, profile), _beside(end, known, profile)
    return Beside(
        " ".join(f"{first.text} {middle} {last.text}".split()),
        f"{first.words} {middle} {last.words}".strip(),
        first.particular or last.particular,
    )


def _beside(text: str, known: frozenset[str], profile: Profile) -> Beside:
    masked = mask(text, profile)
    said = [one for one in masked.mentions if one.form not in ("kind", "title")]
    words = words_of(masked.text, profile, tuple((one.start, one.end) for one in said))
    meant = {one.start for one in _meant(masked, known)}
    points = _with_particles(words, {at for at in range(len(words)) if _points(words, at, meant)})
    content = [at for at, word in enumerate(words) if at not in points and word.does in _CONTENT]
    left = points if content else points | {at for at, word in enumerate(words) if word.does in _DEEDS | _MANNERS}
    kept = list(text)
    for at in left:
        kept[words[at].start : words[at].end] = " " * (words[at].end - words[at].start)
    named = " ".join(text[words[at].start : words[at].end] for at in content)
    particular = any(words[at].does in _PARTICULAR for at in content)
    return Beside(" ".join("".join(kept).split()) if content else "", named, particular)


def _meant(masked: Masked, known: frozenset[str]) -> list[Mention]:
    """The mentions by which the message points, in the likeliest way to read it that points."""
    roles: Sequence[Role] = next((one.labels.roles for one in readings(masked) if one.pointer is not None), ())
    pointing = [one for one, role in zip(masked.mentions, roles, strict=False) if role != "none" and one.form != "kind"]
    ids = [one for one in masked.mentions if one.form in IDS and any(n.certain or n.doc_id in known for n in one.ids)]
    return [*(one for one in pointing if one.form not in IDS), *ids]


def _points(words: list[Word], at: int, meant: set[int]) -> bool:
    """Whether a word points, shows, tells or says how."""
    word = words[at]
    if word.does == "meant":
        return word.start in meant or (bool(meant) and not _of_a_thing(words, at))
    if word.does in _DEEDS:
        return not _asked_about(words, at)
    if word.does in _MANNERS or word.does == "points":
        return True
    return word.does in ("one", "document") and (_joined(words, at, meant) or _alone(words, at))


def _of_a_thing(words: list[Word], at: int) -> bool:
    """Whether a number is that of a thing, which stands beside it: bolt 2, 3번 밸브; "2번 말고" names none."""
    beside = [words[place] for place in (at - 1, at + 1) if 0 <= place < len(words)]
    return any(word.does in _CONTENT for word in beside)


def _asked_about(words: list[Word], at: int) -> bool:
    """Whether a deed is what a question word of its clause asks about: "when must I open the door?"."""
    clause = at
    while clause and words[clause - 1].does != "stop":
        clause -= 1
    return any(word.does == "asks" for word in words[clause:at])


def _joined(words: list[Word], at: int, meant: set[int]) -> bool:
    """Whether a noun stands beside a number that points, or after a word that does: document 2, 그 문서."""
    before = at - 1
    while before >= 0 and words[before].does == "fills":
        before -= 1
    beside = [words[place] for place in (before, at + 1) if 0 <= place < len(words)]
    return any(word.does == "meant" and word.start in meant for word in beside) or (
        before >= 0 and words[before].does == "points"
    )


def _alone(words: list[Word], at: int) -> bool:
    """Whether a word for documents is no part of another noun: not the first of 문서 보관 기간."""
    following = words[at + 1].does if at + 1 < len(words) else "stop"
    return words[at].does == "document" and following not in ("content", "numbered", "part", "meant")


def _with_particles(words: list[Word], points: set[int]) -> set[int]:
    """With what hangs on the words that point: particles after them, the article and "according to" before them."""
    found = set(points)
    for at, word in enumerate(words):
        if at - 1 in found and word.does == "fills" and (word.attached or not word.text.isascii()):
            found.add(at)
    for at in range(len(words) - 1, -1, -1):
        hangs = words[at].does == "fills" and (words[at].text.isascii() or not words[at].attached)
        if at + 1 in found and hangs and words[at].text not in ("about", "regarding", "concerning"):
            found.add(at)
    return found
