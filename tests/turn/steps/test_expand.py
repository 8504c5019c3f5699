"""Steps that were cut apart are read together; a model reads what is near the best, and all of the documents that were chosen."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import Question
from ibidem.domain.documents import Passage, SearchFilters
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.expand import expand, neighbours
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.values.searching import Evidence
from turn.acting import QUESTIONS, model, with_model
from turn.library import TEXTS, begun, inquiry_of, plan_for, store

STEP = {
    "ko": "밸브를 천천히 열고 압력이 안정될 때까지 기다린 다음 값을 기록한다. ",
    "en": "Open the valve slowly, wait until the pressure has settled, and note the value. ",
    "ja": "バルブをゆっくり開け、圧力が安定するまで待ってから値を記録する。",
}


@pytest.mark.parametrize("language", STEP)
async def test_neighbours_hold_the_steps_before_and_after(context: TurnContext, language: str) -> None:
    steps = "\n".join(f"{n}. {STEP[language] * 4}" for n in range(1, 41))
    text = f"# Procedure\n\n## Steps\n\n{steps}\n\n## Notes\n\n{STEP[language]}\n"
    prepared = prepare(SourceFile("procedure.md", text.encode()), context.profile, "default", datetime.now(UTC))
    await context.documents.put([prepared])
    chunks = [searchable.chunk for searchable in prepared.chunks]
    inside = [c for c in chunks if c.section.endswith("Steps")]
    assert len(inside) > 3, "the steps must be cut for this test to mean something"
    first = await neighbours(Passage(inside[0], prepared.document, 1.0), context)
    assert [c.order for c in first] == [c.order for c in inside[:3]]
    middle = await neighbours(Passage(inside[1], prepared.document, 1.0), context)
    assert [c.order for c in middle] == [c.order for c in inside[:4]]


async def test_prose_is_left_alone(context: TurnContext) -> None:
    text = "\n\n".join(STEP.values()) * 30
    prepared = prepare(SourceFile("prose.md", text.encode()), context.profile, "default", datetime.now(UTC))
    await context.documents.put([prepared])
    chunk = prepared.chunks[0].chunk
    assert list(await neighbours(Passage(chunk, prepared.document, 1.0), context)) == [chunk]


@pytest.mark.parametrize("language", STEP)
async def test_what_was_joined_to_a_better_passage_is_not_read_twice(context: TurnContext, language: str) -> None:
    steps = "\n".join(f"{n}. {STEP[language] * 4}" for n in range(1, 41))
    prepared = prepare(
        SourceFile("procedure.md", f"# Procedure\n\n{steps}\n".encode()), context.profile, "default", datetime.now(UTC)
    )
    await context.documents.put([prepared])
    await context.index.catch_up()
    question = Question(STEP[language], "s")
    found = await retrieve(await plan_for(context, begun(question)), context)
    assert isinstance(found, Evidence)
    reading = await expand(found, context)
    lines = [line for passage in reading.ranking.passages for line in passage.chunk.text.splitlines() if line.strip()]
    assert len(lines) == len(set(lines)), "the steps differ by their numbers, so no line may come twice"
    assert len(reading.ranking.passages) == len(reading.ranking.tokens)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_model_reads_what_is_near_the_best(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(""))
    found = await retrieve(await plan_for(acting, inquiry_of(QUESTIONS[language])), acting)
    assert isinstance(found, Evidence)
    best = found.found.ranking.passages[0]
    far = [replace(best, chunk=replace(best.chunk, chunk_id=f"far#{n}"), score=best.score / 4) for n in range(3)]
    passages = (best, *far)
    tokens = (found.found.ranking.tokens[0],) * len(passages)
    ranking = replace(found.found.ranking, passages=passages, tokens=tokens)
    widened = replace(found, found=replace(found.found, ranking=ranking))
    assert (await expand(widened, acting)).chunks == {best.chunk.chunk_id}
    chosen = replace(found.found.plan, filters=SearchFilters(doc_ids=(best.document.doc_id,)))
    widened = replace(widened, found=replace(widened.found, plan=chosen))
    assert (await expand(widened, acting)).chunks == {passage.chunk.chunk_id for passage in passages}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_the_best_leads_is_read_once_it_gave_no_answer(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(""))
    found = await retrieve(await plan_for(acting, inquiry_of(QUESTIONS[language])), acting)
    assert isinstance(found, Evidence)
    best = found.found.ranking.passages[0]
    other = replace(best.document, doc_id="other")
    led = replace(best, document=other, chunk=replace(best.chunk, chunk_id="other#0", doc_id="other"), score=best.score / 2)
    tokens = (found.found.ranking.tokens[0],) * 2
    ranking = replace(found.found.ranking, passages=(best, led), tokens=tokens)
    first = replace(found, found=replace(found.found, ranking=ranking))
    assert "other#0" not in (await expand(first, acting)).chunks
    again = replace(first, attempts=replace(first.attempts, read=frozenset({best.chunk.chunk_id})))
    assert "other#0" in (await expand(again, acting)).chunks
