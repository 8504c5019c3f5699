"""A service with the policy profile, people's questions with personal data in them, and all that could give such data away."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from ibidem.app import App
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.languages import Language
from ibidem.ports.models import ChatModel
from ibidem.profile import load_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.turn.context import Models
from ibidem.web.server import create_api
from ibidem.web.spans import Spans, with_texts
from web.scripted import client_of

# The telephone of each document stands in it, and in what is quoted of it.
DOCUMENTS: dict[Language, tuple[str, str, str]] = {
    "ko": ("leave-ko.md", "# 연차 규정\n\n연차휴가는 1년에 15일이다. 문의는 인사팀 02-345-6789로 한다.\n", "02-345-6789"),
    "en": (
        "leave-en.md",
        "# Rules of annual leave\n\nAnnual leave is 15 days a year. Call +1 650-253-0000 for questions.\n",
        "+1 650-253-0000",
    ),
    "ja": ("leave-ja.md", "# 年次有給休暇規程\n\n年次有給休暇は年に15日とする。問い合わせは03-1234-5678へ。\n", "03-1234-5678"),
}


@dataclass(frozen=True)
class Said:
    """A question that holds a value, another that holds it written otherwise, its placeholder, and all ways to write it."""

    question: str
    again: str
    name: str
    values: tuple[str, ...]


SAID: dict[Language, Said] = {
    "ko": Said(
        "주민등록번호 900101-1234568인 직원의 연차휴가는 1년에 며칠인가요?",
        "주민번호 ９００１０１－１２３４５６８로 조회하면 연차휴가가 며칠인가요?",
        "<KR_RRN_1>",
        ("900101-1234568", "９００１０１－１２３４５６８", "1234568"),
    ),
    "en": Said(
        "My SSN is 536-22-8731. How many days of annual leave do I get a year?",
        "How many days of annual leave has the person with SSN 536 22 8731 a year?",
        "<US_SSN_1>",
        ("536-22-8731", "536 22 8731"),
    ),
    "ja": Said(
        "マイナンバーは1234-5678-9018です。年次有給休暇は年に何日ですか。",
        "個人番号123456789018の社員の年次有給休暇は年に何日ですか。",
        "<JP_MY_NUMBER_1>",
        ("1234-5678-9018", "123456789018"),
    ),
}


@dataclass(frozen=True)
class Door:
    """The service as a client sees it, and what its owner could look into."""

    client: httpx2.AsyncClient
    app: App
    data: Path
    spans: InMemorySpanExporter
    log: "Records"

    async def post(self, path: str, **body: object) -> httpx2.Response:
        response = await self.client.post(path, json=body)
        assert response.status_code == 200, response.text
        return response

    def written(self) -> str:
        """Everything that is on disk, in spans and in the log."""
        files = b"\n".join(path.read_bytes() for path in sorted(self.data.parent.rglob("*")) if path.is_file())
        spans = "\n".join(span.to_json() for span in self.spans.get_finished_spans())
        return "\n".join((files.decode("utf-8", "replace"), spans, *self.log.records))


class Records(logging.Handler):
    """Keeps what is logged, at every level."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


@asynccontextmanager
async def door(data: Path, model: ChatModel | None = None, profile: str = "policy") -> AsyncGenerator[Door]:
    """The service on a data folder, with the documents in it."""
    settings = load_settings(data=data, embedder=None, audit=str(data.parent / "audit.jsonl"))
    exporter, provider, log = InMemorySpanExporter(), TracerProvider(), Records()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    apps: list[App] = []

    async def opened() -> App:
        app = await App.open(settings, load_profile(profile))
        if model is not None:
            app.models = Models(model, model, load_catalog(None, [route.name for route in app.profile.routes]))
        files = [SourceFile(name, text.encode()) for name, text, _ in DOCUMENTS.values()]
        await app.documents.put([prepare(file, app.profile, "default", datetime.now(UTC)) for file in files])
        await app.index.catch_up()
        app.observers.append(Spans(provider.get_tracer("ibidem"), with_texts))
        apps.append(app)
        return app

    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        async with client_of(create_api(settings, opened)) as client:
            yield Door(client, apps[0], data, exporter, log)
    finally:
        root.removeHandler(log)
        root.setLevel(level)
