"""The page around the conversation: the first view, files, languages, themes, the keyboard, and whoever hears it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.conftest import Opened, opening
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

QUESTION = "What torque do the cover screws of the slit valve get?"
WELCOME = {"ko": "무엇을 찾아 드릴까요?", "en": "What would you like to know?", "ja": "何をお探しですか?"}
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
FIRST_VIEW = 120_000  # bytes
FIRST = {
    "ko": (
        "sop_1.md",
        "# 소방 펌프 점검\n\n## 시험 압력\n\n소방 펌프의 시험 압력은 0.7 MPa이다.\n",
        "소방 펌프 점검의 시험 압력은 얼마인가요?",
        "0.7 MPa",
    ),
    "en": (
        "sop_2.md",
        "# Fire pump check\n\n## Test pressure\n\nThe test pressure of the fire pump is 0.7 MPa.\n",
        "What is the test pressure in “Fire pump check”?",
        "0.7 MPa",
    ),
    "ja": (
        "sop_3.md",
        "# 消火ポンプの点検\n\n## 試験圧力\n\n消火ポンプの試験圧力は0.7 MPaとする。\n",
        "「消火ポンプの点検」の試験圧力はどのくらいですか?",
        "0.7 MPa",
    ),
}
MORE = "# 소방 펌프 점검\n\n## 압력\n\n소방 펌프의 시험 압력은 0.7 MPa이다.\n"


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_the_first_view_is_small_and_offers_questions_that_are_answered(opened: Opened, service: Service, language: str) -> None:
    reader = opened(language)
    expect(reader.page.get_by_role("heading", name=WELCOME[language])).to_be_visible()
    expect(reader.page.locator(".notice")).to_be_visible()
    script = "performance.getEntries().map((one) => [one.name, one.encodedBodySize ?? 0])"
    loaded = dict(reader.page.evaluate(script))
    assert sum(loaded.values()) < FIRST_VIEW, loaded
    assert all(name.startswith(str(service.client.base_url)) for name in loaded if "://" in name)
    opener = reader.page.locator(".openers button").first
    opener.click()
    expect(reader.turns).to_have_count(1)
    expect(reader.last.locator(".slot").first).to_be_visible()


def test_files_are_taken_in_or_refused_each_in_its_own_row(opened: Opened, tmp_path: Path) -> None:
    good, bad = tmp_path / "sop_7777.md", tmp_path / "broken.pdf"
    good.write_text(MORE, encoding="utf-8")
    bad.write_bytes(b"this is no PDF" * 100)
    reader = opened("ko", place="#/documents")
    reader.page.locator("input[type=file]").set_input_files([good, bad])
    expect(reader.page.locator(".uploads .refused")).to_contain_text("broken.pdf")
    expect(reader.page.locator(".uploads .refused .why")).to_contain_text("글을 읽지 못했습니다")
    expect(reader.page.locator(".uploads .refused .why")).to_contain_text("다시")
    ready = reader.page.locator(".uploads .ready")
    expect(ready).to_contain_text("sop_7777")
    expect(reader.page.locator("table.list")).to_contain_text("소방 펌프 점검")
    ready.get_by_role("button").click()
    expect(reader.beside.locator(".text")).to_contain_text("0.7 MPa")
    reader.page.locator("#new").click()
    expect(reader.ask("소방 펌프의 시험 압력은?").locator(".answer")).to_contain_text("0.7 MPa")


def test_files_are_put_into_a_conversation_and_asked_about_first(opened: Opened, service: Service) -> None:
    reader = opened("ko")
    name, text, question, words = FIRST["ko"]
    expect(reader.page.locator(".ask .clip")).to_be_visible()
    reader.page.locator(".ask input[type=file]").set_input_files(
        [{"name": name, "mimeType": "text/markdown", "buffer": text.encode()}]
    )
    chip = reader.page.locator(".ask .chip")
    expect(chip).to_contain_text("이 파일만: 소방 펌프 점검")
    expect(reader.page.locator(".ask .uploads .ready")).to_contain_text(name)
    expect(reader.ask(question).locator(".answer")).to_contain_text(words)
    expect(reader.ask("게이트 밸브 볼트는 몇 N·m로 조이나요?").locator(".answer")).not_to_contain_text("12 N·m")
    chip.click()
    expect(reader.ask("게이트 밸브 볼트는 몇 N·m로 조이나요?").locator(".answer")).to_contain_text("12 N·m")
    dropped = reader.page.evaluate_handle("new DataTransfer()")
    dropped.evaluate("(data) => data.items.add(new File(['# 비상등\\n\\n비상등의 전지는 2년마다 바꾼다.\\n'], 'sop_4.md'))")
    reader.page.locator("#talk").dispatch_event("drop", {"dataTransfer": dropped})
    expect(chip).to_contain_text("비상등")
    for doc_id in (name.removesuffix(".md"), "sop_4"):
        service.client.delete(f"/v1/documents/{doc_id}")


def test_language_and_theme_are_switched_and_kept(opened: Opened) -> None:
    reader = opened("ko")
    reader.page.locator("#language").select_option("ja")
    expect(reader.page.locator("h1")).to_have_text(WELCOME["ja"])
    root = reader.page.locator("html")
    expect(root).to_have_attribute("lang", "ja")
    reader.page.locator("#theme").click()
    reader.page.locator("#theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    reader.page.reload()
    expect(reader.page.locator("h1")).to_have_text(WELCOME["ja"])
    expect(root).to_have_attribute("data-theme", "dark")


def test_everything_is_reached_by_the_keyboard(opened: Opened) -> None:
    reader = opened("en")
    keyboard = reader.page.keyboard
    expect(reader.page.locator(".welcome")).to_be_visible()
    keyboard.press("Escape")
    keyboard.press("/")
    keyboard.type(QUESTION)
    keyboard.press("Enter")
    expect(reader.turns).to_have_count(1)
    keyboard.press("Escape")
    keyboard.press("1")
    expect(reader.beside.locator("mark").first).to_be_in_viewport()
    expect(reader.page.locator("#panel")).to_be_focused()
    keyboard.press("Escape")
    expect(reader.beside.locator(".source").first).to_be_visible()
    keyboard.press("ArrowUp")
    expect(reader.turns.first).to_be_focused()
    keyboard.press("?")
    expect(reader.page.get_by_role("dialog")).to_be_visible()
    keyboard.press("Escape")
    keyboard.press("n")
    expect(reader.page.locator(".welcome")).to_be_visible()


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_enter_that_ends_a_composition_sends_nothing(opened: Opened, language: str) -> None:
    reader = opened(language)
    reader.page.locator("#question").fill("토크")
    event = "new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true})"
    reader.page.locator("#question").evaluate(f"(element) => element.dispatchEvent({event})")
    expect(reader.page.locator("#question")).to_have_value("토크")
    expect(reader.page.locator(".turn")).to_have_count(0)


ASKED = {
    "ko": "게이트 밸브 볼트는 몇 N·m로 조이나요?",
    "en": QUESTION,
    "ja": "真空ポンプのドレンプラグは何N·mで締めますか?",
}


@pytest.mark.parametrize(
    ("language", "width", "theme"),
    [
        ("ko", 360, "dark"),
        ("ko", 1440, "light"),
        ("en", 360, "light"),
        ("en", 1440, "dark"),
        ("ja", 360, "dark"),
        ("ja", 1440, "light"),
    ],
)
def test_no_serious_violation_is_found(opened: Opened, language: str, width: int, theme: str) -> None:
    reader = opened(language, width=width, theme=theme)
    expect(reader.page.locator(".welcome")).to_be_visible()
    check(reader)
    reader.ask(ASKED[language])
    reader.last.locator("button.slot").first.click()
    expect(reader.beside.locator("mark").first).to_be_visible()
    check(reader)
    reader.page.keyboard.press("Escape")
    reader.last.locator(".how").click()
    expect(reader.beside.locator(".hits li").first).to_be_visible()
    check(reader)
    for place, shown in (
        ("documents", "table.list tbody tr"),
        ("search/N·m", ".hit"),
        ("reviews", "h1"),
        ("measurements", ".card"),
    ):
        reader.page.goto(f"/#/{place}")
        expect(reader.page.locator(f"main {shown}").first).to_be_visible()
        check(reader)
        assert reader.page.evaluate("document.documentElement.scrollWidth") == width


def check(reader) -> None:
    found = Axe().run(reader.page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious]


def test_nothing_is_wider_than_a_small_screen(opened: Opened) -> None:
    reader = opened("ko", width=360)
    reader.ask("W" * 300 + " 게이트 밸브 볼트는 몇 N·m로 조이나요?")
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 360
    assert reader.page.locator("#talk").evaluate("(talk) => talk.scrollWidth - talk.clientWidth") == 0


def test_hostile_text_stays_text(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "sop_6666.md"
    body = f"# Vent {HOSTILE}\n\nThe vent valve of the hostile pump opens at 4 bar. {HOSTILE} ![x](http://127.0.0.1:1/x.png)\n"
    file.write_text(f"---\ntitle: 'Vent {HOSTILE}'\n---\n{body}", encoding="utf-8")
    reader = opened("en", place="#/documents")
    asked: list[str] = []
    reader.page.on("request", lambda request: asked.append(request.url))
    reader.page.locator("input[type=file]").set_input_files([file])
    expect(reader.page.locator(".uploads .ready")).to_be_visible()
    reader.page.locator("#new").click()
    answer = reader.ask(f"At what pressure does the vent valve of the hostile pump open? {HOSTILE}")
    expect(answer.locator(".asked")).to_contain_text("<script>")
    answer.locator("button.slot").first.click()
    expect(reader.beside.locator(".viewer .text")).to_contain_text("4 bar")
    for _ in range(2):  # while it came, and read back
        assert reader.page.locator("main img, main script, #beside img, #beside script, nav script, nav img").count() == 0
        assert reader.page.title() not in ("1", "2")
        reader.page.reload()
        expect(reader.last.locator(".asked")).to_contain_text("onerror")
    assert not [url for url in asked if url.endswith(("/x.png", "/x"))]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service without documents; each test takes out what it put in."""
    with served(Cli(tmp_path_factory.mktemp("empty"))) as service:
        yield service


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_the_first_document_of_all_can_be_asked_about_at_once(
    chromium: Browser, empty: Service, tmp_path: Path, language: str
) -> None:
    name, text, question, words = FIRST[language]
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with opening(chromium, empty) as opened:
        reader = opened(language)
        expect(reader.page.locator(".drop.large")).to_be_visible()
        expect(reader.page.locator(".openers")).to_have_count(0)
        reader.page.locator(".drop input[type=file]").set_input_files([file])
        opener = reader.page.locator(".openers button")
        expect(opener).to_have_text(question)
        opener.click()
        expect(reader.last.locator(".answer")).to_contain_text(words)
    assert empty.client.delete(f"/v1/documents/{name.removesuffix('.md')}").status_code == 204
