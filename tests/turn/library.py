"""A few documents in three languages, and questions put to the steps that look them up."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import ClientTurn, DocRef, Intent, Mode, NewTurn, Question
from ibidem.domain.documents import PreparedDocument, SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import SafeText
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.queries import plan_of
from ibidem.turn.steps.answer import answer
from ibidem.turn.steps.expand import expand
from ibidem.turn.steps.parse_question import parse_question
from ibidem.turn.steps.recall import recall
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.steps.route import route
from ibidem.turn.values.asking import DocumentRequest, MaskedQuestion, OpenQuestion
from ibidem.turn.values.searching import Draft, Evidence, RoutedQuestion, SearchPlan
from ibidem.understanding.resolve import Resolved, Target

TEXTS: dict[Language, tuple[str, str]] = {
    "ko": ("sop_1203", "# 게이트 밸브 교체\n\n볼트는 12 N·m로 조인다. 누설 시험을 한다.\n"),
    "en": ("sop_1422", "# Slit valve O-ring\n\nThe cover screws get 3.5 N·m. Wipe the groove with alcohol.\n"),
    "ja": ("sop_2101", "# 真空ポンプのオイル交換\n\nドレンプラグは18 N·mで締める。油面を確認する。\n"),
}
SECRET = ("sop_4040", "---\nreaders: [safety]\n---\n# 비공개\n\n아무도 읽지 못한다.\n")


def document(context: TurnContext, doc_id: str, text: str) -> PreparedDocument:
    """The document as the corpus would read it from a file."""
    return prepare(SourceFile(f"{doc_id}.md", text.encode()), context.profile, "default", datetime.now(UTC))


async def store(context: TurnContext, *documents: tuple[str, str]) -> list[str]:
    """Stores them, findable, and returns their versions."""
    prepared = [document(context, doc_id, text) for doc_id, text in documents]
    await context.documents.put(prepared)
    await context.index.catch_up()
    return [one.document.version for one in prepared]


async def cite(context: TurnContext, doc_id: str, version: str, language: Language = "en", session: str = "s") -> None:
    """A stored turn that cites a version, which keeps it readable."""
    ref = DocRef(1, doc_id, version, doc_id, f"{doc_id}.md", "", None, (), "", None, "lookup")
    await context.turns.append(NewTurn(session, "?", "[1]", "", language, "doc_lookup", (ref,)), context.principal)


def asked(message: str, session: str = "s", *history: ClientTurn) -> MaskedQuestion:
    return MaskedQuestion(begun(Question(message, session, history=history)))


def begun(question: Question) -> Inquiry:
    """The inquiry of a question that holds no personal data."""
    return Inquiry.begin(question, SafeText(question.message))


async def recalled(context: TurnContext, message: str, session: str = "s", *history: ClientTurn) -> Inquiry:
    """The inquiry as it is once its session has been recalled."""
    return (await recall(asked(message, session, *history), context)).inquiry


async def request(context: TurnContext, message: str, intent: Intent, *targets: Target) -> DocumentRequest:
    """A message that points at these documents."""
    return DocumentRequest(await recalled(context, message), Resolved(targets, intent, "query"))


def inquiry_of(message: str, mode: Mode = "fast", session: str = "s", **known: Any) -> Inquiry:
    """The inquiry of a message of a new session; `known` is what else is known of it."""
    question = Question(message, session, mode=mode, filters=known.pop("filters", SearchFilters()))
    question = replace(question, confirm_sources=known.pop("confirm_sources", False))
    return replace(begun(question), **known)


async def routed_of(context: TurnContext, inquiry: Inquiry) -> RoutedQuestion:
    """The question of an inquiry, parsed without a model and taken to its route."""
    plan = await route(await parse_question(OpenQuestion(inquiry), replace(context, models=None)), context)
    assert isinstance(plan, SearchPlan)
    return RoutedQuestion(plan.parsed, plan.route)


async def plan_for(context: TurnContext, inquiry: Inquiry) -> SearchPlan:
    """The plan of the question itself."""
    return plan_of(await routed_of(context, inquiry), (), context)


async def draft_for(context: TurnContext, inquiry: Inquiry) -> Draft:
    """What the model of the context writes from what is found for an inquiry."""
    evidence = await retrieve(await plan_for(context, inquiry), context)
    assert isinstance(evidence, Evidence)
    draft = await answer(await expand(evidence, context), context)
    assert isinstance(draft, Draft)
    return draft
