"""A document that is named by its title, or by words of it."""

import pytest

from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import QUESTIONS, turn_of
from turn.library import SECRET, TEXTS, store

TITLES: dict[Language, str] = {"ko": "게이트 밸브 교체", "en": "Slit valve O-ring", "ja": "真空ポンプのオイル交換"}
SHOW: dict[Language, str] = {"ko": "{} 보여줘", "en": "show me {}", "ja": "{}を見せて"}
WORDS: dict[Language, str] = {
    "ko": "아까 밸브 문서 다시 보여줘",
    "en": "show me the valve document again",
    "ja": "さっきのポンプの文書をもう一度見せて",
}
ASKED: dict[Language, str] = {
    "ko": "아까 볼트 문서 다시 보여줘",
    "en": "show me the cover screws document again",
    "ja": "さっきのドレンプラグの文書をもう一度見せて",
}
PARTLY: dict[Language, str] = {"ko": "밸브 교체는 언제 해?", "en": "Slit valve torque", "ja": "オイル交換の周期は?"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_title_alone_or_to_be_shown_shows_that_document(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values(), SECRET)
    for message in (TITLES[language], SHOW[language].format(TITLES[language])):
        done = (await turn_of(context, message, "fast")).content
        assert done.shown is not None and done.shown.doc_id == TEXTS[language][0], message


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_asked_for_where_several_bear_the_title(context: TurnContext, language: Language) -> None:
    await store(context, TEXTS[language], ("sop_9001", TEXTS[language][1]))
    done = (await turn_of(context, SHOW[language].format(TITLES[language]), "fast")).content
    assert done.pause is not None and done.assistant_text.startswith(WORDINGS[language].which)
    assert {choice.doc_id for choice in done.pause.choices} == {TEXTS[language][0], "sop_9001"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_of_the_title_mean_the_document_that_was_cited(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await turn_of(context, QUESTIONS[language], "fast")
    await turn_of(context, {"ko": "고마워", "en": "thanks", "ja": "ありがとう"}[language], "fast")
    done = (await turn_of(context, WORDS[language], "fast")).content
    assert done.shown is not None and done.shown.doc_id == TEXTS[language][0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_words_of_the_question_mean_the_document_that_was_cited_for_it(context: TurnContext, language: Language) -> None:
    await store(context, TEXTS[language])
    await turn_of(context, QUESTIONS[language], "fast")
    done = (await turn_of(context, ASKED[language], "fast")).content
    assert done.shown is not None and done.shown.doc_id == TEXTS[language][0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_asked_which_where_several_were_cited_for_that_question(context: TurnContext, language: Language) -> None:
    versions = await store(context, TEXTS["ko"], TEXTS["ja"])
    cited = [(TEXTS[kind][0], version) for kind, version in zip(("ko", "ja"), versions, strict=True)]
    refs = tuple(DocRef(n, one, version, one, "", "", None, (), "", None, "bm25") for n, (one, version) in enumerate(cited, 1))
    turn = NewTurn("s", QUESTIONS[language], "[1] [2]", "", language, "doc_lookup", refs)
    await context.turns.append(turn, context.principal)
    done = (await turn_of(context, ASKED[language], "fast")).content
    assert done.pause is not None and [choice.doc_id for choice in done.pause.choices] == [one for one, _ in cited]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_of_several_so_called_the_cited_one_is_meant_however_long_ago(context: TurnContext, language: Language) -> None:
    doc_id, text = TEXTS[language]
    versions = await store(context, TEXTS[language], ("sop_9001", text))
    turns = [(doc_id, versions[0]), *[("other", "v1")] * context.profile.history_turns]
    for number, (cited, version) in enumerate(turns):
        ref = DocRef(1, cited, version, cited, "", "", None, (), "", None, "bm25")
        await context.turns.append(NewTurn("s", f"? {number}", "[1]", "", language, "general", (ref,)), context.principal)
    done = (await turn_of(context, SHOW[language].format(TITLES[language]), "fast")).content
    assert done.shown is not None and done.shown.doc_id == doc_id


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_with_words_of_a_title_is_answered(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    done = (await turn_of(context, PARTLY[language], "fast")).content
    assert done.shown is None


@pytest.mark.parametrize("title", ["비공개", "show me 비공개", "비공개 문서 보여줘"])
async def test_the_title_of_what_may_not_be_read_shows_nothing(context: TurnContext, title: str) -> None:
    await store(context, *TEXTS.values(), SECRET)
    done = (await turn_of(context, title, "fast")).content
    assert done.shown is None and SECRET[0] not in {ref.doc_id for ref in done.doc_refs}
