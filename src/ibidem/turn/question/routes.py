"""What kind of question a message is: the document types that it asks for, and the route of the profile that it takes."""

import re
from collections.abc import Sequence
from functools import lru_cache

from ibidem.domain.languages import Language
from ibidem.language.normal import normalise
from ibidem.profile import DocType, Profile, Route
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_choice
from ibidem.turn.question.devices import LATIN_LEFT, LATIN_RIGHT

GENERAL = "general"
DOC_LOOKUP = "doc_lookup"  # of a question to documents that were pointed at
ROUTE_WORDS = 8  # of a route, to tell a model what it is about


def route_by_words(message: str, doc_types: Sequence[str], profile: Profile) -> str | None:
    """The profile's route of the highest priority that has a word in the message or a group of these document types, or None."""
    text = normalise(message).casefold()
    groups = {t.group for t in profile.doc_types if t.name in doc_types}
    fitting = [r for r in profile.routes if groups & set(r.groups) or any_stands_in(r.words, text)]
    return max(fitting, key=lambda r: r.priority).name if fitting else None


async def route_by_model(message: str, language: Language, context: TurnContext) -> str | None:
    """The profile's route that a model takes a message for, where its words do not tell. None without a model."""
    routes = context.profile.routes
    if context.models is None or len(routes) < 2:
        return None
    prompt = context.models.prompts.get("route", language)
    inputs = {"question": message, "routes": "\n".join(map(described, routes))}
    return await ask(context.models.light, prompt, inputs, read_choice([r.name for r in routes]), context)


def described(route: Route) -> str:
    """A route as a model is told of it: its name, the groups of documents and some of the words that belong to it."""
    return f"{route.name}: {', '.join((*route.groups, *route.words[:ROUTE_WORDS]))}".rstrip(": ")


def find_doc_types(message: str, doc_types: tuple[DocType, ...], held: frozenset[str]) -> tuple[str, ...]:
    """The names of the document types that the corpus holds and the message asks for by one of their words."""
    text = normalise(message).casefold()
    return tuple(t.name for t in doc_types if t.name in held and any_stands_in(t.words, text))


def any_stands_in(words: tuple[str, ...], text: str) -> bool:
    """Whether one of the words stands in the text (folded); a Latin word must stand as a whole word, or with a plural "s"."""
    return bool(words) and words_pattern(words).search(text) is not None


@lru_cache(maxsize=256)
def words_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of the words in folded text."""
    folded = [normalise(word).casefold() for word in words]
    latin = "|".join(re.escape(word) for word in folded if word.isascii())
    others = [re.escape(word) for word in folded if not word.isascii()]
    return re.compile("|".join([*([f"{LATIN_LEFT}(?:{latin})s?{LATIN_RIGHT}"] if latin else []), *others]))
