"""Shows a step of a procedure that an earlier answer quoted, or its steps from one on."""

from ibidem.turn.answers.accepting import carried
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import StepAsked
from ibidem.turn.wording import WORDINGS


async def show_step(asked: StepAsked, context: TurnContext) -> Accepted:
    """The step or the steps as their document has them, under the slot that it had there, and under its title where several have
    them.

    What the turn was about carries over from here.
    """
    content, wording = asked.turn.content, WORDINGS[asked.inquiry.language]
    refs = tuple(ref for ref in content.doc_refs if any(step.slot == ref.slot for step in asked.steps))
    lists = [(ref, [step.text for step in asked.steps if step.slot == ref.slot]) for ref in refs]
    titled = [(f"{ref.title}: " if len(refs) > 1 else "", ref.slot, *lines) for ref, lines in lists]
    text = "\n\n".join("\n".join((f"{title}{first} [{slot}]", *others)) for title, slot, first, *others in titled)
    text = context.masking.answers.beside(text).text(text)
    left = wording.steps_left.format(*asked.left) if any(asked.left) else None
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=asked.inquiry,
        text=text,
        refs=refs,
        route="said_before",
        notice=" ".join(filter(None, (asked.inquiry.notice, left))) or None,
        trace=carried(content.trace),
        found=content.found,
        parts=asked.steps,
    )
