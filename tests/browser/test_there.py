"""Where a person is: a conversation that is gone, one that is named anew, and the way back on a phone."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES, QUESTIONS
from required import needs_program

pytestmark = needs_program("chromium")

GONE = {"ko": "더 이상 없거나", "en": "not there any more", "ja": "もう存在しないか"}
NAMES = {"ko": "밸브 이야기", "en": "On valves", "ja": "弁について"}


@LANGUAGES
def test_a_conversation_that_is_gone_is_said_to_be(opened: Opened, language: str) -> None:
    question, _, words = QUESTIONS[language]
    reader = opened(language, width=360 if language == "ja" else 1440)
    expect(reader.page.locator(".welcome")).to_be_visible()
    expect(reader.page.locator(".gone")).to_have_count(0)
    reader.page.goto(f"/#/s/never{language}")
    expect(reader.page.locator(".gone")).to_contain_text(GONE[language])
    expect(reader.ask(question).locator(".answer")).to_contain_text(words)
    expect(reader.page.locator(".gone")).to_have_count(0)
    reader.page.reload()
    expect(reader.turns).to_have_count(1)
    reader.page.request.delete(f"/v1/sessions/{reader.session_id}")
    reader.page.reload()
    expect(reader.page.locator(".gone")).to_contain_text(GONE[language])


@LANGUAGES
def test_a_new_name_is_the_title_of_the_tab(opened: Opened, language: str) -> None:
    reader = opened(language)
    reader.ask(QUESTIONS[language][0])
    assert QUESTIONS[language][0] in reader.page.title()
    row = reader.page.locator(".sessions li").first
    row.hover()
    row.locator(".more").click()
    reader.page.locator("dialog input").fill(NAMES[language])
    reader.page.keyboard.press("Enter")
    expect(reader.page).to_have_title(f"{NAMES[language]} · ibidem")


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_back_closes_the_sheet_and_not_the_conversation(opened: Opened, language: str) -> None:
    question, doc_id, _ = QUESTIONS[language]
    reader = opened(language, width=360)
    page = reader.page
    expect(page.locator(".welcome")).to_be_visible()
    reader.ask(question)
    address = page.url
    page.locator("#top-sources").click()
    expect(reader.beside.locator(".source")).to_contain_text(doc_id)
    expect(page.locator("body[data-sheet=beside]")).to_have_count(1)
    page.go_back()
    expect(page.locator("body[data-sheet]")).to_have_count(0)
    assert page.url == address
    expect(reader.turns).to_have_count(1)
    page.locator("#top-sources").click()
    reader.beside.locator(".close").click()
    expect(page.locator("body[data-sheet]")).to_have_count(0)
    page.locator("#top button").first.click()
    page.locator("[data-room=documents]").click()
    expect(page.locator("table.list")).to_be_visible()
    expect(page.locator("body[data-sheet]")).to_have_count(0)
    page.go_back()
    expect(reader.turns).to_have_count(1)
