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
from ibidem.turn.steps.explore import explore
from ibidem.turn.steps.introduce import introduce
from ibidem.turn.steps.judge import judge
from ibidem.turn.steps.list_documents import list_documents
from ibidem.turn.steps.look_up_documents import look_up_documents
from ibidem.turn.steps.mask_answer import mask_answer
from ibidem.turn.steps.mask_question import mask_question
from ibidem.turn.steps.parse_question import parse_question
from ibidem.turn.steps.recall import recall
from ibidem.turn.steps.record_turn import record_turn
from ibidem.turn.steps.recount import recount
from ibidem.turn.steps.refine_queries import refine_queries
from ibidem.turn.steps.repeat_answer import repeat_answer
from ibidem.turn.steps.resolve_reference import resolve_reference
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.steps.route import route
from ibidem.turn.steps.settle_queries import settle_queries
from ibidem.turn.steps.settle_reference import settle_reference
from ibidem.turn.steps.show_beginning import show_beginning
from ibidem.turn.steps.show_document import show_document
from ibidem.turn.steps.show_further_page import show_further_page
from ibidem.turn.steps.show_quoted import show_quoted
from ibidem.turn.steps.show_step import show_step
from ibidem.turn.steps.summarise import summarise
from ibidem.turn.steps.take_up import take_up
from ibidem.turn.steps.tell_of_documents import tell_of_documents
from ibidem.turn.steps.transform import transform
from ibidem.turn.steps.write_queries import write_queries
from ibidem.turn.values.answering import (
    Accepted,
    CheckedDraft,
    NothingNew,
    Refinement,
    ReviewRequest,
    SafeAnswer,
    Summarised,
    Unfaithful,
)
from ibidem.turn.values.asking import (
    DocumentRequest,
    DoubtfulReference,
    FurtherPage,
    ListWanted,
    MaskedQuestion,
    OpenQuestion,
    ParsedQuestion,
    PauseAnswered,
    PlainMessage,
    PointingMessage,
    QuotedDocument,
    SaidBefore,
    ServiceAsked,
    SmallTalk,
    StepAsked,
    TurnsMeant,
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
    ToExplore,
    WrittenQueries,
)

# A step that calls a model may take as long as the turn, whose time limit is in the settings; the others take milliseconds.
MODEL_SECONDS = 3600.0
CALLING = (
    recall,
    resolve_reference,
    settle_reference,
    parse_question,
    write_queries,
    settle_queries,
    refine_queries,
    explore,
    answer,
    answer_hosted,
    answer_without_documents,
    judge,
    transform,
)

TURN: Graph[TurnContext] = Graph(
    "turn",
    {
        mask_question: {MaskedQuestion: recall},
        recall: {
            FurtherPage: show_further_page,
            ListWanted: list_documents,
            ServiceAsked: introduce,
            PauseAnswered: take_up,
            SmallTalk: answer_small_talk,
            Transformation: transform,
            SaidBefore: repeat_answer,
            StepAsked: show_step,
            TurnsMeant: recount,
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
            Accepted: mask_answer,
        },
        parse_question: {ParsedQuestion: route},
        route: {SearchPlan: retrieve, DeviceChoice: ask_device, HostedSearch: answer_hosted, ToExplore: explore},
        explore: {Reading: answer, Accepted: mask_answer, SearchPlan: retrieve},
        answer_hosted: {Accepted: mask_answer, SearchPlan: retrieve, NoEvidence: answer_without_documents},
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
            Accepted: mask_answer,
            NoEvidence: answer_without_documents,
            NotInDocument: show_beginning,
            NothingInParticular: tell_of_documents,
            NothingNew: choose_retry,
            RoutedQuestion: write_queries,
        },
        check_draft: {CheckedDraft: judge, Unfaithful: choose_retry},
        judge: {Accepted: mask_answer, Unfaithful: choose_retry},
        choose_retry: {
            Evidence: expand,
            Refinement: refine_queries,
            RoutedQuestion: write_queries,
            ReviewRequest: ask_review,
            Accepted: mask_answer,
        },
        refine_queries: {SearchPlan: retrieve},
        ask_which: {Accepted: mask_answer},
        ask_device: {Accepted: mask_answer},
        ask_sources: {Accepted: mask_answer},
        ask_review: {Accepted: mask_answer},
        show_document: {Accepted: mask_answer},
        show_beginning: {Accepted: mask_answer},
        show_quoted: {Accepted: mask_answer},
        tell_of_documents: {Accepted: mask_answer},
        show_further_page: {Accepted: mask_answer},
        list_documents: {Accepted: mask_answer},
        introduce: {Accepted: mask_answer},
        repeat_answer: {Accepted: mask_answer},
        show_step: {Accepted: mask_answer},
        recount: {Accepted: mask_answer},
        answer_small_talk: {Accepted: mask_answer},
        transform: {Accepted: mask_answer},
        answer_without_documents: {Accepted: mask_answer},
        mask_answer: {SafeAnswer: summarise},
        summarise: {Summarised: record_turn},
        record_turn: {Turn: END},
    },
    seconds_of=dict.fromkeys(CALLING, MODEL_SECONDS),
)
