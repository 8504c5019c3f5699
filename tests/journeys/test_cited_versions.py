"""Documents that changed or were deleted after they were cited, over HTTP."""

import pytest

from journeys.doors import Service
from journeys.pointing import LANGUAGES

TICKETS = {
    "ko": ("# 배기 팬 소음\n\n배기 팬의 베어링을 {} 주기로 교환한다.\n", "3개월", "6개월"),
    "en": ("# Exhaust fan noise\n\nThe bearing of the exhaust fan is replaced every {}.\n", "three months", "six months"),
    "ja": ("# 排気ファンの騒音\n\n排気ファンの軸受は{}ごとに交換する。\n", "三か月", "六か月"),
}
ASKED = {
    "ko": ("myservice 60001 보여줘", "그 문서 보여줘", "그 문서에서 베어링 교환 주기는?", "네", "아니요"),
    "en": (
        "show myservice 60001",
        "show me that document",
        "According to that document, how often is the bearing replaced?",
        "yes",
        "no",
    ),
    "ja": ("myservice 60001を見せて", "その文書を見せて", "その文書では軸受をどのくらいの周期で交換しますか?", "はい", "いいえ"),
}
CHANGED_SINCE = {"ko": "인용한 뒤 바뀌었습니다", "en": "has changed since it was cited", "ja": "引用した後に改訂されました"}
DELETED_SINCE = {"ko": "인용한 뒤 삭제되어", "en": "was deleted after it was cited", "ja": "引用した後に削除されました"}


def upload(service: Service, text: str) -> None:
    response = service.client.post("/v1/documents", files={"file": ("myservice_60001.md", text.encode(), "text/markdown")})
    assert response.status_code == 201, response.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_that_changed_is_shown_as_cited_and_the_new_version_offered(pointing: Service, language: str) -> None:
    text, before, after = TICKETS[language]
    show, pointer, _, yes, no = ASKED[language]
    for place, answer in enumerate((yes, no)):
        session = f"changed-{language}-{place}"
        upload(pointing, text.format(before))
        assert before in pointing.ask(show, session_id=session)["document"]["text"]
        upload(pointing, text.format(after))
        old = pointing.ask(pointer, session_id=session)
        assert before in old["document"]["text"] and CHANGED_SINCE[language] in old["meta"]["notice"]
        assert old["status"] == "answered" and old["pause"]["kind"] == "offer"
        assert old["pause"]["question"] in old["answer"]
        done = pointing.ask(answer, session_id=session)
        assert done["meta"]["language"] == language
        if answer == yes:
            assert after in done["document"]["text"] and done["pause"] is None and done["meta"]["notice"] is None
        else:
            assert done["document"] is None and done["meta"]["route"] == "chat"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reply", ["words", "choice"])
def test_a_question_to_a_document_that_changed_is_answered_as_cited_first(pointing: Service, language: str, reply: str) -> None:
    text, before, after = TICKETS[language]
    show, _, question, yes, _ = ASKED[language]
    session = f"used-{language}-{reply}"
    upload(pointing, text.format(before))
    pointing.ask(show, session_id=session)
    upload(pointing, text.format(after))
    old = pointing.ask(question, session_id=session)
    assert before in old["answer"] and after not in old["answer"]
    assert CHANGED_SINCE[language] in old["meta"]["notice"] and old["pause"]["kind"] == "offer"
    body = {"reply": yes} if reply == "words" else {"choice": 1}
    done = pointing.client.post(f"/v1/pauses/{old['pause']['pause_id']}", json=body).json()
    assert after in done["answer"] and before not in done["answer"]
    assert done["pause"] is None and done["document"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_that_was_deleted_is_shown_as_cited_and_said_to_be(pointing: Service, language: str) -> None:
    text, before, _ = TICKETS[language]
    show, pointer, question, _, _ = ASKED[language]
    upload(pointing, text.format(before))
    pointing.ask(show, session_id=f"deleted-{language}")
    assert pointing.client.delete("/v1/documents/myservice_60001").status_code == 204
    old = pointing.ask(pointer, session_id=f"deleted-{language}")
    assert before in old["document"]["text"] and DELETED_SINCE[language] in old["meta"]["notice"]
    assert old["pause"] is None
    done = pointing.ask(question, session_id=f"deleted-{language}")
    assert before in done["answer"] and DELETED_SINCE[language] in done["meta"]["notice"]
    gone = pointing.ask(show, session_id=f"deleted-by-id-{language}")
    assert gone["document"] is None, "by its id it is not there any more"


TAKEN = {"ko": "새 버전으로 보여줘", "en": "show me the new version please", "ja": "新しい版を見せて"}
BOTH = {"ko": "둘 다 보여줘", "en": "show me both", "ja": "両方見せて"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reply", ["words", "number", "typed"])
def test_the_new_version_is_taken_in_words_and_by_its_number(pointing: Service, language: str, reply: str) -> None:
    text, before, after = TICKETS[language]
    show, pointer, *_ = ASKED[language]
    session = f"taken-{language}-{reply}"
    upload(pointing, text.format(before))
    pointing.ask(show, session_id=session)
    upload(pointing, text.format(after))
    offer = pointing.ask(pointer, session_id=session)["pause"]
    if reply == "typed":
        done = pointing.ask("1", session_id=session)
    else:
        said = {"reply": TAKEN[language] if reply == "words" else "1"}
        done = pointing.client.post(f"/v1/pauses/{offer['pause_id']}", json=said).json()
    assert after in done["document"]["text"] and done["pause"] is None and done["meta"]["notice"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_that_changed_both_are_offered_and_what_was_deleted_meanwhile_is_told(pointing: Service, language: str) -> None:
    text, before, after = TICKETS[language]
    pointer, yes = ASKED[language][1], ASKED[language][3]
    names = [f"fan-{language}-{number}" for number in (1, 2)]

    def uploaded(how_often: str) -> None:
        for name in names:
            file = (f"{name}.md", text.format(how_often).encode(), "text/markdown")
            assert pointing.client.post("/v1/documents", files={"file": file}).status_code == 201

    session = f"two-{language}"
    uploaded(before)
    pointing.ask(f"show me {names[0]} and {names[1]}", session_id=session)
    uploaded(after)
    offer = pointing.ask(BOTH[language], session_id=session)["pause"]
    assert [(choice["number"], choice["doc_id"]) for choice in offer["choices"]] == list(enumerate(names, 1))
    done = pointing.ask(yes, session_id=session)
    assert after in done["document"]["text"] and done["ref_doc_ids"] == names and done["pause"] is None
    uploaded(before)
    pointing.ask(pointer, session_id=session)
    assert pointing.client.delete(f"/v1/documents/{names[0]}").status_code == 204
    done = pointing.ask(yes, session_id=session)
    assert after in done["document"]["text"] and DELETED_SINCE[language] in done["meta"]["notice"]
