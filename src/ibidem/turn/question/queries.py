"""The queries of a question: the search texts, the filters, and which further queries are worth a search."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ibidem.domain.documents import Document, SearchFilters
from ibidem.language.normal import normalise
from ibidem.language.question_words import asks_procedure, asks_quantity, asks_reason
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.question.subjects import subject_words
from ibidem.turn.values.searching import RoutedQuestion, SearchPlan
from ibidem.understanding.beside import beside_pointing

MOST_QUERIES = 6
# Words that ask for a document as such, not for its content.
ALL_OF_IT = """
    문서 자료 출처 내용 설명 요약 자세히 상세 정리 알려 번 document source doc detail details explain summary summarise summarize
    more describe overview content 비교 compare comparison 比較 文書 資料 出典 詳しく 詳細 内容 説明 要約 まとめ 教え 番
    주요 핵심 중요 요점 main key important point points 主 主要 主な 重要 要点 ポイント
"""


def plan_of(routed: RoutedQuestion, further: Sequence[str], context: TurnContext) -> SearchPlan:
    """The question and further queries for it, within the given filters and the understood devices."""
    parsed, inquiry = routed.parsed, routed.inquiry
    if inquiry.looked_up is not None:
        documents = inquiry.looked_up.documents
        asked = (question_beside_pointing(text, documents, context.profile) for text in further)
        return SearchPlan(
            parsed=parsed,
            route=routed.route,
            query=question_beside_pointing(parsed.query, documents, context.profile),
            filters=SearchFilters(doc_ids=tuple(document.doc_id for document in documents)),
            further=tuple(text for text in asked if text),
            attempts=routed.attempts,
        )
    chosen = context.profile.route_of(routed.route)
    groups = frozenset(chosen.groups) if chosen else frozenset[str]()
    own = frozenset(chosen.doc_types) if chosen else frozenset[str]()
    preferred = own | frozenset(t.name for t in context.profile.doc_types if t.group in groups) | frozenset(parsed.doc_types)
    return SearchPlan(
        parsed=parsed,
        route=routed.route,
        query=parsed.query,
        filters=narrowed(inquiry.filters, parsed.among, parsed.among_owners),
        preferred_types=preferred,
        further=tuple(further),
        attempts=routed.attempts,
    )


def question_beside_pointing(text: str, documents: Sequence[Document], profile: Profile) -> str:
    """The question that a message asks of documents it points at, without the pointing words; "" where it only asks to
    describe, sum up or compare them."""
    beside = beside_pointing(text, (document.doc_id for document in documents), profile)
    if beside.particular or asks_quantity(beside.text) or asks_reason(beside.text) or asks_procedure(beside.text):
        return beside.text
    named = subject_words("\n".join(f"{document.title} {document.doc_id}" for document in documents))
    return beside.text if subject_words(beside.words) - named - subject_words(ALL_OF_IT) else ""


def narrowed(filters: SearchFilters, devices: tuple[str, ...], owners: tuple[str, ...]) -> SearchFilters:
    """The question's own filters; where they name no devices or no owners, narrowed to the understood ones."""
    return replace(filters, devices=filters.devices or devices, owners=filters.owners or owners)


def distinct_from(texts: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The texts that are neither known nor repeated, apart from spelling."""
    seen = {folded(text) for text in known}
    return tuple(text for text in texts if folded(text) not in seen and not seen.add(folded(text)))


def folded(text: str) -> str:
    """A query without differences that a search ignores."""
    return "".join(character for character in normalise(text).casefold() if character.isalnum())


def settled_by_rule(queries: Sequence[str]) -> tuple[str, ...]:
    """The first queries, as many as are searched beside the question itself."""
    return tuple(queries[: MOST_QUERIES - 1])
