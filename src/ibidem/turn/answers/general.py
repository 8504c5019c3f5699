"""What is said beside a refusal, where the profile wants it: a model's general answer, and the department to ask."""

from ibidem.language.detection import detect_language
from ibidem.profile import Profile
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import conversation
from ibidem.turn.models.reply_parsers import read_text
from ibidem.turn.values.searching import SearchPlan
from ibidem.turn.wording import WORDINGS


async def general_help(plan: SearchPlan, context: TurnContext) -> str | None:
    """A model's answer from what it knows in general; None where the profile wants none, no model is configured, or it gives none
    in the language of the question. What looks like a citation is left out: there is nothing to cite."""
    inquiry, models = plan.inquiry, context.models
    domain = context.profile.domain_of(plan.route)
    wanted = context.profile.general_help or (domain is not None and domain.answers == "model")
    if models is None or not wanted:
        return None
    prompt = models.prompts.get("general_help", inquiry.language)
    inputs = {"question": plan.query or inquiry.text, "conversation": conversation(plan.parsed.focus.turns)}
    text = await ask(models.main, prompt, inputs, read_text, context)
    if text is None:
        return None
    uncited = CitationStream(0)
    said = (uncited.feed(text) + uncited.close()).strip()
    return said if said and detect_language(said, inquiry.language) == inquiry.language else None


def has_failed(context: TurnContext) -> bool:
    """Whether a model was to answer in general and did not."""
    return any(call.prompt.startswith("general_help.") and call.outcome != "ok" for call in context.record.calls)


def department(route: str, inquiry: Inquiry, profile: Profile) -> str | None:
    """The line that names the department to ask about questions of this route, in the language of the question."""
    domain = profile.domain_of(route)
    own = domain.contact if domain is not None else {}
    # Nobody in the house is asked what no document is about.
    named = (own if domain is not None and domain.answers == "model" else own or profile.contact).get(inquiry.language)
    return WORDINGS[inquiry.language].contact.format(named) if named else None
