"""THE DIAGRAM: one turn as a table of arrows, and nothing else. `ibidem diagram` draws it."""

from ibidem.domain.conversation import Turn
from ibidem.flow.arrows import END
from ibidem.flow.graph import Graph
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Transformation
from ibidem.turn.steps.answer import answer
from ibidem.turn.steps.answer_hosted import answer_hosted
from ibidem.turn.steps.answer_small_talk import answer_small_talk
from ibidem.turn.steps.answer_without_documents import answer_without_documents
from ibidem.turn.steps.ask_device import ask_device
from ibidem.turn.steps.ask_review import ask_review
from ibidem.turn.steps.ask_sources import ask_sources
from ibidem.turn.steps.ask_which import ask_which
from ibidem.turn.steps.check_draft import check_draft
from ibidem.turn.steps.choose_retry import choose_retry
from ibidem.turn.steps.expand import expand
from ibidem.turn.steps.introduce import introduce
from ibidem.turn.steps.judge import judge
from ibidem.turn.steps.list_documents import list_documents
from ibidem.turn.steps.look_up_documents import look_up_documents
from ibidem.turn.steps.parse_question import parse_question
from ibidem.turn.steps.recall import recall
from ibidem.turn.steps.record_turn import record_turn
from ibidem.turn.steps.refine_queries import refine_queries
from ibidem.turn.steps.resolve_reference import resolve_reference
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.steps.route import route
from ibidem.turn.steps.settle_queries import settle_queries
from ibidem.turn.steps.settle_reference import settle_reference
from ibidem.turn.steps.show_beginning import show_beginning
from ibidem.turn.steps.show_document import show_document
from ibidem.turn.steps.show_further_page import show_further_page
from ibidem.turn.steps.show_quoted import show_quoted
from ibidem.turn.steps.summarise import summarise
from ibidem.turn.steps.take_up import take_up
from ibidem.turn.steps.tell_of_documents import tell_of_documents
from ibidem.turn.steps.transform import transform
from ibidem.turn.steps.write_queries import write_queries
from ibidem.turn.values.answering import Accepted, CheckedDraft, NothingNew, Refinement, ReviewRequest, Summarised, Unfaithful
from ibidem.turn.values.asking import (
    DocumentRequest,
    DoubtfulReference,
    FurtherPage,
    ListWanted,
    OpenQuestion,
    ParsedQuestion,
    PauseAnswered,
    PlainMessage,
    PointingMessage,
    QuotedDocument,
    ServiceAsked,
    SmallTalk,
    UnclearReference,
    WholeDocument,
)
from ibidem.turn.values.searching import (
    DeviceChoice,
    Draft,
    Evidence,
    HostedSearch,
    NoEvidence,
    NothingInParticular,
    NotInDocument,
    Reading,
    RoutedQuestion,
    SearchPlan,
    SourcesToConfirm,
    WrittenQueries,
)

# A step that calls a model may take as long as the turn, whose time limit is in the settings; the others take milliseconds.
MODEL_SECONDS = 3600.0
CALLING = (
    settle_reference,
    parse_question,
    write_queries,
    settle_queries,
    refine_queries,
    answer,
    answer_hosted,
    answer_without_documents,
    judge,
    transform,
)

TURN: Graph[TurnContext] = Graph(
    "turn",
    {
        recall: {
            FurtherPage: show_further_page,
            ListWanted: list_documents,
            ServiceAsked: introduce,
            PauseAnswered: take_up,
            SmallTalk: answer_small_talk,
            Transformation: transform,
            PointingMessage: resolve_reference,
            PlainMessage: resolve_reference,
        },
        resolve_reference: {
            DocumentRequest: look_up_documents,
            UnclearReference: ask_which,
            DoubtfulReference: settle_reference,
            OpenQuestion: parse_question,
        },
        settle_reference: {DocumentRequest: look_up_documents, OpenQuestion: parse_question},
        look_up_documents: {WholeDocument: show_document, QuotedDocument: show_quoted, OpenQuestion: parse_question},
        take_up: {
            DocumentRequest: look_up_documents,
            UnclearReference: ask_which,
            SmallTalk: answer_small_talk,
            OpenQuestion: parse_question,
            Evidence: expand,
            Accepted: summarise,
        },
        parse_question: {ParsedQuestion: route},
        route: {SearchPlan: retrieve, DeviceChoice: ask_device, HostedSearch: answer_hosted},
        answer_hosted: {Accepted: summarise, SearchPlan: retrieve, NoEvidence: answer_without_documents},
        write_queries: {WrittenQueries: settle_queries, SearchPlan: retrieve},
        settle_queries: {SearchPlan: retrieve},
        retrieve: {
            Evidence: expand,
            SourcesToConfirm: ask_sources,
            NoEvidence: answer_without_documents,
            NotInDocument: show_beginning,
            NothingInParticular: tell_of_documents,
            NothingNew: choose_retry,
            RoutedQuestion: write_queries,
        },
        expand: {Reading: answer},
        answer: {
            Draft: check_draft,
            Accepted: summarise,
            NoEvidence: answer_without_documents,
            NotInDocument: show_beginning,
            NothingInParticular: tell_of_documents,
            NothingNew: choose_retry,
            RoutedQuestion: write_queries,
        },
        check_draft: {CheckedDraft: judge, Unfaithful: choose_retry},
        judge: {Accepted: summarise, Unfaithful: choose_retry},
        choose_retry: {
            Evidence: expand,
            Refinement: refine_queries,
            RoutedQuestion: write_queries,
            ReviewRequest: ask_review,
            Accepted: summarise,
        },
        refine_queries: {SearchPlan: retrieve},
        ask_which: {Accepted: summarise},
        ask_device: {Accepted: summarise},
        ask_sources: {Accepted: summarise},
        ask_review: {Accepted: summarise},
        show_document: {Accepted: summarise},
        show_beginning: {Accepted: summarise},
        show_quoted: {Accepted: summarise},
        tell_of_documents: {Accepted: summarise},
        show_further_page: {Accepted: summarise},
        list_documents: {Accepted: summarise},
        introduce: {Accepted: summarise},
        answer_small_talk: {Accepted: summarise},
        transform: {Accepted: summarise},
        answer_without_documents: {Accepted: summarise},
        summarise: {Summarised: record_turn},
        record_turn: {Turn: END},
    },
    seconds_of=dict.fromkeys(CALLING, MODEL_SECONDS),
)
