"""A citation comes with the pictures near what it cites, and with no others."""

from datetime import UTC, datetime

import pytest

from ibidem.domain.documents import Chunk, Document, Figure, Passage
from ibidem.domain.languages import Language
from ibidem.turn.documents.doc_refs import doc_ref
from ibidem.turn.documents.near_figures import MOST

TEXTS: dict[Language, tuple[str, str]] = {
    "ko": ("# 펌프\n\n덮개를 연다.\n\n볼트를 푼다.", "# 밸브\n\n밸브를 세 바퀴 돌린다."),
    "en": ("# Pump\n\nOpen the lid.\n\nLoosen the bolts.", "# Valve\n\nTurn the valve three times."),
    "ja": ("# ポンプ\n\nカバーを開けます。\n\nボルトを緩めます。", "# バルブ\n\nバルブを三回回します。"),
}


def figure(offset: int, name: str = "") -> Figure:
    return Figure(f"{name or offset:0>64}", offset, "image/png", 640, 480)


def cited(text: str, figures: list[Figure], at: tuple[int, int], quoted: tuple[int, ...] = ()) -> list[int]:
    """The places of the figures that come with a citation of this stretch of the text."""
    when = datetime(2026, 1, 1, tzinfo=UTC)
    document = Document("d", "v", "D", "d", "", "sop", "en", "text/markdown", "", when, figures=tuple(figures))
    passage = Passage(Chunk("d", "v", "d#1", 1, "", None, at[0], text[at[0] : at[1]]), document, 1.0)
    return [one.offset for one in doc_ref(1, document, "", "bm25", [passage], quoted).figures]


@pytest.mark.parametrize("language", TEXTS)
def test_what_is_quoted_comes_with_the_figures_under_its_heading(language: Language) -> None:
    pump, valve = TEXTS[language]
    text = f"{pump}\n\n{valve}"
    heading = len(pump) + 2
    places = [text.index("\n"), len(pump), heading + valve.index("\n"), len(text)]
    figures = [figure(place) for place in places]
    whole = (0, len(text))
    assert cited(text, figures, whole, (pump.rindex("\n") + 1,)) == places[:2]
    assert cited(text, figures, whole, (text.rindex("\n") + 1,)) == places[2:]
    assert cited(text, figures, whole, (10, text.rindex("\n") + 1)) != places  # the nearest alone
    assert cited(text, figures, (heading, len(text))) == places[2:]  # nothing is quoted: those of the passage
    assert cited(text, figures, (0, len(pump))) == places[:2]


def test_a_figure_between_two_passages_is_of_both_unless_a_heading_parts_them() -> None:
    text = "One thing is so.\n\nAnother is not.\n\n# Third\n\nA third one."
    between, before = figure(16), figure(33)
    assert cited(text, [between, before], (0, 16)) == [16]
    assert cited(text, [between, before], (18, 33)) == [16, 33]
    assert cited(text, [between, before], (35, len(text))) == []


def test_a_few_at_most_the_nearest_each_once() -> None:
    text = "x" * 1000
    figures = [figure(place) for place in range(0, 1000, 100)]
    assert cited(text, figures, (0, 1000), (420,)) == [300, 400, 500]
    assert len(cited(text, figures, (0, 1000))) == MOST
    assert cited(text, [figure(100, "same"), figure(300, "same"), figure(500)], (0, 1000), (1,))[-1] == 500
