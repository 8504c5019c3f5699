"""What rules tell of a draft, before a model judges it."""

from dataclasses import replace

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.check_draft import check_draft
from ibidem.turn.values.answering import CheckedDraft, Unfaithful
from ibidem.turn.values.searching import Draft
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, WRONG, model, with_model
from turn.library import TEXTS, draft_for, inquiry_of, store


async def drafted(context: TurnContext, language: Language, text: str) -> tuple[Draft, TurnContext]:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(text))
    return await draft_for(acting, inquiry_of(QUESTIONS[language], "verified")), acting


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_draft_whose_values_stand_in_its_sources_goes_on(context: TurnContext, language: Language) -> None:
    draft, acting = await drafted(context, language, ANSWERS[language])
    assert await check_draft(draft, acting) == CheckedDraft(draft)
    assert acting.progress.draft is draft, "a turn that is ended here has it"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_value_that_no_source_holds_speaks_against_a_draft(context: TurnContext, language: Language) -> None:
    draft, acting = await drafted(context, language, WRONG[language])
    checked = await check_draft(draft, acting)
    value = {"ko": "21", "en": "5.3", "ja": "81"}[language]
    assert isinstance(checked, Unfaithful) and checked.draft is draft and checked.verdicts == ()
    assert any(value in issue for issue in checked.failed)
    assert acting.progress.draft is None


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_draft_that_was_cut_off_is_told_so_in_its_language(context: TurnContext, language: Language) -> None:
    draft, acting = await drafted(context, language, ANSWERS[language])
    checked = await check_draft(replace(draft, cut=True), acting)
    assert isinstance(checked, Unfaithful) and checked.failed[0] == WORDINGS[language].cut_off
