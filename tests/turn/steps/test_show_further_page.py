"""A long document, page by page."""

import pytest

from ibidem.domain.conversation import ClientTurn
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import turn_of
from turn.library import TEXTS, store

SHOW: dict[Language, str] = {"ko": "보여줘", "en": "show it to me", "ja": "見せてください"}
LANGUAGES: list[Language] = ["ko", "en", "ja"]


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


NEXT: dict[Language, str] = {"ko": "다음은?", "en": "next?", "ja": "次は?"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_next_directly_after_a_page_is_the_next_page(context: TurnContext, language: Language) -> None:
    await shown_long(context, language)
    assert await page_shown(context, NEXT[language]) == WORDINGS[language].shown_part.format(2, 3, "Overhaul [1]")


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
