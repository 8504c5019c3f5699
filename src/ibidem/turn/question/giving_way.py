"""A device that only holds on, and hides what is asked: a code that the documents of other devices hold.

Only a code tells so. A word alone ("무게는?", "what pressure?") may well be asked of the device, and another one's value would
be a wrong answer; documents of no device are never hidden.
"""

import re
from dataclasses import replace

from ibidem.domain.documents import SearchFilters
from ibidem.domain.events import StepNoted
from ibidem.language.latin import latin_words
from ibidem.language.normal import normalise
from ibidem.language.search_text import IDENTIFIER
from ibidem.search.passages import Ranking
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Focus
from ibidem.turn.values import SearchPlan
from ibidem.turn.wording import WORDINGS

_LOOKED_AT = 5  # passages: those that an answer may quote
# An alarm or a part number; 60W and N2 measure something or name a gas.
_CODE = re.compile(r"[a-z]+\d{3,}")


def lacks_a_code(question: str, ranking: Ranking) -> bool:
    """Whether the question names a code (E-6203) that none of the first passages holds."""
    codes = {IDENTIFIER + code for code in latin_words(normalise(question)).codes if _CODE.fullmatch(code)}
    return not codes <= {token for tokens in ranking.tokens[:_LOOKED_AT] for token in tokens.split()}


def of_every_device(plan: SearchPlan, given: SearchFilters) -> SearchPlan:
    """The plan without the devices that held on, nor the turns that they hold on from, as it is told to the person."""
    parsed = plan.parsed
    wording = WORDINGS[plan.inquiry.language]
    text = wording.understood.format(wording.every_device.format(", ".join(parsed.devices)))
    wide = replace(parsed, devices=(), among=(), focus=Focus((), frozenset()), understood=text, held=False)
    return replace(plan, parsed=wide, filters=given)


def tell_what_gave_way(plan: SearchPlan, context: TurnContext) -> None:
    """Tells the person that the question was searched for in the documents of every device."""
    context.journal.emit(StepNoted("retrieve", plan.parsed.understood))
