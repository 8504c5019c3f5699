"""What the page names in the person's own words: types of documents, and why a file was not taken."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES
from journeys.doors import Service
from required import needs_program

pytestmark = needs_program("chromium")

KINDS = {"ko": ("작업 절차서", "문서"), "en": ("Procedure", "Document"), "ja": ("作業手順書", "文書")}
UNTYPED = {
    "ko": "# 식당 안내\n\n식당은 11시에 연다.\n",
    "en": "# Canteen\n\nThe canteen opens at 11.\n",
    "ja": "# 食堂の案内\n\n食堂は11時に開く。\n",
}
REFUSED = {
    "ko": ("이 형식의 파일은 읽지 않습니다", "읽을 내용이 없습니다", "다른 형식"),
    "en": ("Files in this format are not read", "nothing to read", "another format"),
    "ja": ("この形式のファイルは読み取れません", "読み取る内容がありません", "別の形式"),
}
ENGLISH = re.compile(r"files ending in|holds no bytes|no letter and no digit|save it as one of")


@LANGUAGES
def test_types_of_documents_are_named_as_people_call_them(opened: Opened, service: Service, language: str) -> None:
    name = f"canteen-{language}.md"
    service.client.post("/v1/documents", files={"file": (name, UNTYPED[language].encode())}).raise_for_status()
    of_profile, of_none = KINDS[language]
    reader = opened(language, place="#/documents")
    cells = reader.page.locator("table.list tbody")
    expect(cells.get_by_role("cell", name=of_profile, exact=True).first).to_be_visible()
    expect(cells.locator("tr", has_text=name.removesuffix(".md")).get_by_role("cell", name=of_none, exact=True)).to_be_visible()
    options = reader.page.locator(".filters select").first.locator("option")
    assert {of_profile, of_none} <= set(options.all_inner_texts())
    assert not {"sop", "document"} & set(options.all_inner_texts())
    reader.page.locator(".filters select").first.select_option(label=of_profile)
    expect(cells.locator("tr", has_text=name.removesuffix(".md"))).to_have_count(0)
    reader.page.locator("#new").click()
    reader.page.locator(".narrowing summary").click()
    reader.page.locator(".narrowing").get_by_label(of_profile, exact=True).check()
    expect(reader.page.locator(".ask .chip")).to_contain_text(of_profile)
    service.client.delete(f"/v1/documents/{name.removesuffix('.md')}").raise_for_status()


@pytest.mark.parametrize(("language", "width"), [("ko", 1440), ("en", 360), ("ja", 360)])
def test_a_file_that_is_not_taken_is_said_why_in_the_persons_language(opened: Opened, language: str, width: int) -> None:
    unsupported, empty, other_format = REFUSED[language]
    reader = opened(language, width=width, place="#/documents")
    files = [("what.xyz", b"something"), ("none.md", b""), ("blank.md", b" \n\n ")]
    reader.page.locator(".drop input").set_input_files(
        [{"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files]
    )
    rows = reader.page.locator(".uploads .refused")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="what.xyz").locator(".why")).to_contain_text(unsupported)
    for name in ("none.md", "blank.md"):
        why = rows.filter(has_text=name).locator(".why")
        expect(why).to_contain_text(empty)
        expect(why).not_to_contain_text(other_format)
    for why in rows.locator(".why").all_inner_texts():
        assert not ENGLISH.search(why), why
