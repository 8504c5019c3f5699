"""What stands under an answer: drawings with names, what is behind the last one, a comment, and questions that lead on."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import NOWHERE, QUESTIONS
from required import needs_program

pytestmark = needs_program("chromium")

NAMES = {
    "ko": ("도움이 됨", "다른 문서여야 함", "내용이 틀림", "복사"),
    "en": ("Helpful", "Wrong document", "Wrong fact", "Copy"),
    "ja": ("役に立った", "別の文書のはず", "内容が誤り", "コピー"),
}
COMMENTS = {"ko": "토크는 14 N·m입니다.", "en": "It is 4 N·m by now.", "ja": "正しくは20 N·mです。"}


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 360, "light"), ("en", 1440, "dark"), ("ja", 360, "dark")])
def test_drawings_have_names_and_a_wrong_fact_is_commented(opened: Opened, language: str, width: int, theme: str) -> None:
    reader = opened(language, width, theme)
    answer = reader.ask(QUESTIONS[language][0])
    for name in NAMES[language]:
        expect(answer.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(answer.locator("[data-do=branch]")).to_be_hidden()
    answer.locator(".others > summary").click()
    expect(answer.locator("[data-do=branch]")).to_be_visible()
    found = Axe().run(reader.page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious]
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    reader.page.keyboard.press("Escape")
    expect(answer.locator("[data-do=branch]")).to_be_hidden()
    answer.get_by_role("button", name=NAMES[language][2], exact=True).click()
    comment = answer.locator(".comment textarea")
    expect(comment).to_be_focused()
    comment.fill(COMMENTS[language])
    answer.locator(".comment button").click()
    expect(answer.locator(".comment [role=status]")).not_to_be_empty()
    stored = reader.page.request.get(f"/v1/sessions/{reader.session_id}/turns/1").json()
    assert stored["feedback"] == {"rating": "wrong_fact", "comment": COMMENTS[language]}
    reader.page.reload()
    expect(reader.last.locator(".comment textarea")).to_have_value(COMMENTS[language])
    reader.last.get_by_role("button", name=NAMES[language][2], exact=True).click()
    expect(reader.last.locator(".comment")).to_have_count(0)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_question_that_leads_on_is_asked_by_a_click(opened: Opened, language: str) -> None:
    reader = opened(language)
    answer = reader.ask(QUESTIONS[language][0])
    chip = answer.locator(".follow-ups button").first
    question = chip.inner_text()
    chip.click()
    expect(reader.turns).to_have_count(2)
    expect(reader.last.locator(".asked")).to_have_text(question)
    expect(reader.last.locator("button.slot").first).to_be_visible()
    expect(reader.turns.first.locator(".follow-ups")).to_have_count(0)


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 1440, "light"), ("en", 360, "dark"), ("ja", 360, "light")])
def test_what_was_not_answered_is_listed_with_a_way_to_add_a_document(
    opened: Opened, language: str, width: int, theme: str
) -> None:
    reader = opened(language, width, theme)
    question, _ = NOWHERE[language]
    for number in (1, 2):
        reader.ask(question)
        expect(reader.turns).to_have_count(number)
    reader.page.goto("/#/measurements")
    group = reader.page.locator(".unanswered details").filter(has_text=question)
    group.locator("summary").click()
    expect(group.locator("a").first).to_be_visible()
    found = Axe().run(reader.page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    reader.page.locator(".unanswered .adds").click()
    expect(reader.page.locator(".place .drop")).to_be_visible()
