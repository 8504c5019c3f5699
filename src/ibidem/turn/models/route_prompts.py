"""The prompts of a route: its own where there is one, with the words that the profile has for it."""

from ibidem.domain.languages import Language
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.tasks import RouteTask
from ibidem.turn.context import Models, TurnContext


def prompt_of_route(task: RouteTask, route: str, language: Language, models: Models, context: TurnContext) -> Prompt:
    """The prompt of the task for this route in this language."""
    prompt = models.prompts.for_route(task, route, language)
    own = context.profile.route_of(route)
    if own is None:
        return prompt
    words = {"answer": own.prompt.answer, "queries": own.prompt.queries, "judge": own.prompt.judge}[task].get(language)
    return prompt.with_words(words) if words else prompt
