"""Documents of questions and answers: the answer under the question that was asked leads, and no question is quoted for one."""

from contextlib import closing
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
ROWS = {
    "ko": (
        "시간제 직원 안내",
        "Q1. 상여금이 있나요?\nA. 12월에 20만 원을 줍니다.\n\nQ2. 연차는 언제 생기나요?\nA. 입사 6개월 후입니다.",
    ),
    "en": (
        "Part-time staff",
        "Q1. Is there a bonus?\nA. 200 euros in December.\n\nQ2. When do I get leave?\nA. Six months after you join.",
    ),
    "ja": (
        "パートの皆さんへ",
        "Q1. 賞与はありますか。\nA. 12月に2万円を支給します。\n\nQ2. 休暇はいつもらえますか。\nA. 入社6か月後です。",
    ),
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("시간제도 상여금 있어?", "A. 12월에 20만 원을 줍니다."),
        ("bonus for part-time staff?", "A. 200 euros in December."),
        ("パートに賞与はある？", "A. 12月に2万円を支給します。"),
    ],
)
async def test_the_answer_leads(tmp_path: Path, question: str, answer: str) -> None:
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        await backend.documents.put([prepare_row(doc_id, title, text, NOW) for doc_id, (title, text) in ROWS.items()])
        await backend.index.catch_up()
        ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
        found = extract(candidates(question, ranking), 300)
    assert found is not None
    assert found.quotes[0].text == answer
    assert not [quote.text for quote in found.quotes if quote.text.startswith("Q")]
