"""Pauses over HTTP: what they show, how they are answered, what is refused, and how they end."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx2
import pytest

from ibidem.app import App
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import DocRef, HeldDraft, HeldWork, NewTurn, Pause
from ibidem.domain.trace import Attempt, Candidate, ModelCall, Trace, Verdict
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings
from ibidem.web.server import create_api
from web.scripted import client_of

EQUIPMENT = load_profile("equipment")
TEXTS = {
    "ko": ("sop_1203", "# 게이트 밸브 교체\n\n볼트는 12 N·m로 조인다. 누설 시험을 한다.\n"),
    "en": ("sop_1422", "# Slit valve O-ring\n\nThe cover screws get 3.5 N·m. Wipe the groove with alcohol.\n"),
    "ja": ("sop_2101", "# 真空ポンプのオイル交換\n\nドレンプラグは18 N·mで締める。油面を確認する。\n"),
}
QUESTIONS = {
    "ko": "게이트 밸브 볼트는 얼마로 조여야 하나요?",
    "en": "What torque do the cover screws of the slit valve get?",
    "ja": "真空ポンプのドレンプラグは何N·mで締めますか。",
}
Served = Callable[..., AbstractAsyncContextManager[tuple[App, httpx2.AsyncClient]]]


@pytest.fixture
def served(settings: Settings) -> Served:
    """An App over the three documents, and a client of its API."""

    @asynccontextmanager
    async def of(**further: object) -> AsyncIterator[tuple[App, httpx2.AsyncClient]]:
        opened: list[App] = []

        async def open_app() -> App:
            app = await App.open(load_settings(data=settings.data, **further), EQUIPMENT)
            now = datetime.now(UTC)
            files = [SourceFile(f"{doc_id}.md", text.encode()) for doc_id, text in TEXTS.values()]
            await app.documents.put([prepare(file, EQUIPMENT, "default", now) for file in files])
            await app.index.catch_up()
            opened.append(app)
            return app

        async with client_of(create_api(settings, open_app)) as client:
            yield opened[0], client

    return of


async def confirming(client: httpx2.AsyncClient, language: str, session: str = "s") -> dict:
    """The response of a turn that shows its sources."""
    body = {"message": QUESTIONS[language], "session_id": session, "confirm_sources": True}
    response = await client.post("/v1/chat", json=body)
    assert response.status_code == 200, response.text
    return response.json()


async def review_of(app: App, session: str = "s") -> str:
    """The id of a pause that waits for the review of a draft."""
    now = (await app.documents.get("sop_1422", app.principal)).version
    ref = DocRef(1, "sop_1422", now, "Slit valve O-ring", "sop_1422.md", "", None, (), "", None, "bm25")
    work = HeldWork(
        "general",
        queries=("torque?",),
        passages=(Candidate("sop_1422", now, "Slit valve O-ring", "c", 0, 1.0),),
        draft=HeldDraft("5.3 N·m [1]", (ref,), ("5.3 N·m is in no source",), "openai:m"),
    )
    pause = Pause("review", "May it be used?", (), "torque?", "use", work)
    trace = Trace(
        model="openai:m",
        faithful=False,
        calls=(ModelCall("answer", "answer_general.en@1-0", "openai:m", 1.0, 2.0, "ok", 30, 4),),
        attempts=(Attempt("first", ("5.3 N·m is in no source",)), Attempt("wider", (), (Verdict(False, ("no",), "hint"),))),
        thoughts="hm",
    )
    new = NewTurn(session, "torque?", "…", "…", "en", "general", (ref,), mode="verified", pause=pause, trace=trace)
    turn = await app.turns.append(new, app.principal)
    return f"{session}~{turn.turn_id}"


@pytest.mark.parametrize("language", TEXTS)
async def test_sources_to_confirm_are_shown(served: Served, language: str) -> None:
    async with served() as (_, client):
        done = await confirming(client, language)
        assert done["status"] == "needs_input"
        pause = done["pause"]
        assert (pause["kind"], pause["draft"]) == ("sources", None)
        first = pause["choices"][0]
        assert (first["number"], first["doc_id"], first["page"]) == (1, TEXTS[language][0], None) and "N·m" in first["snippet"]
        stored = (await client.get("/v1/sessions/s/turns/1")).json()
        waited = datetime.fromisoformat(pause["expires_at"]) - datetime.fromisoformat(stored["ts"])
        assert waited == timedelta(hours=24)
        assert stored["pause"] == {**pause, "state": "open"}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize(
    "body", [{"decision": "approve"}, {"choices": [1]}, {"choice": 1}, {"decision": "approve", "choices": [1]}]
)
async def test_sources_are_approved(served: Served, language: str, body: dict[str, object]) -> None:
    async with served() as (_, client):
        pause_id = (await confirming(client, language))["pause"]["pause_id"]
        done = (await client.post(f"/v1/pauses/{pause_id}", json=body)).json()
        assert done["status"] == "answered" and done["ref_doc_ids"][0] == TEXTS[language][0]
        assert done["meta"]["language"] == language
        assert (await client.post(f"/v1/pauses/{pause_id}", json=body)).status_code == 409
        turns = (await client.get("/v1/sessions/s/turns")).json()["turns"]
        assert [turn["pause"] and turn["pause"]["state"] for turn in turns] == ["closed", None]


@pytest.mark.parametrize("language", TEXTS)
async def test_other_words_are_searched_for(served: Served, language: str) -> None:
    words = {"ko": "누설 시험", "en": "groove and alcohol", "ja": "油面の確認"}[language]
    async with served() as (_, client):
        pause_id = (await confirming(client, language))["pause"]["pause_id"]
        done = (await client.post(f"/v1/pauses/{pause_id}", json={"decision": "edit", "text": words})).json()
        assert done["status"] == "needs_input" and done["pause"]["kind"] == "sources"
        rejected = (await client.post(f"/v1/pauses/{done['pause']['pause_id']}", json={"decision": "reject"})).json()
        assert rejected["status"] == "needs_input" and rejected["sources"] == [], "it is asked what to search for instead"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"decision": "edit"}, "text"),
        ({"decision": "reject", "text": "no"}, "text"),
        ({"decision": "approve", "text": "yes"}, "text"),
        ({"choices": [1, 99]}, "choice"),
        ({"decision": "reject", "choices": [1]}, "choices"),
        ({"decision": "edit", "text": " "}, "text"),
        ({"decision": "edit", "text": ""}, "text"),
        ({"decision": "reject", "text": ""}, "text"),
        ({"decision": "approve", "choices": []}, "choices"),
        ({"decision": "reject", "choices": []}, "choices"),
        ({"choice": 1, "choices": []}, "choices"),
        ({"choices": []}, "choices"),
        ({"reply": ""}, "reply"),
        ({"reply": "1", "choices": []}, "choices"),
    ],
)
async def test_what_does_not_fit_sources_is_refused_and_they_stay_open(
    served: Served, body: dict[str, object], field: str
) -> None:
    async with served() as (_, client):
        pause_id = (await confirming(client, "en"))["pause"]["pause_id"]
        refused = await client.post(f"/v1/pauses/{pause_id}", json=body)
        assert refused.status_code == 422 and refused.json()["error"]["details"][0]["field"] == field, refused.text
        assert refused.json()["error"]["details"][0]["allowed"]
        assert (await client.post(f"/v1/pauses/{pause_id}", json={"decision": "approve"})).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"choice": 1, "choices": [1]},
        {"choice": 1, "decision": "approve"},
        {"reply": "yes", "decision": "approve"},
        {"text": "x"},
        {"reply": "x", "text": "x"},
        {"decision": "maybe"},
        {"choices": []},
        {"choices": ["1"]},
    ],
)
async def test_what_is_no_answer_is_refused(served: Served, body: dict[str, object]) -> None:
    async with served() as (app, client):
        assert (await client.post(f"/v1/pauses/{await review_of(app)}", json=body)).status_code == 422


async def test_a_draft_is_shown_with_its_sources_and_what_speaks_against_it(served: Served) -> None:
    async with served() as (app, client):
        await review_of(app)
        turn = (await client.get("/v1/sessions/s/turns/1")).json()
        draft = turn["pause"]["draft"]
        assert (draft["text"], draft["issues"], draft["model"]) == ("5.3 N·m [1]", ["5.3 N·m is in no source"], "openai:m")
        assert draft["sources"][0]["doc_id"] == "sop_1422" and turn["pause"]["choices"] == []
        trace = turn["trace"]
        assert [attempt["rung"] for attempt in trace["attempts"]] == ["first", "wider"]
        assert trace["attempts"][0]["failed_checks"] and trace["attempts"][1]["verdicts"][0]["hint"] == "hint"
        assert trace["calls"][0]["prompt"] == "answer_general.en@1-0" and trace["thoughts"] == "hm"


async def test_a_draft_is_approved_edited_or_rejected(served: Served) -> None:
    async with served() as (app, client):
        approved = (await client.post(f"/v1/pauses/{await review_of(app)}", json={"decision": "approve"})).json()
        assert approved["answer"] == "5.3 N·m [1]" and approved["ref_doc_ids"] == ["sop_1422"]
        meta = approved["meta"]
        assert (meta["faithful"], meta["reviewed"], meta["model"], meta["mode"]) == (False, "approve", "openai:m", "verified")
        edit = {"decision": "edit", "text": "The cover screws get 3.5 N·m [1]."}
        edited = (await client.post(f"/v1/pauses/{await review_of(app)}", json=edit)).json()
        assert edited["answer"] == edit["text"] and edited["meta"]["reviewed"] == "edit"
        rejected = (await client.post(f"/v1/pauses/{await review_of(app)}", json={"decision": "reject"})).json()
        assert rejected["sources"] == [] and rejected["meta"]["reviewed"] == "reject"


@pytest.mark.parametrize(
    ("body", "field", "allowed"),
    [
        ({"decision": "edit", "text": "3.5 N·m [2]"}, "text", "[1] may be cited"),
        ({"decision": "edit"}, "text", "send the edited answer with the decision edit"),
        ({"choice": 1}, "choice", "there is nothing to choose; send a decision"),
    ],
)
async def test_what_does_not_fit_a_draft_is_refused(served: Served, body: dict[str, object], field: str, allowed: str) -> None:
    async with served() as (app, client):
        refused = await client.post(f"/v1/pauses/{await review_of(app)}", json=body)
        assert refused.status_code == 422
        (detail,) = refused.json()["error"]["details"]
        assert (detail["field"], detail["allowed"]) == (field, allowed)


async def test_a_pause_of_a_document_takes_no_decision(served: Served) -> None:
    async with served() as (_, client):
        await client.post("/v1/chat", json={"message": "show me sop_1422", "session_id": "s"})
        done = (await client.post("/v1/chat", json={"message": "show me document 7", "session_id": "s"})).json()
        assert done["pause"]["kind"] == "reference"
        refused = await client.post(f"/v1/pauses/{done['pause']['pause_id']}", json={"decision": "approve"})
        assert refused.status_code == 422 and refused.json()["error"]["details"][0]["field"] == "decision"


async def test_a_pause_expires(served: Served) -> None:
    async with served(pause_hours=1e-9) as (_, client):
        pause_id = (await confirming(client, "en"))["pause"]["pause_id"]
        late = await client.post(f"/v1/pauses/{pause_id}", json={"decision": "approve"})
        assert late.status_code == 410 and late.json()["error"]["type"] == "pause_expired"
        turns = (await client.get("/v1/sessions/s/turns")).json()["turns"]
        assert [turn["pause"]["state"] for turn in turns] == ["expired"], "and nothing was stored"


async def test_a_pause_of_somebody_else_is_not_found(served: Served) -> None:
    async with served() as (app, client):
        new = NewTurn("theirs", "?", "?", "?", "en", "general", pause=Pause("sources", "?", (), "?", "use", HeldWork("general")))
        await app.turns.append(new, replace(app.principal, name="somebody else"))
        assert (await client.post("/v1/pauses/theirs~1", json={"decision": "approve"})).status_code == 404


async def test_a_pause_is_answered_in_a_stream(served: Served) -> None:
    async with served() as (_, client):
        pause_id = (await confirming(client, "en"))["pause"]["pause_id"]
        response = await client.post(f"/v1/pauses/{pause_id}", json={"decision": "approve", "stream": True})
        assert response.headers["content-type"].startswith("text/event-stream")
        name, data = response.text.strip().split("\n\n")[-1].split("\n")
        assert name == "event: done" and json.loads(data.removeprefix("data: "))["ref_doc_ids"][0] == "sop_1422"
        again = await client.post(f"/v1/pauses/{pause_id}", json={"decision": "approve", "stream": True})
        assert again.status_code == 409


async def test_what_waits_is_told_in_a_stream(served: Served) -> None:
    async with served() as (_, client):
        body = {"message": QUESTIONS["ja"], "confirm_sources": True, "stream": True}
        response = await client.post("/v1/chat", json=body)
        events = [block.split("\n")[0] for block in response.text.strip().split("\n\n")]
        assert events[-2:] == ["event: needs_input", "event: done"]
