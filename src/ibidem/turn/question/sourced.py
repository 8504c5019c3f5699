"""Asks the service outside for passages, where the profile's domain of a question is answered from it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Passage, Principal, ScoredChunk
from ibidem.domain.passage_sources import SourceFound, SourcePassage, SourceQuery
from ibidem.finding.history import stands_alone
from ibidem.finding.passages import Ranking
from ibidem.finding.results import ranked_results
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.passage_source import PassageSource
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.excerpts import excerpts_of, scored_chunks
from ibidem.turn.question.focus import exchanges
from ibidem.turn.values.searching import SearchPlan

KEPT = 20  # found here, reranked where a reranker is configured, and kept so that the answer can be regenerated
ROLE, DEPARTMENT = "role:", "department:"  # the groups that say what a caller is, and where


async def rank_from_source(plan: SearchPlan, source: PassageSource, limit: int, context: TurnContext) -> Ranking:
    """The best `limit` of the passages that the service finds for all queries of the plan, held as excerpts of this caller's.

    Raises SourceUnavailable and SourceRefused.
    """
    history = exchanges(plan.parsed.focus)
    asked = plan.query if not history or stands_alone(plan.query) else f"{history[-1].user}\n{plan.query}"
    query = source_query(asked, plan.route, context.profile.top_k, context.profile, context.principal)
    context.budget.take_search()
    further = [text for text in plan.further if context.budget.take_search()]
    queries = [replace(query, text=text) for text in (asked, *further)]
    kinds = [kind for kind in context.profile.doc_types if kind.name in plan.preferred_types]
    chunks, dropped = await found_outside(
        source,
        queries,
        context.documents,
        context.principal,
        wanted=plan.filters.doc_ids,
        doc_type=kinds[0].name if kinds else "",
        masking=context.masking.documents,
    )
    if dropped:
        context.record.trouble(f"{source.name}: {dropped} rows of the answer could not be read and were dropped")
    ranking = await ranked_results(plan.query, history, chunks, limit, context.principal, context.profile.glossary)
    return replace(as_sent(ranking), method=source.name.partition(":")[0])


def as_sent(ranking: Ranking) -> Ranking:
    """The ranking with the service's own score of each passage, which stands for its nearness in meaning."""
    passages = (replace(one, match=replace(one.match, relevance=one.match.by_meaning)) for one in ranking.passages)
    return replace(ranking, passages=tuple(passages))


async def found_outside(
    source: PassageSource,
    queries: Sequence[SourceQuery],
    documents: DocumentStore,
    principal: Principal,
    *,
    wanted: Sequence[str],
    doc_type: str,
    masking: DocumentMasking | None,
) -> tuple[tuple[ScoredChunk, ...], int]:
    """The passages that the service finds for all queries, in the `wanted` documents where there are any, held as excerpts of
    this caller's; and how many rows of its answers could not be read.

    Raises SourceUnavailable, SourceRefused and StoreUnavailable.
    """
    answers = await asyncio.gather(*(source.find(query) for query in queries))
    found = tuple(passage for passage in merged(answers) if not wanted or passage.doc_id in wanted)
    if masking is not None:
        found = tuple(replace(one, title=masking.piece(one.title), text=masking.piece(one.text)) for one in found)
    policy = "" if masking is None else masking.policy
    excerpts = excerpts_of(found, source.name.partition(":")[0], doc_type, principal, policy)
    if excerpts:
        await documents.keep(excerpts)
    return scored_chunks(excerpts, found), sum(one.dropped for one in answers)


async def search_outside(
    source: PassageSource,
    text: str,
    wanted: Sequence[str],
    limit: int,
    documents: DocumentStore,
    principal: Principal,
    *,
    profile: Profile,
    masking: DocumentMasking | None,
) -> Sequence[Passage]:
    """The best passages for a text outside a turn, as `found_outside` finds and holds them, best first."""
    query = source_query(text, "", max(limit, profile.top_k), profile, principal)
    chunks, _ = await found_outside(source, [query], documents, principal, wanted=wanted, doc_type="", masking=masking)
    return (await ranked_results(text, (), chunks, limit, principal, profile.glossary)).passages


def source_query(text: str, route: str, limit: int, profile: Profile, principal: Principal) -> SourceQuery:
    """The query for a question of this route: to the datasets of its domain, else to all that answer from documents."""
    domain = profile.domain_of(route)
    return SourceQuery(
        text=text,
        datasets=(domain.datasets if domain is not None else ()) or datasets_of(profile),
        limit=limit,
        role=_named(principal, ROLE),
        department=_named(principal, DEPARTMENT),
        role_field=domain.role_field if domain is not None else "",
        department_field=domain.department_field if domain is not None else "",
    )


def datasets_of(profile: Profile) -> tuple[str, ...]:
    """The datasets of all domains whose answers are open to everybody: for a question that belongs to none."""
    open_to_all = [domain for domain in profile.domains if not domain.role_field and not domain.department_field]
    return tuple(dict.fromkeys(name for domain in open_to_all for name in domain.datasets))


def merged(answers: Sequence[SourceFound]) -> tuple[SourcePassage, ...]:
    """The passages of several answers, each once, with the best of its scores."""
    best: dict[tuple[str, str], SourcePassage] = {}
    for passage in (passage for answer in answers for passage in answer.passages):
        held = best.setdefault((passage.doc_id, passage.text), passage)
        if (passage.score or 0.0) > (held.score or 0.0):
            best[passage.doc_id, passage.text] = passage
    return tuple(best.values())


def _named(principal: Principal, kind: str) -> str:
    """What the caller's group of this kind says, the first by name; "" without one."""
    return min((group.removeprefix(kind) for group in principal.groups if group.startswith(kind)), default="")
