"""What may be quoted is read once, and only where something is near."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Passage, Principal, SearchFilters
from ibidem.language.search_text import question_terms
from ibidem.search.candidates import COMPARED, Candidates, candidates, comparable, said_beside_names
from ibidem.search.extract import extract
from ibidem.search.passages import Ranking, find_passages
from ibidem.search.sentence_scores import by_likeness, sentences

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def ranked(folder: Path, text: str, question: str, title: str = "Press") -> Ranking:
    """The ranking over one document and another."""
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepare_row("press", title, text, NOW), prepare_row("other", "Lunch", "Lunch is at noon.", NOW)])
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
    assert all(one.text.startswith("The press has seal") for one in comparable([read, read]))


@pytest.mark.parametrize(
    ("text", "question", "near"),
    [
        ("작은 프레스의 무게는 3톤이다. 점심 식당은 2층에 있다. 큰 프레스의 무게는 5톤이다.", "프레스 무게는?", 2),
        ("A small press weighs 3 t. Lunch is upstairs at noon. A big press weighs 5 t.", "how much does a press weigh?", 2),
        ("小型プレスの重量は3トンである。昼食は二階で出る。大型プレスの重量は5トンである。", "プレスの重量は?", 2),
        ("소형 프레스는 3톤이다. 점심 식당은 2층에 있다.", "소형 프레스는 몇 톤?", 0),
        ("A small press weighs 3 t. Lunch is upstairs at noon.", "how heavy is a small press?", 0),
        ("小型プレスは3トンである。昼食は二階で出る。", "小型プレスは何トン?", 0),
    ],
)
async def test_only_sentences_that_meaning_can_put_first_are_compared(
    tmp_path: Path, text: str, question: str, near: int
) -> None:
    assert len(comparable([candidates(question, await ranked(tmp_path, text, question))])) == near


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


@pytest.mark.parametrize(
    ("question", "answers"),
    [("how heavy is it?", "en"), ("무게가 얼마예요?", "ko"), ("重さはどのくらいですか", "ja")],
)
def test_of_a_best_document_in_another_language_the_nearest_sentence_leads(question: str, answers: str) -> None:
    texts = {
        "en": ("Press", "The press weighs three tons. It stands in hall 2. Call Kim."),
        "ko": ("프레스", "프레스는 3톤이다. 2동에 있다. 담당은 김 대리이다."),
        "ja": ("プレス", "プレスは3トンです。第2棟にあります。担当は佐藤です。"),
    }
    other = next(language for language in texts if language != answers)
    prepared = {language: prepare_row(language, *texts[language], NOW) for language in (other, answers)}
    passages = tuple(
        Passage(one.chunks[0].chunk, one.document, score) for one, score in zip(prepared.values(), (5.0, 4.9), strict=True)
    )
    terms = {term.token: 1.0 for term in question_terms(question)}
    tokens = tuple(one.chunks[0].tokens for one in prepared.values())
    found = Ranking(passages, (), 1.0, tokens, terms, sum(terms.values()), 2)
    read = Candidates(question, found, found, "answered", sentences(question, found))
    near = read.sentences[0].text
    assert near in [s.text for s in comparable([read])]
    likeness = {s.text: 0.2 for s in read.sentences} | {near: 1.3}
    best = max(by_likeness(read.sentences, likeness), key=lambda s: s.score)
    assert best.text == near
    farther = {s.text: 0.2 + 3.0 * (s.passage.document.language == answers) for s in read.sentences}
    assert max(by_likeness(read.sentences, farther), key=lambda s: s.score).passage.document.language == answers


@pytest.mark.parametrize(
    ("text", "question", "compared"),
    [
        ("# Meadow plan\n\nMeadow holds 2 TB of files.", "Meadow는 용량이 얼마나 돼?", " 용량이 얼마나 돼?"),
        ("# Meadow plan\n\nMeadow holds 2 TB of files.", "Meadow の容量は?", " の容量は?"),
        (
            "# Daxon 340 점검 지침\n\nDaxon 340은 기름을 쓰는 프레스다.",
            "what oil goes in the Daxon 340?",
            "what oil goes in the  ?",
        ),
        ("# Daxon 340 점검 지침\n\nDaxon 340은 기름을 쓰는 프레스다.", "Daxon 340?", "Daxon 340?"),
        ("# Meadow plan\n\nMeadow holds 2 TB of files.", "how much does Meadow hold?", "how much does Meadow hold?"),
    ],
)
async def test_the_name_of_a_document_in_another_language_is_not_compared(
    tmp_path: Path, text: str, question: str, compared: str
) -> None:
    title = text.partition("\n")[0].lstrip("# ")
    read = candidates(question, await ranked(tmp_path, text, question, title))
    assert said_beside_names(question, [read]) == compared
