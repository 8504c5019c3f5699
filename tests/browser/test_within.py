"""What a conversation is asked within: kept when the page is reloaded, and shown beside each question that was asked so."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES, QUESTIONS
from journeys.doors import Service
from required import needs_program

pytestmark = needs_program("chromium")

FILES = {
    "ko": (
        "within_ko.md",
        "소방 펌프 점검",
        "# 소방 펌프 점검\n\n소방 펌프의 시험 압력은 0.7 MPa이다.\n",
        "소방 펌프의 시험 압력은?",
    ),
    "en": (
        "within_en.md",
        "Fire pump check",
        "# Fire pump check\n\nThe test pressure of the fire pump is 0.7 MPa.\n",
        "What is the test pressure of the fire pump?",
    ),
    "ja": (
        "within_ja.md",
        "消火ポンプの点検",
        "# 消火ポンプの点検\n\n消火ポンプの試験圧力は0.7 MPaである。\n",
        "消火ポンプの試験圧力は?",
    ),
}


@LANGUAGES
def test_a_file_that_was_attached_limits_the_conversation_until_it_is_lifted(
    opened: Opened, service: Service, language: str
) -> None:
    name, title, text, question = FILES[language]
    elsewhere, _, words = QUESTIONS[language]
    reader = opened(language, width=360 if language == "ja" else 1440, theme="dark" if language == "ja" else "light")
    chip = reader.page.locator(".ask .chip")
    reader.page.locator(".ask input[type=file]").set_input_files(
        [{"name": name, "mimeType": "text/markdown", "buffer": text.encode()}]
    )
    expect(chip).to_contain_text(title)
    reader.page.reload()
    expect(chip).to_contain_text(title)  # though nothing was asked yet
    answer = reader.ask(question)
    expect(answer.locator(".answer")).to_contain_text("0.7 MPa")
    expect(answer.locator(".within")).to_contain_text(title)
    reader.page.reload()
    expect(chip).to_contain_text(title)
    expect(reader.last.locator(".within")).to_contain_text(title)
    expect(reader.ask(elsewhere).locator(".answer")).not_to_contain_text(words)
    chip.click()
    expect(chip).to_have_count(0)
    free = reader.ask(elsewhere)
    expect(free.locator(".answer")).to_contain_text(words)
    expect(free.locator(".within")).to_have_count(0)
    reader.page.reload()
    expect(reader.turns).to_have_count(3)
    expect(chip).to_have_count(0)
    expect(reader.page.locator(".within")).to_have_count(2)
    service.client.delete(f"/v1/documents/{name.removesuffix('.md')}").raise_for_status()


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_document_that_is_asked_stands_beside_the_question(opened: Opened, language: str) -> None:
    question, doc_id, words = QUESTIONS[language]
    reader = opened(language, place="#/documents")
    row = reader.page.locator("table.list tbody tr", has_text=doc_id).first
    title = row.locator("td .link").first.inner_text()
    row.locator("td:last-child button").first.click()
    expect(reader.page.locator(".ask .chip")).to_contain_text(title)
    reader.page.reload()
    expect(reader.page.locator(".ask .chip")).to_contain_text(title)
    answer = reader.ask(question)
    expect(answer.locator(".answer")).to_contain_text(words)
    expect(answer.locator(".within")).to_contain_text(title)
    reader.page.locator("#new").click()
    expect(reader.turns).to_have_count(0)
    expect(reader.page.locator(".ask .chip")).to_have_count(0)
