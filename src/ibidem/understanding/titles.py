"""Words of a message that the titles of cited documents hold, and the documents that such words name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ibidem.language.normal import normalise

# A run of one script: where words are not spaced, this is what is compared.
_RUN = re.compile(r"[a-z0-9]+|[가-힣]+|[一-鿿々]+|[ァ-ヺー]+")
# Letters of an English word that two words have to begin with alike, but for what hangs on their ends: reset, resetting.
_STEM, _ENDING = 4, 3
_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "a an and any are as at be by can do for from get how i in is it its me my no not of off on one or our out so that the"
        " their them this to up us was we what when where which who why with you your all but both other others last first second"
        " third two three",
    )
)


@dataclass(frozen=True, slots=True)
class Title:
    """A cited document by its name; `runs` are those of its title, in small letters."""

    doc_id: str
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TitleWord:
    """A part of a message that titles hold: where it stands, and the ids of the documents whose titles do."""

    start: int
    end: int
    doc_ids: tuple[str, ...]


@lru_cache(maxsize=2048)
def title_of(doc_id: str, title: str) -> Title:
    """The document, ready to be compared with."""
    return Title(doc_id, tuple(dict.fromkeys(_RUN.findall(normalise(title).lower()))))


def title_words(lowered: str, titles: Sequence[Title]) -> list[TitleWord]:
    """The parts of the message, in small letters, that one of the titles holds."""
    if not titles:
        return []
    found: list[TitleWord] = []
    for run in _RUN.finditer(lowered):
        lengths = {one.doc_id: _held(run.group(), one.runs) for one in titles}
        if (longest := max(lengths.values())) > 0:
            holders = tuple(doc_id for doc_id, length in lengths.items() if length == longest)
            found.append(TitleWord(run.start(), run.start() + longest, holders))
    return found


def _held(run: str, runs: tuple[str, ...]) -> int:
    """How many letters from its beginning on the titles' runs hold of a run; 0 where they are too few to be a word."""
    if run[0].isascii():
        return len(run) if run not in _LITTLE and any(_same_word(run, other) for other in runs) else 0
    least = 3 if "ァ" <= run[0] <= "ヺ" else 2
    most = 0
    for other in runs:
        while most < len(run) and run[: max(most + 1, least)] in other and len(run) >= max(most + 1, least):
            most = max(most + 1, least)
    return most


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return len(one) > 1
    if one.isdigit() or other.isdigit() or min(len(one), len(other)) < _STEM - 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= min(_STEM, len(one), len(other)) and max(len(one), len(other)) - same <= _ENDING


def named_by(words: Iterable[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    """Those of the documents (titles by id) whose titles hold most letters of the words, or the one that they are the id of."""
    said = tuple(words)
    if len(said) == 1 and said[0] in titles:
        return said
    held = {doc_id: sum(_held(word, title_of(doc_id, title).runs) for word in said) for doc_id, title in titles.items()}
    most = max(held.values(), default=0)
    return tuple(doc_id for doc_id, letters in held.items() if letters == most) if most else ()
