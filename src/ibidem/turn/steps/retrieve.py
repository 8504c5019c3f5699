"""Finds passages for a plan."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from ibidem.answering.degree import degree
from ibidem.answering.lines import PASSAGES as QUOTED
from ibidem.answering.read_ranking import READ, RERANKED, read_ranking
from ibidem.domain.documents import Document, Passage, ScoredChunk, SearchFilters
from ibidem.domain.errors import ModelError, SourceError, StoreUnavailable
from ibidem.finding.former import in_force_first
from ibidem.finding.fusion import ARM, HELPER_SECONDS, before_it, fuse, near_in_time
from ibidem.finding.history import Exchange, stands_alone
from ibidem.finding.matching import matched
from ibidem.finding.passages import Ranking, find_passages
from ibidem.finding.versions import VersionIndex
from ibidem.finding.weighing import IN_FOCUS, NAMED, combined, leaning, of_each_owner, preferring, reordered, together
from ibidem.language.search_text import passage_tokens
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.relevance_cutoff import PAGES, PASSAGES, worth_reading
from ibidem.turn.question.bare_number import within_number
from ibidem.turn.question.completing import asking, completed_by_model, leans
from ibidem.turn.question.focus import exchanges, expected
from ibidem.turn.question.regenerating import passages_of, reusable_candidates
from ibidem.turn.question.siblings import last_answer
from ibidem.turn.question.sourced import KEPT, rank_from_source
from ibidem.turn.question.subjects import subject_words
from ibidem.turn.question.widening import lacks_code, of_every_device, of_last_device, report_devices
from ibidem.turn.values.answering import NothingNew
from ibidem.turn.values.searching import (
    Evidence,
    Found,
    NoEvidence,
    NothingInParticular,
    NotInDocument,
    RoutedQuestion,
    SearchPlan,
    SourcesToConfirm,
)
from ibidem.turn.wording import WORDINGS

logger = logging.getLogger(__name__)

SEARCH_SECONDS = 10.0  # a search takes milliseconds: one that takes this long hangs; a retriever has its own seconds besides
BEGINNING = 8  # chunks of a document that is read from its beginning, because no word of the question occurs in it


async def retrieve(
    plan: SearchPlan, context: TurnContext
) -> Evidence | SourcesToConfirm | NoEvidence | NotInDocument | NothingInParticular | NothingNew | RoutedQuestion:
    """The best passages for the plan; to be confirmed first where the question wants that and names no document itself. Where
    nothing is found, carried-over devices are dropped, unless the question excludes some.

    A model completes a question that leans on the turns before while it is searched for as it stands; then it is searched for
    again. Where a search for the question alone is not sure to have found its answer, and a model can write further queries,
    the question. A further search of a verified turn that finds nothing unread returns NothingNew.
    """
    found = await find_whole(plan, context)
    if context.models is not None and (is_doubtful(found) or in_both_languages(found.plan, context)):
        return RoutedQuestion(found.plan.parsed, plan.route, plan.attempts)
    attempts = plan.attempts
    if not isinstance(found, Found):
        return found if attempts.best is None else NothingNew(plan, attempts)
    if {p.chunk.chunk_id for p in worth_reading(found.ranking.passages)} <= attempts.read:
        return nothing_unread(found)
    if plan.inquiry.question.confirm_sources and plan.inquiry.looked_up is None:
        return SourcesToConfirm(found)
    return Evidence(found, PAGES, attempts)


async def find_whole(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence | NotInDocument | NothingInParticular:
    """The results for the question as a model completes it, where it leans on the turns before; else as it stands."""
    if context.models is None or not leans(plan) or reusable_candidates(plan.inquiry):
        return await find_in_time(plan, context)
    tried = replace(plan, parsed=replace(plan.parsed, completed=True))
    completing = asyncio.create_task(completed_by_model(plan.inquiry, plan.parsed.focus, context))
    try:
        found = await find_in_time(tried, context)
        query = await completing
    finally:
        completing.cancel()  # where the search raises, nobody waits for it
    if query is None or query == plan.query:
        return found
    return await find_in_time(asking(tried, query, context), context)


async def find_in_time(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence | NotInDocument | NothingInParticular:
    """The results of a plan's searches; none to be had where they fail or hang."""
    try:
        async with asyncio.timeout(SEARCH_SECONDS + (context.retriever_seconds if context.source is not None else 0)):
            return await find(plan, context)
    except (StoreUnavailable, SourceError, TimeoutError) as error:
        logger.warning("the search failed: %s", str(error) or "it took too long")
        context.record.trouble(f"search unavailable: {error}" if isinstance(error, SourceError) else "search unavailable")
        return NoEvidence(plan, (), 0.0, reachable=False)


def nothing_unread(found: Found) -> NothingNew | NotInDocument | NoEvidence:
    """The outcome of a search that found only what a model has read: nothing for a further attempt, else a refusal."""
    plan, looked_up = found.plan, found.plan.inquiry.looked_up
    if plan.attempts.best is not None:
        return NothingNew(plan, plan.attempts)
    if looked_up is not None:
        return NotInDocument(plan, looked_up)
    return NoEvidence(plan, found.ranking.passages, found.ranking.confidence)


def is_doubtful(found: Found | NoEvidence | NotInDocument | NothingInParticular) -> bool:
    """Whether a first search, for the question as it stands, may have missed what answers it: it found too little of the
    question, or the question is about a family of devices, whose documents may be in other languages."""
    plan = found.plan
    if plan.parsed.doubted or plan.attempts.made or not plan.query or reusable_candidates(plan.inquiry):
        return False
    if not isinstance(found, Found):
        return not isinstance(found, NoEvidence) or (found.reachable and found.searched)
    if plan.parsed.kin:
        return True
    likely = expected(plan.parsed.focus, found.ranking.passages)
    return degree(plan.query, found.ranking, likely) != "answered"


def in_both_languages(plan: SearchPlan, context: TurnContext) -> bool:
    """Whether the profile wants queries in two languages for the question, and none were written yet."""
    wanted = context.profile.queries == "both" and plan.inquiry.looked_up is None
    return wanted and bool(plan.query) and not plan.parsed.doubted and not reusable_candidates(plan.inquiry)


async def find(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence | NotInDocument | NothingInParticular:
    """The results of a plan's searches, best first: some to read, and some more to keep."""
    inquiry = plan.inquiry
    if (looked_up := inquiry.looked_up) is not None:
        ranking = await rank_in(looked_up.documents, plan, context)
        if not ranking.passages and context.models is not None:
            ranking = await beginnings(looked_up.documents, context)
        elif ranking.passages:
            ranking = await read(plan, ranking, context)
        if not ranking.passages and not plan.query:
            return NothingInParticular(plan, looked_up, WORDINGS[inquiry.language].quoted)
        return settled(plan, ranking, context) if ranking.passages else NotInDocument(plan, looked_up)
    if context.models is not None and (kept := reusable_candidates(inquiry)):
        passages = await passages_of(kept, context)
        if passages:
            tokens = tuple(passage_tokens(p.chunk.text, p.document.title) for p in passages)
            return settled(plan, Ranking(passages, (), 1.0, tokens), context)
    domain = context.profile.domain_of(plan.route)
    if domain is not None and domain.answers == "model":
        return NoEvidence(plan, (), 0.0, searched=False)
    if context.source is not None:
        ranking = await rank_from_source(plan, context.source, KEPT, context)
        return settled(plan, ranking, context) if ranking.passages else NoEvidence(plan, (), 0.0)
    return await find_here(plan, context)


async def find_here(plan: SearchPlan, context: TurnContext) -> Found | NoEvidence:
    """The results of a plan's searches in the own index. Where they find too little, the filters that were understood are
    dropped."""
    parsed, given = plan.parsed, plan.inquiry.filters
    ranking = await rank(plan, context)
    if (narrow := of_last_device(plan, ranking)) is not None:
        there = await rank(narrow, context)
        if not lacks_code(plan.query, there):
            plan, ranking = narrow, there
            report_devices(plan, context)
    if parsed.carried_over and lacks_code(plan.query, ranking):
        wide = of_every_device(plan, given)
        elsewhere = await rank(wide, context)
        if not lacks_code(plan.query, elsewhere):
            plan, ranking = wide, elsewhere
            report_devices(plan, context)
    if parsed.owners and not given.owners and degree(plan.query, ranking) != "answered":
        wide = replace(plan, filters=replace(plan.filters, owners=()))
        elsewhere = await rank(wide, context)
        if degree(plan.query, elsewhere) == "answered":
            plan, ranking = wide, elsewhere
    if not ranking.passages and plan.filters != given and not parsed.excluded:
        plan = replace(plan, filters=given)
        ranking = await rank(plan, context)
    if not ranking.passages:
        return NoEvidence(plan, (), 0.0)
    focus = plan.parsed.focus
    preferred = preferring(ranking, plan.preferred_types, focus.doc_ids, NAMED if focus.named else IN_FOCUS)
    if not focus.doc_ids and (before := last_answer(plan.inquiry.history)) is not None:
        preferred = leaning(plan.query, preferred, frozenset(ref.doc_id for ref in before.content.doc_refs))
    ordered = in_force_first(plan.query, await read(plan, await reranked(plan, preferred, context), context))
    if (numbered := await within_number(plan, ordered, context)) is not None:
        inside = await read(numbered, await rank(numbered, context), context)
        if inside.passages and degree(numbered.query, inside) == "answered":
            plan, ordered = numbered, inside
    return settled(plan, of_each_owner(ordered, QUOTED), context)


def settled(plan: SearchPlan, ranking: Ranking, context: TurnContext) -> Found:
    """The passages to read, with those to keep, of no more documents than an answer may cite."""
    cited = [*dict.fromkeys(passage.document.doc_id for passage in ranking.passages)][: context.profile.most_sources]
    kept = [n for n, passage in enumerate(ranking.passages) if passage.document.doc_id in cited][:KEPT]
    found, tokens = tuple(ranking.passages[n] for n in kept), tuple(ranking.tokens[n] for n in kept)
    passages = matched(plan.query, replace(ranking, passages=found, tokens=tokens))
    return Found(plan, replace(ranking, passages=passages[:PASSAGES], tokens=tokens[:PASSAGES]), passages)


async def rank(plan: SearchPlan, context: TurnContext) -> Ranking:
    """The ranking for all queries of the plan within its filters: the question with the turns that it follows up, the others
    alone, and passages near in meaning where an embedder is configured."""
    history = exchanges(plan.parsed.focus)
    context.budget.take_search()  # the question itself is always searched for
    searches = [search(plan.query, history, plan.filters, context)]
    searches += [search(query, (), plan.filters, context) for query in plan.further if context.budget.take_search()]
    by_words, near = await asyncio.gather(asyncio.gather(*searches), nearest(plan, history, context))
    own, *others = by_words
    return combined([fuse(plan.query, own, near, ARM, history), *others], KEPT)


async def nearest(plan: SearchPlan, history: tuple[Exchange, ...], context: TurnContext) -> Sequence[ScoredChunk]:
    """The passages nearest to the question in meaning, where an embedder is configured and replies."""
    if context.vectors is None:
        return ()
    near = await near_in_time(plan.query, history, plan.filters, context.vectors, context.principal)
    if near is None:
        context.record.trouble("embedder unavailable")
    return near or ()


async def search(query: str, history: tuple[Exchange, ...], filters: SearchFilters, context: TurnContext) -> Ranking:
    """The ranking for one query."""
    return await find_passages(query, history, filters, ARM, context.index, context.principal, context.profile.glossary)


async def rank_in(documents: tuple[Document, ...], plan: SearchPlan, context: TurnContext) -> Ranking:
    """The ranking inside the documents that were pointed at, in their versions; empty without a query.

    The question is searched without earlier turns, unless it leaves out its subject altogether.
    """
    history = () if subject_words(plan.query) else exchanges(plan.parsed.focus)
    past = not all(document.current for document in documents)
    index = VersionIndex(documents, context.documents, context.index) if past else context.index
    # One by one, or a long document would crowd out the others.
    queries = [(query, said) for query, said in ((plan.query, history), *((query, ()) for query in plan.further)) if query]
    if not queries:
        return Ranking((), (), 0.0, ())
    rankings: list[Ranking] = []
    for document in documents:
        filters = SearchFilters(doc_ids=(document.doc_id,))
        found = [
            await find_passages(q, h, filters, PASSAGES, index, context.principal, context.profile.glossary) for q, h in queries
        ]
        ranking = combined(found, PASSAGES)
        # Only this document was searched, so the size of the corpus makes no passage fit by chance.
        rankings.append(replace(ranking, chunks=len(ranking.passages)))
    return together(rankings)


async def beginnings(documents: tuple[Document, ...], context: TurnContext) -> Ranking:
    """The beginnings of the documents, for a question without a word in them: "summarise it"."""
    passages: list[Passage] = []
    for document in documents:
        chunks = await context.documents.chunks(document.doc_id, document.version, 0, BEGINNING - 1, context.principal)
        passages += [Passage(chunk, document, 0.0) for chunk in chunks]
    return Ranking(tuple(passages), (), 0.0, tuple(passage_tokens(p.chunk.text, p.document.title) for p in passages))


async def read(plan: SearchPlan, ranking: Ranking, context: TurnContext) -> Ranking:
    """The ranking as a reader reads it, where one is configured and replies: the lines that answer, and their passages first."""
    if context.reader is None or not ranking.passages:
        return ranking
    before = before_it(plan.query, exchanges(plan.parsed.focus))
    most = READ if context.models is None else RERANKED
    try:
        async with asyncio.timeout(HELPER_SECONDS):
            found = await read_ranking(plan.query, before, ranking, context.vectors, context.reader, most, said_before(plan))
            return with_probabilities(found) if context.profile.response.scores == "relevance" else found
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("not read: %s", str(error) or "it took too long")
        context.record.trouble("reader unavailable")
        return ranking


def said_before(plan: SearchPlan) -> frozenset[tuple[str, int]]:
    """The sentence that led the answer which a question follows up: its document, and where it begins there. Nothing where the
    same is asked once more; rows and steps are asked about again, for another column or the next one."""
    if not plan.parsed.focus.turns or stands_alone(plan.query):
        return frozenset()
    last = plan.parsed.focus.turns[-1].content
    lead = next((part for part in last.parts if part.slot is not None), None)
    if lead is None or lead.start is None or lead.kind != "sentence" or plan.query in last.trace.queries:
        return frozenset()
    return frozenset((ref.doc_id, lead.start) for ref in last.doc_refs if ref.slot == lead.slot)


def with_probabilities(ranking: Ranking) -> Ranking:
    """The ranking with the probability of each passage that was read: that of the best, and the others' share of it."""

    def likely(passage: Passage) -> Passage:
        share = passage.match.by_reader
        relevance = None if share is None else ranking.confidence * share
        return replace(passage, match=replace(passage.match, relevance=relevance))

    return replace(ranking, passages=tuple(map(likely, ranking.passages)))


async def reranked(plan: SearchPlan, ranking: Ranking, context: TurnContext) -> Ranking:
    """The ranking in the order of the reranker, where one is configured and replies."""
    if context.reranker is None:
        return ranking
    passages = ranking.passages[:KEPT]
    try:
        async with asyncio.timeout(HELPER_SECONDS):
            scores = await context.reranker.rerank(plan.query, [f"{p.document.title}\n{p.chunk.text}" for p in passages])
    except (ModelError, TimeoutError) as error:
        logger.warning("not reranked: %s", str(error) or "it took too long")
        context.record.trouble("reranker unavailable")
        return ranking
    return reordered(ranking, scores)
