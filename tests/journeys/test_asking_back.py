"""What is unclear is asked back over HTTP, answered once, dropped by another question, and outlives a restart."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from journeys.doors import Cli, Service, served
from journeys.pointing import LANGUAGES, NO_SUCH, cited_three

OUT_OF_RANGE = {"ko": "이전 7번 문서 전체를 보여줘", "en": "show me the whole of document 7", "ja": "7番の文書を全文見せて"}
PICKS = {
    "ko": ("2번", "Replacing the slit valve O-ring", "두 번째 거요"),
    "en": ("2", "the slit valve one", "the second one"),
    "ja": ("2番", "Replacing the slit valve O-ring", "二番目の文書です"),
}
CHANGED = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203"),
    "en": ("What was done about the robot arm that stopped during wafer transfer?", "myservice_31004"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101"),
}
NOTHING_CITED = {"ko": "이전 2번 문서 보여줘", "en": "show me document 2", "ja": "2番の文書を見せて"}
NONE_OF_THEM = {"ko": ("됐어요", "고마워요"), "en": ("never mind", "thanks"), "ja": ("結構です", "ありがとう")}
THREE = ("myservice_29392", "sop_1422", "gcb_8841")


def asked_which(service: Service, session: str, language: str) -> dict[str, object]:
    """The pause of a session that was asked for a document it has not cited."""
    cited_three(service, session, language)
    done = service.ask(OUT_OF_RANGE[language], session_id=session)
    assert done["status"] == "needs_input" and done["document"] is None and done["sources"] == []
    assert done["meta"]["route"] == "doc_lookup" and done["meta"]["language"] == language
    pause = done["pause"]
    assert pause["kind"] == "reference" and pause["pause_id"] == f"{session}~{done['turn_id']}"
    assert [(choice["number"], choice["doc_id"]) for choice in pause["choices"]] == list(enumerate(THREE, 1))
    assert all(f"{choice['number']}. {choice['title']}" in done["answer"] for choice in pause["choices"])
    return pause


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", [0, 1, 2])
def test_a_number_out_of_range_is_asked_about_and_the_choice_answered(pointing: Service, language: str, way: int) -> None:
    session = f"which-{language}-{way}"
    asked_which(pointing, session, language)
    done = pointing.ask(PICKS[language][way], session_id=session)
    assert done["status"] == "answered" and done["document"]["doc_id"] == "sop_1422"
    assert done["meta"]["language"] == language and done["meta"]["lookup_source"] == "history"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reply", ["choice", "reply"])
def test_a_pause_is_answered_by_its_id_and_only_once(pointing: Service, language: str, reply: str) -> None:
    pause = asked_which(pointing, f"pause-{language}-{reply}", language)
    body = {"choice": 3} if reply == "choice" else {"reply": PICKS[language][0]}
    first = pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json=body)
    assert first.status_code == 200, first.text
    assert first.json()["document"]["doc_id"] == ("gcb_8841" if reply == "choice" else "sop_1422")
    assert first.json()["meta"]["language"] == language
    second = pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json=body)
    assert second.status_code == 409
    assert second.json()["error"]["type"] == "already_answered"


def test_of_replies_at_the_same_time_one_is_taken(pointing: Service) -> None:
    pause = asked_which(pointing, "at-once", "en")

    def reply(number: int) -> int:
        return pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": number % 3 + 1}).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(reply, range(6))) == [200, 409, 409, 409, 409, 409]
    assert len(pointing.client.get("/v1/sessions/at-once/turns").json()["turns"]) == 3


def test_what_waits_stands_in_the_stored_turn(pointing: Service) -> None:
    pause = asked_which(pointing, "stored-pause", "ja")
    assert pointing.client.get("/v1/sessions/stored-pause/turns/2").json()["pause"] == {**pause, "state": "open"}
    assert pointing.client.get("/v1/sessions/stored-pause/turns/1").json()["pause"] is None


def test_a_choice_that_there_is_not_names_those_that_there_are(pointing: Service) -> None:
    pause = asked_which(pointing, "no-such-choice", "en")
    refused = pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": 9})
    assert refused.status_code == 422
    assert refused.json()["error"]["details"] == [
        {"field": "choice", "problem": "9 is not one of the choices", "allowed": "one of 1, 2, 3"}
    ]
    assert pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": 1}).status_code == 200, "it is still open"
    nothing = pointing.ask("show me document 2", session_id="nothing-to-choose")["pause"]
    refused = pointing.client.post(f"/v1/pauses/{nothing['pause_id']}", json={"choice": 1})
    assert refused.json()["error"]["details"][0]["allowed"] == "there is nothing to choose; send a reply"


@pytest.mark.parametrize("body", [{}, {"choice": 1, "reply": "1"}, {"choice": "1"}, {"reply": ""}, {"choice": 0}])
def test_a_reply_that_is_none_is_refused(pointing: Service, body: dict[str, object]) -> None:
    pause = asked_which(pointing, "no-reply", "en")
    assert pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json=body).status_code == 422


def test_a_pause_that_there_is_not_is_not_found(pointing: Service) -> None:
    pointing.ask("What torque do the cover screws of the slit valve get?", session_id="not-paused")
    for pause_id in ("nobody~1", "not-paused~1", "not-paused~7", "not-paused~0"):
        answered = pointing.client.post(f"/v1/pauses/{pause_id}", json={"choice": 1})
        assert answered.status_code == 404, pause_id
        assert answered.json()["error"]["type"] == "not_found"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("door", ["chat", "pause"])
def test_a_changed_mind_drops_the_pause_and_is_answered(pointing: Service, language: str, door: str) -> None:
    session = f"changed-{language}-{door}"
    pause = asked_which(pointing, session, language)
    question, doc_id = CHANGED[language]
    if door == "chat":
        done = pointing.ask(question, session_id=session)
    else:
        done = pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"reply": question}).json()
    assert done["status"] == "answered" and done["ref_doc_ids"][0] == doc_id
    assert pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": 1}).status_code == 409


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", [0, 1])
def test_whoever_wants_none_of_them_is_not_asked_again(pointing: Service, language: str, place: int) -> None:
    session = f"none-{language}-{place}"
    pause = asked_which(pointing, session, language)
    done = pointing.ask(NONE_OF_THEM[language][place], session_id=session)
    assert done["status"] == "answered" and done["meta"]["route"] == "chat" and done["sources"] == []
    assert done["meta"]["language"] == language
    assert pointing.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": 1}).status_code == 409


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bare_number_after_a_number_was_asked_for_is_that_of_a_document(pointing: Service, language: str) -> None:
    done = pointing.ask(NOTHING_CITED[language], session_id=f"bare-{language}")
    assert done["status"] == "needs_input" and done["pause"]["choices"] == []
    done = pointing.ask("29392", session_id=f"bare-{language}")
    assert done["document"]["doc_id"] == "myservice_29392"
    assert done["meta"]["language"] == language


NO_NUMBER = {"ko": "7번 문서는 없습니다.", "en": "There is no document number 7.", "ja": "7番の文書はありません。"}
OF_THE_FIRST = {"ko": "첫 번째 답변의 2번 문서", "en": "document 2 of the first answer", "ja": "最初の回答の2番の文書"}
OF_THE_SESSION = {"ko": "세션 전체 기준 {}번 문서", "en": "document {} of the whole session", "ja": "会話全体の{}番目の文書"}
THE_ONLY_ONE = {"ko": ("네", "그거"), "en": ("yes", "that one"), "ja": ("はい", "それ")}
UNSURE = {"ko": "모르겠어", "en": "I don't know", "ja": "わかりません"}
TITLES = {"ko": "게이트 밸브 교체", "en": "Replacing the slit valve O-ring", "ja": "真空ポンプのオイル交換"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pause_with_one_choice_is_answered_by_yes_and_not_by_what_names_another_answer(
    pointing: Service, language: str
) -> None:
    def paused(session: str) -> dict[str, object]:
        cited_three(pointing, session, language)
        pointing.ask("gcb 8841", session_id=session)
        done = pointing.ask(OUT_OF_RANGE[language], session_id=session)
        assert [choice["doc_id"] for choice in done["pause"]["choices"]] == ["gcb_8841"]
        assert done["pause"]["question"].startswith(NO_NUMBER[language])
        return done

    for place, reply in enumerate(THE_ONLY_ONE[language]):
        paused(f"only-{language}-{place}")
        assert pointing.ask(reply, session_id=f"only-{language}-{place}")["document"]["doc_id"] == "gcb_8841"
    for place, (reply, doc_id) in enumerate(
        [(OF_THE_FIRST[language], "sop_1422"), (OF_THE_SESSION[language].format(1), "myservice_29392"), ("sop 1203", "sop_1203")]
    ):
        paused(f"named-{language}-{place}")
        assert pointing.ask(reply, session_id=f"named-{language}-{place}")["document"]["doc_id"] == doc_id
    paused(f"unsure-{language}")
    done = pointing.ask(UNSURE[language], session_id=f"unsure-{language}")
    assert done["status"] == "needs_input" and len(done["pause"]["choices"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_the_session_has_not_is_asked_about_with_the_numbers_that_it_has(pointing: Service, language: str) -> None:
    session = f"session-{language}"
    cited_three(pointing, session, language)
    pointing.ask("sop 1203", session_id=session)
    done = pointing.ask(OF_THE_SESSION[language].format(9), session_id=session)
    choices = [(choice["number"], choice["doc_id"]) for choice in done["pause"]["choices"]]
    assert choices == list(enumerate((*THREE, "sop_1203"), 1))
    assert pointing.ask("4", session_id=session)["document"]["doc_id"] == "sop_1203"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_after_a_title_was_asked_for_is_that_of_a_document(pointing: Service, language: str) -> None:
    session = f"title-{language}"
    pointing.ask(NOTHING_CITED[language], session_id=session)
    done = pointing.ask(TITLES[language], session_id=session)
    assert done["document"]["title"] == TITLES[language] and done["meta"]["language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_no_longer_be_read_is_no_choice(pointing: Service, language: str) -> None:
    def upload(front: str) -> None:
        text = f"{front}# Zorblatt bands\n\nBand A.\n"
        response = pointing.client.post("/v1/documents", files={"file": (f"bands-{language}.md", text.encode(), "text/markdown")})
        assert response.status_code == 201, response.text

    session = f"withdrawn-{language}"
    upload("")
    first = f"show me bands-{language} and gcb 8841"
    assert pointing.ask(first, session_id=session, client_turn_id="first")["refs"][0] == "Zorblatt bands"
    upload("---\nreaders: [safety]\n---\n")
    again = pointing.ask(first, session_id=session, client_turn_id="first")
    assert again["answer"] == "" and again["meta"]["notice"] and "Zorblatt" not in str(again)
    stored = pointing.client.get(f"/v1/sessions/{session}/turns/1").json()
    assert stored["withheld"] and "Zorblatt" not in str(stored)
    done = pointing.ask(OUT_OF_RANGE[language], session_id=session)
    assert [choice["doc_id"] for choice in done["pause"]["choices"]] == ["gcb_8841"]
    assert "Zorblatt" not in str(done)
    assert "Zorblatt" not in str(pointing.ask("1", session_id=session))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", ["40404", "99999"])
def test_a_bare_number_of_no_document_is_told(pointing: Service, language: str, number: str) -> None:
    session = f"bare-{number}-{language}"
    pointing.ask(NOTHING_CITED[language], session_id=session)
    done = pointing.ask(number, session_id=session)
    assert done["document"] is None and done["sources"] == []
    assert done["meta"]["notice"] == NO_SUCH[language].format(number)


def test_a_pause_is_an_event_of_the_stream(pointing: Service) -> None:
    cited_three(pointing, "stream-pause", "ja")
    events = list(pointing.events(OUT_OF_RANGE["ja"], session_id="stream-pause"))
    names = [name for name, _ in events]
    assert names[-2:] == ["needs_input", "done"]
    done = dict(events)["done"]
    assert dict(events)["needs_input"] == {"pause": done["pause"]}
    assert done["status"] == "needs_input"


def test_a_pause_outlives_a_restart(cli: Cli) -> None:
    with served(cli) as service:
        pause = asked_which(service, "restarted", "ko")
        assert service.stop() == 0
    with served(cli) as service:
        done = service.client.post(f"/v1/pauses/{pause['pause_id']}", json={"choice": 2}).json()
        assert done["document"]["doc_id"] == "sop_1422"


def test_the_command_line_asks_back_and_takes_the_answer(cli: Cli) -> None:
    cli.run("ask", "--session", "typed", "show me myservice 29392, sop 1422 and gcb 8841")
    asked = cli.run("ask", "--session", "typed", "show me document 7")
    assert "2. Replacing the slit valve O-ring" in asked.stdout
    done = cli.json("ask", "--session", "typed", "2")
    assert done["document"]["doc_id"] == "sop_1422"
