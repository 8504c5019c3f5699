"""A text that is too long to be sent: nothing of it is lost, the page says so; and a long question that was sent."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES, QUESTIONS
from required import needs_program

pytestmark = needs_program("chromium")

MOST = 8000
TOO_LONG = {"ko": "500자 초과", "en": "500 characters too long", "ja": "500文字超えています"}
FILLER = {"ko": "점검 기록입니다. ", "en": "A line of the log. ", "ja": "点検の記録です。"}


def pasted(language: str, length: int) -> str:
    """A paste of so many characters, whose question stands at its end."""
    question = QUESTIONS[language][0]
    return (FILLER[language] * length)[: length - len(question) - 1] + "\n" + question


@LANGUAGES
def test_what_is_too_long_stays_whole_and_waits_until_it_is_shorter(opened: Opened, language: str) -> None:
    reader = opened(language, width=360 if language == "ja" else 1440, theme="dark" if language == "ja" else "light")
    box = reader.page.locator("#question")
    text = pasted(language, MOST + 500)
    box.focus()
    reader.page.keyboard.insert_text(text)  # as a person pastes: the browser minds what the box may hold
    expect(box).to_have_value(text)
    said = reader.page.locator(".ask .too-long")
    expect(said).to_contain_text(TOO_LONG[language])
    expect(said).to_contain_text("8,000")
    expect(reader.page.locator("#act")).to_be_disabled()
    box.press("Enter")
    expect(box).to_have_value(text)
    expect(reader.page.locator(".turn")).to_have_count(0)
    assert reader.page.evaluate("document.documentElement.scrollWidth") == reader.page.evaluate("innerWidth")
    box.fill(text[-MOST:])
    expect(said).to_be_empty()
    expect(reader.page.locator("#act")).to_be_enabled()


@pytest.mark.parametrize(("language", "width"), [("ko", 1440), ("en", 360), ("ja", 1440)])
def test_a_long_question_is_a_few_lines_until_more_is_wanted(opened: Opened, language: str, width: int) -> None:
    reader = opened(language, width=width)
    text = pasted(language, 1200)
    asked = reader.ask(text).locator(".asked")
    expect(asked).to_have_text(text)  # whole, for who hears the page

    def height() -> float:
        box = asked.bounding_box()
        assert box is not None
        return box["height"]

    assert height() < 130
    more = reader.last.locator("[data-do=more]")
    expect(more).to_be_visible()
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert height() > 200
    more.click()
    expect(more).to_have_attribute("aria-expanded", "false")
    assert height() < 130
    assert len(reader.page.title()) < 150


def test_words_to_search_for_and_a_comment_are_not_cut_either(opened: Opened) -> None:
    reader = opened("en", place="#/search")
    field = reader.page.locator("form.find input")
    text = pasted("en", MOST + 500).replace("\n", " ")
    field.focus()
    reader.page.keyboard.insert_text(text)
    expect(field).to_have_value(text)
    expect(reader.page.locator(".too-long")).to_contain_text(TOO_LONG["en"])
    reader.page.locator("#new").click()
    reader.ask(QUESTIONS["en"][0])
    reader.last.get_by_role("button", name="Wrong fact").click()
    comment = reader.last.locator(".comment textarea")
    comment.focus()
    reader.page.keyboard.insert_text(text[:2500])
    expect(comment).to_have_value(text[:2500])
    expect(reader.last.locator(".too-long")).to_contain_text(TOO_LONG["en"])
