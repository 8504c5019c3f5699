"""The question which document is meant."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, Intent
from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.ask_which import ask_which
from ibidem.turn.values.asking import UnclearReference
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.resolve import PossibleDocument as Possible
from ibidem.understanding.resolve import Target, Unclear
from turn.library import SECRET, cite, recalled, store

SHOW: dict[Language, str] = {"ko": "보여줘", "en": "show it to me", "ja": "見せてください"}
LANGUAGES: list[Language] = ["ko", "en", "ja"]


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
