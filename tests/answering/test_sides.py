"""A comparison of two documents quotes what both say of the same, and not where one of them refers to the other."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.answering.extract import extract
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.languages import Language
from ibidem.finding.passages import find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PRESSES: dict[Language, tuple[str, str, str, tuple[str, str]]] = {
    "ko": ("프레스 {} 정비", "필터 재질은 {}과 다르다.", "필터 재질은 {}이다.", ("종이", "금속")),
    "en": ("Press {} service", "The filter material differs from the {}.", "The filter material is {}.", ("paper", "metal")),
    "ja": ("プレス{}の整備", "フィルターの材質は{}と異なります。", "フィルターの材質は{}です。", ("紙", "金属")),
}
ASKED: dict[Language, str] = {
    "ko": "F-12랑 F-20 필터 재질 비교",
    "en": "filter material, F-12 vs F-20",
    "ja": "F-12とF-20のフィルターの材質の違い",
}


@pytest.mark.parametrize("language", ASKED)
async def test_each_side_gives_its_value(tmp_path: Path, language: Language) -> None:
    title, across, said, materials = PRESSES[language]
    names = ("F-12", "F-20")
    documents = [
        prepare_row(own, title.format(own), f"{across.format(other)}\n\n{said.format(material)}", NOW)
        for own, other, material in zip(names, reversed(names), materials, strict=True)
    ]
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        await backend.documents.put(documents)
        await backend.index.catch_up()
        ranking = await find_passages(ASKED[language], (), SearchFilters(), 10, backend.index, Principal("anyone"))
        found = extract(ASKED[language], ranking, 300)
    assert found is not None
    leads = {quote.passage.document.doc_id: quote.text for quote in found.quotes if quote.leads}
    assert leads == dict(zip(names, map(said.format, materials), strict=True))
