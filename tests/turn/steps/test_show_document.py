"""A document shown whole."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, Pause
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.domain.languages import Language
from ibidem.flow.journal import Journal
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.look_up_documents import look_up_documents
from ibidem.turn.steps.show_document import show_document
from ibidem.turn.values.asking import WholeDocument
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.resolve import Target
from turn.library import TEXTS, cite, request, store

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
    assert shown.pause == Pause("offer", offer, (Choice(doc_id, after, whole.document.title, 1),), SHOW[language], "whole")
    assert shown.shown is not None and shown.shown.version == before


@pytest.mark.parametrize("language", LANGUAGES)
async def test_newer_versions_of_several_are_offered_under_the_slots_that_they_are_shown_by(
    context: TurnContext, language: Language
) -> None:
    versions = await store(context, *TEXTS.values())
    targets = [Target(doc_id, version) for (doc_id, _), version in zip(TEXTS.values(), versions, strict=True)]
    for target in targets:
        await cite(context, target.doc_id, target.version or "")
    changed = [TEXTS["en"], TEXTS["ja"]]
    after = await store(context, *((doc_id, f"{text}\nNew.\n") for doc_id, text in changed))
    shown = await show_document(await looked_up(context, SHOW[language], *targets), context)
    assert shown.pause is not None and shown.pause.question == WORDINGS[language].offer_several
    assert shown.pause.numbers == (2, 3)
    assert [(one.doc_id, one.version) for one in shown.pause.choices] == [("sop_1422", after[0]), ("sop_2101", after[1])]
    assert shown.text.endswith("2. Slit valve O-ring\n3. 真空ポンプのオイル交換")
