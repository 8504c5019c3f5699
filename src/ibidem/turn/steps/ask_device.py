"""Pauses a turn to ask which device is meant."""

from ibidem.domain.conversation import Choice, HeldWork, Pause
from ibidem.domain.trace import Trace
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.choices import titles_of
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.question.devices import device_key
from ibidem.turn.question.routes import GENERAL
from ibidem.turn.question.unheard_of import unheard_of
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import DeviceChoice


async def ask_device(choice: DeviceChoice, context: TurnContext) -> Accepted:
    """Asks which device of the named family is meant; where the question names one that no document mentions, says so."""
    parsed = choice.parsed
    inquiry = parsed.inquiry
    wording = PAUSE_WORDINGS[inquiry.language]
    if (unknown := await unheard_of(inquiry.text, parsed.kin, context)) is not None:
        text = wording.no_such_device.format(unknown, ", ".join(dict.fromkeys(parsed.kin)))
        context.cite(())
        context.say(text)
        return Accepted(
            inquiry=inquiry,
            text=text,
            route=GENERAL,
            notice=inquiry.notice,
            trace=Trace(doc_types=parsed.doc_types),
            found="none",
        )
    names = {device_key(name): name for name in reversed(parsed.kin)}
    choices = tuple(Choice(None, None, name) for name in reversed(names.values()))
    confirm = inquiry.question.confirm_sources
    work = HeldWork(GENERAL, inquiry.filters, confirm, devices=parsed.kin, doc_types=parsed.doc_types)
    pause = Pause("device", wording.which_device, choices, inquiry.text, "use", work)
    text = "\n".join([pause.question, *titles_of(pause), wording.how_device])
    context.say(text)
    trace = Trace(devices=parsed.kin, doc_types=parsed.doc_types, translations=parsed.translations, understood=parsed.understood)
    return Accepted(inquiry=inquiry, text=text, route=GENERAL, notice=inquiry.notice, trace=trace, pause=pause)
