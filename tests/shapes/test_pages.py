from ibidem.shapes.pages import paged


def test_pages_follow_each_other_to_the_last() -> None:
    everything, limit, offset = list(range(5)), 2, 0
    pages: list[list[int]] = []
    while True:
        shown, next_offset = paged(everything[offset : offset + limit + 1], limit, offset)
        pages.append(list(shown))
        if next_offset is None:
            break
        offset = next_offset
    assert pages == [[0, 1], [2, 3], [4]]


def test_a_full_page_with_nothing_after_it_is_the_last() -> None:
    assert paged("ab", 2, 4) == ("ab", None)
    assert paged("", 2, 6) == ("", None)
