"""How often one turn waits for the cluster before a model is asked: counted at a proxy between ibidem and a real one."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest

from clusters import cluster_of, remove
from ibidem.app import App
from ibidem.backends.elastic.shelf import FRESH_SECONDS
from ibidem.domain.conversation import Question
from ibidem.domain.documents import Principal
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.loopback import Exchange, serving
from required import SERVICES, needs_service

pytestmark = pytest.mark.slow
MINA = Principal("mina")
# In the first turn of a session, and in a later one, which may search twice: see docs/howto/elasticsearch.md. One or two read the
# whole document that leads, for the row of a table that the question names. On a busy machine, two at once may be two waits.
MOST = (7, 12)
QUESTIONS = {
    "ko": ("펌프의 무게는 얼마인가요?", "그 펌프의 필터는 언제 교체하나요?"),
    "en": ("How heavy is the pump?", "When is its filter replaced?"),
    "ja": ("ポンプの重量はいくらですか。", "そのフィルターはいつ交換しますか。"),
}
TEXTS = {
    "ko": "# 펌프\n\n펌프의 무게는 340 kg입니다.\n\n## 필터\n\n필터는 매달 교체합니다.\n",
    "en": "# Pump\n\nThe pump weighs 340 kg.\n\n## Filter\n\nThe filter is replaced every month.\n",
    "ja": "# ポンプ\n\nポンプの重量は340 kgです。\n\n## フィルター\n\nフィルターは毎月交換します。\n",
}


@dataclass
class Proxy:
    """What went through: the path of each request, when it came and when it was answered."""

    url: str = ""
    passed: list[tuple[str, float, float]] = field(default_factory=list[tuple[str, float, float]])

    def waits(self) -> list[list[str]]:
        """The requests before the turn is stored: those that were with the cluster at the same time are one wait."""
        waits: list[list[str]] = []
        until = 0.0
        for path, came, answered in sorted(self.passed, key=lambda one: one[1]):
            if path == "/_bulk":
                break
            # Asked for once a second, however many turns there are; on a busy machine a turn takes longer.
            if path.endswith("/_doc/watermark"):
                continue
            if came >= until:
                waits.append([])
            waits[-1].append(path)
            until = max(until, answered)
        # The last one is the session as whoever stores the turn reads it.
        return waits[:-1]


def sent(exchange: Exchange) -> dict[str, str]:
    return {name: value for name, value in exchange.headers.items() if name in {"content-type", "accept"}}


@pytest.fixture(params=[pytest.param(name, marks=needs_service(name)) for name in ("elasticsearch", "opensearch")])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[App, Proxy]]:
    prefix, proxy = f"test-{uuid4().hex[:12]}", Proxy()

    async def forward(exchange: Exchange) -> None:
        came = time.monotonic()
        url = f"http://127.0.0.1:{SERVICES[request.param]}{exchange.path}?{exchange.query}"
        answer = await client.request(exchange.method, url, content=exchange.body, headers=sent(exchange))
        proxy.passed.append((exchange.path, came, time.monotonic()))
        product = {name: answer.headers[name] for name in ("x-elastic-product",) if name in answer.headers}
        await exchange.answer(answer.status_code, answer.json(), product)

    async with httpx2.AsyncClient(timeout=60) as client, serving(forward) as server:
        proxy.url = server.url
        settings = load_settings(
            data=tmp_path, store=f"{request.param}:{server.url}", store_prefix=prefix, profile="equipment", embedder="none"
        )
        async with await App.open(settings, load_profile("equipment")) as app:
            yield app, proxy
    cluster = cluster_of(request.param, prefix)
    remove(cluster, "*")
    cluster.close()


async def test_a_turn_waits_for_the_cluster_only_so_often(opened: tuple[App, Proxy]) -> None:
    app, proxy = opened
    for language, text in TEXTS.items():
        await app.uploads.add(await app.uploads.read(f"pump-{language}.md", text.encode(), MINA), MINA)
    await app.documents.words(MINA)
    for language, questions in QUESTIONS.items():
        for number, asked in enumerate(questions):
            # Long enough for the corpus to be asked for anew.
            await asyncio.sleep(1.1 * FRESH_SECONDS)
            proxy.passed.clear()
            async for _ in app.ask(Question(asked, f"session-{language}"), MINA):
                pass
            waits = proxy.waits()
            assert 0 < len(waits) <= MOST[number], (asked, waits)
