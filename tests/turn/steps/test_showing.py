"""A document shown whole, and the question which document is meant."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, ClientTurn, Intent, Pause
from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.domain.languages import Language
from ibidem.flow.journal import Journal
from ibidem.pointing.resolve import PossibleDocument as Possible
from ibidem.pointing.resolve import Target, Unclear
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.ask_which import ask_which
from ibidem.turn.steps.look_up_documents import look_up_documents
from ibidem.turn.steps.show_document import show_document
from ibidem.turn.values import UnclearReference, WholeDocument
from ibidem.turn.wording import WORDINGS
from turn.acting import turn_of
from turn.library import SECRET, TEXTS, cite, recalled, request, store

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


TITLES = [("d0", "# title 0\n\nText.\n"), ("d1", "# title 1\n\nText.\n")]


async def possible(context: TurnContext, *slots: int) -> tuple[Possible, ...]:
    versions = await store(context, *TITLES)
    return tuple(Possible(slot, "as it was", Target(f"d{n}", versions[n], slot, 1)) for n, slot in enumerate(slots))


async def which(
    context: TurnContext, message: str, choices: tuple[Possible, ...], intent: Intent = "whole", missing: tuple[int, ...] = ()
) -> UnclearReference:
    return UnclearReference(await recalled(context, message), Unclear("no_such_slot", choices, intent, missing))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_asked_which_with_the_number_and_title_of_each(context: TurnContext, language: Language) -> None:
    choices = await possible(context, 2, 3)
    asked = await ask_which(await which(context, SHOW[language], choices, "use"), context)
    assert asked.text.split("\n") == [WORDINGS[language].which, "2. title 0", "3. title 1"]
    assert asked.pause is not None and asked.pause.numbers == (2, 3)
    versions = [choice.target.version for choice in choices]
    assert asked.pause.choices == (Choice("d0", versions[0], "title 0", 2), Choice("d1", versions[1], "title 1", 3))
    assert (asked.pause.kind, asked.pause.message, asked.pause.intent) == ("reference", SHOW[language], "use")
    assert asked.refs == () and asked.shown is None


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("ko", "8, 9번 문서는 없습니다. 어느 문서를 말씀하시나요?"),
        ("en", "There is no document number 8 or 9. Which document do you mean?"),
        ("ja", "8、9番の文書はありません。どの文書のことでしょうか？"),
    ],
)
async def test_numbers_that_no_document_has_are_said(context: TurnContext, language: Language, question: str) -> None:
    asked = await ask_which(await which(context, SHOW[language], await possible(context, 1), missing=(8, 9)), context)
    assert asked.pause is not None and asked.pause.question == question
    assert asked.text == f"{question}\n1. title 0"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_choice_that_may_not_be_read_is_none(context: TurnContext, language: Language) -> None:
    (version,) = await store(context, SECRET)
    await cite(context, "sop_4040", version)
    secret = Possible(1, "비공개", Target("sop_4040", version, 1, 1))
    unknown = Possible(2, "forged", Target("nowhere", "", 2, 1))
    told = WORDINGS[language]
    asked = await ask_which(await which(context, SHOW[language], (secret, unknown)), context)
    assert asked.text == told.which_not_readable and asked.pause is not None and asked.pause.choices == ()
    readable = await possible(context, 3)
    asked = await ask_which(await which(context, SHOW[language], (secret, unknown, *readable)), context)
    assert asked.text == f"{told.which}\n3. title 0"
    member = replace(context, principal=Principal("local", frozenset({"safety"})))
    asked = await ask_which(await which(context, SHOW[language], (secret, unknown)), member)
    assert asked.text == f"{told.which}\n1. 비공개"


async def test_choices_of_two_answers_with_one_slot_are_numbered_by_their_place(context: TurnContext) -> None:
    asked = await ask_which(await which(context, "보여줘", await possible(context, 2, 2)), context)
    assert asked.text.endswith("1. title 0\n2. title 1")
    assert asked.pause is not None and asked.pause.numbers == (1, 2)


async def test_choices_of_one_title_are_told_apart_by_their_ids(context: TurnContext) -> None:
    await store(context, ("rule_1", "# Rules\n\nOne.\n"), ("rule_2", "# Rules\n\nTwo.\n"))
    choices = tuple(Possible(n, "Rules", Target(f"rule_{n}")) for n in (1, 2))
    asked = await ask_which(await which(context, "rules", choices), context)
    assert asked.text.endswith("1. Rules (rule_1)\n2. Rules (rule_2)")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_nothing_was_cited_a_number_is_asked_for(context: TurnContext, language: Language) -> None:
    asked = await ask_which(await which(context, SHOW[language], ()), context)
    assert asked.text == WORDINGS[language].which_of_none
    assert asked.pause is not None and asked.pause.choices == () and asked.pause.numbers == ()


LONG = "# Overhaul\n\n" + "\n".join(f"Step {step}: record value {step * 7} and go on." for step in range(1, 1000)) + "\n"
REST: dict[Language, str] = {"ko": "나머지 보여줘", "en": "show me the rest", "ja": "続きを見せて"}


async def shown_long(context: TurnContext, language: Language) -> None:
    """A turn in this language that showed the first page of a long document, and named another with it."""
    await store(context, ("sop_7001", LONG), TEXTS[language])
    both = {"ko": "sop 7001이랑 {} 보여줘", "en": "show me sop 7001 and {}", "ja": "sop 7001と{}を見せて"}[language]
    done = await turn_of(context, both.format(TEXTS[language][0].replace("_", " ")), "fast")
    first = WORDINGS[language].shown_part.format(1, 3, "Overhaul [1]")
    assert done.content.assistant_text.startswith(f"{first}\n{WORDINGS[language].how_further}\n")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_long_document_is_shown_page_by_page_in_the_version_that_was_shown(
    context: TurnContext, language: Language
) -> None:
    await shown_long(context, language)
    wording = WORDINGS[language]
    await store(context, ("sop_7001", "# Overhaul\n\nAll new.\n"))
    second, third, end = [(await turn_of(context, REST[language], "fast")).content for _ in range(3)]
    assert second.assistant_text == f"{wording.shown_part.format(2, 3, 'Overhaul [1]')}\n{wording.how_further}"
    assert third.assistant_text == wording.shown_part.format(3, 3, "Overhaul [1]")
    assert second.shown is not None and third.shown is not None and 0 < second.shown.offset < third.shown.offset < len(LONG)
    assert second.shown.version == third.shown.version == second.doc_refs[0].version
    assert second.notice == wording.changed.format("Overhaul")
    assert end.shown is None and end.assistant_text.startswith(wording.shown_all.format("Overhaul [1]"))
    assert [ref.slot for ref in end.doc_refs] == [1, 2]  # the other document can still be pointed at


async def test_a_page_of_what_may_no_longer_be_read_is_not_shown(context: TurnContext) -> None:
    await shown_long(context, "en")
    await store(context, ("sop_7001", f"---\nreaders: [safety]\n---\n{LONG}"))
    done = (await turn_of(context, "next page", "fast")).content
    assert (done.shown, done.doc_refs) == (None, ())
    assert done.assistant_text == WORDINGS["en"].not_readable.format("sop_7001")


async def test_a_short_document_has_no_next_page(context: TurnContext) -> None:
    await store(context, TEXTS["en"])
    await turn_of(context, "show me sop 1422", "fast")
    done = (await turn_of(context, "continue", "fast")).content
    assert (done.shown, done.assistant_text) == (None, WORDINGS["en"].shown_all.format("Slit valve O-ring [1]"))


async def test_without_a_document_shown_before_it_is_a_question(context: TurnContext) -> None:
    await store(context, TEXTS["en"])
    assert (await turn_of(context, "next page", "fast")).content.route != "doc_lookup"


BETWEEN: dict[Language, tuple[str, ...]] = {
    "ko": ("고마워", "문서 9 보여줘", "문서 1에서 3단계의 값은 얼마야?"),
    "en": ("thanks", "show me document 9", "According to document 1, what value does step 3 have?"),
    "ja": ("ありがとう", "文書9を見せて", "文書1によると、ステップ3の値はいくつですか"),
}
MOVES: dict[Language, tuple[str, str, str, str]] = {
    "ko": ("3페이지 보여줘", "이전 페이지", "마지막 페이지", "첫 페이지"),
    "en": ("page 3", "go back", "last page", "page one, please"),
    "ja": ("3ページ目を見せて", "前のページ", "最後のページ", "最初のページを見せて"),
}


async def page_shown(context: TurnContext, message: str) -> str:
    """What is said to a message that asks for a page of the long document, to its first line."""
    return (await turn_of(context, message, "fast")).content.assistant_text.splitlines()[0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_go_on_from_the_one_shown_last_until_another_document_is_shown(
    context: TurnContext, language: Language
) -> None:
    await store(context, ("sop_7001", LONG), TEXTS[language])
    await turn_of(context, {"ko": "sop 7001 보여줘", "en": "show me sop 7001", "ja": "sop 7001を見せて"}[language], "fast")
    said = WORDINGS[language].shown_part
    for message in BETWEEN[language]:
        assert (await turn_of(context, message, "fast")).content.shown is None, message
    assert await page_shown(context, REST[language]) == said.format(2, 3, "Overhaul [1]")
    await turn_of(context, TEXTS[language][0].replace("_", " "), "fast")
    assert (await turn_of(context, MOVES[language][0], "fast")).content.shown is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_is_shown_by_its_number_and_what_is_none_is_told(context: TurnContext, language: Language) -> None:
    await shown_long(context, language)
    wording, title = WORDINGS[language], "Overhaul [1]"
    pages = [await page_shown(context, message) for message in MOVES[language]]
    assert pages == [wording.shown_part.format(number, 3, title) for number in (3, 2, 3, 1)]
    assert await page_shown(context, MOVES[language][1]) == wording.no_page_before.format(3, title)
    assert await page_shown(context, {"ko": "8쪽", "en": "page 8", "ja": "8ページ"}[language]) == wording.no_page.format(
        8, 3, title
    )
    assert await page_shown(context, MOVES[language][2]) == wording.shown_part.format(3, 3, title)


@pytest.mark.parametrize("message", ["the rest of sop_7001", "SOP 7001 나머지 보여줘", "sop_7001の続きを見せて"])
async def test_the_rest_of_what_is_named_goes_on_from_the_page_shown(context: TurnContext, message: str) -> None:
    await shown_long(context, "en")
    await turn_of(context, "next page", "fast")
    third = (await turn_of(context, message, "fast")).content
    assert third.assistant_text == WORDINGS[third.language].shown_part.format(3, 3, "Overhaul [1]")


@pytest.mark.parametrize("message", ["page 3", "3페이지 보여줘", "前のページ", "go back"])
async def test_of_a_short_document_a_page_is_a_question_like_any_other(context: TurnContext, message: str) -> None:
    await store(context, TEXTS["en"])
    await turn_of(context, "show me sop 1422", "fast")
    assert (await turn_of(context, message, "fast")).content.route != "doc_lookup"


async def test_where_sources_wait_for_a_yes_going_on_is_one(context: TurnContext) -> None:
    await shown_long(context, "en")
    await store(context, TEXTS["en"])
    asked = await turn_of(context, "What torque do the cover screws get?", "fast", confirm_sources=True)
    assert asked.content.pause is not None and asked.content.pause.kind == "sources"
    assert "3.5 N·m" in (await turn_of(context, "go on", "fast")).content.assistant_text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_client_that_keeps_the_history_is_not_told_to_ask_for_the_next_page(
    context: TurnContext, language: Language
) -> None:
    await store(context, ("sop_7001", LONG))
    told = ClientTurn("?", "", ("Overhaul",), ("sop_7001",))
    done = (await turn_of(context, SHOW[language] + " sop 7001", "fast", "s", history=(told,))).content
    assert done.assistant_text == WORDINGS[language].shown_part.format(1, 3, "Overhaul [1]")
