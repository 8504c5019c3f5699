"""A conversation on the page: asked, pointed back at, paused, opened again, in three languages."""

import json
import re
from zipfile import ZipFile

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Opened
from browser.reading import Reader
from journeys.doors import Service
from required import needs_program

pytestmark = needs_program("chromium")

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203", "12 N·m"),
    "en": ("What torque do the cover screws of the slit valve get?", "sop_1422", "3.5 N·m"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101", "18 N·m"),
}
FOLLOW_UPS = {
    "ko": ("그다음에 누설률은 얼마 이하여야 해?", "1.0E-9"),
    "en": ("And what is the groove wiped with?", "isopropyl"),
    "ja": ("では新しいオイルは何リットル入れますか?", "1.2"),
}
HELD = {"ko": ["밸브", "볼트는"], "en": ["screws", "valve"], "ja": ["ドレンプラグ"]}  # words of the questions
WHOLE = {"ko": "1번 문서 전체 보여줘", "en": "Show me the whole of document 1", "ja": "1番の文書を全文見せて"}
NO_SUCH = {"ko": "7번 문서 보여줘", "en": "show me document 7", "ja": "7番の文書を見せて"}
LANGUAGES = pytest.mark.parametrize("language", ["ko", "en", "ja"])


@LANGUAGES
def test_an_answer_cites_and_its_citation_opens_the_document_at_its_place(opened: Opened, language: str) -> None:
    reader = opened(language)
    question, doc_id, words = QUESTIONS[language]
    answer = reader.ask(question)
    expect(answer.locator(".answer")).to_contain_text(words)
    expect(reader.beside.locator(".source")).to_contain_text(doc_id)
    answer.locator("button.slot").first.click()
    cited = reader.beside.locator("mark", has_text=words).first
    expect(cited).to_be_in_viewport()
    expect(reader.beside.locator(".trail").first).to_contain_text(doc_id)
    words, expected = FOLLOW_UPS[language]
    expect(reader.ask(words).locator(".answer")).to_contain_text(expected)


@LANGUAGES
def test_a_document_is_pointed_back_at_in_words_and_by_hand(opened: Opened, language: str) -> None:
    reader = opened(language)
    question, doc_id, words = QUESTIONS[language]
    reader.ask(question)
    reader.beside.locator("[data-do=whole]").first.click()
    expect(reader.turns).to_have_count(2)
    expect(reader.last.locator(".asked")).to_have_text(WHOLE[language])
    expect(reader.beside.locator(".viewer h2").first).to_be_visible()
    expect(reader.beside.locator(".trail").first).to_contain_text(doc_id)
    expect(reader.ask(WHOLE[language]).locator(".slot")).to_have_count(1)
    # Its own question again, from this document alone, though other turns came between.
    reader.turns.first.locator(".asked").click()
    reader.beside.locator("[data-do=use]").first.click()
    expect(reader.turns).to_have_count(4)
    expect(reader.last.locator(".answer")).to_contain_text(words)
    stored = reader.page.request.get(f"/v1/sessions/{reader.session_id}/turns/4").json()
    assert [ref["doc_id"] for ref in stored["doc_refs"]] == [doc_id]
    assert stored["lookup_source"] is not None


@LANGUAGES
def test_a_turn_that_asks_back_is_answered_by_a_click(opened: Opened, language: str) -> None:
    reader = opened(language)
    reader.ask(QUESTIONS[language][0])
    choice = reader.ask(NO_SUCH[language]).locator(".choices button").first
    title = choice.locator("span").nth(1).inner_text()
    choice.click()
    expect(reader.turns).to_have_count(3)
    expect(reader.last.locator(".answer")).to_contain_text(title)
    expect(reader.last.locator(".asked")).to_have_text(f"{NO_SUCH[language]} → {title}")  # and not the number that was clicked
    expect(reader.beside.locator(".viewer header h2")).to_have_text(title)
    expect(reader.turns.nth(1).locator(".choices button").first).to_be_disabled()


NOWHERE = {
    "ko": ("구내식당의 저녁 메뉴는 무엇인가요?", "메뉴는"),
    "en": ("What is on the menu of the canteen tonight?", "canteen"),
    "ja": ("社員食堂の夕食のメニューは何ですか?", "社員食堂"),
}


@LANGUAGES
def test_an_answer_that_is_none_says_why_and_what_can_be_asked_instead(opened: Opened, language: str) -> None:
    reader = opened(language)
    question, word = NOWHERE[language]
    none = reader.ask(question).locator(".answer.none")
    expect(none.locator(".degree")).to_be_visible()
    expect(none.locator(".slot")).to_have_count(0)
    why = reader.last.locator(".why-none")
    expect(why.locator("mark", has_text=word)).to_be_visible()
    why.locator(".chip").first.click()
    expect(reader.turns).to_have_count(2)
    expect(reader.last.locator(".slot").first).to_be_visible()
    expect(reader.turns.first.locator("[data-do=why]")).to_be_visible()


def test_a_source_that_is_unticked_is_left_out_at_once(opened: Opened, service: Service) -> None:
    for name, place, weight in (("a", "north", 450), ("b", "south", 650)):
        text = f"# Crane of the {place} hall\n\nThe hook of the crane of the {place} hall carries {weight} kg.\n"
        service.client.post("/v1/documents", files={"file": (f"crane_{name}.md", text.encode())}).raise_for_status()
    reader = opened("en")
    reader.ask("How much does the hook of the crane carry?")
    sources = reader.beside.locator(".source")
    expect(sources).to_have_count(2)
    kept = sources.last.locator(".meta").inner_text().split(" ")[0]
    sources.first.locator("input").click()  # the panel is drawn anew at once
    expect(reader.page.locator("details.replaced")).to_have_count(1)
    expect(sources).to_have_count(1)
    expect(sources).to_contain_text(kept)
    for name in ("a", "b"):
        service.client.delete(f"/v1/documents/crane_{name}")


def test_a_conversation_keeps_its_numbers_when_it_is_opened_again(opened: Opened) -> None:
    reader = opened("en")
    reader.ask(QUESTIONS["en"][0])
    reader.ask(FOLLOW_UPS["en"][0])
    before = reader.turns.locator(".answer").all_inner_texts()
    reader.page.reload()
    expect(reader.turns).to_have_count(2)
    assert reader.turns.locator(".answer").all_inner_texts() == before
    reader.turns.first.locator("button.slot").first.click()
    expect(reader.beside.locator("mark").first).to_be_in_viewport()


def test_two_tabs_of_one_conversation_show_the_same(opened: Opened) -> None:
    reader = opened("en")
    reader.ask(QUESTIONS["en"][0])
    other = Reader(reader.page.context.new_page())
    other.page.goto(reader.page.url)
    expect(other.turns).to_have_count(1)
    reader.ask(FOLLOW_UPS["en"][0])
    expect(other.turns).to_have_count(2)
    expect(other.last.locator(".answer")).to_contain_text("isopropyl")
    other.ask("Thanks a lot")
    expect(reader.turns).to_have_count(3)


def test_a_title_is_given_and_a_conversation_deleted_and_taken_back(opened: Opened) -> None:
    reader = opened("en")
    reader.ask(QUESTIONS["en"][0])
    session = reader.session_id
    row = reader.page.locator(".sessions li").first
    row.hover()
    row.locator(".more").click()
    reader.page.locator("dialog input").fill("Slit valve, spring")
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator(".sessions [aria-current]")).to_have_text("Slit valve, spring")
    count = reader.page.locator(".sessions li").count()

    def delete() -> None:
        row.hover()
        row.locator(".more").click()
        reader.page.locator("dialog .danger").click()
        reader.page.locator("dialog .danger").click()

    delete()
    expect(reader.page.locator(".sessions li")).to_have_count(count - 1)
    expect(reader.page.locator(".welcome")).to_be_visible()
    reader.page.locator(".toast button").click()
    expect(reader.turns).to_have_count(1)
    expect(reader.page.locator(".sessions li")).to_have_count(count)
    delete()
    expect(reader.page.locator(".sessions li")).to_have_count(count - 1)
    assert reader.page.request.get(f"/v1/sessions/{session}").status == 200  # it can still be taken back
    reader.page.goto("about:blank")
    other = opened("en")
    expect(other.page.locator(".welcome")).to_be_visible()
    for _ in range(100):
        if (left := other.page.request.get(f"/v1/sessions/{session}").status) == 404:
            break
        other.page.wait_for_timeout(50)
    assert left == 404


def test_every_conversation_is_reached_by_scrolling_searching_and_the_keyboard(opened: Opened, service: Service) -> None:
    for number in range(70):
        service.ask("Thank you very much", session_id=f"thanks-{number}")
    service.ask(NO_SUCH["en"], session_id="waits")
    service.client.patch("/v1/sessions/thanks-0", json={"title": "ＬＩＤ 리드 مضخة"}).raise_for_status()
    reader = opened("en")
    rows = reader.page.locator(".sessions li")
    expect(rows).to_have_count(60)
    reader.page.locator("#sessions").evaluate("(list) => (list.scrollTop = list.scrollHeight)")
    expect(reader.page.locator(".sessions a[data-session='thanks-0']")).to_have_count(1)
    expect(reader.page.locator(".sessions a[data-session=waits] .waiting")).to_have_count(1)
    held: list[Route] = []
    reader.page.route("**/v1/sessions?*", lambda route: held.append(route), times=1)
    reader.page.reload()
    reader.page.locator("#find-session").fill("lid")  # before the list is there
    while not held:
        reader.page.wait_for_timeout(20)
    held[0].continue_()
    expect(rows).to_have_count(1)
    rows.first.hover()
    rows.first.locator(".more").click()
    reader.page.locator("dialog [data-do=pin]").click()
    reader.page.locator("#find-session").fill("")
    expect(rows.first).to_contain_text("리드")
    reader.page.reload()
    expect(rows.first).to_contain_text("리드")
    stops = 0
    while reader.page.evaluate("document.activeElement?.dataset?.room") != "documents":
        reader.page.keyboard.press("Tab")
        stops += 1
        assert stops < 12, "the list of conversations stands in the way"


def test_what_a_person_thinks_of_an_answer_is_kept_with_it(opened: Opened) -> None:
    reader = opened("ko")
    reader.ask(QUESTIONS["ko"][0])
    reader.last.get_by_role("button", name="다른 문서여야 함").click()
    expect(reader.last.get_by_role("button", name="다른 문서여야 함")).to_have_attribute("aria-pressed", "true")
    stored = reader.page.request.get(f"/v1/sessions/{reader.session_id}/turns/1").json()
    assert stored["feedback"] == {"rating": "wrong_document", "comment": ""}
    reader.page.locator('[data-room="measurements"]').click()
    with reader.page.expect_download() as saved:
        reader.page.get_by_role("link", name="평가를 데이터 집합으로 저장").click()
    with ZipFile(saved.value.path()) as archive:
        first = archive.read("answers.jsonl").decode().splitlines()[0]
    assert json.loads(first)["question"] == QUESTIONS["ko"][0]


@LANGUAGES
def test_the_trace_says_what_was_understood_found_and_spent(opened: Opened, language: str) -> None:
    reader = opened(language)
    reader.ask(QUESTIONS[language][0])
    reader.last.locator(".how").click()
    trace = reader.beside.locator(".trace")
    expect(trace).to_contain_text(QUESTIONS[language][0])
    expect(trace.locator(".facts")).to_contain_text(re.compile(r"\b0\b.*\b0\b|0.*0"))
    expect(trace.locator("meter").first).to_be_visible()
    best = trace.locator(".hits li").first
    for word in HELD[language]:
        expect(best.locator("mark", has_text=word)).to_be_visible()
    expect(best.locator(".why")).to_contain_text(re.compile(r"\d\.\d\d"))
