"""What a reader says of windows becomes the order of passages, the scores of lines and a probability."""

from dataclasses import replace

import pytest

from answering.near import Near
from answering.pointer import Pointer
from ibidem.answering.degree import degree
from ibidem.answering.extract import extract
from ibidem.answering.read_ranking import COMPARED, PASSAGES, read_ranking
from ibidem.domain.documents import Passage
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import passage_tokens
from ibidem.testing.stores import ENGLISH, prepared

QUESTIONS = {
    "ko": ("언제까지 반납해?", ("대출은 두 주 동안 한다.", "책은 금요일까지 돌려준다.")),
    "en": ("When do I bring it back?", ("Books are lent for two weeks.", "They are returned by Friday.")),
    "ja": ("いつまでに返せばいい?", ("本は二週間借りられる。", "本は金曜日までに返却する。")),
}


def ranking(*texts: str) -> Ranking:
    """A passage of a document of its own for each text, each a little behind the one before."""
    (chunk, *_), document = prepared(ENGLISH).chunks, prepared(ENGLISH).document
    passages = tuple(
        Passage(
            replace(chunk.chunk, doc_id=f"d{n}", chunk_id=f"c{n}", text=text, section="Rules"),
            replace(document, doc_id=f"d{n}", title=f"Title {n}"),
            5.0 - n / 10,
        )
        for n, text in enumerate(texts)
    )
    tokens = tuple(passage_tokens(p.chunk.text, p.document.title) for p in passages)
    return Ranking(passages, (), 0.1, tokens, whole=5.0, chunks=len(texts))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_passage_of_the_line_that_answers_comes_first(language: str) -> None:
    question, (wrong, right) = QUESTIONS[language]
    found = await read_ranking(question, ("before",), ranking(wrong, f"{wrong} {right}"), None, reader := Pointer(right[-4:]))
    assert [p.chunk.doc_id for p in found.passages] == ["d1", "d0"] and reader.before == ("before",)
    assert [p.match.by_reader for p in found.passages] == [p.score for p in found.passages] and found.passages[0].score == 1.0
    answer = extract(question, found, 300)
    assert answer is not None and answer.quotes[0].text == right and answer.quotes[0].leads
    assert found.method.endswith("+reader") and found.by_words is None


async def test_lines_are_scored_where_they_stand_in_their_document() -> None:
    (passage, *_), found = ranking("One.").passages, ranking("First line. Second line.")
    moved = tuple(replace(p, chunk=replace(p.chunk, offset=100)) for p in found.passages)
    read = await read_ranking("Second?", (), replace(found, passages=moved), None, Pointer("Second"))
    assert {place for _, place in read.lines} == {100, 112} and passage.chunk.offset == 0
    assert max(read.lines, key=lambda place: read.lines[place]) == ("d0", 112)


async def test_the_probability_does_not_depend_on_what_else_is_stored() -> None:
    alone = await read_ranking("Friday?", (), ranking("Until Friday."), None, Pointer("Friday"))
    beside = await read_ranking("Friday?", (), ranking("Until Friday.", *["Nothing of it."] * 9), None, Pointer("Friday"))
    assert alone.confidence == beside.confidence > 0.36
    nothing = await read_ranking("Friday?", (), ranking("Until Monday.", "Soon."), None, Pointer("Friday"))
    assert nothing.confidence < 0.36
    assert (degree("Friday?", alone), degree("Friday?", nothing)) == ("answered", "closest")


async def test_lines_are_compared_in_meaning_and_no_more_than_pay() -> None:
    text = " ".join(f"Line number {n} is here." for n in range(40))
    vectors = Near("number 7 ")
    found = await read_ranking("Which?", (), ranking(text), vectors, Pointer())
    assert len(vectors.compared) == COMPARED and all(one.startswith("Title 0 › Rules\n") for one in vectors.compared)
    answer = extract("Which?", found, 100)
    assert answer is not None and answer.quotes[0].text == "Line number 7 is here."


async def test_what_is_not_read_keeps_its_order_below() -> None:
    texts = [f"Passage {n} says nothing." for n in range(PASSAGES + 4)]
    found = await read_ranking("What?", (), ranking(*texts), None, Pointer("Passage 5"), most=8)
    order = [p.chunk.doc_id for p in found.passages]
    assert order[0] == "d5" and order[8:] == [f"d{n}" for n in range(8, PASSAGES + 4)]
    scores = [p.score for p in found.passages]
    assert scores == sorted(scores, reverse=True) and len(found.tokens) == len(found.passages)
    assert {p.match.by_reader is None for p in found.passages[8:]} == {True}


async def test_a_ranking_without_lines_stays_as_it_is() -> None:
    empty = ranking("---")
    assert await read_ranking("What?", (), empty, None, Pointer()) is empty


STEPS = {
    "ko": ("오일을 교환한다.", ("1. 펌프를 세운다.", "2. 폐유를 받는다.", "3. 새 오일을 채운다.")),
    "en": ("The oil is changed.", ("1. Stop the pump.", "2. Drain the oil.", "3. Fill in new oil.")),
    "ja": ("オイルを交換する。", ("手順1：ポンプを止める。", "手順2：廃油を抜く。", "手順3：新しいオイルを入れる。")),
}


@pytest.mark.parametrize("language", STEPS)
async def test_a_procedure_is_quoted_whole_in_its_order_or_says_how_much_of_it_is(language: str) -> None:
    before, steps = STEPS[language]
    text = "\n".join((before, "", *steps))
    found = await read_ranking("How?", (), ranking(text), None, Pointer(steps[1][-4:], steps[2][-4:]))
    answer = extract("How?", found, 300)
    assert answer is not None and [quote.text for quote in answer.quotes] == list(steps)
    assert answer.steps == (3, 0) and all(quote.kind == "step" for quote in answer.quotes)
    short = extract("How?", found, 4)
    assert short is not None and [quote.text for quote in short.quotes] == [steps[0]] and short.steps == (1, 2)


@pytest.mark.parametrize("language", STEPS)
async def test_one_step_of_many_answers_alone(language: str) -> None:
    before, steps = STEPS[language]
    text = "\n".join((before, "", *steps))
    found = await read_ranking("How?", (), ranking(text), None, Pointer(steps[1][-8:]))
    answer = extract("How?", replace(found, lines={at: score * 9 for at, score in found.lines.items()}), 300)
    assert answer is not None and answer.quotes[0].text == steps[1] and len(answer.quotes) == 1


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_line_that_led_the_answer_before_is_hardly_given_again(language: str) -> None:
    question, (one, other) = QUESTIONS[language]
    found = ranking(f"{one}\n\n{other}")
    led = (found.passages[0].document.doc_id, found.passages[0].chunk.offset)
    first = await read_ranking(question, ("before",), found, None, Pointer(one[-4:], other[-4:]))
    assert max(first.lines, key=lambda place: first.lines[place]) == led
    further = await read_ranking(question, ("before",), found, None, Pointer(one[-4:], other[-4:]), said=frozenset({led}))
    assert max(further.lines, key=lambda place: further.lines[place]) != led
    assert further.lines[led] < first.lines[led]
