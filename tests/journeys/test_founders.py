"""What the first users say again and again: right without exception, with the history of the server and with a client's."""

from collections.abc import Mapping
from uuid import uuid4

import pytest

from ibidem.domain.languages import Language
from journeys.doors import Service
from journeys.pointing import LANGUAGES, QUESTIONS, cited_three, history

# After one answer from one document: the document whole, or an answer from it.
WHOLE: Mapping[str, tuple[str, ...]] = {
    "ko": (
        "그 문서 전체 보여줘",
        "이전 1번 문서 전체를 보여줘",
        "방금 답변의 근거가 된 문서 전체를 보여줘",
        "이전 답변에서 참조한 문서 전체 보여줘",
        "참고한 문서 보여줘",
        "아까 그 문서 열어 줘",
        "그 문서 전문을 띄워 주세요",
    ),
    "en": (
        "show me that whole document",
        "show me all of document 1 from before",
        "show the whole document that your last answer is based on",
        "open the document you referred to in the previous answer",
        "show me the document you used",
        "open that document from before",
        "bring up the full text of that document",
    ),
    "ja": (
        "その文書を全部見せて",
        "さっきの1番の文書を全文見せて",
        "今の回答の根拠になった文書の全文を見せて",
        "前の回答で参照した文書を全部見せて",
        "参照した文書を見せて",
        "さっきの文書を開いて",
        "その文書の全文を表示してください",
    ),
}
USE: Mapping[str, tuple[str, ...]] = {
    "ko": (
        "그 문서 더 자세히",
        "이전 1번 문서를 참고해서 답변해줘",
        "그 문서에 대해 좀 더 자세히 알려줘",
        "1번 문서 요약해줘",
        "그 문서에는 주의 사항이 뭐라고 나와 있어?",
    ),
    "en": (
        "that document, in more detail",
        "answer again, based on document 1 from before",
        "tell me more about that document",
        "summarise document 1",
        "what precautions does that document give?",
    ),
    "ja": (
        "その文書をもっと詳しく",
        "前の1番の文書を参考にして答えて",
        "さっきの文書についてもっと詳しく",
        "1番の文書を要約して",
        "その文書には注意事項がどう書いてありますか",
    ),
}
# After an answer that showed three.
THIRD: Mapping[str, tuple[str, ...]] = {
    "ko": ("세션 전체 기준 3번 문서", "3번 문서 전체 보여줘", "세 번째 문서 보여줘", "[3] 열어줘"),
    "en": ("session-wide doc 3, full text please", "show me document 3", "open the third document", "open [3]"),
    "ja": ("セッション全体で3番の文書", "3番の文書を全部見せて", "三番目の文書を見せて", "[3]を開いて"),
}


def rows(table: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(language, message) for language in LANGUAGES for message in table[language]]


@pytest.mark.parametrize(("language", "message"), rows(WHOLE))
def test_the_document_of_the_last_answer_whole(pointing: Service, language: Language, message: str) -> None:
    question, doc_id = QUESTIONS[language]
    session = f"founders-{uuid4().hex}"
    assert pointing.ask(question, session_id=session)["ref_doc_ids"] == [doc_id]
    for done in (pointing.ask(message, session_id=session), pointing.ask(message, chat_history=history(doc_id, asked=question))):
        assert done["document"] is not None and done["document"]["doc_id"] == doc_id
        assert done["meta"]["lookup_source"] == "history"


@pytest.mark.parametrize(("language", "message"), rows(USE))
def test_an_answer_from_the_document_of_the_last_one(pointing: Service, language: Language, message: str) -> None:
    question, doc_id = QUESTIONS[language]
    session = f"founders-{uuid4().hex}"
    assert pointing.ask(question, session_id=session)["ref_doc_ids"] == [doc_id]
    for done in (pointing.ask(message, session_id=session), pointing.ask(message, chat_history=history(doc_id, asked=question))):
        assert done["ref_doc_ids"] == [doc_id] and done["pause"] is None
        assert done["meta"]["lookup_source"] == "history"


@pytest.mark.parametrize(("language", "message"), rows(THIRD))
def test_the_third_of_several(pointing: Service, language: Language, message: str) -> None:
    session = f"founders-{uuid4().hex}"
    shown = cited_three(pointing, session, language)
    for done in (pointing.ask(message, session_id=session), pointing.ask(message, chat_history=history(*shown, asked="?"))):
        assert done["ref_doc_ids"] == shown[2:]
        assert done["meta"]["lookup_source"] == "history"
