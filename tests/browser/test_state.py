"""What the page says of the service: that it is away, that it starts, that one has to sign in, and what a key may do."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from browser.conftest import Opened, opening
from browser.test_conversation import LANGUAGES, QUESTIONS
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

WELCOME = {"ko": "무엇을 찾아 드릴까요?", "en": "What would you like to know?", "ja": "何をお探しですか?"}
AWAY = {"ko": "서비스에 연결할 수 없습니다", "en": "The service cannot be reached", "ja": "サービスに接続できません"}
STARTING = {"ko": "서비스를 시작하고 있습니다", "en": "The service is starting", "ja": "サービスを起動しています"}
SIGN_IN = {"ko": "먼저 로그인해 주세요", "en": "Sign in first", "ja": "まずサインインしてください"}


@pytest.fixture(scope="module")
def locked(indexed: Cli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, str]]:
    """A service that needs a key, with one that may ask and read."""
    cli = copy_of(indexed, tmp_path_factory.mktemp("locked"))
    made = cli.spawn("keys", "add", "mina", "--scope", "ask", "--scope", "read", "--json")
    with served(cli) as service:
        yield service, json.loads(made.stdout)["key"]


@LANGUAGES
def test_nothing_is_said_of_documents_until_the_service_says_it(opened: Opened, language: str) -> None:
    reader = opened(language)
    starting = {"error": {"type": "starting", "message": "the service is starting", "details": []}}
    says = {"now": lambda route: route.abort()}
    reader.page.route("**/v1/**", lambda route: says["now"](route))
    reader.page.reload()
    heading = reader.page.locator("main h1")
    expect(heading).to_have_text(AWAY[language])
    expect(reader.page.locator(".drop")).to_have_count(0)
    says["now"] = lambda route: route.fulfill(status=503, json=starting)
    expect(heading).to_have_text(STARTING[language])
    says["now"] = Route.continue_
    expect(heading).to_have_text(WELCOME[language])  # by itself
    expect(reader.page.locator(".openers button").first).to_be_visible()


@LANGUAGES
def test_after_signing_in_everything_is_there_and_a_key_that_reads_is_offered_no_more(
    chromium: Browser, locked: tuple[Service, str], language: str
) -> None:
    service, key = locked
    with opening(chromium, service) as opened:
        reader = opened(language)
        expect(reader.page.locator("main h1")).to_have_text(SIGN_IN[language])
        reader.page.keyboard.press("Escape")
        reader.page.locator("main .welcome button").click()
        reader.page.locator("dialog input").fill(key)
        reader.page.keyboard.press("Enter")
        expect(reader.page.locator("main h1")).to_have_text(WELCOME[language])
        expect(reader.page.locator("#profile")).not_to_be_empty()
        expect(reader.page.locator(".openers button").first).to_be_visible()
        expect(reader.page.locator(".drop")).to_be_hidden()
        sign_out = reader.page.locator("#sign-out").bounding_box()
        assert sign_out is not None and sign_out["height"] < 40
        expect(reader.ask(QUESTIONS[language][0]).locator(".answer")).to_contain_text(QUESTIONS[language][2])
        reader.page.locator("[data-room=documents]").click()
        expect(reader.page.locator("table.list tbody tr").first).to_be_visible()
        expect(reader.page.locator("table.list .danger").first).to_be_hidden()
        expect(reader.page.locator(".drop")).to_be_hidden()


def test_a_part_of_the_page_that_does_not_come_is_tried_again(opened: Opened) -> None:
    reader = opened("en")
    expect(reader.page.locator(".welcome")).to_be_visible()
    away = {"is": True}
    reader.page.route("**/measurements.js", lambda route: route.abort() if away["is"] else route.continue_())
    reader.page.route("**/healthz", lambda route: route.abort() if away["is"] else route.continue_())
    reader.page.locator("[data-room=measurements]").click()
    expect(reader.page.get_by_role("alert")).to_contain_text("cannot be reached")
    away["is"] = False
    expect(reader.page.locator("main h1")).to_have_text("Measurements")


def test_what_is_found_later_is_said_to_be_found(opened: Opened, service: Service) -> None:
    file = ("sop_8888.md", "# 냉각수 배관\n\n냉각수 배관의 압력은 3 bar이다.\n".encode())
    stored = service.client.post("/v1/documents", files={"file": file}).json()
    reader = opened("ko", place="#/documents")
    not_yet = {**stored, "searchable": False}
    reader.page.route("**/v1/documents?duplicates=recognise", lambda route: route.fulfill(status=201, json=not_yet))
    reader.page.route("**/v1/search", lambda route: route.fulfill(json={"results": []}), times=1)
    reader.page.locator("input[type=file]").set_input_files([{"name": file[0], "mimeType": "text/markdown", "buffer": file[1]}])
    state = reader.page.locator(".uploads .state")
    expect(state).to_contain_text("조금 뒤")
    expect(state).to_have_text("바로 물어볼 수 있음")
