"""Shows a step of a procedure that an earlier answer quoted."""

from ibidem.turn.answers.accepting import carried
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import StepAsked


async def show_step(asked: StepAsked, context: TurnContext) -> Accepted:
    """The step as it was quoted, under the slot that its document had there, and under its title where several have it.

    What the turn was about carries over from here.
    """
    content = asked.turn.content
    refs = tuple(ref for ref in content.doc_refs if any(step.slot == ref.slot for step in asked.steps))
    titles = {ref.slot: f"{ref.title}: " if len(refs) > 1 else "" for ref in refs}
    text = "\n\n".join(f"{titles[step.slot or 0]}{step.text} [{step.slot}]" for step in asked.steps)
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=asked.inquiry,
        text=text,
        refs=refs,
        route="said_before",
        notice=asked.inquiry.notice,
        trace=carried(content.trace),
        found=content.found,
        parts=asked.steps,
    )
