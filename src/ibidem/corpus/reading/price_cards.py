"""Cards on a page: goods side by side, each with its name, mostly a picture, its price and what else is said of it below.

They are printed line by line across all cards: a line of names, a line of prices, lines of sizes. A line of prices alone, which
stand at equal distances, shows the cards; each becomes a row of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ibidem.corpus.reading.page_lines import Line, Part, Row
from ibidem.corpus.reading.prices import are_prices

_LEAST_PRICES = 3
_MOST_OTHERS = 0.34  # of the parts of a line of prices; a remark may stand among them
_OFF = 0.2  # distances of two cards that a price may be off its place
_WIDEST = 1.1  # such distances; a longer part is of several cards, or of none
_OUTSIDE = 0.75  # such distances from the first or the last card
_NAMED = 0.6  # of the cards have a name
_NAME_ABOVE = 3.0  # heights of the price, from which a name stands above it at most
_PICTURE = 12.0  # heights of the price that a line may be below the one before it: a picture stands between
_MOST_LINES = 8  # below a line of prices


@dataclass(frozen=True, slots=True)
class _Cards:
    """The middles of the cards of a band, from left to right, and the distance from one to the next, in points."""

    middles: tuple[float, ...]
    pitch: float

    def texts(self, line: Line) -> list[str]:
        """What a line says of each card."""
        said = [""] * len(self.middles)
        for middle, text in self._pieces(line):
            at = min(range(len(said)), key=lambda card: abs(self.middles[card] - middle))
            said[at] = f"{said[at]} {text}".strip()
        return said

    def holds(self, line: Line) -> bool:
        """Whether each part of a line is of one of the cards."""
        reach = _OUTSIDE * self.pitch
        within = self.middles[0] - reach <= line.left and line.right <= self.middles[-1] + reach
        return within and all(
            self._width(text, part) <= _WIDEST * self.pitch for part in line.parts for text in self._words(part)
        )

    def _pieces(self, line: Line) -> Iterator[tuple[float, str]]:
        """The parts of a line by their middles; one of several cards by its words."""
        for part in line.parts:
            at = 0
            for text in self._words(part):
                at = part.text.index(text, at)
                middle = part.left + (part.right - part.left) * (at + len(text) / 2) / max(len(part.text), 1)
                yield middle, text
                at += len(text)

    def _words(self, part: Part) -> Sequence[str]:
        return [part.text.strip()] if part.right - part.left <= _WIDEST * self.pitch else part.text.split()

    def _width(self, text: str, part: Part) -> float:
        return (part.right - part.left) * len(text) / max(len(part.text), 1)


def with_cards(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, with a row for each card instead of the lines across them."""
    prices = {at: cards for at, line in enumerate(lines) if (cards := _cards(line)) is not None}
    found: list[Line] = []
    at, banded = 0, False
    while at < len(lines):
        cards = prices.get(at + 1)
        if cards is None or at + 2 in prices or at in prices or not _is_named(lines, at, cards, banded=banded):
            found.append(lines[at])
            at, banded = at + 1, False
            continue
        end = _end(lines, at + 2, cards)
        found += _rows(lines[at:end], cards)
        at, banded = end, True
    return found


def _cards(line: Line) -> _Cards | None:
    """The cards whose prices stand in a line; None for a line of anything else, and for prices at unequal distances."""
    if isinstance(line, Row) or len(line.parts) < _LEAST_PRICES:
        return None
    priced = [(part.left + part.right) / 2 for part in line.parts if are_prices(part.text)]
    if len(priced) < _LEAST_PRICES or len(line.parts) - len(priced) > _MOST_OTHERS * len(line.parts):
        return None
    steps = [right - left for left, right in pairwise(priced)]
    pitch = min(steps)
    if pitch <= 0 or any(abs(step / pitch - round(step / pitch)) > _OFF for step in steps):
        return None
    middles = [priced[0]]
    for left, step in zip(priced, steps, strict=False):
        count = round(step / pitch)  # of a card without a price between them
        middles += [left + step * number / count for number in range(1, count + 1)]
    return _Cards(tuple(middles), pitch)


def _is_named(lines: Sequence[Line], at: int, cards: _Cards, *, banded: bool) -> bool:
    """Whether the line is that of the names of cards: right above their prices, and under none that names as many of them. Below
    other cards what stands above it is theirs."""
    line, price = lines[at], lines[at + 1]
    if isinstance(line, Row) or not 0 < line.bottom - price.bottom <= _NAME_ABOVE * price.height or not _fills(line, cards):
        return False
    above = lines[at - 1] if at else None
    return banded or above is None or above.bottom - line.bottom > _NAME_ABOVE * price.height or not _fills(above, cards)


def _fills(line: Line, cards: _Cards) -> bool:
    if isinstance(line, Row) or not cards.holds(line):
        return False
    return sum(map(bool, cards.texts(line))) >= _NAMED * len(cards.middles)


def _end(lines: Sequence[Line], first: int, cards: _Cards) -> int:
    """Where the lines end that say more of the cards: before the names of the next ones, and before text across the page."""
    end, height = first, lines[first - 1].height
    while end < min(len(lines), first + _MOST_LINES):
        before, line = lines[end - 1], lines[end]
        if (
            isinstance(line, Row)
            or any(map(_has_price, lines[end : end + 2]))
            or not 0 < before.bottom - line.bottom <= _PICTURE * height
        ):
            break
        if not cards.holds(line):
            break
        end += 1
    return end


def _has_price(line: Line) -> bool:
    return any(are_prices(part.text) for part in line.parts)


def _rows(band: Sequence[Line], cards: _Cards) -> Iterator[Row]:
    """A row for each card: its name, its price, and what the lines below say of it."""
    name, price = band[:2]
    said = [cards.texts(line) for line in band]
    lefts = tuple(float(at) for at in range(len(band) + 1))
    for card in range(len(cards.middles)):
        cells = [_cell(texts[card], line) for texts, line in zip(said, band, strict=True)]
        if not any(cells):
            continue
        text = " ".join(filter(None, (texts[card] for texts in said)))
        yield Row(
            text, name.parts, name.left, name.right, price.bottom, name.height, cells=tuple(cells), lefts=lefts, top=name.bottom
        )


def _cell(text: str, line: Line) -> tuple[Line, ...]:
    part = Part(text, line.left, line.right, 0.0, line.parts[0].font)
    return (Line(text, (part,), line.left, line.right, line.bottom, line.height),) if text else ()
