"""A conversation cared for on the page: the last question asked anew, branched, exported."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES, QUESTIONS
from ibidem.shapes.exports import SessionExport
from required import needs_program

pytestmark = needs_program("chromium")

OTHER = {"ko": "en", "en": "ja", "ja": "ko"}  # the question that is asked instead
SECOND = {"ko": "1번 문서 보여줘", "en": "show me document 1", "ja": "1番の文書を見せて"}


@LANGUAGES
def test_the_last_question_is_asked_anew_and_the_old_answer_stays(opened: Opened, language: str) -> None:
    reader = opened(language)
    question, _, words = QUESTIONS[language]
    instead, other_id, other_words = QUESTIONS[OTHER[language]]
    reader.ask(question)
    reader.last.locator(".others > summary").click()
    reader.last.locator("[data-do=anew]").click()
    expect(reader.page.locator("#question")).to_have_value(question)
    expect(reader.page.locator(".ask .chip")).to_contain_text("1")
    reader.send(instead)
    expect(reader.last.locator(".answer")).to_contain_text(other_words)
    replaced = reader.page.locator("details.replaced")
    expect(replaced).to_have_count(1)
    expect(reader.turns).to_have_count(1)
    expect(reader.beside.locator(".source")).to_contain_text(other_id)
    expect(reader.page.locator(".ask .chip")).to_have_count(0)
    replaced.locator("summary").click()
    expect(replaced.locator(".answer")).to_contain_text(words)
    reader.page.reload()
    expect(reader.page.locator("details.replaced")).to_have_count(1)
    reader.send(SECOND[language])
    expect(reader.beside.locator(".trail").first).to_contain_text(other_id)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_conversation_is_branched_and_exported(opened: Opened, language: str, tmp_path: Path) -> None:
    reader = opened(language, width=390 if language == "ja" else 1440, theme="dark" if language == "ja" else "light")
    question, doc_id, words = QUESTIONS[language]
    reader.ask(question)
    reader.ask(SECOND[language])
    first = reader.session_id
    reader.page.keyboard.press("Escape")  # where it is narrow, the document lies over the conversation
    reader.turns.first.locator(".others > summary").click()
    reader.turns.first.locator("[data-do=branch]").click()
    expect(reader.turns).to_have_count(1)
    branch = reader.session_id
    assert branch != first
    reader.ask(SECOND[language])
    expect(reader.turns).to_have_count(2)
    reader.page.goto(f"/#/s/{first}")
    expect(reader.turns).to_have_count(2)
    if language == "ja":
        return  # narrow: the list is behind a button
    expect(reader.page.locator(f"#places a[data-session='{branch}'] [role=img]")).to_have_count(1)
    row = reader.page.locator("#places li", has=reader.page.locator(f"a[data-session='{first}']"))
    row.hover()
    row.locator(".more").click()
    with reader.page.expect_download() as page:
        reader.page.locator("dialog a", has_text="HTML").click()
    page.value.save_as(tmp_path / "kept.html")
    reader.page.context.new_page().goto((tmp_path / "kept.html").as_uri())
    alone = reader.page.context.pages[-1]
    expect(alone.locator("section h2").first).to_have_text(question)
    expect(
        alone.locator(f"#{(alone.locator('.answer a').first.get_attribute('href') or '')[1:]} blockquote").first
    ).to_be_visible()
    alone.close()
    with reader.page.expect_download() as saved:
        reader.page.locator("dialog a", has_text="JSON").click()
    saved.value.save_as(tmp_path / "kept.json")
    kept = SessionExport.model_validate_json((tmp_path / "kept.json").read_text("utf-8"))
    assert [turn.user_text for turn in kept.turns] == [question, SECOND[language]]
    assert kept.turns[0].doc_refs[0].doc_id == doc_id and words in kept.turns[0].assistant_text
