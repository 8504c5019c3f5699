"""THE DIAGRAM: one turn as a table of arrows, and nothing else. `ibidem diagram` draws it."""

from ibidem.domain.conversation import Turn
from ibidem.flow.arrows import END
from ibidem.flow.graph import Graph
from ibidem.turn.answer import answer, answer_small_talk, answer_without_documents, show_beginning
from ibidem.turn.context import TurnContext
from ibidem.turn.expand import expand
from ibidem.turn.lookup import look_up_documents
from ibidem.turn.parse import parse_question
from ibidem.turn.plan import plan_search, route
from ibidem.turn.recall import recall
from ibidem.turn.record import record_turn
from ibidem.turn.references import resolve_reference
from ibidem.turn.retrieve import retrieve
from ibidem.turn.showing import ask_which, show_document
from ibidem.turn.values import (
    Accepted,
    DocumentRequest,
    Found,
    NoEvidence,
    NotInDocument,
    OpenQuestion,
    ParsedQuestion,
    Reading,
    RecalledQuestion,
    RoutedQuestion,
    SearchPlan,
    SmallTalk,
    UnclearReference,
    WholeDocument,
)

TURN: Graph[TurnContext] = Graph(
    "turn",
    {
        recall: {RecalledQuestion: resolve_reference},
        resolve_reference: {
            DocumentRequest: look_up_documents,
            UnclearReference: ask_which,
            SmallTalk: answer_small_talk,
            OpenQuestion: parse_question,
        },
        look_up_documents: {WholeDocument: show_document, OpenQuestion: parse_question},
        parse_question: {ParsedQuestion: route},
        route: {RoutedQuestion: plan_search},
        plan_search: {SearchPlan: retrieve},
        retrieve: {Found: expand, NoEvidence: answer_without_documents, NotInDocument: show_beginning},
        expand: {Reading: answer},
        answer: {Accepted: record_turn, NoEvidence: answer_without_documents, NotInDocument: show_beginning},
        show_document: {Accepted: record_turn},
        show_beginning: {Accepted: record_turn},
        ask_which: {Accepted: record_turn},
        answer_small_talk: {Accepted: record_turn},
        answer_without_documents: {Accepted: record_turn},
        record_turn: {Turn: END},
    },
)
