"""Pages of a long text: together the text, each ending where a line ends."""

from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.paging import PAGE, PageNumber, page_number, page_of

LINES = ["점검을 마쳤다.\n", "The check is done.\n", "点検が終わった。\r\n", "\n", "x" * (PAGE - 1), "긴 줄 " * 9000, "🔧é"]


def pages(text: str) -> list[str]:
    found = [page_of(text, 0)]
    while (offset := found[-1].next_offset) is not None:
        assert len(found) <= len(text), "it would never end"
        found.append(page_of(text, offset))
    return [page.text for page in found]


@given(st.lists(st.sampled_from(LINES), max_size=12).map("".join))
def test_pages_are_the_text(text: str) -> None:
    found = pages(text)
    assert "".join(found) == text
    assert all(len(page) <= PAGE for page in found)
    assert all(page for page in found) or text == ""


@given(st.integers(1, 400), st.sampled_from(["압력은 정상이다.", "The pressure is normal.", "圧力は正常。"]))
def test_a_page_ends_where_a_line_ends(repeated: int, line: str) -> None:
    text = "".join(f"{number} {line * 9}\n" for number in range(repeated))
    assert all(page.endswith("\n") for page in pages(text))


def test_a_text_of_just_a_page_is_one_page() -> None:
    assert pages("가" * PAGE) == ["가" * PAGE]
    assert [len(page) for page in pages("가" * (PAGE + 1))] == [PAGE, 1]


def test_beyond_the_end_there_is_nothing() -> None:
    assert (page_of("짧다", 7).text, page_of("짧다", 7).next_offset) == ("", None)


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=12).map("".join))
def test_pages_are_counted_from_one(text: str) -> None:
    found = pages(text)
    begins = [sum(map(len, found[:at])) for at in range(len(found))]
    assert [page_number(text, begin) for begin in begins] == [PageNumber(at, len(found)) for at in range(1, len(found) + 1)]
