"""Translates a question into the other languages of the corpus."""

import asyncio
import re
from collections.abc import Sequence

from ibidem.domain.languages import FACTS, LANGUAGES, Language
from ibidem.finding.history import stands_alone
from ibidem.language.search_text import WORD, question_terms
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.reply_parsers import read_text
from ibidem.turn.question.remembering import quoted
from ibidem.turn.values.asking import ParsedQuestion
from ibidem.words.loader import worded

# What languages are called in the prompts of each.
NAMES = worded("languages", dict[Language, str])
LONGEST = 400  # characters: a longer question has enough words of its own, and is slow to translate
_LATIN_WORD = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


async def translations(parsed: ParsedQuestion, context: TurnContext) -> tuple[str, ...]:
    """The question in each other language of what is searched, as far as the model gave a translation; none without a model. In
    its own first, as a whole question, where it leans on the conversation and no model has tried to complete it."""
    if parsed.doubted:
        return parsed.translations
    own: list[Language] = [parsed.inquiry.language] if is_fragment(parsed, context) else []
    others: list[Language] = [one for one in await languages_searched(parsed, context) if one != parsed.inquiry.language]
    return await translations_into([*own, *others], parsed, context)


def is_fragment(parsed: ParsedQuestion, context: TurnContext) -> bool:
    """Whether a question leans on the conversation, and it was not tried to complete it."""
    text = parsed.inquiry.text
    as_written = text == parsed.inquiry.message and not parsed.completed
    return as_written and bool(quoted(parsed, context.profile.history)) and not stands_alone(text)


async def translations_into(languages: Sequence[Language], parsed: ParsedQuestion, context: TurnContext) -> tuple[str, ...]:
    """The question in each of these languages, as far as the model gave one.

    A text without words (an id, a part number) is the same in every language, and is not translated.
    """
    models, text, language = context.models, parsed.inquiry.text, parsed.inquiry.language
    if models is None or len(text) > LONGEST or not any(term.token[0] == WORD for term in question_terms(text)):
        return ()
    prompt = models.prompts.get("translate", language)
    said = {"question": text, "conversation": quoted(parsed, context.profile.history)}
    calls = [ask(models.light, prompt, {**said, "target": name_of(one, language)}, read_text, context) for one in languages]
    translated = dict.fromkeys(await asyncio.gather(*calls))
    return tuple(with_names(other, text) for other in translated if other is not None and other != text)


def name_of(language: Language, within: Language) -> str:
    """What a language is called in another, or in itself; its own name for it where the other one has none."""
    return NAMES[within].get(language, FACTS[language].name)


async def languages_searched(parsed: ParsedQuestion, context: TurnContext) -> tuple[Language, ...]:
    """The languages of the documents that were pointed at, else those of the corpus."""
    looked_up = parsed.inquiry.looked_up
    if looked_up is not None:
        return tuple(dict.fromkeys(document.language for document in looked_up.documents))
    return (await context.corpus_words()).languages


async def other_language(parsed: ParsedQuestion, context: TurnContext) -> Language:
    """The language beside that of the question: one that documents are in, English before the others."""
    held = await languages_searched(parsed, context)
    ordered: tuple[Language, ...] = ("en", *held, *LANGUAGES)
    others: list[Language] = [one for one in ordered if one != parsed.inquiry.language]
    spoken: list[Language] = [one for one in others if one in frozenset(held)]
    return spoken[0] if spoken else others[0]


def with_names(translated: str, question: str) -> str:
    """The translation with the names and codes of the question that it wrote in other letters: documents keep them."""
    names = dict.fromkeys(filter(is_name, _LATIN_WORD.findall(question)))
    return " ".join((translated, *(name for name in names if name.casefold() not in translated.casefold())))


def is_name(word: str) -> bool:
    """Whether a word is written as names and codes are: a capital after its first letter, or letters and digits."""
    letters = any(char.isalpha() for char in word)
    return any(char.isupper() for char in word[1:]) or (letters and any(char.isdigit() for char in word))
