"""Where quoted text stands among the characters of a page."""

from typing import Any

import pytest

from ibidem.corpus.drawing import placing
from ibidem.corpus.drawing.placing import Letters, Quotation, places_of


def found(quotation: Quotation, page: str) -> str:
    """The characters of the page that are found, with a bar where they do not follow each other."""
    places = places_of(quotation, Letters.of(page), page)
    said = [page[at] if at - 1 in places or at == places[0] else f"|{page[at]}" for at in places]
    return "".join(said)


@pytest.mark.parametrize(
    ("text", "page", "characters"),
    [
        ("볼트는 12 N·m로 조인다.", "1. 게이트 밸브\n볼트는 12\nN·m로 조인다.\n끝", "볼트는|12|N·m로|조인다."),
        ("The screws get 3.5 N·m.", "Torque\nThe screws get 3.5\nN·m. Next", "The|screws|get|3.5|N·m."),
        ("ドレンプラグは18 N·mで締める。", "手順\nドレンプラグは18\nN·mで締める。次", "ドレンプラグは18|N·mで締める。"),
        ("the example file", "the exam\x02ple \ufb01le", "the|exam|ple|\ufb01le"),
        ("## 조임 토크", "제1장 조임 토크 표", "조임|토크"),
        ("각도", "\u1100\u1161\u11a8\u1103\u1169", "\u1100\u1161\u11a8\u1103\u1169"),
    ],
)
def test_line_breaks_hyphens_marks_and_ligatures_are_no_hindrance(text: str, page: str, characters: str) -> None:
    assert found(Quotation(text), page) == characters


@pytest.mark.parametrize(
    ("text", "page"),
    [("5 bar", "opens at 15 bar"), ("12", "120 and 312"), ("가", "각도"), ("ECOLITE 2000", "ECOLITE 3000"), ("", "x"), ("a", "")],
)
def test_what_is_only_a_part_of_a_word_or_not_there_has_no_place(text: str, page: str) -> None:
    assert found(Quotation(text), page) == ""


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [("Pressure: ", ". Heat", 1), ("Flow: ", ". Heat", 2), ("", "", 0), ("Heat: ", "", 0)],
)
def test_of_what_stands_there_twice_the_one_between_the_same_words_is_meant(before: str, after: str, place: int) -> None:
    page = "Pressure: 4 bar. Flow: 4 bar."
    starts = [-1, page.index("4"), page.rindex("4")]
    places = places_of(Quotation("4 bar", before, after), Letters.of(page), page)
    assert (places[0] if places else -1) == starts[place]


def test_what_stands_there_many_times_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[object] = []

    def most(*given: Any) -> int:
        weighed.extend(given[:1] if len(given) == 1 else ())
        return max(*given)

    monkeypatch.setattr(placing, "max", most, raising=False)
    page = "Flow: 4 bar. " * 300 + "Pressure: 4 bar."
    places = places_of(Quotation("4 bar", "Pressure: "), Letters.of(page), page)
    assert places[0] == page.rindex("4") and len(weighed) == 1


def test_lines_of_two_columns_are_found_though_the_page_has_them_by_turns() -> None:
    page = (
        "The ferry will run every forty A budget was approved for the\nminutes in the summer season. new pontoon after the race."
    )
    said = found(Quotation("The ferry will run every forty minutes in the summer season."), page)
    assert said.replace("|", "") == "Theferrywillruneveryfortyminutesinthesummerseason."


def test_cells_of_a_row_are_found_each_by_itself_or_not_at_all() -> None:
    page = "Part Every Pieces\nSeal ring 12 5\nmonths\nPump 24 5\nmonths"
    row = Quotation("| Seal ring | 12 months | 5 |", "| Part | Every | Pieces |\n", "\n| Pump | 24 months | 5 |")
    assert found(row, page) == "Seal|ring"
