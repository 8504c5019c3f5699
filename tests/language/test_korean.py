import pytest

from ibidem.language.korean import is_one_word, korean_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("펌프가 멈췄습니다", ["펌프", "멈추"]),
        ("문을 여는 법", ["문", "열", "법"]),
        ("지하철역에서", ["지하", "철", "역"]),
        ("아름다운 꽃", ["아름답", "꽃"]),
        ("", []),
        (" \t ", []),
        ("펌프\u2028밸브", ["펌프", "밸브"]),
        ("은 는 이 가", []),
    ],
)
def test_content_words_in_their_dictionary_form(text: str, words: list[str]) -> None:
    assert [word for _, word in korean_words(text)][: len(words)] == words


def test_offsets_tell_where_a_word_begins() -> None:
    text = "E-1234 알람이 뜨면 펌프를 끄고 펌프를 점검한다"
    found = korean_words(text)
    assert [at for at, _ in found] == sorted(at for at, _ in found)
    assert all(text[at : at + 2] == word for at, word in found if len(word) == 2)
    assert [at for at, word in found if word == "펌프"] == [14, 21]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("비상 계", "단을 이용하시기"),
        ("셋째 주 수요", "일에 실시합니다"),
        ("남아 있는 압", "력을 뺀다"),
        ("아파트 관리", "비를 낸다"),
        ("회의에 참석하", "였다"),
        ("신청서", "에 적는다"),
        ("3월", "부터 시행한다"),
    ],
)
def test_a_word_goes_on_over_the_end_of_a_line(before: str, after: str) -> None:
    assert is_one_word(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("이제", "이 문서는"),
        ("운영", "위원회가 정한다"),
        ("신청할", "수 있다"),
        ("문을 닫고", "다시 연다"),
        ("정한", "바에 따라"),
        ("매월", "은행에 낸다"),
        ("점검", ""),
        ("", "점검"),
    ],
)
def test_words_that_meet_at_the_end_of_a_line_stay_two(before: str, after: str) -> None:
    assert not is_one_word(before, after)
