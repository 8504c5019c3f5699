"""The row of a table whose range holds the amount of a question answers it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.search.candidates import candidates
from ibidem.search.extract import extract
from ibidem.search.passages import find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ALLOWANCES = """# {title}

| {distance} | {amount} |
|---|---|
| {near} | 52 |
| {middle} | 98 |
| {far} | 164 |
"""


@pytest.mark.parametrize(
    ("words", "question", "row"),
    [
        (
            ("통근 수당", "편도 거리", "월 금액", "10 km 이상 20 km 미만", "20 km 이상 35 km 미만", "35 km 이상"),
            "차로 편도 15킬로 통근하는데 수당 얼마야?",
            "52",
        ),
        (
            ("Commuting allowance", "Distance one way", "Monthly amount", "10 to 20 km", "20 to 35 km", "over 35 km"),
            "commuting allowance if I drive 40 km one way",
            "164",
        ),
        (
            ("通勤手当", "片道の距離", "月額", "10 km以上20 km未満", "20 km以上35 km未満", "35 km以上"),
            "片道25キロの通勤で手当はいくら？",
            "98",
        ),
    ],
)
async def test_the_row_whose_range_holds_the_amount_leads(
    tmp_path: Path, words: tuple[str, ...], question: str, row: str
) -> None:
    names = dict(zip(("title", "distance", "amount", "near", "middle", "far"), words, strict=True))
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepare_row("allowance", words[0], ALLOWANCES.format(**names), NOW)])
    await backend.index.catch_up()
    ranking = await find_passages(question, (), SearchFilters(), 5, backend.index, Principal("anyone"))
    backend.close()
    answer = extract(candidates(question, ranking), 300)
    assert answer is not None and answer.quotes[0].text.strip("| ").endswith(row)
