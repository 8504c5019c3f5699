"""A question that the service did not take: it is a draft again, and is not lost by leaving it."""

from playwright.sync_api import Route, expect

from browser.conftest import Opened
from browser.reading import Reader
from browser.test_conversation import FOLLOW_UPS, LANGUAGES, QUESTIONS
from required import needs_program

pytestmark = needs_program("chromium")


class Away:
    """The service as a page finds it: away, until it is back."""

    def __init__(self, reader: Reader) -> None:
        self._is_away = True
        reader.page.route("**/v1/**", self._answer)

    def _answer(self, route: Route) -> None:
        if self._is_away:
            route.abort()
        else:
            route.continue_()

    def end(self) -> None:
        self._is_away = False


@LANGUAGES
def test_a_question_that_could_not_be_sent_is_a_draft_until_it_is_taken(opened: Opened, language: str) -> None:
    question, _, words = QUESTIONS[language]
    reader = opened(language)
    expect(reader.page.locator(".openers button").first).to_be_visible()
    away = Away(reader)
    reader.send(question)
    box = reader.page.locator("#question")
    expect(reader.page.locator(".failed")).to_be_visible()
    expect(box).to_have_value(question)
    reader.page.locator("[data-room=documents]").click()
    expect(box).to_have_count(0)
    reader.page.go_back()
    away.end()
    expect(box).to_have_value(question)
    reader.page.reload()
    expect(box).to_have_value(question)
    reader.page.locator("[data-room=search]").click()
    reader.page.locator("#new").click()
    expect(box).to_have_value(question)
    box.press("Enter")
    expect(reader.last.locator(".answer")).to_contain_text(words)
    expect(box).to_have_value("")
    reader.page.locator("#new").click()
    expect(reader.turns).to_have_count(0)
    expect(box).to_have_value("")


@LANGUAGES
def test_what_was_written_since_stays_when_a_question_is_sent_once_more(opened: Opened, language: str) -> None:
    reader = opened(language)
    reader.ask(QUESTIONS[language][0])
    question, words = FOLLOW_UPS[language]
    box = reader.page.locator("#question")
    away = Away(reader)
    reader.send(question)
    expect(reader.page.locator(".failed")).to_be_visible()
    box.fill(f"{question}\n\n{QUESTIONS[language][0]}")
    reader.page.locator(".failed button").click()
    expect(reader.page.locator(".failed")).to_have_count(1)
    expect(box).to_have_value(f"{question}\n\n{QUESTIONS[language][0]}")
    away.end()
    reader.page.locator(".failed button").click()
    expect(reader.turns).to_have_count(2)
    expect(reader.last.locator(".answer")).to_contain_text(words)
    expect(box).to_have_value(QUESTIONS[language][0])
    reader.page.reload()
    expect(reader.turns).to_have_count(2)
    expect(box).to_have_value(QUESTIONS[language][0])
