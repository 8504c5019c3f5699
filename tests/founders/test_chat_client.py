"""The clients of all services: what they send is understood, and what they get has the shape that they know."""

import json
from typing import Any

import pytest

from founders.conftest import posted
from ibidem.domain.languages import Language
from journeys.doors import Service

ASKED = {
    "ko": "게이트 밸브 볼트는 얼마로 체결해?",
    "en": "How much does the dry pump weigh?",
    "ja": "スロットルバルブはいつ交換しますか",
}
CITED = {"ko": "sop_1422", "en": "sop_1530", "ja": "gcb_8841"}
SHOW = {"ko": "이전 1번 문서 보여줘", "en": "show me document 1 from before", "ja": "さっきの1番の文書を見せて"}
LANGUAGES = tuple(ASKED)
in_three_languages = pytest.mark.parametrize("language", LANGUAGES)


def answered(language: Language, **more: Any) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": ASKED[language]},
        {"role": "assistant", "summary": "…", "refs": ["t"], "doc_ids": [CITED[language]], **more},
    ]


@in_three_languages
def test_a_request_may_print_every_optional_field_as_null(equipment: Service, language: Language) -> None:
    nothing = dict.fromkeys(("session_id", "mode", "stream", "confirm_sources", "filters", "client_turn_id", "replaces"))
    done, ignored = posted(equipment, {"message": ASKED[language], "chat_history": None, **nothing})
    assert done["ref_doc_ids"] == [CITED[language]] and not ignored
    filters = dict.fromkeys(("devices", "doc_types", "doc_ids", "owners", "fields"))
    assert posted(equipment, {"message": ASKED[language], "filters": filters})[0]["ref_doc_ids"] == [CITED[language]]


@in_three_languages
def test_an_entry_may_print_every_optional_field_as_null(equipment: Service, language: Language) -> None:
    asked = {"role": "user", "content": ASKED[language], "summary": None, "refs": None, "doc_ids": None}
    said = {"role": "assistant", "content": None, "summary": None, "refs": None, "doc_ids": [CITED[language]]}
    done, ignored = posted(equipment, {"message": SHOW[language], "chat_history": [asked, said]})
    assert done["document"]["doc_id"] == CITED[language] and not ignored


@in_three_languages
def test_unknown_keys_of_an_entry_are_ignored_and_named_in_a_header(equipment: Service, language: Language) -> None:
    entries = answered(language, timestamp="2026-05-01", **{"메모\n": 1})
    done, ignored = posted(equipment, {"message": SHOW[language], "chat_history": entries})
    assert done["document"]["doc_id"] == CITED[language]
    assert ignored == "chat_history.1.timestamp, chat_history.1.%EB%A9%94%EB%AA%A8%0A"
    assert "timestamp" not in json.dumps(done)
    streamed = equipment.client.post("/v1/chat", json={"message": SHOW[language], "chat_history": entries, "stream": True})
    assert streamed.headers["Ibidem-Ignored"] == ignored


@in_three_languages
@pytest.mark.parametrize(
    "lengths",
    [(["a", "b", "c"], 1), (["a"], 2), ([], 1)],
    ids=["more titles", "fewer titles", "none"],
)
def test_titles_and_ids_may_differ_in_number(equipment: Service, language: Language, lengths: tuple[list[str], int]) -> None:
    titles, ids = lengths
    entries = answered(language, refs=titles, doc_ids=[CITED[language], "sop_1422"][:ids])
    assert posted(equipment, {"message": SHOW[language], "chat_history": entries})[0]["document"]["doc_id"] == CITED[language]


@in_three_languages
def test_a_whole_log_may_be_sent(equipment: Service, language: Language) -> None:
    log = [*[{"role": "user", "content": "가" * 300}, {"role": "assistant", "summary": "나" * 300}] * 1_500, *answered(language)]
    assert len(json.dumps(log)) > 4 * 256 * 1024
    assert posted(equipment, {"message": SHOW[language], "chat_history": log})[0]["document"]["doc_id"] == CITED[language]


@in_three_languages
def test_a_question_and_a_session_may_go_by_other_names(equipment: Service, language: Language) -> None:
    session = f"other-names-{language}"
    done, ignored = posted(equipment, {"query": ASKED[language], "sessionId": session})
    assert done["session_id"] == session and done["ref_doc_ids"] == [CITED[language]] and not ignored
    both, ignored = posted(equipment, {"message": SHOW[language], "query": "?", "session_id": session, "sessionId": None})
    assert both["document"]["doc_id"] == CITED[language] and ignored == "query"


@in_three_languages
def test_a_history_of_users_and_models_comes_and_goes(equipment: Service, language: Language) -> None:
    session = f"conversation-{language}"
    first = posted(equipment, {"query": ASKED[language], "sessionId": session})[0]
    kept = equipment.client.get(f"/v1/sessions/{session}", params={"shape": "conversation"}).json()
    assert kept == {
        "sessionId": session,
        "conversationHistory": [{"role": "user", "text": ASKED[language]}, {"role": "model", "text": first["answer"]}],
        "questionHistory": [ASKED[language]],
    }
    more = {"ko": "ECOLITE 3000은 어때?", "en": "What about the SUPRA XP?", "ja": "ECOLITE 3000は?"}[language]
    sent, ignored = posted(equipment, {"query": more, **{key: kept[key] for key in ("conversationHistory", "questionHistory")}})
    assert sent["status"] == "answered" and ignored == "questionHistory"
    assert equipment.client.get(f"/v1/sessions/{session}", params={"shape": "other"}).status_code == 422


@in_three_languages
@pytest.mark.parametrize("name", ["chat_history", "conversationHistory", "questionHistory"])
def test_a_history_may_be_plain_strings(equipment: Service, language: Language, name: str) -> None:
    done, ignored = posted(equipment, {"message": ASKED[language], name: [ASKED[language], ASKED[language]]})
    assert done["ref_doc_ids"] == [CITED[language]] and not ignored


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"message": "hi", "chat_history": "hi"}, "chat_history"),
        ({"message": "hi", "chat_history": [{"role": "system", "text": "x"}]}, "chat_history.0.role"),
        ({"message": "hi", "chat_history": [{"role": "model", "text": 7}]}, "chat_history.0.assistant.summary"),
        ({"message": "hi", "massage": "hi"}, "massage"),
        ({"query": 5}, "query"),
        ({"query": None}, "message"),
        ({"message": "hi", "conversationHistory": [7]}, "conversationHistory.0"),
        ({"message": "hi", "entities": 7}, "entities"),
    ],
)
def test_what_is_wrong_is_still_refused_by_name(equipment: Service, body: dict[str, Any], said: str) -> None:
    refused, _ = posted(equipment, body, 422)
    assert refused["error"]["details"][0]["field"].startswith(said)
