"""What others see of conversations: questions without an answer, for whoever administers, and what is shared by a link."""

import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.conftest import Opened, opening
from browser.reading import Reader
from browser.test_conversation import QUESTIONS
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

Locked = tuple[Service, dict[str, str]]
ASKED = {
    "ko": (
        "구내식당 휴무일은 언제인가요?",
        "구내식당 휴무일을 알려 주세요",
        "# 구내식당\n\n구내식당 휴무일은 매월 둘째 토요일이다.\n",
        "둘째 토요일",
    ),
    "en": (
        "When is the canteen closed?",
        "Tell me when the canteen is closed",
        "# Canteen\n\nThe canteen is closed on Fridays.\n",
        "Fridays",
    ),
    "ja": (
        "社員食堂の休業日はいつですか?",
        "社員食堂の休業日を教えて",
        "# 社員食堂\n\n社員食堂の休業日は第二土曜日です。\n",
        "第二土曜日",
    ),
}
SEEN = [("ko", 360, "light"), ("en", 1440, "dark"), ("ja", 360, "dark")]


@pytest.fixture(scope="module")
def locked(indexed: Cli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Locked]:
    """A service with a key of two people who ask, and one of whoever administers."""
    cli = copy_of(indexed, tmp_path_factory.mktemp("everybody"))
    scopes = {"mina": ("ask", "read"), "kenji": ("ask", "read"), "aoi": ("ask", "read", "write", "administer")}
    keys = {
        name: json.loads(cli.spawn("keys", "add", name, *(a for one in held for a in ("--scope", one)), "--json").stdout)["key"]
        for name, held in scopes.items()
    }
    with served(cli) as service:
        yield service, keys


def signed_in(opened: Opened, key: str, *how: object) -> Reader:
    reader = opened(*how)
    reader.page.locator("dialog input").fill(key)
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("main h1")).to_be_visible()
    expect(reader.page.locator("#profile")).not_to_be_empty()
    return reader


@pytest.mark.parametrize(("language", "width", "theme"), SEEN)
def test_a_question_of_others_is_answered_by_adding_a_document(
    chromium: Browser, locked: Locked, language: str, width: int, theme: str
) -> None:
    service, keys = locked
    first, second, text, answer = ASKED[language]
    for name, message in (("mina", first), ("kenji", second)):
        body = {"message": message, "session_id": f"{language}-{name}"}
        headers = {"Authorization": f"Bearer {keys[name]}"}
        assert service.client.post("/v1/chat", json=body, headers=headers).json()["meta"]["found"] == "none"
    with opening(chromium, service) as opened:
        other = signed_in(opened, keys["mina"], language)
        other.page.goto("/#/measurements")
        expect(other.page.locator(".unanswered")).to_contain_text(first)
        expect(other.page.locator(".unanswered")).not_to_contain_text(second)
        expect(other.page.locator(".unanswered .adds")).to_be_hidden()
        reader = signed_in(opened, keys["aoi"], language, width, theme)
        reader.page.goto("/#/measurements")
        group = reader.page.locator(".unanswered > ul > li").filter(has_text=second)
        group.locator("summary").click()
        expect(group).to_contain_text(first)
        expect(group.locator("a")).to_have_count(0)
        reader.page.locator(".unanswered .adds").click()
        file = {"name": f"canteen-{language}.md", "mimeType": "text/markdown", "buffer": text.encode()}
        reader.page.locator(".unanswered input[type=file]").set_input_files(file)
        expect(reader.page.locator(".unanswered .uploads .ready")).to_have_count(1)
        expect(reader.page.locator(".unanswered [role=status]")).not_to_be_empty()
        serious = [one for one in Axe().run(reader.page).response["violations"] if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious]
        assert reader.page.evaluate("document.documentElement.scrollWidth") == width
        group.locator(".again").last.click()
        expect(reader.page.locator("#question")).to_have_value(second)
        reader.page.locator("#act").click()
        expect(reader.last.locator(".answer")).to_contain_text(answer)


LINKS = {"ko": ("링크로 공유", "공유 끝내기"), "en": ("Share by a link", "Stop sharing"), "ja": ("リンクで共有", "共有を終える")}


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 1440, "light"), ("en", 360, "dark"), ("ja", 360, "light")])
def test_a_conversation_is_shared_by_a_link_until_its_owner_ends_it(
    chromium: Browser, locked: Locked, language: str, width: int, theme: str
) -> None:
    service, keys = locked
    question, doc_id, value = QUESTIONS[language]
    share, end = LINKS[language]
    with opening(chromium, service) as opened:
        owner = signed_in(opened, keys["mina"], language)
        owner.ask(question)
        row = owner.page.locator(f"#places li:has([data-session='{owner.session_id}'])")
        row.locator(".more").click()
        owner.page.get_by_role("button", name=share, exact=True).click()
        address = owner.page.locator(".sharing[data-address]").get_attribute("data-address")
        assert address is not None
        reader = signed_in(opened, keys["kenji"], language, width, theme)
        reader.page.goto(address)
        shown = reader.page.locator(".shared .turn")
        expect(shown.locator(".asked")).to_have_text(question)
        expect(shown.locator(".answer")).to_contain_text(value)
        expect(reader.page.locator("#question")).to_have_count(0)
        serious = [one for one in Axe().run(reader.page).response["violations"] if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious]
        assert reader.page.evaluate("document.documentElement.scrollWidth") == width
        shown.locator("button.slot").first.click()
        expect(reader.beside.locator("mark").first).to_be_visible()
        expect(reader.beside).to_contain_text(doc_id)
        owner.page.get_by_role("button", name=end, exact=True).click()
        expect(owner.page.get_by_role("button", name=end, exact=True)).to_have_count(0)
        reader.page.goto("/#/documents")
        expect(reader.page.locator("table.list tbody tr").first).to_be_visible()
        reader.page.goto(address)
        expect(reader.page.locator("main [role=alert]")).to_be_visible()
