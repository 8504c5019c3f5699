"""Of two documents that differ in one value, one is quoted, or each under its name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.answering.extract import extract
from ibidem.answering.twins import twinned, unnamed, without_twins
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking, find_passages
from ibidem.language.search_text import passage_tokens

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


async def ranked(
    folder: Path, rows: Mapping[str, tuple[str, str]], question: str, device: str = "", earlier: Sequence[str] = ()
) -> Ranking:
    """The ranking among `rows` and another document; with `device`, each is of the device of that name and its id."""
    backend = EmbeddedBackend.open(folder)
    documents = [prepare_row(i, title, text, NOW) for i, (title, text) in {**rows, **OTHER}.items()]
    of_devices = [
        replace(d, document=replace(d.document, devices=(f"{device} {d.document.doc_id}".upper(),))) if device else d
        for d in documents
    ]
    await backend.documents.put(of_devices)
    await backend.index.catch_up()
    history = [Exchange(one, "") for one in earlier]
    ranking = await find_passages(question, history, SearchFilters(), 10, backend.index, Principal("anyone"))
    backend.close()
    return ranking


async def answer(folder: Path, rows: Mapping[str, tuple[str, str]], question: str) -> tuple[set[str], str]:
    """The documents left of the ranking among `rows`, and the answer's text."""
    ranking = await ranked(folder, rows, question)
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


@pytest.mark.parametrize(
    ("rows", "earlier", "question", "fits"),
    [
        (DEVICES, ("SUPRA N 도어 커버 볼트는?", "SUPRA XP 도어 커버 볼트는?"), "작업은?", {"xp"}),
        (PLANS, ("deleted notes on the Team plan?", "deleted notes on the Basic plan?"), "and its support?", {"basic"}),
        (RULES, ("2022年の規程の定期代は？", "2024年の規程の定期代は？"), "支給日は？", {"r2024"}),
        (DEVICES, ("SUPRA XP와 SUPRA N 도어 커버 볼트는?",), "작업은?", {"xp", "n"}),
    ],
)
async def test_the_turn_before_decides_for_a_follow_up(
    tmp_path: Path, rows: Mapping[str, tuple[str, str]], earlier: Sequence[str], question: str, fits: set[str]
) -> None:
    ranking = await ranked(tmp_path, rows, question, earlier=earlier)
    assert {p.document.doc_id for p in without_twins(question, ranking).passages} & set(rows) == fits


async def test_documents_alike_have_a_twin(tmp_path: Path) -> None:
    assert twinned(await ranked(tmp_path, PLANS, "How long do deleted notes stay in the trash?")) == {"basic", "team"}


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


@pytest.mark.parametrize(
    ("rows", "question", "expected"),
    [
        (DEVICES, "도어 커버 볼트는 얼마로 조여요?", {"xp", "n"}),
        (DEVICES, "SUPRA XP 도어 커버 볼트는 얼마로 조여요?", {"n"}),
        (PLANS, "How long do deleted notes stay in the trash?", {"basic", "team"}),
        (PLANS, "How long do deleted notes stay in the trash of the Team plan?", {"basic"}),
        (RULES, "電車の定期代はいくらまで支給されますか。", {"r2022", "r2024"}),
    ],
)
async def test_a_document_that_the_question_does_not_distinguish_is_unnamed(
    tmp_path: Path, rows: Mapping[str, tuple[str, str]], question: str, expected: set[str]
) -> None:
    assert unnamed(question, await ranked(tmp_path, rows, question)) & set(rows) == expected


STEPS = {
    "r2": ("루모 R2 초기화", "# 루모 R2 초기화\n\n1. 전원을 켠다.\n2. 리셋 버튼을 10초 동안 누른다.\n3. 손을 뗀다.\n"),
    "r3": ("루모 R3 초기화", "# 루모 R3 초기화\n\n1. 전원을 켠다.\n2. 리셋 버튼을 5초 동안 누른다.\n3. 손을 뗀다.\n"),
}
STEPS_EN = {
    "r2": ("Resetting the Lumo R2", "# Resetting the Lumo R2\n\n1. Switch it on.\n2. Press reset for 10 seconds.\n3. Let go.\n"),
    "r3": ("Resetting the Lumo R3", "# Resetting the Lumo R3\n\n1. Switch it on.\n2. Press reset for 5 seconds.\n3. Let go.\n"),
}
STEPS_JA = {
    "r2": ("ルモ R2の初期化", "# ルモ R2の初期化\n\n1. 電源を入れる。\n2. リセットボタンを10秒間押す。\n3. 指を離す。\n"),
    "r3": ("ルモ R3の初期化", "# ルモ R3の初期化\n\n1. 電源を入れる。\n2. リセットボタンを5秒間押す。\n3. 指を離す。\n"),
}


@pytest.mark.parametrize(
    ("rows", "question", "expected"),
    [
        (STEPS, "루모 초기화 어떻게 해?", {"r2", "r3"}),
        (STEPS, "루모 R3 초기화 어떻게 해?", {"r3"}),
        (STEPS_EN, "how do I reset the Lumo?", {"r2", "r3"}),
        (STEPS_EN, "how do I reset the Lumo R2?", {"r2"}),
        (STEPS_JA, "ルモの初期化の手順は?", {"r2", "r3"}),
        (STEPS_JA, "ルモ R2の初期化の手順は?", {"r2"}),
    ],
)
async def test_the_steps_of_every_model_are_quoted_where_the_question_names_none(
    tmp_path: Path, rows: Mapping[str, tuple[str, str]], question: str, expected: set[str]
) -> None:
    extracted = extract(question, await ranked(tmp_path, rows, question, "lumo"), 300)
    assert extracted is not None and {quote.passage.document.doc_id for quote in extracted.quotes} == expected


@pytest.mark.parametrize(("former", "latest"), [("ツクロア", "みなも商事"), ("ツクロア", "ツクロア")])
async def test_the_rules_of_two_owners_are_no_editions(former: str, latest: str, tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    owners = {"r2022": former, "r2024": latest}
    rows = [prepare_row(name, title, text, NOW) for name, (title, text) in (RULES | OTHER).items()]
    await backend.documents.put(
        [replace(row, document=replace(row.document, owner=owners.get(row.document.doc_id, ""))) for row in rows]
    )
    await backend.index.catch_up()
    question = "通勤手当の定期代は月いくらまで出ますか？"
    ranking = without_twins(question, await find_passages(question, (), SearchFilters(), 20, backend.index, Principal("p")))
    found = extract(question, ranking, 300)
    backend.close()
    assert found is not None
    assert {quote.passage.document.owner for quote in found.quotes} == {former, latest}
    assert len({quote.passage.document.doc_id for quote in found.quotes}) == len({former, latest})


async def test_documents_of_two_devices_are_no_editions_of_one_rule(tmp_path: Path) -> None:
    question = "電車で通勤する人の定期代の上限は?"
    for device, left in (("lumo", {"r2022", "r2024"}), ("", {"r2024"})):
        (folder := tmp_path / (device or "none")).mkdir()
        ranking = await ranked(folder, RULES, question, device)
        assert {p.document.doc_id for p in without_twins(question, ranking).passages} & set(RULES) == left


@pytest.mark.parametrize(
    ("rows", "alone", "follow_up"),
    [
        (DEVICES, "도어 커버의 볼트 토크는 얼마예요?", "그 볼트 토크는 얼마예요?"),
        (PLANS, "How many days do deleted notes stay in the trash?", "how many days do they stay in the trash?"),
        (RULES, "電車で通勤する人の定期代は月いくらまで支給されますか。", "その定期代は月いくらまで支給されますか。"),
    ],
)
async def test_what_was_named_before_decides_only_for_a_question_that_leaves_it_out(
    tmp_path: Path, rows: Mapping[str, tuple[str, str]], alone: str, follow_up: str
) -> None:
    first, second = rows
    for question, left in ((alone, {first, second}), (follow_up, {first})):
        (folder := tmp_path / str(len(left))).mkdir()
        found = await ranked(folder, rows, question, "lumo")
        named = frozenset(passage_tokens(f"lumo {first} {rows[first][0]}").split()) - frozenset(
            passage_tokens(f"lumo {second} {rows[second][0]}").split()
        )
        said = replace(found, worth=dict(found.worth) | dict.fromkeys(named, 1.0), earlier=named - found.worth.keys())
        assert {p.document.doc_id for p in without_twins(question, said).passages} & set(rows) == left


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        (DEVICES, "XP랑 N 도어 커버 볼트 비교해줘"),
        (PLANS, "compare the trash of Basic and Team"),
        (RULES, "通勤手当の2022年と2024年の違い"),
    ],
)
async def test_a_comparison_keeps_both(tmp_path: Path, rows: Mapping[str, tuple[str, str]], question: str) -> None:
    ranking = await ranked(tmp_path, rows, question)
    assert set(rows) <= {p.document.doc_id for p in without_twins(question, ranking).passages}


@pytest.mark.parametrize(
    ("tables", "question", "values"),
    [
        (
            ("| 항목 | 양 |\n|---|---|\n| 작동유 | 18 L |", "| 항목 | 주기 | 양 |\n|---|---|---|\n| 작동유 | 4개월 | 42 L |"),
            "작동유는 몇 리터?",
            ("18 L", "42 L"),
        ),
        (
            ("| Item | Fill |\n|---|---|\n| Oil | 18 L |", "| Item | Every | Fill |\n|---|---|---|\n| Oil | 400 h | 42 L |"),
            "how many litres of oil?",
            ("18 L", "42 L"),
        ),
        (
            ("| 項目 | 量 |\n|---|---|\n| 作動油 | 18 L |", "| 項目 | 周期 | 量 |\n|---|---|---|\n| 作動油 | 4か月 | 42 L |"),
            "作動油は何リットル?",
            ("18 L", "42 L"),
        ),
    ],
)
async def test_rows_of_one_key_are_quoted_of_each_document(
    tmp_path: Path, tables: tuple[str, str], question: str, values: tuple[str, str]
) -> None:
    rows = {"small": ("Press HP-2", tables[0]), "large": ("Press HP-4", tables[1])}
    extracted = extract(question, await ranked(tmp_path, rows, question, "lumo"), 300)
    assert extracted is not None
    assert all(any(value in quote.text for quote in extracted.quotes) for value in values)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("2A랑 2B 벨트 속도 차이", ("18 m", "12 m")),
        ("compare the belt speed of 2A and 2B", ("18 m", "12 m")),
        ("2Aと2B、ベルト速度はどう違う?", ("18 m", "12 m")),
    ],
)
async def test_a_side_is_named_by_the_end_of_its_code(tmp_path: Path, question: str, values: tuple[str, str]) -> None:
    rows = {
        name: (
            f"CV-{name} belt / 벨트 / ベルト",
            f"| Item | Value |\n|---|---|\n| belt speed / 벨트 속도 / ベルト速度 | {value} |",
        )
        for name, value in zip(("2A", "2B"), values, strict=True)
    }
    extracted = extract(question, await ranked(tmp_path, rows, question), 300)
    assert extracted is not None and extracted.degree == "answered"
    assert {quote.passage.document.doc_id for quote in extracted.quotes if quote.leads} == set(rows)
