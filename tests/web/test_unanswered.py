"""What was not answered, or badly, over HTTP: grouped, one's own or everybody's, and gone once it is rated well."""

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx2
import pytest

from ibidem.app import App
from ibidem.domain.conversation import Feedback
from ibidem.domain.documents import Principal
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.testing.stores import turn
from ibidem.web.server import create_api
from web.scripted import client_of

ASKED = {
    "ko": ("구내식당 저녁 메뉴는 무엇인가요?", "저녁에 구내식당 메뉴 알려줘", "밸브 토크는?"),
    "en": ("What is on the menu of the canteen tonight?", "Show the menu of the canteen tonight", "Which torque has the valve?"),
    "ja": ("社員食堂の夕食のメニューは何ですか?", "夕食の社員食堂のメニューを教えて", "バルブのトルクは?"),
}


@pytest.fixture
async def app(settings: Settings) -> App:
    return await App.open(settings, load_profile("general"))


@pytest.fixture
async def client(settings: Settings, app: App) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return app

    async with client_of(create_api(settings, opened)) as speaking:
        yield speaking


@pytest.mark.parametrize("language", list(ASKED))
async def test_alike_questions_without_an_answer_stand_together(client: httpx2.AsyncClient, app: App, language: str) -> None:
    first, second, torque = ASKED[language]
    for session_id, message in (("s-1", first), ("s-2", second)):
        answer = (await client.post("/v1/chat", json={"message": message, "session_id": session_id})).json()
        assert answer["meta"]["found"] == "none"
    await app.turns.append(turn("s-3", torque), app.principal)
    elsewhere = Principal("somebody else", tenant="elsewhere")
    await app.turns.append(turn("s-9", torque), elsewhere)
    await app.turns.rate("s-9", 1, Feedback("wrong_fact"), elsewhere)
    found = (await client.get("/v1/unanswered")).json()
    assert found["total"] == 2
    [group] = found["groups"]
    assert (group["question"], [one["session_id"] for one in group["turns"]]) == (second, ["s-2", "s-1"])
    rating = {"rating": "wrong_fact", "comment": "14"}
    await client.put("/v1/sessions/s-3/turns/1/feedback", json=rating)
    _, rated = (await client.get("/v1/unanswered")).json()["groups"]
    [told] = rated["turns"]
    assert {name: told[name] for name in rating} == rating
    await client.put("/v1/sessions/s-3/turns/1/feedback", json={"rating": "helpful"})
    assert (await client.get("/v1/unanswered")).json()["total"] == 2


PERSONAL = {
    "ko": ("담당자 010-2345-6789에게 연차를 어떻게 신청하나요?", "김하나 010-2345-6789에게 물어보세요."),
    "en": ("How do I ask 010-2345-6789 for leave?", "Ask hana@example.com."),
    "ja": ("090-1234-5678に休暇を申請するには?", "hana@example.comに聞いてください。"),
}


@pytest.mark.parametrize("language", list(PERSONAL))
async def test_who_administers_sees_everybodys_without_who_asked_and_personal_data(settings: Settings, language: str) -> None:
    """As they were stored before the profile masked questions, too."""
    app = await App.open(settings, load_profile("policy"))

    async def opened() -> App:
        return app

    question, comment = PERSONAL[language]
    hana = Principal("hana")
    for session_id in ("s-1", "s-2"):
        await app.turns.append(replace(turn(session_id, question), found="none"), hana)
    await app.turns.rate("s-2", 1, Feedback("wrong_fact", comment), hana)
    await app.turns.append(replace(turn("s-3", question), found="none"), app.principal)
    async with client_of(create_api(settings, opened)) as client:
        response = await client.get("/v1/unanswered")
    found = response.json()
    [group] = found["groups"]
    assert (found["of_everybody"], found["total"], group["people"]) == (True, 3, 2)
    assert [one["session_id"] for one in group["turns"]] == ["s-3", None, None]
    assert [one["turn_id"] for one in group["turns"]] == [1, None, None]
    assert not any(said in response.text for said in ("2345", "1234", "example.com", "hana"))
