"""The document types that a message asks for, and the route of the profile that it takes."""

import re
from collections.abc import Sequence
from functools import lru_cache

from ibidem.domain.languages import FACTS, Language
from ibidem.language.bounds import without_bounds
from ibidem.language.normal import normalise
from ibidem.profile import DocType, Profile
from ibidem.profile_parts import Route
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.reply_parsers import read_choice
from ibidem.turn.question.devices import LATIN_LEFT, LATIN_RIGHT

GENERAL = "general"
DOC_LOOKUP = "doc_lookup"  # the route of a question to documents that were pointed at
ROUTE_WORDS = 8  # of a route in the language of the question, to describe it to a model


def route_by_words(message: str, doc_types: Sequence[str], profile: Profile) -> str | None:
    """The profile's route of the highest priority that has a word in the message or prefers one of these document types; or
    None."""
    text = normalise(message).casefold()
    groups, types = {t.group for t in profile.doc_types if t.name in doc_types}, set(doc_types)
    said = without_bounds(text)
    fitting = [r for r in profile.routes if groups & set(r.groups) or types & set(r.doc_types) or any_stands_in(r.words, said)]
    return max(fitting, key=lambda r: r.priority).name if fitting else None


async def route_by_model(message: str, language: Language, context: TurnContext) -> str | None:
    """The route that a model chooses for a message whose words do not decide. None without a model."""
    routes = context.profile.routes
    if context.models is None or len(routes) < 2:
        return None
    prompt = context.models.prompts.get("route", language)
    inputs = {"question": message, "routes": "\n".join(described(route, language) for route in routes)}
    return await ask(context.models.light, prompt, inputs, read_choice([r.name for r in routes]), context)


def described(route: Route, language: Language) -> str:
    """A route as described to a model: its name, what it is for, and some of its words in this language."""
    purpose = route.purpose.get(language)
    own = [word for word in route.words if FACTS[language].own_word.match(word)][:ROUTE_WORDS]
    parts = [part for part in (purpose, ", ".join(own or route.words[:ROUTE_WORDS])) if part]
    return f"{route.name}: {'; '.join(parts)}" if parts else route.name


def find_doc_types(message: str, doc_types: tuple[DocType, ...], held: frozenset[str]) -> tuple[str, ...]:
    """The document types of the corpus that the message asks for by one of their words."""
    text = normalise(message).casefold()
    return tuple(t.name for t in doc_types if t.name in held and any_stands_in(t.words, text))


def any_stands_in(words: tuple[str, ...], text: str) -> bool:
    """Whether one of the words occurs in the text (folded); a Latin word as a whole word, or with a plural "s"."""
    return bool(words) and words_pattern(words).search(text) is not None


@lru_cache(maxsize=256)
def words_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of the words in folded text."""
    folded = [normalise(word).casefold() for word in words]
    latin = "|".join(re.escape(word) for word in folded if word.isascii())
    others = [re.escape(word) for word in folded if not word.isascii()]
    return re.compile("|".join([*([f"{LATIN_LEFT}(?:{latin})s?{LATIN_RIGHT}"] if latin else []), *others]))
