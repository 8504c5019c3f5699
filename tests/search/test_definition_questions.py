"""What something is, asked of a store in which more sentences hold the word."""

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
        "작업 안내",
        "작업 허가서 없이 작업하면 작업 허가서 위반이다. 작업 허가서는 위험한 작업을 허락하는 문서이다. 정문에서 보인다.",
    ),
    "en": (
        "Working on site",
        "Without a work permit no hot work permit is given. A work permit is what allows dangerous work. Show it at the gate.",
    ),
    "ja": (
        "構内作業",
        "作業許可証のない作業は作業許可証の違反です。作業許可証とは、危険な作業を許す書類です。正門で見せてください。",
    ),
}


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("작업 허가서가 뭐예요?", "작업 허가서는"),
        ("What is a work permit?", "A work permit is"),
        ("作業許可証って何？", "作業許可証とは"),
    ],
)
async def test_the_sentence_that_says_it_leads(tmp_path: Path, question: str, begins: str) -> None:
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        await backend.documents.put([prepare_row(doc_id, title, text, NOW) for doc_id, (title, text) in ROWS.items()])
        await backend.index.catch_up()
        ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
        answer = extract(candidates(question, ranking), 300)
    assert answer is not None
    assert answer.quotes[0].text.startswith(begins)
