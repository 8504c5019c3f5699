"""Of two documents that differ in one value, one is quoted."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.search.extract import extract
from ibidem.search.passages import find_passages
from ibidem.search.twins import without_twins

NOW = datetime(2026, 1, 2, tzinfo=UTC)
OTHER = {"other": ("구내식당 안내", "점심은 열두 시부터 한 시까지이다. 메뉴는 매주 월요일에 바뀐다.")}
DEVICES = {
    "xp": ("SUPRA XP 도어 교체", "도어 커버의 볼트는 3.5 N·m로 조인다. 작업은 두 사람이 한다. 표준 시간은 90분이다."),
    "n": ("SUPRA N 도어 교체", "도어 커버의 볼트는 4.2 N·m로 조인다. 작업은 두 사람이 한다. 표준 시간은 90분이다."),
}
RULES = {
    "r2022": (
        "通勤手当支給規程（2022年4月施行）",
        "電車で通勤する人には、定期代を月35,000円まで支給する。申請は人事課に出す。支給日は毎月25日である。",
    ),
    "r2024": (
        "通勤手当支給規程（2024年10月改定）",
        "電車で通勤する人には、定期代を月50,000円まで支給する。申請は人事課に出す。支給日は毎月25日である。",
    ),
}
PLANS = {
    "basic": (
        "Notebook Basic plan",
        "Deleted notes stay in the trash for 30 days. Attachments may be large. Support answers by mail.",
    ),
    "team": (
        "Notebook Team plan",
        "Deleted notes stay in the trash for 120 days. Attachments may be large. Support answers by mail.",
    ),
}


async def answer(folder: Path, rows: Mapping[str, tuple[str, str]], question: str) -> tuple[set[str], str]:
    """The documents left of the ranking among `rows`, and the answer's text."""
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepare_row(i, title, text, NOW) for i, (title, text) in {**rows, **OTHER}.items()])
    await backend.index.catch_up()
    ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
    backend.close()
    left = {p.document.doc_id for p in without_twins(question, ranking).passages} & set(rows)
    extracted = extract(question, ranking, 300)
    return left, "\n".join(quote.text for quote in extracted.quotes) if extracted else ""


@pytest.mark.parametrize(
    ("rows", "question", "fits", "value", "wrong"),
    [
        (DEVICES, "SUPRA XP 도어 커버 볼트는 얼마로 조여요?", "xp", "3.5", "4.2"),
        (DEVICES, "supra n 도어 커버 볼트는 얼마로 조여요?", "n", "4.2", "3.5"),
        (RULES, "2022年の通勤手当の規程では、電車の定期代はいくらまで支給されますか。", "r2022", "35,000", "50,000"),
        (RULES, "2024年の通勤手当の規程では、電車の定期代はいくらまで支給されますか。", "r2024", "50,000", "35,000"),
        (RULES, "通勤手当で電車の定期代はいくらまで支給されますか。", "r2024", "50,000", "35,000"),
        (RULES, "旧規程の通勤手当では電車の定期代はいくらまで支給されましたか。", "r2022", "35,000", "50,000"),
        (PLANS, "How long do deleted notes stay in the trash of the Basic plan?", "basic", "30 days", "120 days"),
        (PLANS, "How long do deleted notes stay in the trash of the Team plan?", "team", "120 days", "30 days"),
    ],
)
async def test_only_the_better_fitting_twin_is_quoted(
    tmp_path: Path, rows: Mapping[str, tuple[str, str]], question: str, fits: str, value: str, wrong: str
) -> None:
    left, text = await answer(tmp_path, rows, question)
    assert left == {fits}
    assert value in text and wrong not in text


async def test_a_short_year_names_an_edition(tmp_path: Path) -> None:
    left, _ = await answer(tmp_path, RULES, "通勤手当の規程、22年のほうだと電車の定期代はいくらまで支給される？")
    assert left == {"r2022"}


async def test_documents_on_one_subject_are_no_twins(tmp_path: Path) -> None:
    rows = {
        "a": ("진공 펌프", "진공 펌프의 오일은 여섯 달마다 교체한다."),
        "b": ("진공 게이지", "진공 게이지는 해마다 교정을 받아야 한다."),
    }
    left, _ = await answer(tmp_path, rows, "진공 펌프와 진공 게이지는 언제 점검하나요?")
    assert left == {"a", "b"}
