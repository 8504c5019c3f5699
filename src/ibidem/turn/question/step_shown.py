"""A step of the procedure that was just quoted, asked for by its number or as the next one."""

import re
from collections.abc import Sequence

from ibidem.domain.conversation import AnswerPart, Turn
from ibidem.language.question_words import subject
from ibidem.language.steps_asked import AFTER, asks_next_step, names_step, without_step
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message
from ibidem.turn.question.subjects import filler_words, subject_words
from ibidem.turn.values.asking import StepAsked
from ibidem.understanding.bare import bare_number

_OWN_NUMBER = re.compile(r"\W{0,2}(\d{1,2})(?!\d)")
Lists = dict[int, list[AnswerPart]]  # the steps of each slot


async def step_of_answer(message: Message, inquiry: Inquiry, context: TurnContext) -> StepAsked | None:
    """The step that the message means of the steps quoted last; None where it means none of them.

    A number without the word "step" is one where no cited document can have it: the answer cited one document.
    """
    quoted = steps_quoted(inquiry.history)
    if quoted is None:
        return None
    turn, lists = quoted
    shown = inquiry.history[-1]
    if asks_next_step(message.text):
        if shown is turn:
            return None
        steps = [following(shown, steps) for steps in lists.values()]
    elif (number := number_asked(message, turn, context)) is not None:
        steps = [numbered(number, steps) for steps in lists.values()]
    else:
        return None
    meant = tuple(step for step in steps if step is not None)
    return StepAsked(inquiry, turn, meant) if meant else None


def steps_quoted(history: Sequence[Turn]) -> tuple[Turn, Lists] | None:
    """The latest turn that quoted several steps, with them; None where another answer came after it than one of its steps."""
    for turn in reversed(history):
        steps = [part for part in turn.content.parts if part.kind == "step" and part.slot is not None]
        lists: Lists = {}
        for part in steps:
            lists.setdefault(part.slot or 0, []).append(part)
        if several := {slot: found for slot, found in lists.items() if len(found) > 1}:
            return turn, several
        if not steps or len(steps) < len(turn.content.parts):
            return None
    return None


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


def numbered(number: int, steps: Sequence[AnswerPart]) -> AnswerPart | None:
    """The step that has the number, or is at that place where they have none; None without one."""
    if number == -1:
        return steps[-1]
    numbers = [own_number(step) for step in steps]
    if None not in numbers:
        return next((step for step, own in zip(steps, numbers, strict=True) if own == number), None)
    return steps[number - 1] if 0 < number <= len(steps) else None


def own_number(step: AnswerPart) -> int | None:
    """The number that a step begins with."""
    match = _OWN_NUMBER.match(step.text)
    return None if match is None else int(match[1])


def following(shown: Turn, steps: Sequence[AnswerPart]) -> AnswerPart | None:
    """The step after the one that was shown alone; None after the last."""
    texts = {part.text for part in shown.content.parts}
    place = next((place for place, step in enumerate(steps) if step.text in texts), None)
    return None if place is None else next(iter(steps[place + 1 :]), None)
