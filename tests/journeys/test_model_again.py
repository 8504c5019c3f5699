"""The same question once more, to be answered from chosen ones of the documents that had been found."""

from typing import Any

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import Language
from journeys.doors import Service
from journeys.machines import LANGUAGES, PUMP, RINGS, TORQUE, TORQUE_TOLD
from journeys.playing import SHOWN, Player, as_told, saying, stored

MODES: tuple[Mode, ...] = ("fast", "verified")
NEXT: dict[Language, Language] = {"ko": "en", "en": "ja", "ja": "ko"}


def first(service: Service, player: Player, language: Language, session: str, mode: Mode) -> tuple[str, dict[str, Any]]:
    """Another document that was found for the question, and the trace of its turn."""
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = service.ask(TORQUE[language], mode=mode, session_id=session)
    trace = stored(service, done)["trace"]
    chosen = PUMP[NEXT[language]]
    assert chosen not in done["ref_doc_ids"] and chosen in {found["doc_id"] for found in trace["candidates"]}
    return chosen, trace


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_is_made_again_from_chosen_documents(modelled: Service, player: Player, language: Language, mode: Mode) -> None:
    session = f"again-{language}-{mode}"
    chosen, trace = first(modelled, player, language, session, mode)
    told = TORQUE_TOLD[language].replace(PUMP[language], chosen)
    player.play(answer=saying(told))
    done = modelled.ask(TORQUE[language], mode=mode, session_id=session, filters={"doc_ids": [chosen]})
    assert done["answer"] == as_told(told) and done["ref_doc_ids"] == [chosen] and done["turn_id"] == 2
    assert player.tasks == (["answer_setup"] if mode == "fast" else ["answer_setup", "judge_setup"])
    (written,) = player.inputs("answer")
    assert [doc_id for _, doc_id in SHOWN.findall(written["passages"])] == [chosen]
    again = stored(modelled, done)["trace"]
    kept = [found["chunk_id"] for found in trace["candidates"] if found["doc_id"] == chosen]
    assert [found["chunk_id"] for found in again["candidates"]] == kept
    assert again["queries"] == [TORQUE[language]], "nothing was searched for anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_question_within_documents_is_searched_for(modelled: Service, player: Player, language: Language) -> None:
    session = f"within-{language}"
    chosen, _ = first(modelled, player, language, session, "verified")
    player.play(answer="[[no answer]]")
    done = modelled.ask(RINGS[language], mode="verified", session_id=session, filters={"doc_ids": [chosen]})
    assert {"translate", "gate", "queries_general"} <= set(player.tasks) and done["sources"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_that_was_not_found_then_is_searched_now(modelled: Service, player: Player, language: Language) -> None:
    session = f"foreign-{language}"
    _, trace = first(modelled, player, language, session, "fast")
    assert "gcb_5501" not in {found["doc_id"] for found in trace["candidates"]}
    player.play(answer="[[no answer]]")
    done = modelled.ask(TORQUE[language], session_id=session, filters={"doc_ids": ["gcb_5501"]})
    assert "translate" in player.tasks and done["sources"] == []
    nobody = modelled.ask(TORQUE[language], session_id=session, filters={"doc_ids": ["gcb_9999"]})
    assert nobody["sources"] == [] and nobody["status"] == "answered"
