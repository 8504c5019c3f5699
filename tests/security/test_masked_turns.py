"""Personal data of a question or an answer is nowhere afterwards: in no response, prompt, file, log or span."""

import json
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import Placeholder
from ibidem.testing.scripted_model import ScriptedModel
from security.masking import DOCUMENTS, SAID, Said, door

ANSWERS: dict[Language, str] = {
    "ko": "연차휴가는 15일입니다 [1]. 문의는 010-2345-6789 또는 hong@example.com으로 하세요.",
    "en": "Annual leave is 15 days [1]. Ask at 010-2345-6789 or hong@example.com.",
    "ja": "年次有給休暇は15日です [1]。問い合わせは010-2345-6789かhong@example.comへ。",
}


def events(body: str) -> list[tuple[str, Any]]:
    """The events of a stream."""
    pairs = [block.partition("\ndata: ") for block in body.strip().split("\n\n") if block.startswith("event: ")]
    return [(head.removeprefix("event: "), json.loads(data)) for head, _, data in pairs]


def assert_without(said: Said, *texts: str) -> None:
    for text in texts:
        for value in said.values:
            assert value not in text


@pytest.mark.parametrize("language", SAID)
async def test_a_value_is_nowhere_and_keeps_its_name(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    _, _, telephone = DOCUMENTS[language]
    async with door(tmp_path / "data") as service:
        first = await service.post("/v1/chat", message=said.question, session_id="s-1", client_turn_id="once")
        answered = first.json()
        assert "15" in answered["answer"] and answered["refs"], answered
        assert set(answered["meta"]["pii"]) >= {said.name.strip("<>").rpartition("_")[0]}
        repeated = await service.post("/v1/chat", message=said.question, session_id="s-1", client_turn_id="once")
        assert repeated.json() == answered
        streamed = await service.post("/v1/chat", message=said.again, session_id="s-1", stream=True)
        (done,) = [data for name, data in events(streamed.text) if name == "done"]
        assert "".join(data["text"] for name, data in events(streamed.text) if name == "delta") == done["answer"]
        kept = (await service.client.get("/v1/sessions/s-1/turns")).text
        assert_without(said, first.text, streamed.text, kept, service.written())
        for text in (first.text, streamed.text, kept):
            assert telephone not in text
        assert kept.count(said.name) >= 2
        assert said.name in (await service.client.get("/v1/sessions")).text
    async with door(tmp_path / "data") as service:  # after a restart
        await service.post("/v1/chat", message=said.again, session_id="s-1")
        turn = (await service.client.get("/v1/sessions/s-1/turns/3")).json()
        assert said.name in turn["user_text"]
        assert_without(said, service.written())


@pytest.mark.parametrize("language", SAID)
async def test_the_parts_of_an_answer_are_masked_as_it_is(tmp_path: Path, language: Language) -> None:
    _, text, telephone = DOCUMENTS[language]
    async with door(tmp_path / "data") as service:
        response = await service.post("/v1/chat", message=SAID[language].question.replace("1년에 며칠", "며칠"), session_id="s-1")
        body = response.json()
        assert telephone not in response.text
        for part in body["parts"]:
            assert part["text"] in body["answer"]
            assert text[part["start"] : part["end"]].replace(telephone, "<PHONE_1>") == part["text"]
        assert f"[{body['sources'][0]['slot']}]" in body["answer"]


async def test_one_name_for_one_value_in_every_language(tmp_path: Path) -> None:
    async with door(tmp_path / "data") as service:
        for message in ("제 번호 010-2345-6789로 연락 주세요", "Call me at +82 10-2345-6789", "電話は010 2345 6789です"):
            await service.post("/v1/chat", message=message, session_id="s-1")
        turns = (await service.client.get("/v1/sessions/s-1/turns")).json()["turns"]
        assert ["<PHONE_1>" in turn["user_text"] for turn in turns] == [True] * 3
        found = await service.app.turns.placeholders("s-1", service.app.principal)
        assert [one for one in found if str(one) == "<PHONE_1>"] == [Placeholder("PHONE", 1, found[0].digest)]


async def test_another_session_has_names_of_its_own(tmp_path: Path) -> None:
    async with door(tmp_path / "data") as service:
        await service.post("/v1/chat", message="전화 010-2345-6789, 010-9999-0000", session_id="s-1")
        await service.post("/v1/chat", message="전화 010-9999-0000", session_id="s-2")
        turn = (await service.client.get("/v1/sessions/s-2/turns/1")).json()
        assert "<PHONE_1>" in turn["user_text"]


@pytest.mark.parametrize("language", SAID)
async def test_what_else_a_person_writes_is_masked_too(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    async with door(tmp_path / "data") as service:
        history = [{"role": "user", "content": said.question}, {"role": "assistant", "summary": said.again}]
        chat = await service.post("/v1/chat", message=said.question, session_id="s-1", chat_history=history)
        title = await service.client.patch("/v1/sessions/s-1", json={"title": said.again})
        comment = {"rating": "helpful", "comment": said.again}
        feedback = await service.client.put("/v1/sessions/s-1/turns/1/feedback", json=comment)
        search = await service.post("/v1/search", query=said.again)
        assert said.name in title.json()["title"] and said.name in feedback.json()["comment"]
        rated = await service.client.get("/v1/feedback")
        texts = (chat.text, title.text, feedback.text, search.text, rated.text)
        assert_without(said, *texts, service.written())


@pytest.mark.parametrize("language", SAID)
async def test_a_conversation_that_the_client_keeps_goes_on(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    async with door(tmp_path / "data") as service:
        messages = [{"role": "user", "content": said.question}]
        first = await service.post("/v1/chat/completions", model="ibidem", messages=messages)
        messages += [first.json()["choices"][0]["message"], {"role": "user", "content": said.again}]
        second = await service.post("/v1/chat/completions", model="ibidem", messages=messages)
        assert (second.json()["session_id"], second.json()["turn_id"]) == (first.json()["session_id"], 2)
        assert_without(said, first.text, second.text, service.written())


@pytest.mark.parametrize("language", SAID)
async def test_no_prompt_holds_a_value_and_what_a_model_writes_is_masked(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    model = ScriptedModel(ANSWERS[language])
    async with door(tmp_path / "data", model) as service:
        streamed = await service.post("/v1/chat", message=said.question, session_id="s-1", stream=True)
        told = events(streamed.text)
        (done,) = [data for name, data in told if name == "done"]
        assert done["meta"]["model"] and "<EMAIL_1>" in done["answer"], done
        assert "".join(data["text"] for name, data in told if name == "delta") == done["answer"]
        assert_without(said, streamed.text, service.written(), *map(str, model.requests))
        for value in ("2345-6789", "hong@example.com"):
            assert value not in streamed.text and value not in service.written()


@pytest.mark.parametrize("language", SAID)
async def test_a_reply_to_a_pause_is_masked(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    async with door(tmp_path / "data") as service:
        paused = await service.post("/v1/chat", message=said.question, session_id="s-1", confirm_sources=True)
        pause = paused.json()["pause"]
        assert pause["kind"] == "sources", paused.text
        path = f"/v1/pauses/{pause['pause_id']}"
        answered = await service.post(path, decision="edit", text=said.again)
        kept = await service.client.get("/v1/sessions/s-1/turns/2")
        assert said.name in kept.json()["user_text"]
        assert_without(said, paused.text, answered.text, kept.text, service.written())


CARRIED: dict[Language, tuple[str, str]] = {
    "ko": ("제 카드는 5555-5555-5555-4444인데 ", "연차휴가는 1년에 며칠인가요?"),
    "en": ("My card is 5555-5555-5555-4444, ", "how many days of annual leave are there a year?"),
    "ja": ("私のカードは5555-5555-5555-4444ですが、", "年次有給休暇は年に何日ですか。"),
}


@pytest.mark.parametrize("language", CARRIED)
async def test_a_value_that_is_only_said_changes_nothing_of_what_is_found(tmp_path: Path, language: Language) -> None:
    carrier, question = CARRIED[language]
    async with door(tmp_path / "data") as service:
        plain = (await service.post("/v1/chat", message=question, session_id="s-1")).json()
        carried = (await service.post("/v1/chat", message=f"{carrier}{question}", session_id="s-2")).json()
        assert carried["answer"] == plain["answer"] and "CREDIT_CARD" in carried["meta"]["pii"]
        searches = [await service.post("/v1/search", query=query) for query in (question, f"{carrier}{question}")]
        assert searches[0].json() == searches[1].json()


async def test_a_profile_without_masking_changes_nothing(tmp_path: Path) -> None:
    said = SAID["ko"]
    async with door(tmp_path / "data", profile="equipment") as service:
        await service.post("/v1/chat", message=said.question, session_id="s-1")
        turn = (await service.client.get("/v1/sessions/s-1/turns/1")).json()
        assert turn["user_text"] == said.question
        assert not (tmp_path / "data" / "secret.key").exists()


async def test_the_key_of_the_digests_is_its_owners_alone(tmp_path: Path) -> None:
    async with door(tmp_path / "data") as service:
        await service.post("/v1/chat", message=SAID["en"].question, session_id="s-1")
        key = tmp_path / "data" / "secret.key"
        assert key.stat().st_mode & 0o777 == 0o600
        assert key.read_bytes() not in (tmp_path / "data" / "ibidem.sqlite3").read_bytes()


@pytest.mark.parametrize("language", SAID)
async def test_a_turn_that_is_late_or_left_is_masked(tmp_path: Path, language: Language) -> None:
    said = SAID[language]
    async with door(tmp_path / "data") as service:
        events = service.app.ask(Question(said.question, "s-1"), service.app.principal)
        await anext(events)
        await events.aclose()
        turn = await service.app.turns.turn("s-1", 1, service.app.principal)
        assert said.name in turn.content.user_text
        assert_without(said, service.written())


PARTED: dict[Language, tuple[str, tuple[str, ...]]] = {
    "ko": ("주민번호 {}, 전화 {}인데 연차휴가는 1년에 며칠인가요?", ("900101{0}1234568", "010{0}7391{0}8264")),
    "en": ("My card is {}. How many days of annual leave are there a year?", ("4111{0}1111{0}1111{0}1111",)),
    "ja": ("電話は{}です。年次有給休暇は年に何日ですか。", ("090{0}7391{0}8264",)),
}
PARTINGS = ["  ", "\t\t", " \u00a0\t", "\u200b-", "-\u2060", "\u200b", " " * 300, "-" * 40, " - - "]


@pytest.mark.parametrize("language", PARTED)
async def test_what_is_stored_is_masked_as_what_is_read(tmp_path: Path, language: Language) -> None:
    said, values = PARTED[language]
    forms = {value.format(parting) for value in values for parting in (*PARTINGS, "", " ", "-", " - ", "-" * 12)}
    model = ScriptedModel(ANSWERS[language])
    async with door(tmp_path / "data", model) as service:
        for number, parting in enumerate(PARTINGS):
            message = said.format(*(value.format(parting) for value in values))
            history = [{"role": "user", "content": message}, {"role": "assistant", "summary": message}]
            response = await service.post("/v1/chat", message=message, chat_history=history, session_id=f"s-{number}")
            kept = (await service.client.get(f"/v1/sessions/s-{number}/turns/1")).json()
            assert kept["user_text"].count("<") == len(values), ascii(kept["user_text"])
            for text in (response.text, json.dumps(kept, ensure_ascii=False)):
                assert not [form for form in forms if form in text], ascii(parting)
        texts = ((await service.client.get("/v1/sessions")).text, service.written(), *map(str, model.requests))
        assert not [form for form in forms for text in texts if form in text]
