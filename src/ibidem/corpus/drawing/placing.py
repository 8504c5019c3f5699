"""Where quoted text stands among the characters of a page.

The text of a document is laid out anew when it is read: line breaks are undone, tables become rows with bars, words cut at the
end of a line are joined. So a quotation is compared by what both keep: its letters, digits and signs, without blanks, hyphens and
the marks of the layout. What occurs more than once is known by what stands around it, and where that does not decide, nothing is
found: no box is better than a wrong one.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

_OF_LAYOUT = frozenset("|#*_`~\\<>")
_PIECES = 200  # of one quotation
_LEAST_STRETCH = 8  # letters: fewer stand together by chance
_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class Quotation:
    """A stretch of a document's text, and some of what stands before and after it."""

    text: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Letters:
    """What is compared of a text; `places` are the numbers of the characters that each comes from."""

    text: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, characters: Sequence[str]) -> "Letters":
        """The letters of these characters, taken apart: a ligature is two, and a syllable of Korean is the same however a file
        writes it."""
        apart = [(letter, at) for at, char in enumerate(characters) for letter in unicodedata.normalize("NFKD", char)]
        kept = [(letter, at) for letter, at in apart if _kept(letter)]
        return cls("".join(letter for letter, _ in kept), tuple(at for _, at in kept))


def _kept(letter: str) -> bool:
    category = unicodedata.category(letter)
    return not letter.isspace() and category[0] != "C" and category != "Pd" and letter not in _OF_LAYOUT


def places_of(quotation: Quotation, page: Letters, characters: Sequence[str]) -> Sequence[int]:
    """The numbers of the characters of a page that a quotation stands in.

    Where the page has its lines in another order, as PDFium gives those of two columns, they are found in stretches that occur
    nowhere else; of a table's row those cells that are found each by itself.
    """
    whole = _found(quotation, page, characters) or _in_stretches(Letters.of(quotation.text).text, page)
    return whole or sorted({at for piece in _pieces(quotation) for at in _found(piece, page, characters)})


def _in_stretches(wanted: str, page: Letters) -> Sequence[int]:
    """As few and as long stretches as there are, where they are nearly all of what is wanted."""
    places: list[int] = []
    at = found = 0
    while at < len(wanted):
        length = _longest(wanted, at, page.text)
        start = page.text.find(wanted[at : at + length])
        if length >= _LEAST_STRETCH and page.text.find(wanted[at : at + length], start + 1) < 0:
            places += page.places[start : start + length]
            found += length
        at += max(length, 1)
    return sorted(set(places)) if found >= _NEARLY_ALL * len(wanted) else ()


def _longest(wanted: str, at: int, text: str) -> int:
    """How many letters of what is wanted, from `at` on, stand together in a text; 0 where they are too few to say anything."""
    least, most = 0, _LEAST_STRETCH
    while at + most <= len(wanted) and wanted[at : at + most] in text:
        least, most = most, 2 * most
    most = min(most, len(wanted) - at + 1)
    while least and most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if wanted[at : at + middle] in text else (least, middle)
    return least


def _found(quotation: Quotation, page: Letters, characters: Sequence[str]) -> Sequence[int]:
    wanted = Letters.of(quotation.text).text
    hits = [at for at in _occurrences(wanted, page.text) if _is_whole(at, at + len(wanted), page, characters)]
    if len(hits) > 1:
        before, after = Letters.of(quotation.before).text[::-1], Letters.of(quotation.after).text
        ends = [at + len(wanted) for at in hits]
        earlier = [_common(before, page.text[max(at - len(before), 0) : at][::-1]) for at in hits]
        later = [_common(after, page.text[end : end + len(after)]) for end in ends]
        weights = list(map(sum, zip(earlier, later, strict=True)))
        most = max(weights)
        hits = [at for at, weight in zip(hits, weights, strict=True) if weight == most]
    if len(hits) != 1:
        return ()
    return sorted(set(page.places[hits[0] : hits[0] + len(wanted)]))


def _occurrences(wanted: str, text: str) -> Iterator[int]:
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_whole(start: int, end: int, page: Letters, characters: Sequence[str]) -> bool:
    """Whether no letter, word or number is cut: "5 bar" does not stand in "15 bar"."""
    places = page.places
    if places[start] in places[max(start - 1, 0) : start] or places[end - 1] in places[end : end + 1]:
        return False
    first, last = places[start], places[end - 1]
    cut_before = first > 0 and _one_word(characters[first - 1], characters[first])
    return not cut_before and not (last + 1 < len(characters) and _one_word(characters[last], characters[last + 1]))


def _one_word(left: str, right: str) -> bool:
    return all(len(one) == 1 and one.isascii() and one.isalnum() for one in (left, right))


def _common(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _pieces(quotation: Quotation) -> Iterator[Quotation]:
    """The lines and the cells, each between its neighbours."""
    pieces = [piece for line in quotation.text.split("\n") for piece in line.split("|") if Letters.of(piece).text][:_PIECES]
    for number, piece in enumerate(pieces if len(pieces) > 1 else ()):
        before = pieces[number - 1] if number else quotation.before
        after = pieces[number + 1] if number + 1 < len(pieces) else quotation.after
        yield Quotation(piece, before, after)
