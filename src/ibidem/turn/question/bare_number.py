"""The document that a question names by its number alone, without its family: "30117번은 어떻게 조치했어?"."""

import re
from dataclasses import replace

from ibidem.answering.degree import degree
from ibidem.finding.passages import Ranking
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.values.searching import SearchPlan
from ibidem.understanding.ids import CALLED, id_reader

_CALLED = re.compile(rf"\A{CALLED}")


async def within_number(plan: SearchPlan, ranking: Ranking, context: TurnContext) -> SearchPlan | None:
    """The plan within the only readable document that has a number of the question as its id, asking without that number; None
    without one, where that document answers first anyway, and where the search is within documents already. The number may
    count something else ("1203 wafers"): what the document answers has to show which."""
    if plan.filters.doc_ids:
        return None
    question = normalise(plan.query)
    found = {one.named.doc_id: one for one in id_reader(context.profile).bare(question)}
    there = await context.documents.readable(sorted(found), context.principal) if found else frozenset[str]()
    if len(there) != 1:
        return None
    (doc_id,) = there
    if ranking.passages[0].document.doc_id == doc_id and degree(plan.query, ranking) == "answered":
        return None
    number = found[doc_id]
    asked = f"{question[: number.start]}{_CALLED.sub('', question[number.end :])}".strip()
    return replace(plan, query=asked, filters=replace(plan.inquiry.filters, doc_ids=(doc_id,)))
