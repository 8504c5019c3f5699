"""A question that goes on is answered by another sentence than the one that led the answer before."""

from dataclasses import replace

import pytest

from answering.pointer import Pointer
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import store

TALKS = {
    "ko": (
        "펌프 교체",
        "펌프의 무게는 340 kg이다.",
        "펌프에는 부품 FT-0417이 필요하다.",
        "펌프의 무게는?",
        "그것에 필요한 부품은?",
    ),
    "en": (
        "Pump replacement",
        "The pump weighs 340 kg.",
        "The pump needs the part FT-0417.",
        "How heavy is the pump?",
        "What parts does it need?",
    ),
    "ja": (
        "ポンプの交換",
        "ポンプの重さは340 kgである。",
        "ポンプには部品FT-0417が要る。",
        "ポンプの重さは?",
        "それに要る部品は?",
    ),
}


@pytest.mark.parametrize("language", TALKS)
async def test_a_follow_up_gets_another_sentence(context: TurnContext, language: str) -> None:
    title, weight, part, first, then = TALKS[language]
    await store(context, ("pump", f"# {title}\n\n{weight}\n\n{part}\n"))
    context = replace(context, reader=Pointer("340", "FT-0417"))  # to whom both answer
    led = (await turn_of(context, first, "fast")).content.parts[0]
    further = (await turn_of(context, then, "fast")).content.parts[0]
    assert {led.text, further.text} == {weight, part}


@pytest.mark.parametrize("language", TALKS)
async def test_the_same_question_gets_the_same_sentence(context: TurnContext, language: str) -> None:
    title, weight, part, first, _ = TALKS[language]
    await store(context, ("pump", f"# {title}\n\n{weight}\n\n{part}\n"))
    context = replace(context, reader=Pointer("340", "FT-0417"))
    led, again = [(await turn_of(context, first, "fast")).content.parts[0].text for _ in range(2)]
    assert led == again
