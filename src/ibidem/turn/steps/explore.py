"""Has the model look around in the conversation and the documents itself, and takes what comes of it to an answer."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import Turn
from ibidem.domain.documents import Passage
from ibidem.domain.errors import NotFound
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import passage_tokens
from ibidem.turn.answers.accepting import accepted
from ibidem.turn.context import TurnContext
from ibidem.turn.exploring.exploring_wording import EXPLORING_WORDINGS
from ibidem.turn.exploring.from_turns import documents_of
from ibidem.turn.exploring.loop import Explored, look_around
from ibidem.turn.exploring.own_tools import FromChunks, FromTurns
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import Found, Reading, SearchPlan, ToExplore

METHOD = "explore"
MOST_QUOTED = 3  # turns that stand in the prompt of the answer, the last read
SAID_BEFORE = "said_before"


async def explore(question: ToExplore, context: TurnContext) -> Reading | Accepted | SearchPlan:
    """The chunks from which the answer is to be written, beside the turns that were read and what was noted; an answer from the
    conversation itself; or, where nothing was found, the question as it is searched for otherwise.

    Where a limit ended it, the answer is made of what there was by then, and says so.
    """
    assert context.models is not None, "without a model nothing is explored"
    explored = await look_around(question.plan, context.models, context)
    seen = await passages(explored.notebook.chunk_ids, explored)
    if isinstance(explored.end, FromTurns):
        return from_turns(explored.end, await turns_of(explored.end.turn_ids, explored), seen, question.plan, context)
    plan = await informed(question.plan, explored)
    wording = EXPLORING_WORDINGS[plan.inquiry.language]
    chosen = await passages(explored.end.chunk_ids, explored) if isinstance(explored.end, FromChunks) else seen
    if explored.end is not None:
        return reading_of(chosen, seen, plan, context)
    why = wording.why[explored.ended]
    if chosen:
        return reading_of(chosen, seen, noticed(plan, wording.unfinished.format(why)), context)
    if explored.notebook.notes and plan.inquiry.mode == "fast":
        return from_notes(noticed(plan, wording.unfinished.format(why)), await read_turns(explored), context)
    return noticed(plan, wording.searched.format(why))


async def informed(plan: SearchPlan, explored: Explored) -> SearchPlan:
    """The plan with the turns that were read and what was noted."""
    inquiry = plan.inquiry
    read = await read_turns(explored)
    knowing = replace(inquiry, recalled=tuple(read[-MOST_QUOTED:]) or inquiry.recalled, findings=tuple(explored.notebook.notes))
    return replace(plan, parsed=replace(plan.parsed, inquiry=knowing))


def noticed(plan: SearchPlan, notice: str) -> SearchPlan:
    """The plan with a notice to be shown beside the answer."""
    inquiry = plan.inquiry
    together = " ".join(filter(None, (inquiry.notice, notice)))
    return replace(plan, parsed=replace(plan.parsed, inquiry=replace(inquiry, notice=together)))


def reading_of(chosen: Sequence[Passage], seen: Sequence[Passage], plan: SearchPlan, context: TurnContext) -> Reading:
    """The chunks to answer from, as far as the profile lets a model read and an answer cite; all that were seen are kept."""
    room = context.profile.reading_characters
    read: list[Passage] = []
    for passage in chosen:
        documents = {one.document.doc_id for one in (*read, passage)}
        if len(documents) <= context.profile.most_sources and (not read or len(passage.chunk.text) <= room):
            room -= len(passage.chunk.text)
            read.append(passage)
    tokens = tuple(passage_tokens(one.chunk.text, one.document.title) for one in read)
    ranking = Ranking(tuple(read), (), 1.0, tokens, method=METHOD)
    kept = {one.chunk.chunk_id: one for one in (*read, *seen)}
    found = Found(plan, ranking, tuple(kept.values()))
    return Reading(found, ranking, plan.attempts, frozenset(one.chunk.chunk_id for one in read))


def from_turns(
    end: FromTurns, turns: Sequence[Turn], seen: Sequence[Passage], plan: SearchPlan, context: TurnContext
) -> Accepted:
    """The answer that the model gave from turns, whose values were compared with them; with the documents that they cite."""
    notice = EXPLORING_WORDINGS[plan.inquiry.language].from_turns
    return spoken(end.answer, turns, seen, (notice,), plan, context)


def from_notes(plan: SearchPlan, turns: Sequence[Turn], context: TurnContext) -> Accepted:
    """What was noted, where it is all that there is."""
    wording = EXPLORING_WORDINGS[plan.inquiry.language]
    text = f"{wording.notes}\n\n{bullet_list(plan.inquiry.findings)}"
    return replace(spoken(text, turns, (), (wording.unconfirmed,), plan, context), found="closest")


def spoken(
    text: str,
    turns: Sequence[Turn],
    seen: Sequence[Passage],
    notices: Sequence[str],
    plan: SearchPlan,
    context: TurnContext,
) -> Accepted:
    """A text of the model as the answer, shown."""
    refs = documents_of(turns)
    context.cite(refs)
    context.say(text)
    answer = accepted(plan, text, refs, notices, seen, 0.0)
    model = context.models.main.name if context.models is not None else None
    return replace(answer, route=SAID_BEFORE, trace=replace(answer.trace, model=model))


async def passages(chunk_ids: Sequence[str], explored: Explored) -> tuple[Passage, ...]:
    """The chunks as they are stored, without those that may no longer be read."""
    found: list[Passage] = []
    for chunk_id in chunk_ids:
        try:
            found.append(await explored.library.passage(chunk_id))
        except NotFound:
            continue
    return tuple(found)


async def read_turns(explored: Explored) -> Sequence[Turn]:
    """The turns that the model read, in the order in which it did."""
    return await turns_of(tuple(explored.notebook.turns), explored)


async def turns_of(turn_ids: Sequence[int], explored: Explored) -> Sequence[Turn]:
    """These turns as they are stored."""
    return [await explored.conversation.turn(number) for number in turn_ids]
