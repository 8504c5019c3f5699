"""Lists the earlier questions that a message means, each with its turn, its time and the short answer."""

from dataclasses import replace

from ibidem.domain.conversation import DocRef, NewTurn, Turn
from ibidem.language.shortening import shorten
from ibidem.turn.answers.summaries import by_rule
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.looked_back import RECOUNTED
from ibidem.turn.question.recounting import RECOUNT_WORDINGS, time_of, zone_at
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import TurnsMeant
from ibidem.turn.wording import WORDINGS

_LONGEST = 100  # characters of a question


async def recount(meant: TurnsMeant, context: TurnContext) -> Accepted:
    """The turns in their order, the documents of all of them under slots of this answer. What may no longer be read of a turn the
    store has withheld."""
    inquiry = meant.inquiry
    wording = RECOUNT_WORDINGS[inquiry.language]
    zone = zone_at(context.asked_at, context.profile)
    if not meant.turns:
        asked = meant.asked
        first, last = ("", "") if not asked else (time_of(one.ts, context.profile) for one in (asked[0], asked[-1]))
        text = wording.none.format(len(asked), first, last, zone) if asked else wording.nothing
        return _said(text, (), inquiry, context)
    refs = _refs(meant.turns)
    head = wording.found if meant.found == len(meant.turns) else wording.found_last
    lines = [head.format(meant.found, zone, len(meant.turns))]
    lines += [_line(turn, refs, inquiry, context) for turn in meant.turns]
    return _said("\n\n".join(lines), refs, inquiry, context)


def _said(text: str, refs: tuple[DocRef, ...], inquiry: Inquiry, context: TurnContext) -> Accepted:
    context.cite(refs)
    context.say(text)
    return Accepted(inquiry=inquiry, text=text, refs=refs, route=RECOUNTED, notice=inquiry.notice)


def _refs(turns: tuple[Turn, ...]) -> tuple[DocRef, ...]:
    """What the turns cite, each version once: whoever may not read all of it may not read the list."""
    cited = {(ref.doc_id, ref.version): ref for turn in turns if not turn.withheld for ref in turn.content.doc_refs}
    return tuple(replace(ref, slot=slot) for slot, ref in enumerate(cited.values(), 1))


def _waits_for(content: NewTurn) -> str:
    """The question that a turn without an answer waits on."""
    return "" if content.pause is None else content.pause.question


def _line(turn: Turn, refs: tuple[DocRef, ...], inquiry: Inquiry, context: TurnContext) -> str:
    content = turn.content
    if turn.withheld:
        answer = WORDINGS[inquiry.language].withheld
    else:
        cited = {(ref.doc_id, ref.version) for ref in content.doc_refs}
        marks = "".join(f"[{ref.slot}]" for ref in refs if (ref.doc_id, ref.version) in cited)
        answer = " ".join(
            part for part in (by_rule(content.summary or content.assistant_text or _waits_for(content)), marks) if part
        )
    line = RECOUNT_WORDINGS[inquiry.language].line
    asked = shorten(content.user_text, _LONGEST)
    return line.format(turn.turn_id, time_of(turn.ts, context.profile), asked, answer).rstrip()
