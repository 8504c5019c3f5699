"""Which device is meant: asked before anything is paid for, and not where no document knows the device."""

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from turn.acting import model, turn_of, with_model
from turn.library import store

FAMILY: dict[Language, str] = {
    "ko": "수프라 리드의 무게는 얼마인가요?",
    "en": "How heavy is the lid of the SUPRA?",
    "ja": "SUPRAのリッドの重さはどのくらいですか?",
}
UNKNOWN: dict[Language, str] = {
    "ko": "SUPRA Q2 리드의 무게는 얼마인가요?",
    "en": "How heavy is the lid of the SUPRA Q2?",
    "ja": "SUPRA Q2のリッドの重さはどのくらいですか?",
}
TERM: dict[Language, str] = {
    "ko": "SUPRA RF 출력은 얼마인가요?",
    "en": "What is the SUPRA RF power?",
    "ja": "SUPRA RFの出力はどのくらいですか?",
}


async def stored(context: TurnContext) -> None:
    await store(
        context,
        ("sop_501", "---\ndevices: [SUPRA XP]\n---\n# SUPRA XP 리드\n\n리드의 무게는 28 kg이다. RF 출력은 2 kW이다.\n"),
        ("sop_502", "---\ndevices: [SUPRA N]\n---\n# SUPRA N lid\n\nThe lid weighs 24 kg. The RF power is 1 kW.\n"),
        ("sop_503", "# リッドの取り扱い\n\nリッドは二人で持ち上げる。\n"),
    )


@pytest.mark.parametrize("language", FAMILY)
async def test_no_call_is_made_before_the_device_is_known(context: TurnContext, language: Language) -> None:
    await stored(context)
    played = model("…")
    turn = await turn_of(with_model(context, played), FAMILY[language])
    assert turn.content.pause is not None and turn.content.pause.kind == "device"
    assert not [task for task in played.tasks if task in ("translate", "route")]


@pytest.mark.parametrize("language", UNKNOWN)
async def test_a_device_that_no_document_mentions_is_said_to_be_unknown(context: TurnContext, language: Language) -> None:
    await stored(context)
    turn = await turn_of(with_model(context, model("…")), UNKNOWN[language])
    assert turn.content.pause is None and turn.content.found == "none"
    head = PAUSE_WORDINGS[language].no_such_device.format("SUPRA Q2", "\0").partition("\0")[0]
    assert turn.content.assistant_text.startswith(head)


@pytest.mark.parametrize("language", TERM)
async def test_a_word_that_the_documents_use_is_no_device(context: TurnContext, language: Language) -> None:
    await stored(context)
    turn = await turn_of(with_model(context, model("…")), TERM[language])
    assert turn.content.pause is not None and turn.content.pause.kind == "device"
