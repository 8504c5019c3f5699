"""Lines that are hardly a word, in lists: "and so on" supports no answer."""

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
    "ko": ("뮤트", "뮤트한 사람의 글은 보이지 않는다.\n\n- 뮤트한 사람의 사진\n- 사람의 알림\n\n뮤트한 것을 상대는 알 수 없다."),
    "en": (
        "Muting",
        "Posts of people you mute are hidden.\n\n- Notifications of people you mute\n- Muted etc\n\nPeople you mute never know.",
    ),
    "ja": (
        "ミュート",
        "投稿は見えません。\n\n- ミュートした人からの通知\n- ミュートなど\n\nミュートしたことを相手は知りません。",
    ),
}


@pytest.mark.parametrize("question", ["뮤트한 사람은 어떻게 돼?", "What happens to people I mute?", "ミュートするとどうなる？"])
async def test_a_line_that_is_hardly_a_word_is_not_quoted_beside_another(tmp_path: Path, question: str) -> None:
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        await backend.documents.put([prepare_row(doc_id, title, text, NOW) for doc_id, (title, text) in ROWS.items()])
        await backend.index.catch_up()
        ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
        answer = extract(candidates(question, ranking), 300)
    assert answer is not None
    quoted = [quote.text.removeprefix("- ") for quote in answer.quotes]
    assert len(quoted) > 1
    assert not {"사람의 알림", "Muted etc", "ミュートなど"} & set(quoted)
