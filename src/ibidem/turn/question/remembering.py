"""What a question needs of its conversation, by the history policy of the profile."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import ScoredTurn, Turn, TurnQuery
from ibidem.domain.errors import NotFound
from ibidem.finding.find_turns import find_turns
from ibidem.finding.history import stands_alone
from ibidem.language.question_words import subject
from ibidem.profile import HistoryPolicy
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list, conversation, recalled_turns, turn_lines
from ibidem.turn.models.reply_parsers import read_numbers
from ibidem.turn.question.focus import GOING_BACK
from ibidem.turn.values.asking import ParsedQuestion
from ibidem.understanding.recollecting import may_recollect, recollects
from ibidem.understanding.talking import topic

MOST_RECALLED = 3
# Looked at for those: some repeat a question that was answered before, or found nothing.
_CANDIDATES = 10
# Looked at by a model: as many as are worth a prompt of some 4,000 tokens at most.
_SELECTED_FROM = 50
# The share of the question's words that a turn has to hold to be what the question means.
MEANT = 0.5
# How near in meaning a turn has to be to be the one that a question goes back to, and how far before the next.
NEAR, AHEAD = 0.45, 0.25
# Turns that say nothing of their own.
_PASSED_OVER = ("chat", "transform", "said_before", "recounted")


async def remembered(inquiry: Inquiry, context: TurnContext) -> Inquiry:
    """The inquiry with the earlier turns that it asks about, where the policy searches the session.

    `search` does so for every question, and so do `explore`, for where its model finds nothing, and `select`, with a light
    model that picks among those found. `auto` does so for one about what was said, and recalls nothing where the last turns hold
    it.
    """
    policy, back = context.profile.history, may_recollect(inquiry.text)
    picking = policy == "select" and context.models is not None
    if inquiry.from_client or policy in ("recent", "client") or (policy == "auto" and not back):
        return inquiry
    text = subject(topic(inquiry.text, context.profile)) if back else inquiry.text
    query = TurnQuery(inquiry.question.session_id, text, _SELECTED_FROM if picking else _CANDIDATES, inquiry.question.replaces)
    try:
        found = await find_turns(query, context.turns, context.vectors, context.principal)
    except NotFound:  # the session begins with this turn
        return inquiry
    if context.models is not None and picking and found:
        picked = await selected([one.turn for one in found], inquiry, context.models, context)
        if picked is not None:
            # The turn that the message names says what it is about, whatever was asked since.
            named = picked and back
            return replace(inquiry, recalled=picked, gone_back_to=picked[0] if named else None)
    surely = back and recollects(inquiry.text)
    if not surely and policy != "auto":
        inquiry = replace(inquiry, recalled=tuple(one.turn for one in found[:MOST_RECALLED]))
    meant = [one.turn for one in found if is_meant(one)] if surely else []
    if back and not meant:
        return replace(inquiry, gone_back_to=clearly_nearest(found))
    if not meant:
        return inquiry
    at_hand = {turn.turn_id for turn in inquiry.history}
    if policy == "auto" and meant[0].turn_id in at_hand:
        return inquiry
    return replace(inquiry, recalled=tuple(meant[:MOST_RECALLED]))


async def selected(candidates: Sequence[Turn], inquiry: Inquiry, models: Models, context: TurnContext) -> tuple[Turn, ...] | None:
    """Those of the candidates, best first, that a light model picks by their questions and summaries, three at most; None, and a
    line in the trace, where its reply is late or cannot be read: then the search decides."""
    by_number = {turn.turn_id: turn for turn in candidates}
    prompt = models.prompts.get("select", inquiry.language)
    inputs = {"question": inquiry.text, "turns": turn_lines(candidates)}
    numbers = await ask(models.light, prompt, inputs, read_numbers, context)
    if numbers is None or not by_number.keys() >= set(numbers):
        context.record.trouble("select: the search chose the turns instead of the model")
        return None
    return tuple(by_number[number] for number in numbers[:MOST_RECALLED])


def is_meant(found: ScoredTurn) -> bool:
    """Whether a turn says what the question asks about."""
    content = found.turn.content
    return found.held >= MEANT and bool(content.assistant_text) and content.route not in _PASSED_OVER


def clearly_nearest(found: Sequence[ScoredTurn]) -> Turn | None:
    """The turn that is near in meaning, if no other is nearly as near."""
    near = sorted(((one.near, one.turn) for one in found if one.near is not None), key=lambda pair: -pair[0])
    if not near or near[0][0] < NEAR or (len(near) > 1 and near[1][0] > near[0][0] - AHEAD):
        return None
    return near[0][1]


def said_before(inquiry: Inquiry) -> Turn | None:
    """The turn that answers a question about what was said: the one recalled first, where it cites documents."""
    first = inquiry.recalled[0] if inquiry.recalled and recollects(inquiry.text) else None
    return first if first is not None and first.content.doc_refs and first.content.pause is None else None


def turns_in_question(inquiry: Inquiry) -> Sequence[Turn]:
    """The turns that a question may follow up, in order: the one that it goes back to, or the last ones, after those that it asks
    about."""
    if inquiry.gone_back_to is not None:
        return (inquiry.gone_back_to,)
    if not recollects(inquiry.text):
        return inquiry.history
    at_hand = {turn.turn_id for turn in inquiry.history}
    earlier = [turn for turn in inquiry.recalled if turn.turn_id not in at_hand]
    return (*sorted(earlier, key=lambda turn: turn.turn_id), *inquiry.history)


def quoted(parsed: ParsedQuestion, policy: HistoryPolicy) -> str:
    """What stands of the conversation in a prompt, as quotations; "" where the question needs nothing of it. What a model noted
    follows."""
    inquiry = parsed.inquiry
    if inquiry.recalled or inquiry.findings:
        return "\n".join(filter(None, (recalled_turns(inquiry.recalled), bullet_list(inquiry.findings))))
    alone = stands_alone(inquiry.message) and not GOING_BACK.search(inquiry.message)
    if alone and policy not in ("recent", "client"):
        return ""
    return conversation(parsed.focus.turns)
