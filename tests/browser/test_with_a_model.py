"""The page while a model writes: reloaded, stopped, and a draft put to a person."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Opened, opening
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import TORQUE, TORQUE_TOLD
from journeys.playing import Player, doubting, saying
from required import needs_program

pytestmark = needs_program("chromium")

LANGUAGES = pytest.mark.parametrize("language", ["ko", "en", "ja"])
ISSUE = {"ko": "조건이 빠졌습니다", "en": "a condition is missing", "ja": "条件が抜けています"}
EDITED = {
    "ko": "배기 플랜지 볼트는 반드시 9 N·m로 체결하십시오 [1].",
    "en": "Always tighten the exhaust flange bolts to 9 N·m [1].",
    "ja": "排気フランジのボルトは必ず9 N·mで締めてください [1]。",
}


@pytest.fixture(scope="module")
def modelled(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A corpus served with the model."""
    with served(copy_of(machines, tmp_path_factory.mktemp("modelled")), **player.environment) as service:
        yield service


@pytest.fixture
def opened(chromium: Browser, modelled: Service) -> Iterator[Opened]:
    with opening(chromium, modelled) as opened:
        yield opened


def at_length(language: str) -> Callable[[ModelRequest], Play]:
    """An answer that is still being written when its first sentence is shown."""
    return saying(" ".join([TORQUE_TOLD[language]] * 4), piece_seconds=0.1)


@LANGUAGES
def test_a_question_that_is_reloaded_while_it_is_answered_is_asked_again(opened: Opened, player: Player, language: str) -> None:
    player.play(answer=saying(TORQUE_TOLD[language], piece_seconds=0.5))
    reader = opened(language)
    reader.send(TORQUE[language])
    expect(reader.page.locator(".turn .streaming")).to_have_count(1)
    player.play(answer=saying(TORQUE_TOLD[language]))
    reader.page.reload()
    answered = reader.page.locator(".turn[data-turn] .answer", has_text="9 N·m")
    expect(answered).to_have_count(1)
    address = f"/v1/sessions/{reader.session_id}/turns"
    stored = reader.page.request.get(address).json()["turns"]
    assert stored[-1]["client_turn_id"] is not None and stored[-1]["user_text"] == TORQUE[language]
    expect(reader.turns).to_have_count(1)  # what was left stands in the store, and the answer beside it on the page
    reader.page.reload()
    expect(answered).to_have_count(1)
    expect(reader.turns).to_have_count(1)
    assert len(reader.page.request.get(address).json()["turns"]) == len(stored), "it was asked a third time"


@LANGUAGES
def test_a_stopped_question_is_back_in_the_box_and_what_was_written_is_kept(
    opened: Opened, player: Player, language: str
) -> None:
    player.play(answer=at_length(language))
    reader = opened(language)
    reader.send(TORQUE[language])
    expect(reader.page.locator(".turn .streaming")).not_to_be_empty()
    reader.page.locator("#act").click()
    expect(reader.page.locator("#question")).to_have_value(TORQUE[language])
    expect(reader.turns).to_have_count(1)
    expect(reader.last.locator(".remark")).to_be_visible()
    player.play(answer=saying(TORQUE_TOLD[language]))
    reader.page.keyboard.press("Enter")
    expect(reader.last.locator(".answer")).to_contain_text("9 N·m")
    expect(reader.turns).to_have_count(1)


@LANGUAGES
def test_a_draft_is_reviewed_with_what_speaks_against_it_and_edited(opened: Opened, player: Player, language: str) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]), judge=doubting(ISSUE[language]))
    reader = opened(language)
    reader.page.locator(".row select").select_option("verified")
    waiting = reader.ask(TORQUE[language])
    expect(waiting.locator(".review .doubts")).to_contain_text(ISSUE[language])
    expect(waiting.locator(".checked")).to_have_count(0)
    session = reader.session_id
    reader.page.goto("/#/reviews")
    reader.page.locator(f'.hit a[href$="{session}"]').click()
    review = reader.last.locator(".review")
    review.locator(".decide button").first.click()
    review.locator("textarea").fill(EDITED[language])
    review.locator(".decide button").first.click()
    expect(reader.turns).to_have_count(2)
    expect(reader.last.locator(".answer")).to_contain_text(EDITED[language].partition(" [1]")[0])
    expect(reader.turns.first.locator(".decide")).to_have_count(0)
    stored = reader.page.request.get(f"/v1/sessions/{session}/turns/2").json()
    assert stored["trace"]["reviewed"] == "edit"


@LANGUAGES
def test_what_a_hostile_model_writes_stays_text(opened: Opened, player: Player, language: str) -> None:
    hostile = '<img src=x onerror="document.title=1"> ![x](http://127.0.0.1:1/x.png) [here](javascript:document.title=2)'
    player.play(answer=saying(f"{TORQUE_TOLD[language]} {hostile}", piece_seconds=0.06))
    reader = opened(language)
    asked: list[str] = []
    reader.page.on("request", lambda request: asked.append(request.url))
    reader.send(TORQUE[language])
    expect(reader.page.locator(".streaming")).to_contain_text("onerror")
    assert reader.page.locator("main img, main a[href]").count() == 0
    for _ in range(2):
        expect(reader.last.locator(".answer")).to_contain_text("javascript:document")
        assert reader.page.locator("main img, main a[href]").count() == 0
        assert reader.page.title() not in ("1", "2")
        reader.page.reload()
    assert not [url for url in asked if url.endswith(("/x", "/x.png"))]


def test_a_service_that_has_gone_is_said_in_words_and_the_question_can_be_sent_again(opened: Opened, player: Player) -> None:
    player.play(answer=saying(TORQUE_TOLD["ko"]))
    reader = opened("ko")
    expect(reader.page.locator(".welcome")).to_be_visible()
    reader.page.context.set_offline(True)
    reader.send(TORQUE["ko"])
    expect(reader.page.get_by_role("alert")).to_contain_text("서비스에 연결할 수 없습니다")
    reader.page.context.set_offline(False)
    reader.page.get_by_role("button", name="다시 시도").click()
    expect(reader.last.locator(".answer")).to_contain_text("9 N·m")


@LANGUAGES
def test_a_number_that_its_source_does_not_hold_looks_doubtful(opened: Opened, player: Player, language: str) -> None:
    player.play(answer=saying(TORQUE_TOLD[language].replace("9 N·m", "77 N·m")))
    reader = opened(language)
    turn = reader.ask(TORQUE[language])
    expect(turn.locator(".doubtful")).to_contain_text("77")
    expect(turn.locator(".slot.doubt").first).to_be_visible()
    turn.locator(".how").click()
    expect(reader.beside.locator(".trace")).to_contain_text("openai:played")
