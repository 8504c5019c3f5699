"""Words of a message that the titles of cited documents hold."""

import pytest

from ibidem.understanding.titles import named_by, title_of, title_words

TITLES = {
    "leave": "육아휴직 신청 안내",
    "holiday": "연차휴가 사용 규정",
    "pump": "Turbo Pump Bearing Inspection",
    "filter": "Series 2000 Filter Change",
    "chiller": "チラー冷却液補充手順",
    "seal": "スリットバルブのシール交換",
}
ALL = [title_of(doc_id, title) for doc_id, title in TITLES.items()]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("연차 그거 다시", {"연차": "holiday"}),
        ("휴직 관련 문서", {"휴직": "leave"}),
        ("the pump one", {"pump": "pump"}),
        ("inspecting pumps", {"inspecting": "pump", "pumps": "pump"}),
        ("open the 2000 one", {"2000": "filter"}),
        ("チラーのやつ", {"チラー": "chiller"}),
        ("冷却液の補充の文書", {"冷却液": "chiller", "補充": "chiller"}),
        ("which one of them is it?", {}),
        ("그거 다시 보여줘", {}),
        ("それをもう一度", {}),
    ],
)
def test_words_are_found_however_they_end(message: str, found: dict[str, str]) -> None:
    assert {message[w.start : w.end]: " ".join(w.doc_ids) for w in title_words(message, ALL)} == found


@pytest.mark.parametrize(
    ("words", "doc_ids"),
    [
        (("신청", "휴가"), ("leave", "holiday")),
        (("육아휴직",), ("leave",)),
        (("pump", "bearing"), ("pump",)),
        (("手順", "冷却液"), ("chiller",)),
        (("seal",), ("seal",)),  # an id
        (("nothing",), ()),
    ],
)
def test_a_name_fits_the_titles_that_hold_most_of_it(words: tuple[str, ...], doc_ids: tuple[str, ...]) -> None:
    assert named_by(words, TITLES) == doc_ids
