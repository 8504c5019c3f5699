"""Lines of one edition found again in another, and lines that disagree."""

from dataclasses import replace

import pytest

from ibidem.answering.edition_lines import Line, disagreeing, line_in_place_of
from ibidem.domain.conversation import AnswerPart, DocRef

# Quoted, what stands in its place, and what stands beside that.
EDITIONS = {
    "ko": ("| 볼트 M8 | 12 N·m |", "| 볼트 M8 | 15 N·m |", "| 볼트 M10 | 30 N·m |", "식당은 정오에 연다."),
    "en": ("| Bolt M8 | 12 N·m |", "| Bolt M8 | 15 N·m |", "| Bolt M10 | 30 N·m |", "The canteen opens at noon."),
    "ja": ("| ボルト M8 | 12 N·m |", "| ボルト M8 | 15 N·m |", "| ボルト M10 | 30 N·m |", "食堂は正午に開く。"),
}


def line(text: str, section: str = "Torque", start: int = 0) -> Line:
    return Line(text, section, None, start, start + len(text))


@pytest.mark.parametrize("language", list(EDITIONS))
def test_the_row_of_the_same_key_stands_in_place(language: str) -> None:
    quoted, now, other, elsewhere = EDITIONS[language]
    found = line_in_place_of(quoted, "Old > Torque", [line(other), line(now), line(elsewhere)])
    assert found is not None and found.text == now
    assert line_in_place_of(quoted, "Torque", [line(elsewhere)]) is None
    assert line_in_place_of(quoted, "Torque", []) is None


@pytest.mark.parametrize("language", list(EDITIONS))
def test_the_same_line_is_taken_before_any_other_and_from_its_own_section_first(language: str) -> None:
    quoted, now, *_ = EDITIONS[language]
    same = [line(now), line(quoted, "Other", 50), line(f"- {quoted}", "Torque", 90)]
    found = line_in_place_of(quoted, "Torque", same)
    assert found is not None and found.start == 90


@pytest.mark.parametrize("language", list(EDITIONS))
def test_sources_disagree_where_the_same_words_have_other_figures(language: str) -> None:
    quoted, now, _, elsewhere = EDITIONS[language]
    parts = [AnswerPart(text, "row", slot) for slot, text in enumerate((quoted, now, elsewhere), 1)]
    assert disagreeing(parts, ()) == (1, 2)
    assert disagreeing([*parts[:1], AnswerPart(now, "context", 2)], ()) == ()
    assert disagreeing([parts[0], AnswerPart(parts[0].text, "row", 2)], ()) == ()


@pytest.mark.parametrize("language", list(EDITIONS))
def test_documents_about_different_things_do_not_disagree(language: str) -> None:
    """Other figures of another device are what one expects; of another owner or an edition of before they are to be seen."""

    def disagree(one: DocRef, other: DocRef) -> bool:
        return disagreeing(parts, (one, replace(other, slot=2))) == (1, 2)

    parts = [AnswerPart(text, "row", slot) for slot, text in enumerate(EDITIONS[language][:2], 1)]
    plain = DocRef(1, "a", "", "", "", "", None, (), "", None, "")
    of_xp, of_n = replace(plain, devices=("SUPRA XP",)), replace(plain, devices=("SUPRA N",))
    of_both = replace(plain, devices=("SUPRA N", "SUPRA XP"))
    assert disagree(plain, plain) and disagree(of_xp, of_xp) and disagree(of_xp, of_both) and disagree(of_xp, plain)
    assert not disagree(of_xp, of_n)
    alpha, beta = replace(plain, owner="Alpha"), replace(plain, owner="Beta")
    assert disagree(alpha, beta) and disagree(plain, replace(plain, in_force=False))


def test_the_numbers_of_steps_and_names_with_digits_are_no_figures() -> None:
    steps = [AnswerPart("1. Close the gate valve.", "step", 1), AnswerPart("2. Close the gate valve.", "step", 2)]
    assert disagreeing(steps, ()) == ()
    rows = [AnswerPart("| Bolt M8 | 12 N·m |", "row", 1), AnswerPart("| Clamp K2 of the other pump | 30 N·m |", "row", 2)]
    assert disagreeing(rows, ()) == ()
