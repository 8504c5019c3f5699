"""A document shown whole, and the question which document is meant."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, Intent, Pause
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.domain.languages import Language
from ibidem.flow.journal import Journal
from ibidem.turn.context import TurnContext
from ibidem.turn.lookup import look_up_documents
from ibidem.turn.pointing.resolve import Choice as Possible
from ibidem.turn.pointing.resolve import Target, Unclear
from ibidem.turn.showing import ask_which, show_document
from ibidem.turn.values import UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS
from turn.library import TEXTS, cite, recalled, request, store

SHOW: dict[Language, str] = {"ko": "보여줘", "en": "show it to me", "ja": "見せてください"}
LANGUAGES: list[Language] = ["ko", "en", "ja"]


class Told(Journal[SourcesShown | AnswerDelta]):
    """Keeps what the steps tell."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[SourcesShown | AnswerDelta] = []

    def emit(self, event: SourcesShown | AnswerDelta) -> None:
        self.events.append(event)


async def looked_up(context: TurnContext, message: str, *targets: Target) -> WholeDocument:
    found = await look_up_documents(await request(context, message, "whole", *targets), context)
    assert isinstance(found, WholeDocument)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_document_is_shown_with_a_slot_for_each(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    targets = [Target(doc_id) for doc_id, _ in TEXTS.values()]
    journal = Told()
    listening = replace(context, journal=journal)
    shown = await show_document(await looked_up(listening, SHOW[language], *targets), listening)
    assert [(ref.slot, ref.doc_id) for ref in shown.refs] == [(1, "sop_1203"), (2, "sop_1422"), (3, "sop_2101")]
    assert shown.text.startswith(WORDINGS[language].shown.format("게이트 밸브 교체 [1]"))
    assert "Slit valve O-ring [2], 真空ポンプのオイル交換 [3]" in shown.text
    assert shown.shown is not None and shown.shown.doc_id == "sop_1203"
    assert (shown.route, shown.lookup_source, shown.pause) == ("doc_lookup", "query", None)
    assert "12 N·m" in shown.refs[0].snippet and shown.refs[1].snippet == ""
    assert [e.sources for e in journal.events if isinstance(e, SourcesShown)] == [shown.refs]
    assert [e.text for e in journal.events if isinstance(e, AnswerDelta)] == [shown.text]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_newer_version_is_offered(context: TurnContext, language: Language) -> None:
    doc_id, text = TEXTS[language]
    (before,) = await store(context, (doc_id, text))
    await cite(context, doc_id, before)
    (after,) = await store(context, (doc_id, f"{text}\nNew.\n"))
    whole = await looked_up(context, SHOW[language], Target(doc_id, before))
    shown = await show_document(whole, context)
    offer = WORDINGS[language].offer_newer
    assert shown.text.endswith(offer)
    assert shown.pause == Pause("offer", offer, (Choice(doc_id, after, whole.document.title),), SHOW[language], "whole")
    assert shown.shown is not None and shown.shown.version == before


def possible(*slots: int) -> tuple[Possible, ...]:
    return tuple(Possible(slot, f"title {place}", Target(f"d{place}", "v", slot, 1)) for place, slot in enumerate(slots))


async def which(context: TurnContext, message: str, choices: tuple[Possible, ...], intent: Intent = "whole") -> UnclearReference:
    return UnclearReference(await recalled(context, message), Unclear("no_such_slot", choices, intent), message)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_asked_which_with_the_number_and_title_of_each(context: TurnContext, language: Language) -> None:
    asked = await ask_which(await which(context, SHOW[language], possible(2, 3), "use"), context)
    assert asked.text.split("\n") == [WORDINGS[language].which, "2. title 0", "3. title 1"]
    assert asked.pause is not None and asked.pause.numbers == (2, 3)
    assert asked.pause.choices == (Choice("d0", "v", "title 0", 2), Choice("d1", "v", "title 1", 3))
    assert (asked.pause.kind, asked.pause.message, asked.pause.intent) == ("reference", SHOW[language], "use")
    assert asked.refs == () and asked.shown is None


async def test_choices_of_two_answers_with_one_slot_are_numbered_by_their_place(context: TurnContext) -> None:
    asked = await ask_which(await which(context, "보여줘", possible(2, 2)), context)
    assert asked.text.endswith("1. title 0\n2. title 1")
    assert asked.pause is not None and asked.pause.numbers == (1, 2)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_nothing_was_cited_a_number_is_asked_for(context: TurnContext, language: Language) -> None:
    asked = await ask_which(await which(context, SHOW[language], ()), context)
    assert asked.text == WORDINGS[language].which_of_none
    assert asked.pause is not None and asked.pause.choices == () and asked.pause.numbers == ()
