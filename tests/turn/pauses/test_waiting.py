"""Calls of models wait for each other only where one needs what another said; what a person waits for is counted in them."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.domain.models import ModelEvent, ModelReply, ModelRequest
from ibidem.domain.trace import Trace
from ibidem.testing.script import Reply, task_of
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models, TurnContext
from turn.acting import CATALOG, QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, store

FAITHFUL = '{"faithful": true, "issues": [], "hint": ""}'
DOUBT = '{"faithful": false, "issues": ["the torque is missing"], "hint": "torque"}'
CALL_SECONDS = 0.01  # enough for a trace to tell calls side by side from those one after the other
# Longer than a summary may be, so that one is made.
LONG: dict[Language, str] = {
    "ko": "누설 시험은 볼트를 모두 조인 다음에 합니다 [1]. 시험에서 이상이 보이면 담당자에게 먼저 알리고, 담당자가 허락할 때까지 "
    "장비를 다시 켜지 않습니다 [1]. 작업을 마친 사람은 무엇을 바꾸었는지 기록에 남기고, 다음 근무자에게 그 내용을 직접 "
    "설명합니다 [1]. 새 부품이 없으면 작업을 시작하지 않습니다 [1].",
    "en": "The groove is wiped before the new ring goes in, and nobody touches it after that [1]. Whoever finds a scratch tells "
    "the shift leader, who decides whether the valve may be used again [1].",
    "ja": "オイルを交換したあとは、油面が窓の中央にあることを必ず目で見て確認してください [1]。油面が低いときは運転を始めず、"
    "少しずつ足してからもう一度確認します [1]。作業を終えた人は、交換した日と使ったオイルの種類を記録に残し、次の担当者に"
    "その内容を口頭でも伝えてください。異常な音が続くときは、すぐにポンプを止めて担当者を呼びます [1]。",
}
QUERIES: dict[Language, str] = {
    "ko": '["볼트 조임 토크", "게이트 밸브 볼트", "조임 순서"]',
    "en": '["cover screw torque", "slit valve screws", "tightening order"]',
    "ja": '["ドレンプラグ 締付トルク", "真空ポンプ プラグ", "締める順番"]',
}
# A question that is not clear, of a kind that no word of it tells: nothing of the turn can be skipped.
NEEDED: Mapping[str, Reply] = {
    "route": "general",
    "gate": "no",
    "settle": '["torque of the cover screws", "게이트 밸브 볼트 토크", "ドレンプラグのトルク"]',
    "summary": "…",
}


@dataclass
class Watched:
    """A model that knows of each call after how many others, one after the other, it began.

    Calls with the same number were all under way before the first of them ended.
    """

    played: ScriptedModel
    begun: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    ended: int = 0

    @property
    def name(self) -> str:
        return self.played.name

    def begin(self, request: ModelRequest) -> int:
        self.begun.append((self.ended, task_of(request).partition("_")[0]))
        return self.ended + 1

    async def complete(self, request: ModelRequest) -> ModelReply:
        number = self.begin(request)
        try:
            await asyncio.sleep(CALL_SECONDS)
            return await self.played.complete(request)
        finally:
            self.ended = max(self.ended, number)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        number = self.begin(request)
        try:
            async with aclosing(self.played.stream(request)) as events:
                async for event in events:
                    yield event
        finally:
            self.ended = max(self.ended, number)

    async def close(self) -> None:
        await self.played.close()

    @property
    def rounds(self) -> list[set[str]]:
        """The kinds of call that were under way together, one round after the other."""
        return [{kind for _, kind in calls} for _, calls in groupby(sorted(self.begun), key=itemgetter(0))]


# In other words than the documents have: the search for it alone is not sure.
DOUBTFUL: dict[Language, str] = {
    "ko": "그건 어느 정도 힘으로 고정하나요?",
    "en": "How heavy is that part, box included?",
    "ja": "その部品は箱ごとだとどのくらいの重さになりますか。",
}


async def waited(
    context: TurnContext, language: Language, mode: Mode, verdicts: list[str], *follow_ups: str
) -> tuple[Watched, Trace]:
    """A turn, and what was asked in it; with `follow_ups` the last turn of a conversation."""
    await store(context, *TEXTS.values())
    written = {f"queries_{route}": lambda request: QUERIES[spoken(request)] for route in ("setup", "ts", "general")}
    told = {"translate": lambda request: QUESTIONS[wanted(request)]}
    watched = Watched(model(LONG[language], verdicts, **NEEDED, **written, **told))
    context = replace(with_model(context, watched.played), models=Models(watched, watched, CATALOG))
    turn = await turn_of(context, QUESTIONS[language], mode)
    for message in follow_ups:
        watched.begun.clear()
        watched.ended = 0
        turn = await turn_of(context, message, mode)
    assert turn.content.assistant_text == LONG[language], turn.content
    return watched, turn.content.trace


def spoken(request: ModelRequest) -> Language:
    """The language that a prompt is written in."""
    return next(language for language in LANGUAGES if CATALOG.get(task_of(request), language).system == request.system)


def wanted(request: ModelRequest) -> Language:
    """The language that a question is to be translated into."""
    names = {"ko": ("한국어", "Korean", "韓国語"), "en": ("영어", "English", "英語"), "ja": ("일본어", "Japanese", "日本語")}
    target = request.user.partition("<target>")[2].partition("</target>")[0].strip()
    return next(language for language in LANGUAGES if target in names[language])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_fast_answer_begins_at_once_where_nothing_is_doubtful(context: TurnContext, language: Language) -> None:
    watched, _ = await waited(context, language, "fast", [FAITHFUL])
    assert watched.rounds == [{"answer"}]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_verified_answer_begins_after_one_call_where_nothing_is_doubtful(
    context: TurnContext, language: Language
) -> None:
    watched, _ = await waited(context, language, "verified", [FAITHFUL])
    assert watched.rounds == [{"route"}, {"answer"}, {"judge", "summary"}]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_verified_answer_begins_after_two_rounds_of_calls(context: TurnContext, language: Language) -> None:
    """However unclear the question: the gate and the translations beside the queries, the summary beside the verdict. A follow-up
    has the route of the turn before."""
    watched, trace = await waited(context, language, "verified", [FAITHFUL], DOUBTFUL[language])
    assert watched.rounds == [
        {"translate", "gate", "queries"},
        {"settle"},
        {"answer"},
        {"judge", "summary"},
    ]
    kinds = [kind for _, kind in watched.begun]
    assert kinds.count("translate") == 3, "as a whole question, and into each other language of the corpus"
    assert kinds.count("queries") == 1, "in the language of the question"
    waited_for = [part for part in trace.critical_path if "/" in part.part]
    assert len(waited_for) <= len(watched.rounds) < len(trace.calls), "the trace tells the same"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_doubtful_verdict_costs_one_further_call(context: TurnContext, language: Language) -> None:
    doubt = DOUBT.replace("the torque is missing", LONG[language].partition(" [1]")[0])
    watched, _ = await waited(context, language, "verified", [doubt, FAITHFUL])
    assert watched.rounds[-2:] == [{"judge", "summary"}, {"judge"}]
