"""The documents as a library: narrowed, saved, ticked, asked, and marked where they are not in force."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.conftest import Opened
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

RULE = "---\ntitle: {title}\ndoc_type: {kind}\n{more}---\n# {title}\n\n{text}\n"
TEXTS = {
    "ko": (
        "출장 규정",
        "출장 일비는 하루 {} 원이다.",
        "출장 일비는 하루 얼마인가요?",
        "종류",
        "이 문서에 질문",
        "선택한 문서에 질문",
        "이 문서들에 질문",
    ),
    "en": (
        "Travel rule",
        "The daily allowance on a trip is {} won.",
        "How much is the daily allowance on a trip?",
        "Type",
        "Ask this document",
        "Ask these",
        "Ask these documents",
    ),
    "ja": (
        "出張規程",
        "出張の日当は1日{}ウォンとする。",
        "出張の日当は1日いくらですか?",
        "種類",
        "この文書に質問",
        "選択した文書に質問",
        "これらの文書に質問",
    ),
}


@pytest.fixture(scope="session")  # made before there is a browser, whose event loop would be in the way
def rules(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("library"), profile="general")
    folder = cli.home / "rules"
    folder.mkdir()
    for language, (title, text, *_) in TEXTS.items():
        given = {
            f"{language}-2020": RULE.format(title=f"{title} 2020", kind="rule", more="", text=text.format("20,000")),
            f"{language}-2024": RULE.format(
                title=f"{title} 2024", kind="rule", more=f"supersedes: [{language}-2020]\n", text=text.format("30,000")
            ),
            f"{language}-note": RULE.format(title=f"{title} memo", kind="memo", more="", text=text.format("90,000")),
        }
        for name, content in given.items():
            (folder / f"{name}.md").write_text(content, encoding="utf-8")
    assert cli.run("index", str(folder), "--create").returncode == 0
    return cli


@pytest.fixture(scope="module")
def service(rules: Cli) -> Iterator[Service]:
    with served(rules) as service:
        yield service


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 360, "light"), ("en", 1440, "dark"), ("ja", 820, "light")])
def test_documents_are_narrowed_saved_ticked_and_asked(opened: Opened, language: str, width: int, theme: str) -> None:
    title, _, question, kind, ask_this, ask_ticked, ask_these = TEXTS[language]
    reader = opened(language, width, theme, "#/documents")
    page = reader.page
    rows = page.locator("table.list tbody tr")
    expect(rows).to_have_count(9)
    outdated = rows.filter(has_text=f"{title} 2020").locator(".not-in-force")
    expect(outdated.get_by_role("button")).to_have_text(f"{title} 2024")
    page.locator("table.list th button").first.click()
    expect(page.locator("table.list th[aria-sort=ascending]")).to_have_count(1)
    titles = page.locator("table.list tbody tr > td:nth-child(2) > .link")
    expect(titles.first).to_have_text("Travel rule 2020")
    page.locator("table.list th button").first.click()
    expect(titles.last).to_have_text("Travel rule 2020")
    page.get_by_role("button", name=f"{title} 2020", exact=True).click()
    reader.beside.locator(".not-in-force button").click()
    expect(reader.beside.locator("h2")).to_have_text(f"{title} 2024")
    reader.beside.locator(".close").click()
    page.get_by_label(kind, exact=True).select_option("memo")
    expect(rows).to_have_count(3)
    page.locator(".collections input").fill("memos")
    page.locator(".collections .save button").click()
    page.reload()
    expect(rows).to_have_count(9)
    page.get_by_role("button", name="memos", exact=True).click()
    expect(rows).to_have_count(3)
    rows.filter(has_text=title).get_by_role("checkbox").check()
    found = Axe().run(page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(page.get_by_role("button", name=ask_ticked, exact=True)).to_be_visible()
    page.get_by_role("button", name=ask_these, exact=True).click()
    expect(reader.ask(question).locator(".answer")).to_contain_text("90,000")
    page.reload()
    expect(page.locator(".ask .chip")).to_have_text("memos ×")
    page.goto("/#/documents")
    page.get_by_role("button", name=f"{ask_this}: {title} 2024", exact=True).click()
    answer = reader.ask(question)
    expect(answer.locator(".answer")).to_contain_text("30,000")
    expect(answer.locator(".answer")).not_to_contain_text("90,000")
    page.locator(".ask .chip").click()
    expect(page.locator(".ask .chip")).to_have_count(0)


KNOWN = {"ko": ("이미 있는 문서", "그래도 넣기"), "en": ("already", "anyway"), "ja": ("すでにある文書", "それでも追加")}


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 360, "dark"), ("en", 1440, "light"), ("ja", 360, "light")])
def test_a_file_that_is_there_is_said_to_be_its_document(
    opened: Opened, rules: Cli, language: str, width: int, theme: str
) -> None:
    title, *_ = TEXTS[language]
    known, anyway = KNOWN[language]
    reader = opened(language, width, theme, "#/documents")
    content = (rules.home / "rules" / f"{language}-note.md").read_bytes()
    file = {"name": f"copy-{language}.md", "mimeType": "text/markdown", "buffer": content}
    reader.page.locator(".drop input").set_input_files(file)
    row = reader.page.locator(".uploads li")
    expect(row.locator(".state")).to_contain_text(known)
    serious = [one for one in Axe().run(reader.page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not serious, [one["id"] for one in serious]
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    row.get_by_role("button", name=f"{title} memo").click()
    expect(reader.beside.locator("h2")).to_have_text(f"{title} memo")
    reader.beside.locator(".close").click()
    row.get_by_role("button", name=anyway).click()
    expect(reader.page.locator(".uploads li.ready:not(.known)")).to_have_count(1)
    expect(row.locator(".why")).to_contain_text(f"copy-{language}")
    reader.page.request.delete(f"/v1/documents/copy-{language}")


NAMES = {"ko": "메모/현행", "en": "Memos of now", "ja": "現行のメモ"}


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 360, "dark"), ("en", 1440, "light"), ("ja", 360, "light")])
def test_a_collection_is_there_in_another_browser(opened: Opened, language: str, width: int, theme: str) -> None:
    _, _, question, kind, *_, ask_these = TEXTS[language]
    name = NAMES[language]
    page = opened(language, place="#/documents").page
    page.get_by_label(kind, exact=True).select_option("memo")
    page.locator(".collections input").fill(name)
    page.locator(".collections .save button").click()
    expect(page.locator(".collections .chip", has_text=name)).to_be_visible()
    other = opened(language, width, theme, "#/documents")
    other.page.locator(".collections .chip", has_text=name).click()
    expect(other.page.locator("table.list tbody tr")).to_have_count(3)
    found = Axe().run(other.page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert other.page.evaluate("document.documentElement.scrollWidth") == width
    other.page.get_by_role("button", name=ask_these, exact=True).click()
    expect(other.page.locator(".ask .chip")).to_have_text(f"{name} ×")
    expect(other.ask(question).locator(".answer")).to_contain_text("90,000")
    other.page.goto("/#/documents")
    other.page.locator(".collections .chip", has_text=name).locator("+ button").click()
    expect(other.page.locator(".collections .chip", has_text=name)).to_have_count(0)
    page.reload()
    expect(page.locator("table.list tbody tr").first).to_be_visible()
    expect(page.locator(".collections .chip", has_text=name)).to_have_count(0)


def test_what_a_browser_kept_goes_to_the_service(opened: Opened) -> None:
    page = opened("en").page
    kept = [{"name": "of before", "values": [["type", "memo"], ["language", "ko"]]}]
    page.evaluate("(kept) => localStorage.setItem('ibidem.collections', JSON.stringify(kept))", kept)
    page.goto("/#/documents")
    expect(page.locator(".collections .chip", has_text="of before")).to_be_visible()
    assert page.evaluate("localStorage.getItem('ibidem.collections')") is None
    other = opened("en", place="#/documents").page
    other.locator(".collections .chip", has_text="of before").click()
    expect(other.locator("table.list tbody tr")).to_have_count(1)


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 1440, "dark"), ("en", 360, "light"), ("ja", 1440, "light")])
def test_an_answer_that_would_differ_today_says_so_when_it_is_opened(
    opened: Opened, service: Service, language: str, width: int, theme: str
) -> None:
    title, text, question, *_ = TEXTS[language]
    name = f"{language}-draft.md"
    only = {"doc_ids": [f"{language}-draft"]}

    def put(value: str) -> None:
        content = RULE.format(title=title, kind="draft rule", more="", text=text.format(value)).encode()
        service.client.post("/v1/documents", files={"file": (name, content)}).raise_for_status()

    put("40,000")
    service.ask(question, session_id=f"today-{language}", filters=only)
    reader = opened(language, width, theme, f"#/s/today-{language}")
    expect(reader.last.locator(".slot").first).to_be_visible()
    expect(reader.last.locator(".today")).to_have_count(0)
    put("50,000")
    reader.page.reload()
    today = reader.last.locator(".today")
    expect(today.locator("blockquote").first).to_have_text(text.format("40,000"))
    expect(today.locator("blockquote").last).to_have_text(text.format("50,000"))
    expect(today.locator("mark").last).to_contain_text("50,000")
    found = Axe().run(reader.page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in serious]
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    today.locator(".pair .link").click()
    expect(reader.beside.locator(".viewer")).to_contain_text("50,000")
    service.client.delete(f"/v1/documents/{language}-draft").raise_for_status()


@pytest.mark.parametrize("language", list(TEXTS))
def test_sources_that_disagree_stand_side_by_side(opened: Opened, service: Service, language: str) -> None:
    title, text, question, *_ = TEXTS[language]
    for owner, value in (("Alpha", "10,000"), ("Beta", "15,000")):
        content = RULE.format(title=f"{title} {owner}", kind="rule", more=f"owner: {owner}\n", text=text.format(value)).encode()
        file = (f"{language}-{owner.lower()}.md", content)
        service.client.post("/v1/documents", files={"file": file}).raise_for_status()
    ids = [f"{language}-alpha", f"{language}-beta"]
    service.ask(question, session_id=f"sides-{language}", filters={"doc_ids": ids})
    reader = opened(language, place=f"#/s/sides-{language}")
    sides = reader.last.locator(".sides .pair > div")
    expect(sides).to_have_count(2)
    for owner, value in (("Alpha", "10,000"), ("Beta", "15,000")):
        expect(sides.filter(has_text=owner)).to_contain_text(value)
    for doc_id in ids:
        service.client.delete(f"/v1/documents/{doc_id}").raise_for_status()


def test_ticked_documents_are_deleted_at_once(opened: Opened, service: Service) -> None:
    for number in range(2):
        content = f"# Draft {number}\n\nNothing yet, number {number}.\n".encode()
        assert service.client.post("/v1/documents", files={"file": (f"draft-{number}.md", content)}).status_code == 201
    page = opened("en", place="#/documents").page
    rows = page.locator("table.list tbody tr")
    expect(rows).to_have_count(11)
    for number in range(2):
        rows.filter(has_text=f"draft-{number}").get_by_role("checkbox").check()
    delete = page.locator(".ticked .danger")
    delete.click()
    expect(delete).to_have_text("Really delete 2?")
    delete.click()
    expect(rows).to_have_count(9)
    expect(page.locator(".ticked")).to_be_hidden()
