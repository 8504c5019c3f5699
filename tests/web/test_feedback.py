"""Feedback as a data set, and what turns took, over HTTP."""

import io
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest

from ibidem.app import App
from ibidem.backends.measured import FILE, keep_measured
from ibidem.domain.calibration import LEAST_RATED
from ibidem.domain.conversation import Feedback
from ibidem.domain.documents import Match
from ibidem.domain.trace import Candidate, Trace
from ibidem.evaluation.answers import evaluate_answers
from ibidem.evaluation.retrieval import evaluate_retrieval
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.testing.stores import turn
from ibidem.web import measurements
from ibidem.web.server import create_api
from web.scripted import client_of

TEXTS = {
    "sop_1203.md": "# 게이트 밸브 교체\n\n## 1. 조임 토크\n\n볼트는 12 N·m로 조인다.\n",
    "sop_1422.md": "# Slit valve O-ring\n\n## Torque\n\nThe cover screws get 3.5 N·m.\n",
    "sop_2101.md": "# 真空ポンプのオイル交換\n\n## 手順\n\nドレンプラグは18 N·mで締める。\n",
}
ASKED = {
    "ko": ("게이트 밸브 볼트는 얼마로 조이나요?", "sop_1203", "helpful"),
    "en": ("What torque do the cover screws of the slit valve get?", "sop_1422", "wrong_document"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101", "wrong_fact"),
}


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return await App.open(settings, load_profile("equipment"))

    async with client_of(create_api(settings, opened)) as speaking:
        for name, text in TEXTS.items():
            assert (await speaking.post("/v1/documents", files={"file": (name, text.encode())})).status_code == 201
        for language, (question, _, rating) in ASKED.items():
            asked = {"message": question, "session_id": language}
            assert (await speaking.post("/v1/chat", json=asked)).json()["meta"]["found"] == "answered"
            await speaking.put(f"/v1/sessions/{language}/turns/1/feedback", json={"rating": rating, "comment": "음"})
        yield speaking


async def test_feedback_becomes_a_data_set_that_is_measured_on(client: httpx2.AsyncClient, tmp_path: Path) -> None:
    # Turned to, and rated, but not searched for: no question of the set.
    await client.post("/v1/chat", json={"message": "1번 문서 전체 보여줘", "session_id": "ko"})
    await client.put("/v1/sessions/ko/turns/2/feedback", json={"rating": "helpful"})
    response = await client.get("/v1/feedback/export")
    assert response.headers["content-type"] == "application/zip" and "feedback.zip" in response.headers["content-disposition"]
    with ZipFile(io.BytesIO(response.content)) as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path)
    assert (tmp_path / "qrels/test.tsv").read_text(encoding="utf-8").splitlines() == [
        "query-id\tcorpus-id\tscore",
        "ko-1\tsop_1203\t1",
        "en-1\tsop_1422\t0",
        "ja-1\tsop_2101\t1",
    ]
    answers = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(one["question"], one["doc_ids"], one["rating"]) for one in answers] == [
        (question, [doc_id], rating) for question, doc_id, rating in ASKED.values()
    ]
    retrieval = await evaluate_retrieval(tmp_path, lambda *_: None)
    assert (retrieval.queries, retrieval.recall_at_1) == (2, 1.0), "what was the wrong document says nothing of the right one"
    answered = await evaluate_answers(tmp_path, lambda *_: None)
    assert (answered.answerable, answered.in_answer) == (1, 1.0)


async def test_what_turns_took_is_summed_up(client: httpx2.AsyncClient) -> None:
    found = (await client.get("/v1/measurements")).json()
    assert found["turns"]["count"] == len(found["recent"]) == found["searches"] == 3
    assert 0 < found["turns"]["median_ms"] <= found["turns"]["p95_ms"]
    assert {"recall", "retrieve", "answer"} <= {step["step"] for step in found["steps"]}
    assert found["outcomes"] == {"answered": 3, "closest": 0, "none": 0, "needs_input": 0}
    assert found["feedback"] == {"helpful": 1, "wrong_document": 1, "wrong_fact": 1}
    assert (found["model_calls"], found["fallbacks"], found["retries"]) == (0, 0, 0)
    assert (await client.get("/v1/measurements", params={"days": 0})).status_code == 422


async def test_feedback_is_counted(client: httpx2.AsyncClient) -> None:
    text = (await client.get("/metrics")).text
    assert 'ibidem_feedback_total{rating="helpful"} 1.0' in text


async def test_a_trace_says_why_each_passage_was_found(client: httpx2.AsyncClient) -> None:
    for language, words in {"ko": {"밸브", "볼트는"}, "en": {"screws", "valve"}, "ja": {"真空", "ポンプ"}}.items():
        trace = (await client.get(f"/v1/sessions/{language}/turns/1")).json()["trace"]
        best = trace["candidates"][0]
        assert best["by_words"] > 0 and words <= set(best["words"])


async def test_ratings_say_what_a_probability_is_worth_once_there_are_enough(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await App.open(settings, load_profile("equipment"))

    async def opened() -> App:
        return app

    async with client_of(create_api(settings, opened)) as client:
        read = Candidate("sop_1203", "1", "Valve", "sop_1203@1#0", 0, 1.0, Match(by_reader=1.0))
        unread = replace(read, match=Match(by_words=1.0))
        for number in range(LEAST_RATED):
            assert (await client.get("/v1/measurements")).json()["calibration"] == []
            for candidate in (read, unread):  # what no reader read has no probability
                asked = replace(turn("s", f"Question {number}"), trace=Trace(confidence=0.85, candidates=(candidate,)))
                stored = await app.turns.append(asked, app.principal)
                rating = "helpful" if number % 10 else "wrong_fact"
                await app.turns.rate("s", stored.turn_id, Feedback(rating, ""), app.principal)
        described = (await client.get("/openapi.json")).json()["paths"]["/v1/measurements"]["get"]["description"]
        assert f"your last {measurements.MOST_RATED:,} ratings" in described
        with monkeypatch.context() as patch:
            patch.setattr(measurements, "MOST_RATED", 2 * LEAST_RATED - 1)  # half of the rated turns have no probability
            assert (await client.get("/v1/measurements")).json()["calibration"] == []
        (band,) = (await client.get("/v1/measurements")).json()["calibration"]
        assert band == {"least": 0.8, "most": 0.9, "rated": LEAST_RATED, "right": 27}
        shown = [(await client.get(f"/v1/sessions/s/turns/{number}")).json()["trace"]["confidence"] for number in (1, 2)]
        assert shown == [0.85, None]


async def test_kept_evaluation_sets_say_what_a_probability_is_worth(client: httpx2.AsyncClient, settings: Settings) -> None:
    assert (await client.get("/v1/measurements")).json()["evaluated"] == []
    keep_measured(settings.data, "plant", [(0.85, number % 10 > 0) for number in range(LEAST_RATED)])
    keep_measured(settings.data, "annex", [(0.6, True)] * (LEAST_RATED - 1))
    found = (await client.get("/v1/measurements")).json()
    assert (found["calibration"], found["evaluated"]) == ([], [{"least": 0.8, "most": 0.9, "rated": LEAST_RATED, "right": 27}])
    keep_measured(settings.data, "plant", [(0.85, True)] * LEAST_RATED)
    assert [band["right"] for band in (await client.get("/v1/measurements")).json()["evaluated"]] == [LEAST_RATED]
    (settings.data / FILE).write_text('{"sets": {"plant": [["high", true]]}}')
    refused = await client.get("/v1/measurements")
    assert refused.status_code == 503 and "holds no measured answers; remove it" in refused.text
    (settings.data / FILE).unlink()
    (settings.data / FILE).symlink_to(settings.data / "ibidem.sqlite3")
    assert "is a link" in (await client.get("/v1/measurements")).text
