"""What may be quoted is read once, and only where something is near."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.search.candidates import COMPARED, candidates, comparable
from ibidem.search.extract import extract
from ibidem.search.passages import Ranking, find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def ranked(folder: Path, text: str, question: str) -> Ranking:
    """The ranking over one document and another."""
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put(
        [prepare_row("press", "Press", text, NOW), prepare_row("other", "Lunch", "Lunch is at noon.", NOW)]
    )
    await backend.index.catch_up()
    ranking = await find_passages(question, (), SearchFilters(), 5, backend.index, Principal("anyone"))
    backend.close()
    return ranking


async def test_no_sentence_is_read_where_nothing_is_near(tmp_path: Path) -> None:
    ranking = await ranked(tmp_path, "The press weighs three tons.", "parking permits at the Osaka office")
    read = candidates("parking permits at the Osaka office", ranking)
    assert (read.degree, read.sentences, comparable([read])) == ("none", (), [])
    assert extract(read, 300) is None


async def test_the_best_sentences_are_compared_and_no_heading(tmp_path: Path) -> None:
    text = "# Press\n\n" + "\n".join(f"The press has seal {n}." for n in range(40))
    read = candidates("which seals has the press?", await ranked(tmp_path, text, "which seals has the press?"))
    assert len(comparable([read])) == COMPARED
    assert all(one.startswith("Press: The press has seal") for one in comparable([read, read]))


@pytest.mark.parametrize(
    ("text", "question", "first"),
    [
        ("소형 프레스는 3톤이다. 대형 프레스는 별도 절차를 따른다.", "대형 프레스는요?", "소형 프레스는 3톤이다."),
        ("A small press weighs 3 t. For the large press see the other manual.", "the large press", "A small press weighs 3 t."),
        ("小型プレスは3トンである。大型プレスは別の手順書による。", "大型プレスは?", "小型プレスは3トンである。"),
    ],
)
async def test_a_sentence_that_sends_the_reader_elsewhere_is_no_answer(
    tmp_path: Path, text: str, question: str, first: str
) -> None:
    answer = extract(candidates(question, await ranked(tmp_path, text, question)), 300)
    assert answer is not None and answer.quotes[0].text == first
