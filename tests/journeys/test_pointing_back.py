"""Pointing back over HTTP: documents by id, by number and by "that document", whole or for an answer."""

import pytest

from journeys.doors import Service
from journeys.pointing import BY_SLOT, LANGUAGES, MORE_DETAIL, NO_SUCH, POINTERS, QUESTIONS, cited_three, history

PAIRS = {"ko": (50011, 50012), "en": (50021, 50022), "ja": (50031, 50032)}
COMPARED = {
    "ko": ("myservice 50011이랑 myservice 50012의 원인이 뭐야?", ("공압이 낮았다", "접점이 느슨했다")),
    "en": ("What was the cause in myservice 50021 and myservice 50022?", ("pressure was low", "thermocouple was loose")),
    "ja": ("myservice 50031とmyservice 50032の原因は何ですか?", ("空気圧が低かった", "接点が緩んでいた")),
}

SHOW_ID = {"ko": "마이서비스 29392 보여줘", "en": "show me MyService-29392", "ja": "マイサービス29392を見せて"}
ASK_ID = {
    "ko": ("myservice 29392에서 원인이 뭐였어?", "myservice_29392", "영점이 틀어져"),
    "en": ("What was the cause in myservice 31004?", "myservice_31004", "lost its tension"),
    "ja": ("gcb 8841によると清掃の周期は?", "gcb_8841", "三か月ごと"),
}
TWO_IDS = {
    "ko": "myservice 29392랑 myservice 31004 보여줘",
    "en": "show myservice 29392 and myservice 31004",
    "ja": "myservice 29392とmyservice 31004を見せて",
}
ONE_MISSING = {
    "ko": "myservice 29392랑 myservice 99999 보여줘",
    "en": "show myservice 29392 and myservice 99999",
    "ja": "myservice 29392とmyservice 99999を見せて",
}
SHOW_LONG = {"ko": "gcb 7001 보여줘", "en": "show me gcb 7001", "ja": "gcb 7001を見せて"}
THE_REST = {"ko": "나머지 보여줘", "en": "show me the rest", "ja": "続きを見せて"}
ALL_SHOWN = {"ko": "문서의 끝까지", "en": "You have reached the end", "ja": "文書は最後まで"}
COMPARE = {"ko": "1번이랑 2번 비교해줘", "en": "compare 1 and 2", "ja": "文書1と文書2を比較して"}
NOT_FOUND = ("찾지 못", "did not find", "見つか")
MISSING = {
    "ko": "myservice {}에서 게이트 밸브 볼트는 몇 N·m로 조이나요?",
    "en": "What torque do the cover screws of the slit valve get according to myservice {}?",
    "ja": "myservice {}によると、真空ポンプのドレンプラグは何N·mで締めますか?",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_id_shows_the_document_whole(pointing: Service, language: str) -> None:
    done = pointing.ask(SHOW_ID[language])
    whole = pointing.client.get("/v1/documents/myservice_29392").json()
    assert done["document"] == {
        "doc_id": "myservice_29392",
        "title": whole["title"],
        "version": whole["version"],
        "text": whole["text"],
        "offset": 0,
        "length": len(whole["text"]),
        "next": None,
    }
    assert done["ref_doc_ids"] == ["myservice_29392"] and done["sources"][0]["slot"] == 1
    assert done["meta"]["route"] == "doc_lookup" and done["meta"]["lookup_source"] == "query"
    assert done["meta"]["language"] == language and done["meta"]["notice"] is None


@pytest.mark.parametrize(("message", "language"), [("myservice 29392", "ko"), ("SOP #1422", "en"), ("gcb 8841", "ja")])
def test_an_id_alone_is_answered_in_the_language_of_its_document(pointing: Service, message: str, language: str) -> None:
    done = pointing.ask(message)
    assert done["document"] is not None
    assert done["meta"]["language"] == language


def test_an_id_alone_goes_on_in_the_language_of_the_conversation(pointing: Service) -> None:
    pointing.ask("안녕하세요", session_id="greeted")
    assert pointing.ask("gcb 8841", session_id="greeted")["meta"]["language"] == "ko"
    told = pointing.ask("gcb 8841", chat_history=history("sop_1203", asked="게이트 밸브 교체 절차는?"))
    assert told["meta"]["language"] == "ko"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_about_an_id_is_answered_from_that_document(pointing: Service, language: str) -> None:
    message, doc_id, words = ASK_ID[language]
    done = pointing.ask(message)
    assert done["ref_doc_ids"] == [doc_id]
    assert words in done["answer"] and done["document"] is None
    assert done["meta"]["route"] == "doc_lookup" and done["meta"]["lookup_source"] == "query"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_ids_the_first_is_shown_and_the_second_named(pointing: Service, language: str) -> None:
    done = pointing.ask(TWO_IDS[language])
    assert done["ref_doc_ids"] == ["myservice_29392", "myservice_31004"]
    assert done["document"]["doc_id"] == "myservice_29392"
    assert "[2]" in done["answer"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_ids_the_one_that_exists_is_used_and_the_other_told(pointing: Service, language: str) -> None:
    done = pointing.ask(ONE_MISSING[language])
    assert done["ref_doc_ids"] == ["myservice_29392"]
    assert done["meta"]["notice"] == NO_SUCH[language].format("myservice_99999")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_id_that_is_missing_is_told_and_the_question_asked_of_all(pointing: Service, language: str) -> None:
    done = pointing.ask(MISSING[language].format("99999"))
    assert done["meta"]["notice"].startswith(NO_SUCH[language].format("myservice_99999"))
    assert done["meta"]["route"] != "doc_lookup" and done["meta"]["lookup_source"] is None
    assert done["document"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_that_one_may_not_read_is_as_one_that_does_not_exist(pointing: Service, language: str) -> None:
    missing = pointing.ask(MISSING[language].format("99999"))
    restricted = pointing.ask(MISSING[language].format("40404"))
    for field in ("refs", "ref_doc_ids", "document", "status"):
        assert missing[field] == restricted[field]
    assert missing["answer"] == restricted["answer"]
    assert missing["meta"]["notice"].replace("99999", "40404") == restricted["meta"]["notice"]


USE_SLOT = {
    "ko": ("3번 문서에서 毎分 몇 리터 밑으로 내려가면 청소해? 流量", "gcb_8841"),
    "en": ("According to document 2, what is the groove wiped with?", "sop_1422"),
    "ja": ("文書3では、水質が悪い工場はどのくらいの頻度で清掃しますか?", "gcb_8841"),
}
WHOLE_SESSION = {
    "ko": "세션 전체 기준 1번 문서 보여줘",
    "en": "show me document 1 of the whole session",
    "ja": "会話全体の1番目の文書を見せて",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_shown_before_comes_back_by_its_number(pointing: Service, language: str) -> None:
    cited_three(pointing, f"slot-{language}", language)
    done = pointing.ask(BY_SLOT[language], session_id=f"slot-{language}")
    assert done["document"]["doc_id"] == "sop_1422"
    assert done["document"]["text"] == pointing.client.get("/v1/documents/sop_1422").json()["text"]
    assert done["meta"]["lookup_source"] == "history" and done["meta"]["route"] == "doc_lookup"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_comes_back_by_a_pointer(pointing: Service, language: str) -> None:
    question, doc_id = QUESTIONS[language]
    pointing.ask(question, session_id=f"pointer-{language}")
    done = pointing.ask(POINTERS[language], session_id=f"pointer-{language}")
    assert done["document"]["doc_id"] == doc_id
    assert done["meta"]["lookup_source"] == "history"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pointer_without_history_is_an_ordinary_question(pointing: Service, language: str) -> None:
    done = pointing.ask(POINTERS[language])
    assert done["status"] == "answered" and done["pause"] is None and done["document"] is None
    assert done["meta"]["route"] != "doc_lookup" and done["meta"]["lookup_source"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_is_used_for_an_answer(pointing: Service, language: str) -> None:
    cited_three(pointing, f"use-{language}", language)
    message, doc_id = USE_SLOT[language]
    done = pointing.ask(message, session_id=f"use-{language}")
    assert done["ref_doc_ids"] == [doc_id]
    assert done["document"] is None
    assert done["meta"]["lookup_source"] == "history"


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_more_detail_means_from_that_document(pointing: Service, language: str) -> None:
    cited_three(pointing, f"detail-{language}", language)
    done = pointing.ask(MORE_DETAIL[language], session_id=f"detail-{language}")
    assert done["ref_doc_ids"] == ["sop_1422"]
    assert "hex key" in done["answer"] or "760 Torr" in done["answer"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_whole_session_are_those_of_first_appearance(pointing: Service, language: str) -> None:
    cited_three(pointing, f"whole-{language}", language)
    question, doc_id = QUESTIONS[language]
    assert pointing.ask(question, session_id=f"whole-{language}")["ref_doc_ids"][0] == doc_id
    done = pointing.ask(WHOLE_SESSION[language], session_id=f"whole-{language}")
    assert done["document"]["doc_id"] == "myservice_29392"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ordinary_question_is_searched_for_however_much_was_cited(pointing: Service, language: str) -> None:
    cited_three(pointing, f"ordinary-{language}", language)
    question, doc_id = QUESTIONS[language]
    done = pointing.ask(question, session_id=f"ordinary-{language}")
    assert done["ref_doc_ids"][0] == doc_id
    assert done["meta"]["lookup_source"] is None and done["meta"]["route"] != "doc_lookup"


def test_a_long_document_comes_in_pages_that_are_the_whole_text(pointing: Service) -> None:
    page = pointing.ask("gcb 7001 전체 보여줘")["document"]
    text = page["text"]
    while page["next"] is not None:
        assert page["text"].endswith("\n")
        page = pointing.client.get(page["next"]).json()
        text += page["text"]
    assert text == pointing.client.get("/v1/documents/gcb_7001").json()["text"]
    assert len(text) > 50_000


PAGES = {
    "ko": ("마지막 페이지", "이전 페이지", "1페이지 보여줘"),
    "en": ("last page", "previous page", "page 1"),
    "ja": ("最後のページ", "前のページ", "1ページ目を見せて"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rest_of_a_long_document_is_shown_when_it_is_asked_for(pointing: Service, language: str) -> None:
    session = f"rest-{language}"
    page = pointing.ask(SHOW_LONG[language], session_id=session)["document"]
    text = page["text"]
    assert page["next"] is not None and page["length"] > len(text)
    while page["next"] is not None:
        done = pointing.ask(THE_REST[language], session_id=session)
        page = done["document"]
        assert page["offset"] == len(text) and done["ref_doc_ids"] == ["gcb_7001"]
        text += page["text"]
    assert text == pointing.client.get("/v1/documents/gcb_7001").json()["text"]
    end = pointing.ask(THE_REST[language], session_id=session)
    assert end["document"] is None and end["answer"].startswith(ALL_SHOWN[language])
    last, before, first = (pointing.ask(message, session_id=session)["document"] for message in PAGES[language])
    assert 0 == first["offset"] < before["offset"] < last["offset"] == page["offset"]
    assert before["offset"] + len(before["text"]) == last["offset"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_that_are_compared_are_quoted_each(pointing: Service, language: str) -> None:
    cited_three(pointing, f"compared-{language}", language)
    done = pointing.ask(COMPARE[language], session_id=f"compared-{language}")
    assert done["ref_doc_ids"] == ["myservice_29392", "sop_1422"]
    assert "[1]" in done["answer"] and "[2]" in done["answer"]
    assert not any(said in (done["meta"]["notice"] or "") for said in NOT_FOUND)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_to_two_documents_is_put_to_each(pointing: Service, language: str) -> None:
    message, words = COMPARED[language]
    done = pointing.ask(message)
    assert done["ref_doc_ids"] == [f"myservice_{number}" for number in PAIRS[language]]
    assert all(word in done["answer"] for word in words)
    assert "[1]" in done["answer"] and "[2]" in done["answer"]


@pytest.mark.parametrize(
    ("message", "notice"),
    [
        ("myservice 50011이랑 myservice 50012를 비교해줘", "설정된 모델이 없어"),
        ("compare myservice 50021 and myservice 50022", "No model is configured"),
        ("myservice 50031とmyservice 50032を比較して", "モデルが設定されていない"),
    ],
)
def test_two_documents_that_are_to_be_compared_are_quoted_beside_each_other(pointing: Service, message: str, notice: str) -> None:
    done = pointing.ask(message)
    assert len(done["ref_doc_ids"]) == 2 and "[1]" in done["answer"] and "[2]" in done["answer"]
    assert done["meta"]["notice"].startswith(notice)


def test_which_of_two_documents_holds_no_answer_is_told(pointing: Service) -> None:
    done = pointing.ask("myservice 50011과 gcb 9105에서 원인이 뭐였어?")
    assert done["ref_doc_ids"] == ["myservice_50011"]
    assert done["meta"]["notice"].startswith("「Storage of spare parts」에서는 찾지 못했습니다.")
