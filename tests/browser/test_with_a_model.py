"""The page while a model writes: reloaded, stopped, and a draft put to a person."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Opened, opening
from browser.reading import Reader
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import TORQUE, TORQUE_TOLD
from journeys.playing import Player, doubting, saying
from required import needs_program

pytestmark = needs_program("chromium")

MODELS = "openai:played,openai:second"
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
    with served(copy_of(machines, tmp_path_factory.mktemp("modelled")), **player.environment, IBIDEM_MODELS=MODELS) as service:
        yield service


@pytest.fixture
def opened(chromium: Browser, modelled: Service) -> Iterator[Opened]:
    with opening(chromium, modelled) as opened:
        yield opened


def at_length(language: str, length: int = 150) -> Callable[[ModelRequest], Play]:
    """An answer of about so many characters that is still being written when its first sentence is shown."""
    told = TORQUE_TOLD[language]
    return saying(" ".join([told] * (1 + length // len(told))), piece_seconds=0.1)


@LANGUAGES
def test_an_answer_belongs_to_the_server(opened: Opened, player: Player, language: str) -> None:
    """Reloading, leaving and a second tab join the running answer; it is listed at once, and asked once."""
    player.play(answer=at_length(language, 500))
    reader = opened(language)
    reader.send(TORQUE[language])
    running = reader.page.locator(".turn[aria-busy]")
    expect(running.locator(".streaming")).not_to_be_empty()
    expect(reader.beside.locator(".source")).to_have_count(1)  # from the first word on
    listed = reader.page.locator(f".sessions a[data-session='{reader.session_id}']")
    expect(listed).to_contain_text(TORQUE[language])
    place = reader.page.url
    reader.page.reload()
    expect(running.locator(".streaming")).not_to_be_empty()
    other = Reader(reader.page.context.new_page())
    other.page.goto(place)
    expect(other.page.locator(".turn[aria-busy] .asked")).to_have_text(TORQUE[language])
    reader.page.locator("[data-room=documents]").click()
    expect(reader.page.locator("table.list")).to_be_visible()
    reader.page.locator(f".sessions a[data-session='{other.session_id}']").click()
    for tab in (reader, other):
        expect(tab.page.locator(".turn[data-turn] .answer", has_text="9 N·m")).to_have_count(1, timeout=60_000)
        expect(tab.turns).to_have_count(1)
    stored = reader.page.request.get(f"/v1/sessions/{reader.session_id}/turns").json()["turns"]
    assert [turn["user_text"] for turn in stored] == [TORQUE[language]]
    assert sum(task.startswith("answer") for task in player.tasks) == 1


def test_a_broken_connection_is_joined_again_and_a_stop_reaches_all_tabs(opened: Opened, player: Player) -> None:
    player.play(answer=at_length("en", 500))
    reader = opened("en")
    reader.send(TORQUE["en"])
    expect(reader.page.locator(".streaming")).not_to_be_empty()
    other = Reader(reader.page.context.new_page())
    other.page.goto(reader.page.url)
    expect(other.page.locator(".streaming")).not_to_be_empty()
    other.page.locator("#act").click()
    for tab in (reader, other):
        expect(tab.last.locator(".remark")).to_be_visible()
        expect(tab.turns).to_have_count(1)
    expect(other.page.locator("#question")).to_have_value(TORQUE["en"])
    expect(reader.page.locator("#question")).to_have_value("")


TABLE = "| Part | Torque |\n| --- | --- |\n| Flange bolts | 9 N·m [sop_5102] |"
STEPS = "1. **Tighten** the bolts [sop_5102].\n3. Check them."


def test_what_is_written_is_formatted_and_moves_nothing(opened: Opened, player: Player) -> None:
    player.play(answer=saying(f"{TABLE}\n\n{STEPS}", piece_seconds=0.1))
    reader = opened("en")
    for question in ("Thank you very much", TORQUE["en"]):
        reader.send(question)
        expect(reader.page.locator(".turn[aria-busy]")).to_have_count(0)
    reader.send(TORQUE["en"])
    streaming = reader.page.locator(".streaming")
    expect(streaming.locator("th")).to_have_count(2)
    asked = reader.page.locator(".turn[aria-busy] .asked")
    top = asked.bounding_box()
    assert "|" not in streaming.inner_text() and "*" not in streaming.inner_text()
    expect(reader.turns).to_have_count(3)
    after = reader.last.locator(".asked").bounding_box()
    assert top is not None and after is not None
    assert abs(after["y"] - top["y"]) < 1 and {**after, "y": 0} == {**top, "y": 0}  # a scroll position is a whole pixel
    expect(reader.last.locator("li").last).to_have_attribute("value", "3")
    player.play(answer=at_length("en"))
    reader.send(TORQUE["en"])
    expect(streaming).not_to_be_empty()
    reader.page.locator("#talk").evaluate("(talk) => (talk.scrollTop = 0)")
    expect(reader.turns).to_have_count(4)
    assert reader.page.locator("#talk").evaluate("(talk) => talk.scrollTop") == 0  # who reads further up stays there


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
    reader.page.locator(".row select[aria-describedby]").select_option("verified")
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


@LANGUAGES
def test_a_model_is_chosen_where_there_are_several_and_the_choice_is_kept(opened: Opened, player: Player, language: str) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]))
    reader = opened(language, width=360)
    models = reader.page.locator(".ask select").filter(has_text="openai:second")
    expect(models).to_have_value("openai:played")
    models.select_option("openai:second")
    expect(reader.page.locator("#how-asked")).to_contain_text("openai:second")
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 360
    turn = reader.ask(TORQUE[language])
    expect(turn.locator(".model")).to_have_text("openai:second")
    reader.page.reload()
    expect(models).to_have_value("openai:second")
