from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import question_terms


def words(text: str) -> set[str]:
    return {term.token for term in question_terms(text) if term.token[0] == "w"}


def test_everyday_words_are_known_as_the_index_holds_them() -> None:
    assert words("지금 그냥 좀") <= everyday_tokens()
    assert words("please keep getting it today") <= everyday_tokens()
    assert words("今 ちょっと 教える") <= everyday_tokens()


def test_the_words_of_a_subject_are_not_everyday_words() -> None:
    assert not words("펌프 오일 연차휴가 펌웨어") & everyday_tokens()
    assert not words("pump oil leave firmware torque") & everyday_tokens()
    assert not words("ポンプ 通勤手当 圧力 保証") & everyday_tokens()
