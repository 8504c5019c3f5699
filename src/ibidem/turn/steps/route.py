"""Takes a question to its route, and plans what is searched for on it."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Document, SearchFilters
from ibidem.language.question_words import asks_procedure, asks_quantity, asks_reason
from ibidem.pointing.beside import beside_pointing
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.question.routes import GENERAL, route_by_words
from ibidem.turn.question.subjects import subject_words
from ibidem.turn.values import DeviceChoice, ParsedQuestion, RoutedQuestion, SearchPlan

DOC_LOOKUP = "doc_lookup"
# Words that ask for a document as such, and for nothing that it would have to tell.
ALL_OF_IT = """
    문서 자료 출처 내용 설명 요약 자세히 상세 정리 알려 번 document source doc detail details explain summary summarise summarize
    more describe overview content 비교 compare comparison 比較 文書 資料 出典 詳しく 詳細 内容 説明 要約 まとめ 教え 番
    주요 핵심 중요 요점 main key important point points 主 主要 主な 重要 要点 ポイント
"""


async def route(parsed: ParsedQuestion, context: TurnContext) -> RoutedQuestion | DeviceChoice:
    """The route of the highest priority that has a word in the question, or a document type asked for; else the one that the
    model suggested; else general. A question to documents that were pointed at takes none of these.

    A verified answer is about one device: where the question names only the family of several, it is asked which one.
    """
    question = parsed.open
    if question.looked_up is not None:
        chosen = DOC_LOOKUP
    else:
        asked = question.recalled.asked.question
        if parsed.kin and asked.mode == "verified" and not asked.filters.devices and not asked.filters.doc_ids:
            return DeviceChoice(parsed)
        chosen = route_by_words(parsed.query, parsed.doc_types, context.profile) or parsed.suggested_route or GENERAL
    context.progress.route = chosen
    return RoutedQuestion(parsed, chosen)


def plan_of(routed: RoutedQuestion, further: Sequence[str], context: TurnContext) -> SearchPlan:
    """The question itself and further words for it, within the filters given and the devices understood."""
    question = routed.parsed.open
    if question.looked_up is not None:
        documents = question.looked_up.documents
        filters = SearchFilters(doc_ids=tuple(document.doc_id for document in documents))
        asked = (put_to(text, documents, context.profile) for text in further)
        query = put_to(routed.parsed.query, documents, context.profile)
        return SearchPlan(routed, query, filters, frozenset(), tuple(text for text in asked if text))
    chosen = next((r for r in context.profile.routes if r.name == routed.route), None)
    groups = frozenset(chosen.groups) if chosen else frozenset[str]()
    preferred = frozenset(t.name for t in context.profile.doc_types if t.group in groups) | frozenset(routed.parsed.doc_types)
    filters = narrowed(question.recalled.asked.question.filters, routed.parsed.among)
    return SearchPlan(routed, routed.parsed.query, filters, preferred, tuple(further))


def put_to(text: str, documents: Sequence[Document], profile: Profile) -> str:
    """What a message asks of documents that it points at, without what points; "" where it asks nothing in particular of them,
    but to be told more, or to have them summed up or compared."""
    beside = beside_pointing(text, (document.doc_id for document in documents), profile)
    if beside.particular or asks_quantity(beside.text) or asks_reason(beside.text) or asks_procedure(beside.text):
        return beside.text
    named = subject_words("\n".join(f"{document.title} {document.doc_id}" for document in documents))
    return beside.text if subject_words(beside.words) - named - subject_words(ALL_OF_IT) else ""


def narrowed(filters: SearchFilters, devices: tuple[str, ...]) -> SearchFilters:
    """The filters that came with the question, narrowed to the devices understood where none were given."""
    return filters if filters.devices else replace(filters, devices=devices)
