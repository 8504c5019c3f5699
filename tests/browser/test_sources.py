"""The sources beside an answer, where the service lists what else was found: what is cited, and what is not."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Opened
from browser.test_conversation import LANGUAGES
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

# Rules by their titles; the first answers the first question, the second one the second.
RULES = {
    "ko": {
        "출장 여비 규정": "## 일비\n\n| 구분 | 일비 |\n|---|---|\n| 국내 | **30,000원** |\n\n"
        "국내 출장의 일비는 하루 30,000원이다.",
        "숙박비 규정": "## 숙박비\n\n국내 출장의 숙박비는 하룻밤 120,000원까지 지급한다.",
        "교통비 규정": "## 교통비\n\n국내 출장의 교통비는 **일반석** 운임으로 지급한다.",
        "해외 출장 규정": "## 해외 출장\n\n해외 출장의 일비는 `미국 달러`로 지급한다.",
    },
    "en": {
        "Travel allowance rule": "## Daily allowance\n\n| Trip | Allowance |\n|---|---|\n| domestic | **30,000 won** |\n\n"
        "The daily allowance on a domestic trip is 30,000 won.",
        "Lodging rule": "## Lodging\n\nLodging on a domestic trip is paid up to 120,000 won a night.",
        "Fares rule": "## Fares\n\nFares on a domestic trip are paid in **standard class**.",
        "Trips abroad rule": "## Trips abroad\n\nThe daily allowance on a trip abroad is paid in `US dollars`.",
    },
    "ja": {
        "出張手当規程": "## 日当\n\n| 区分 | 日当 |\n|---|---|\n| 国内 | **30,000ウォン** |\n\n"
        "国内出張の日当は1日30,000ウォンとする。",
        "宿泊費規程": "## 宿泊費\n\n国内出張の宿泊費は1泊120,000ウォンまで支給する。",
        "交通費規程": "## 交通費\n\n国内出張の交通費は**普通車**の運賃を支給する。",
        "海外出張規程": "## 海外出張\n\n海外出張の日当は`米ドル`で支給する。",
    },
}
QUESTIONS = {
    "ko": ("국내 출장의 일비는 하루 얼마인가요?", "국내 출장의 숙박비는 하룻밤 얼마까지 지급하나요?"),
    "en": ("How much is the daily allowance on a domestic trip?", "How much lodging is paid a night on a domestic trip?"),
    "ja": ("国内出張の日当は1日いくらですか?", "国内出張の宿泊費は1泊いくらまで支給されますか?"),
}
COUNTED = {"ko": "근거 1", "en": "Sources 1", "ja": "出典 1"}
CITED = {"ko": "답변 1에서 인용", "en": "cited in answer 1", "ja": "回答1で引用"}
MARKS = re.compile(r"##|\*\*|\||---|`")


@pytest.fixture(scope="session")  # made before there is a browser, whose event loop would be in the way
def rules(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("company"), profile="policy")
    folder = cli.home / "rules"
    folder.mkdir()
    for language, texts in RULES.items():
        for number, (title, text) in enumerate(texts.items()):
            head = f"---\ntitle: {title}\ndoc_type: policy\n---\n# {title}\n\n"
            (folder / f"{language}-{number}.md").write_text(f"{head}{text}\n", encoding="utf-8")
    assert cli.run("index", str(folder), "--create").returncode == 0
    return cli


@pytest.fixture(scope="module")
def service(rules: Cli) -> Iterator[Service]:
    with served(rules) as service:
        yield service


@LANGUAGES
def test_only_what_is_cited_is_called_a_source(opened: Opened, language: str) -> None:
    first, second = QUESTIONS[language]
    one, other, *_ = RULES[language]
    reader = opened(language)
    answer = reader.ask(first)
    expect(answer.locator(".answer")).to_contain_text("30,000")
    stored = reader.page.request.get(f"/v1/sessions/{reader.session_id}/turns/1").json()
    assert len(stored["doc_refs"]) > 1
    expect(reader.beside.locator("[data-tab=sources]")).to_have_text(COUNTED[language])
    cited = reader.beside.locator("ul:not(.further) > li .source")
    further = reader.beside.locator("ul.further .source")
    expect(cited).to_have_count(1)
    expect(cited).to_contain_text(one)
    expect(further).to_have_count(len(stored["doc_refs"]) - 1)
    for quoted in reader.beside.locator("blockquote").all_inner_texts():
        assert not MARKS.search(quoted), quoted
    expect(reader.ask(second).locator(".answer")).to_contain_text("120,000")
    expect(cited).to_have_count(1)
    expect(cited).to_contain_text(other)
    expect(cited.locator(".meta")).to_have_text(re.compile(rf"^{language}-1$"))  # the first answer does not cite it
    before = further.filter(has_text=one).locator(".meta")
    expect(before).to_contain_text(CITED[language])  # and that one it does
