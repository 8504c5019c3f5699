"""Everything that reads what a person or a model wrote, by name."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache

from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.thoughts import ThoughtSplitter
from ibidem.checks.claims import read_statements
from ibidem.checks.codes import find_codes
from ibidem.checks.draft import check_answer
from ibidem.checks.language import is_in, repeated, says_nothing
from ibidem.checks.source_values import read_source
from ibidem.checks.values import read_values
from ibidem.checks.words import find_spelt_numbers
from ibidem.domain.languages import LANGUAGES
from ibidem.domain.personal_data import PERSONAL_KINDS
from ibidem.finding import history
from ibidem.language import question_words
from ibidem.language.bounds import without_bounds
from ibidem.language.detection import detect_language, tells_language
from ibidem.language.glossary import glossary
from ibidem.language.latin import asked_codes, group_digits
from ibidem.language.normal import normalise
from ibidem.language.numbers import find_numbers
from ibidem.language.paging import page_offsets
from ibidem.language.search_text import passage_tokens, question_terms
from ibidem.language.sentences import sentence_spans
from ibidem.language.shortening import shorten
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.streaming import StreamMasker
from ibidem.profile import load_profile, shipped_profiles
from ibidem.prompts.catalog import load_catalog
from ibidem.prompts.prompt_file import read_prompt
from ibidem.prompts.route_file import read_route_prompts
from ibidem.prompts.tasks import tasks_of
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.answers.summaries import by_rule, values_beyond
from ibidem.turn.documents.numbering import BRACKETED, pairs_of, snippet_of
from ibidem.turn.models import reply_parsers
from ibidem.turn.pauses import choice_numbers, device_names, offers
from ibidem.turn.pauses.other_query import other_query
from ibidem.turn.question.devices import device_finder, kin_of
from ibidem.turn.question.focus import GOING_BACK
from ibidem.turn.question.owners import owner_finder
from ibidem.turn.question.queries import question_beside_pointing
from ibidem.turn.question.routes import find_doc_types, route_by_words
from ibidem.turn.question.subjects import only_names, subject_words
from ibidem.understanding import picking
from ibidem.understanding.acts import read_acts
from ibidem.understanding.bare import bare_number, only_number
from ibidem.understanding.further import page_wanted, page_wanted_of
from ibidem.understanding.ids import read_asked_number
from ibidem.understanding.looking_back.parser import looking_back
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.replies import read_choice, title_words
from ibidem.understanding.resolve import PossibleDocument, Target
from ibidem.understanding.talking import topic

PROFILES = tuple(load_profile(name) for name in shipped_profiles())
EQUIPMENT = load_profile("equipment")
HELD = ("SUPRA XP", "SUPRA N", "Lumo R3", "GENEVA XP")
FINDER = device_finder(EQUIPMENT.devices, HELD)
OWNERS = owner_finder((), ("Beacon Works, Inc.", "가온정보", "株式会社ツクロア", "山田商事"))
GLOSSARY = glossary(EQUIPMENT.glossary)
CHOICES = tuple(
    PossibleDocument(place, title, Target(doc_id))
    for place, (title, doc_id) in enumerate(
        (("Lumo R3 오링 교체", "sop_1203"), ("Pump alarm", "gcb_8841"), ("ポンプの交換手順", "myservice_29392")), 1
    )
)
SOURCES = {1: "Tighten the bolts to 12 N·m within 2024-01-01, sop_1203."}
GATE = load_catalog().get("gate", "en")
MASKER = Masker(RuleFinder(), PERSONAL_KINDS)
READ_OPTION = reply_parsers.read_choice(("setup", "ts", "other"))


def _streamed(text: str) -> None:
    stream = CitationStream(3)
    for at in range(0, len(text), 7):
        stream.feed(text[at : at + 7])
    stream.close()


def _masked(text: str) -> None:
    stream = StreamMasker(MASKER, Placeholders(b"key"))
    for at in range(0, len(text), 7):
        stream.push(text[at : at + 7])
    stream.finish()


def _thought(text: str) -> None:
    for beginning in ("answer", "thoughts", "unknown"):
        splitter = ThoughtSplitter(beginning)
        for at in range(0, len(text), 7):
            list(splitter.feed(text[at : at + 7]))
        list(splitter.close())
        whole = ThoughtSplitter(beginning)
        list(whole.feed(text))


MESSAGES: Mapping[str, Callable[[str], object]] = {
    **{f"read_pointer {profile.name}": lambda text, profile=profile: read_pointer(text, profile) for profile in PROFILES},
    "question_beside_pointing": lambda text: question_beside_pointing(text, (), EQUIPMENT),
    "bare_number": lambda text: bare_number(text, EQUIPMENT),
    "page_wanted": lambda text: page_wanted(text, read_acts("next page"), EQUIPMENT),
    "page_wanted_of": lambda text: page_wanted_of(text, "sop_1203", EQUIPMENT),
    "topic": lambda text: topic(text, EQUIPMENT),
    "looking_back": lambda text: looking_back(text, datetime(2026, 11, 23, 15), EQUIPMENT),
    "title_words": title_words,
    "read_choice": lambda text: asyncio.run(read_choice(text, CHOICES, EQUIPMENT)),
    "read_asked_number": lambda text: [read_asked_number(text, pattern) for pattern in EQUIPMENT.ids],
    "read_acts": read_acts,
    "other_query": lambda text: other_query(normalise(text).strip()),
    "names_newer": offers.names_newer,
    "asks_of_newer": offers.asks_of_newer,
    "number_alone": offers.number_alone,
    "devices_named": lambda text: device_names.devices_named(text, ["supraxp", "lumor3"], HELD[:3], HELD, EQUIPMENT.devices),
    "like_a_device": lambda text: device_names.like_a_device(text, EQUIPMENT),
    "says_all": lambda text: choice_numbers.says_all(text),
    "without_decision": lambda text: choice_numbers.without_decision(text[:200]),
    "picked": lambda text: asyncio.run(picking.picked(text, CHOICES, EQUIPMENT)),
    "device mentions": lambda text: FINDER.mentions(text, HELD[2:3], HELD[:1]),
    "device families": FINDER.families_in,
    "owners named": OWNERS.named,
    "without_bounds": without_bounds,
    "only_number": lambda text: only_number(text, EQUIPMENT),
    "kin_of": lambda text: kin_of(text, EQUIPMENT.devices, HELD),
    "only_names": lambda text: only_names(text, FINDER.mentions(text)),
    "subject_words": subject_words,
    "asked_values": question_words.asked_values,
    "quantities": question_words.quantities,
    "asked subject": question_words.subject,
    "asks_procedure": lambda text: (
        question_words.asks_procedure(text),
        question_words.asks_reason(text),
    ),
    "points_back": lambda text: (history.points_back(text), history.stands_alone(text), GOING_BACK.search(text)),
    "route_by_words": lambda text: route_by_words(text, (), EQUIPMENT),
    "find_doc_types": lambda text: find_doc_types(text, EQUIPMENT.doc_types, frozenset(one.name for one in EQUIPMENT.doc_types)),
    "glossary": GLOSSARY.alternatives,
    "question_terms": question_terms,
    "detect_language": lambda text: (detect_language(text), tells_language(text)),
    "find_numbers": lambda text: find_numbers(normalise(text).lower()),
    "asked_codes": asked_codes,
    "normalise": normalise,
}
WRITINGS: Mapping[str, Callable[[str], object]] = {
    "sentence_spans": sentence_spans,
    "passage_tokens": passage_tokens,
    "group_digits": group_digits,
    "page_offsets": page_offsets,
    "shorten": lambda text: shorten(text, 400),
    "normalise": normalise,
    "a prompt's inputs": lambda text: GATE.fill(dict.fromkeys(GATE.inputs, text)),
    "a citation stream": _streamed,
    "personal data": MASKER.find,
    "a masked stream": _masked,
    "thoughts": _thought,
    "read_statements": read_statements,
    "read_values": read_values,
    "find_codes": find_codes,
    "find_spelt_numbers": lambda text: list(find_spelt_numbers(text)),
    "read_source": read_source,
    "is_in": lambda text: [is_in(text, language) for language in LANGUAGES],
    "repeated": lambda text: (repeated(text, [text[start:end] for start, end in sentence_spans(text)]), says_nothing(text)),
    "check_answer": lambda text: check_answer(text, SOURCES, "how tight?", "en"),
    "a source of an answer": lambda text: check_answer("12 N·m at 3 bar [1].", {1: text}, "how tight?", "en"),
    "values_beyond": lambda text: values_beyond(text, "12 N·m [1].", "how tight?", "en"),
    "by_rule": by_rule,
    "snippet_of": lambda text: snippet_of(text, pairs_of(text[:200])),
    "pairs_of": pairs_of,
    "bracketed numbers": lambda text: BRACKETED.sub(r"(\1)", text),
    "read_yes_no": reply_parsers.read_yes_no,
    "a named option": READ_OPTION,
    "read_queries": reply_parsers.read_queries,
    "read_verdict": reply_parsers.read_verdict,
    "read_text": reply_parsers.read_text,
    "read_prompt": lambda text: read_prompt(text, "gate", "en", tasks_of(())["gate"]),
    "read_route_prompts": lambda text: read_route_prompts(text, "answer", "en"),
}


@cache
def warmed() -> None:
    """Builds what is built once: word lists, analysers, patterns of the profiles."""
    for read in (*MESSAGES.values(), *WRITINGS.values()):
        read("2번 문서 보여줘, show me document 2, 2番の文書を見せて. SUPRA XP torque 12 N·m [1].")
