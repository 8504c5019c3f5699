"""What a message asks beside pointing: what is searched for inside the documents that it points at."""

import pytest

from ibidem.profile import load_profile
from ibidem.understanding.beside import beside_pointing

PROFILE = load_profile("equipment")


@pytest.mark.parametrize(
    "message",
    [
        *("document 2, in more detail", "summarise document 1", "summarize 1", "compare 1 and 2", "compare both"),
        *("tell me more about document 2", "what does it say?", "explain the second ticket in three lines"),
        *("summarise the second document of the first answer", "compare sop 1203 and gcb 8841"),
        "What are the differences between document 1 and document 3?",
        *(
            "그 문서 더 자세히 알려줘",
            "1번이랑 2번 비교해줘",
            "둘 다 요약해줘",
            "문서 1은 무슨 내용이야?",
            "2번 말고 1번 요약해줘",
        ),
        *("첫 번째 답변의 2번 문서 요약해줘", "세션 전체 기준 3번 문서 요약해줘", "sop 1203, 1204 비교해줘"),
        *("文書1と文書2を比較して", "その文書を要約して", "2番の文書には何と書いてありますか", "最後の文書を3行で要約して"),
    ],
)
def test_what_only_points_leaves_nothing_to_search_for(message: str) -> None:
    beside = beside_pointing(message, (), PROFILE)
    assert (beside.text, beside.words, beside.particular) == ("", "", False)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("What does the second one say about inspection?", "What does about inspection?"),
        ("according to the second document, how long does inspection take?", "how long does inspection take?"),
        ("What does document 2 say about bolt 2?", "What does about bolt 2?"),
        ("What is the torque in document 1, in more detail?", "What is the torque ?"),
        ("2번 문서에 따르면 점검은 몇 분 걸려?", "점검은 몇 분 걸려?"),
        ("문서 2의 3번 밸브 토크는?", "3번 밸브 토크는?"),
        ("2번 문서에서 문서 보관 기간은?", "문서 보관 기간은?"),
        ("1번이랑 2번 문서의 점검 주기를 비교해줘", "점검 주기를"),
        ("sop 1203의 히터 무게는?", "히터 무게는?"),
        ("2番の文書によると点検は何分かかりますか?", "点検は何分かかりますか?"),
        ("その文書の原因は?", "原因は?"),
    ],
)
def test_what_is_asked_beside_is_kept_and_what_points_is_not(message: str, text: str) -> None:
    assert beside_pointing(message, (), PROFILE).text == text


def test_a_number_of_a_thing_is_part_of_the_question() -> None:
    asked = beside_pointing("show me section 300 of that document", (), PROFILE)
    assert "section 300" in asked.text and "document" not in asked.text and asked.particular


@pytest.mark.parametrize("message", ["How do I inspect it?", "How should I open the door, per document 2?"])
def test_what_is_done_to_things_is_no_wish(message: str) -> None:
    kept = beside_pointing(f"{message} The door sticks.", (), PROFILE).text
    assert ("inspect" in message) == ("inspect" in kept) and ("open" in message) == ("open" in kept)


def test_the_id_of_a_document_that_is_asked_is_not_asked_for() -> None:
    assert (
        beside_pointing("what is the torque in visitor-badge-faq", ("visitor-badge-faq",), PROFILE).text == "what is the torque"
    )
