"""The exact messages of an answer, by history policy, as they arrive at a model's server: golden/POLICY.txt.

What is chosen of the conversation stands in them as quoted material, never as messages to be answered again. A file has the
messages of the answer to three questions, one a language, at the end of the same session; of the system's message, which is the
prompt's own text, the name. Where something else is sent on purpose, the test says where the new text is.
"""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from ibidem.backends.registry import open_chat_model
from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn
from ibidem.domain.languages import Language
from ibidem.profile import HistoryPolicy, load_profile
from ibidem.shapes.requests import ChatRequest
from ibidem.testing.loopback import Loopback
from ibidem.testing.openai_server import openai_server
from ibidem.testing.script import TaskScript
from ibidem.turn.budget import Budget
from ibidem.turn.context import Models, TurnContext
from turn.acting import ANSWERS, CATALOG, ON_THE_WAY, QUESTIONS, turn_of
from turn.library import TEXTS, store

GOLDEN = Path(__file__).parent / "golden"
# One leans on the turn before, one stands alone, one asks what was said before the turns at hand.
ASKED: dict[Language, str] = {
    "ko": "그건 왜 그래?",
    "en": "What torque do the cover screws of the slit valve get?",
    "ja": "最初のほうで聞いた真空ポンプのドレンプラグはいくつでしたか。",
}
SAID = (
    (QUESTIONS["ja"], ANSWERS["ja"], "ja"),
    ("Who keeps the torque wrenches?", "The tool crib keeps them.", "en"),
    ("鍵はどこにありますか。", "鍵は受付にあります。", "ja"),
    ("And the gloves?", "They lie in drawer four.", "en"),
    ("休憩は何時ですか。", "休憩は10時です。", "ja"),
    ("작업복은 어디서 받아?", "작업복은 2층에서 받습니다.", "ko"),
    (QUESTIONS["ko"], ANSWERS["ko"], "ko"),
)
# What a model that explores is sent besides, tests/turn/steps/test_explore.py has.
ASKED_AT = datetime(2026, 3, 1, 16, tzinfo=UTC)  # past midnight where the people are who ask
POLICIES = ("auto", "recent", "search", "select", "client")
QUOTED = re.compile(r"<(conversation|turns)>.*?</\1>", re.DOTALL)


@asynccontextmanager
async def with_server(context: TurnContext, answer: str) -> AsyncGenerator[tuple[TurnContext, Loopback]]:
    """The context with a model behind a real server, which keeps what it is sent."""
    tasks = {f"answer_{route}": answer for route in ("setup", "ts", "general")}
    async with openai_server(TaskScript({**ON_THE_WAY, **tasks, "select": "[7, 1]"})) as server:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
            environment.setenv("OPENAI_API_KEY", "sk-none")
            model = open_chat_model("openai:scripted")
        try:
            yield replace(context, models=Models(model, model, CATALOG), budget=Budget(context.profile.budget, 60.0)), server
        finally:
            await model.close()


async def talked(context: TurnContext) -> None:
    """The session; its first and last turns cite documents."""
    versions = dict(zip(TEXTS, await store(context, *TEXTS.values()), strict=True))
    for number, (asked, answered, language) in enumerate(SAID, 1):
        refs: tuple[DocRef, ...] = ()
        if number in (1, len(SAID)):
            doc_id, version = TEXTS[language][0], versions[language]
            refs = (DocRef(1, doc_id, version, doc_id, "", "", None, (f"{doc_id}@{version}#0",), "", None, "bm25"),)
        await context.turns.append(NewTurn("s", asked, answered, answered, language, "general", refs), context.principal)


def sent(server: Loopback) -> list[list[dict[str, str]]]:
    """The messages of each call, oldest first."""
    return [json.loads(exchange.body)["messages"] for exchange in server.exchanges]


def written(messages: list[dict[str, str]]) -> str:
    """Messages for a golden file."""
    first = messages[0]["content"].splitlines()[0]
    return "\n".join(f"--- {one['role']}\n{one['content'] if one['role'] != 'system' else first + ' ...'}" for one in messages)


async def answered(context: TurnContext, language: Language, session: str, *history: ClientTurn) -> list[dict[str, str]]:
    """The messages of the answer to one of the questions; all that is sent on the way has the same shape."""
    async with with_server(context, ANSWERS[language]) as (served, server):
        await turn_of(served, ASKED[language], "fast", session, history=history)
        for messages in sent(server):
            assert [one["role"] for one in messages] == ["system", "user"]
            outside = QUOTED.sub("", messages[1]["content"])
            assert not any(asked in outside for asked, _, _ in SAID)
        return [messages for messages in sent(server) if messages[0]["content"].startswith("Task: answer")][-1]


def client_history() -> tuple[ClientTurn, ...]:
    """What the session said, as a client sends it: plain strings, as older ones do, and at last an answer with its document."""
    lines: list[object] = [line for asked, said, _ in SAID for line in (asked, f"assistant: {said}")]
    lines[-1] = {"role": "assistant", "summary": SAID[-1][1], "doc_ids": [TEXTS["ko"][0]]}
    return ChatRequest.model_validate({"message": "?", "chat_history": lines}).to_domain("s", load_profile("equipment")).history


@pytest.mark.parametrize("policy", POLICIES)
async def test_what_an_answer_is_asked_with(context: TurnContext, policy: HistoryPolicy, tmp_path: Path) -> None:
    await talked(context)
    under = replace(
        context, profile=context.profile.model_copy(update={"history": policy, "time_zone": "Asia/Seoul"}), asked_at=ASKED_AT
    )
    history = client_history() if policy == "client" else ()
    parts: list[str] = []
    for number, language in enumerate(ASKED):
        branch = (await context.turns.branch("s", len(SAID), f"s{number}", context.principal)).session_id
        parts.append(f"=== {ASKED[language]}\n{written(await answered(under, language, branch, *history))}\n")
    found, golden = "\n".join(parts), GOLDEN / f"{policy}.txt"
    (tmp_path / golden.name).write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8"), (
        f"something else is sent; if that is right, {tmp_path / golden.name} has it"
    )


def test_every_policy_has_its_golden_file() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(POLICIES) <= set(get_args(HistoryPolicy))


FURTHER: dict[Language, tuple[str, str]] = {
    "ko": ("수프라 XP의 볼트는 얼마로 조여?", "그럼 누설 시험은?"),
    "en": ("How tight are the bolts of the SUPRA XP?", "And the leak test?"),
    "ja": ("スープラXPのボルトはいくつで締めますか。", "では油面は?"),
}


@pytest.mark.parametrize("language", FURTHER)
async def test_questions_alone_are_a_history_too(context: TurnContext, language: Language) -> None:
    """What they were about carries over; they themselves are not asked again."""
    await store(context, *TEXTS.values())
    before, message = FURTHER[language]
    for sent_ in (["hello", before], [{"role": "user", "content": "hello"}, {"role": "user", "content": before}]):
        request = ChatRequest.model_validate({"message": message, "chat_history": sent_}).to_domain("new", context.profile)
        assert request.history == (ClientTurn("hello"), ClientTurn(before))
        found = await turn_of(context, message, "fast", f"new-{len(str(sent_))}", history=request.history)
        assert found.content.trace.devices == ("SUPRA XP",)
