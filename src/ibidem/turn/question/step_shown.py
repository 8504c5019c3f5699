"""Steps of the procedure that was just quoted: one asked for by its number or as the next one, or all from there on."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from ibidem.domain.conversation import AnswerPart, Turn
from ibidem.language.question_words import subject
from ibidem.language.steps_asked import AFTER, asks_next_step, names_step, without_step
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.procedures import count_of_steps, procedure_of
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message
from ibidem.turn.question.subjects import filler_words, subject_words
from ibidem.turn.values.asking import StepAsked
from ibidem.understanding.bare import bare_number, only_number

ROOM = 3  # times the length of an answer
_OWN_NUMBER = re.compile(r"\W{0,2}(\d{1,2})(?!\d)")
Lists = Mapping[int, Sequence[AnswerPart]]  # of each slot the steps, and what stands between them


async def step_of_answer(message: Message, inquiry: Inquiry, context: TurnContext) -> StepAsked | None:
    """The step that the message means of the steps quoted last, or the steps from there on; None where it means none of them.

    A number without the word "step" is one where no cited document can have it: the answer cited one document.
    """
    quoted = steps_quoted(inquiry.history)
    if quoted is None:
        return None
    turn, lists = quoted
    goes_on = message.acts.doing("open") == "next_page"
    if goes_on or asks_next_step(message.text):
        number = only_number(without_step(message.text), context.profile) if goes_on else None
        read = await whole(turn, lists, context)
        if number is not None:
            return from_there(inquiry, turn, read, {slot: numbered(number, lines) for slot, lines in read.items()}, context)
        if inquiry.history[-1] is turn:
            behind = {slot: step_behind(lines, lists[slot][-1]) for slot, lines in read.items()}
            return from_there(inquiry, turn, read, behind, context)
        return one_each(inquiry, turn, [following(inquiry.history[-1], lines) for lines in read.values()])
    number = number_asked(message, turn, context)
    if number is None:
        return None
    return one_each(inquiry, turn, [numbered(number, lines) for lines in (await whole(turn, lists, context)).values()])


def one_each(inquiry: Inquiry, turn: Turn, steps: Sequence[AnswerPart | None]) -> StepAsked | None:
    """These steps, each alone."""
    meant = tuple(step for step in steps if step is not None)
    return StepAsked(inquiry, turn, meant) if meant else None


def from_there(
    inquiry: Inquiry, turn: Turn, lists: Lists, first: Mapping[int, AnswerPart | None], context: TurnContext
) -> StepAsked | None:
    """Of each list as much from its first step on as there is room for; None where no list has that."""
    begun = {slot: lines[lines.index(step) :] for slot, lines in lists.items() if (step := first[slot]) is not None}
    if not begun:
        return None
    room = ROOM * context.profile.answer_length.of(inquiry.language) // len(begun)
    shown = {slot: within(lines, room) for slot, lines in begun.items()}
    left = [(slot, len(lines) - len(shown[slot])) for slot, lines in begun.items() if len(lines) > len(shown[slot])]
    so_far = [count_of_steps(lists[slot][: len(lists[slot]) - many]) for slot, many in left]
    of = [count_of_steps(lists[slot]) for slot, _ in left]
    return StepAsked(inquiry, turn, tuple(line for lines in shown.values() for line in lines), (sum(so_far), sum(of)))


def within(lines: Sequence[AnswerPart], room: int) -> Sequence[AnswerPart]:
    """The first lines that have room for so many characters, at least one."""
    used = [*accumulate(len(line.text) + 1 for line in lines)]
    return lines[: max(1, bisect_right(used, room))]


def steps_quoted(history: Sequence[Turn]) -> tuple[Turn, Lists] | None:
    """The latest turn that quoted several steps, with them; None where another answer came after it than one of its steps."""
    for turn in reversed(history):
        steps = [part for part in turn.content.parts if part.kind == "step" and part.slot is not None]
        lists: dict[int, list[AnswerPart]] = {}
        for part in steps:
            lists.setdefault(part.slot or 0, []).append(part)
        if several := {slot: found for slot, found in lists.items() if len(found) > 1}:
            return turn, several
        if not steps or len(steps) < len(turn.content.parts):
            return None
    return None


async def whole(turn: Turn, lists: Lists, context: TurnContext) -> Lists:
    """The lists as their documents have them, of which an answer quotes the first steps; as quoted where these cannot be read."""
    refs = {ref.slot: ref for ref in turn.content.doc_refs}
    found: dict[int, Sequence[AnswerPart]] = {}
    for slot, steps in lists.items():
        ref = refs.get(slot)
        found[slot] = (ref and await procedure_of(steps[-1], ref.doc_id, ref.version, context)) or steps
    return found


def number_asked(message: Message, turn: Turn, context: TurnContext) -> int | None:
    """The number of the step asked for, -1 for the last; None where the message asks for a document or for something else."""
    named = names_step(message.text)
    if not named and len(turn.content.doc_refs) > 1:
        return None
    asked = bare_number(without_step(message.text), context.profile)
    if asked is None or (not named and message.said.shows):
        return None
    said = "\n".join(part.text for part in turn.content.parts)
    rest = subject(AFTER.sub(" ", asked.rest))
    others = subject_words(rest) - filler_words() - subject_words(said) - subject_words(turn.content.user_text)
    if any(len(token) > 2 for token in others):  # a word of one letter is a particle: 2번은?
        return None
    return asked.number + 1 if asked.number > 0 and AFTER.search(asked.rest) else asked.number


def numbered(number: int, lines: Sequence[AnswerPart]) -> AnswerPart | None:
    """The step that has the number, or is at that place where they have none; None without one."""
    steps = steps_among(lines)
    if number == -1:
        return steps[-1]
    numbers = [own_number(step) for step in steps]
    if None not in numbers:
        return next((step for step, own in zip(steps, numbers, strict=True) if own == number), None)
    return steps[number - 1] if 0 < number <= len(steps) else None


def steps_among(lines: Sequence[AnswerPart]) -> Sequence[AnswerPart]:
    """The steps without what stands between them."""
    return [line for line in lines if line.kind == "step"]


def own_number(step: AnswerPart) -> int | None:
    """The number that a step begins with."""
    match = _OWN_NUMBER.match(step.text)
    return None if match is None else int(match[1])


def following(shown: Turn, lines: Sequence[AnswerPart]) -> AnswerPart | None:
    """The step after the one that was shown alone; None after the last."""
    texts = {part.text for part in shown.content.parts}
    before = next((step for step in steps_among(lines) if step.text in texts), None)
    return None if before is None else step_behind(lines, before)


def step_behind(lines: Sequence[AnswerPart], step: AnswerPart) -> AnswerPart | None:
    """The next step of the list; None after the last."""
    return next((line for line in steps_among(lines) if (line.start or 0) > (step.start or 0)), None)
