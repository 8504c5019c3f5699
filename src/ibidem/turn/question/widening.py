"""Corrects by what a search found which device a question is about: takes up the one asked about last where a question leaves it
out, and drops a carried-over one where it hides a code that the documents of other devices contain.

Only a code drops one. A word alone ("무게는?", "what pressure?") may well be about the device, and another one's
value would be a wrong answer; documents of no device are never hidden.
"""

import re
from dataclasses import replace

from ibidem.answering.degree import degree
from ibidem.domain.documents import SearchFilters
from ibidem.finding.passages import Ranking
from ibidem.language.latin import latin_words
from ibidem.language.normal import normalise
from ibidem.language.search_text import IDENTIFIER
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.relevance_cutoff import worth_growing
from ibidem.turn.inquiry import Focus
from ibidem.turn.question.queries import narrowed
from ibidem.turn.question.subjects import of_carried, subject_of
from ibidem.turn.values.searching import SearchPlan
from ibidem.turn.wording import WORDINGS

_LOOKED_AT = 5  # passages: those that an answer may quote
# An alarm or a part number; 60W and N2 measure something or name a gas.
_CODE = re.compile(r"[a-z]+\d{3,}")


def lacks_code(question: str, ranking: Ranking) -> bool:
    """Whether the question names a code (E-6203) that none of the first passages holds."""
    codes = {IDENTIFIER + code for code in latin_words(normalise(question)).codes if _CODE.fullmatch(code)}
    return not codes <= {token for tokens in ranking.tokens[:_LOOKED_AT] for token in tokens.split()}


def of_last_device(plan: SearchPlan, ranking: Ranking) -> SearchPlan | None:
    """The plan for the devices asked about last, where a question names none and theirs are among the best of the documents that
    may answer it; else None. Long questions leave a known subject out, too."""
    parsed, history = plan.parsed, plan.inquiry.history
    last = subject_of(history[-1]).devices if history else ()
    found = {device for passage in worth_growing(ranking.passages) for device in passage.document.devices}
    if plan.filters.devices or parsed.excluded or parsed.kin or found.isdisjoint(last) or degree(plan.query, ranking) == "none":
        return None
    wording = WORDINGS[plan.inquiry.language]
    narrow = replace(
        parsed,
        inquiry=replace(plan.inquiry, text=of_carried(plan.query, last)),
        devices=last,
        among=last,
        understood=wording.understood.format(", ".join(last)),
        carried_over=True,
    )
    return replace(plan, parsed=narrow, filters=narrowed(plan.filters, last, parsed.among_owners))


def of_every_device(plan: SearchPlan, given: SearchFilters) -> SearchPlan:
    """The plan without the carried-over devices and the turns that they came from; `understood` says so."""
    parsed = plan.parsed
    wording = WORDINGS[plan.inquiry.language]
    text = wording.understood.format(wording.every_device.format(", ".join(parsed.devices)))
    wide = replace(parsed, devices=(), among=(), focus=Focus((), frozenset()), understood=text, carried_over=False)
    return replace(plan, parsed=wide, filters=given)


def report_devices(plan: SearchPlan, context: TurnContext) -> None:
    """Reports the devices whose documents were searched instead."""
    context.note("retrieve", plan.parsed.understood)
