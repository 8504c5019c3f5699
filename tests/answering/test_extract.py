"""Answers made of quotes, over a store of a few documents in three languages."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answering.library import NOW, check_exact, ranked
from ibidem.answering.extract import extract
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Passage, Principal, SearchFilters
from ibidem.finding.history import Exchange
from ibidem.finding.passages import Ranking, find_passages
from ibidem.language.search_text import passage_tokens


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBackend]:
    backend = EmbeddedBackend.open(tmp_path_factory.mktemp("store"))
    yield backend
    backend.close()


async def answered(backend: EmbeddedBackend, question: str, max_chars: int = 300) -> list[str]:
    answer = extract(question, await ranked(backend, question), max_chars)
    assert answer is not None, question
    check_exact(answer)
    return [quote.text for quote in answer.quotes]


@pytest.mark.parametrize(
    ("question", "header", "row"),
    [
        ("바이톤 오링 규격이 뭐예요?", "| 품목 | 규격 | 수량 |", "| 바이톤 오링 | P/N 4417-0092 | 12개 |"),
        ("How big an attachment does the Team plan take?", "| Plan | Attachment | Trash |", "| Team | 100 MB | 120 days |"),
        ("ルーターX20の台数は？", "| 機種 | 台数 | 保証 |", "| X20 | 64台 | 3年 |"),
    ],
)
async def test_a_row_is_quoted_with_the_header_of_its_table(index: EmbeddedBackend, question: str, header: str, row: str) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is not None
    first, *table = answer.quotes
    assert (first.text, first.head, first.kind) == (row, header, "row")
    # The question names the row, so the others are noise; it names one column, so the line has that one cell.
    assert table == [] and first.columns == (1,)


@pytest.mark.parametrize(
    "question",
    [
        "사내 주차장 정기권은 어디서 신청하나요?",
        "E-9999 알람이 뜨면 어떻게 해요?",
        "Does the company pay for a gym membership?",
        "What does alarm E-9999 mean?",
        "副業の申請はどこに出しますか。",
        "アラームE-9999の原因は何ですか。",
        "???",
    ],
)
async def test_what_no_document_supports_is_not_answered(index: EmbeddedBackend, question: str) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is None or answer.degree == "closest"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("드라이 펌프 DP-9999 오일은 몇 시간마다 교환해요?", "DP-9999"),
        ("How often is the coolant of chiller CX-9999 replaced?", "CX-9999"),
        ("スリットバルブSV-9999のOリングは何か月ごとに交換しますか。", "SV-9999"),
    ],
)
async def test_a_name_that_no_document_holds_is_named(index: EmbeddedBackend, question: str, name: str) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is not None
    assert (answer.degree, answer.unknown) == ("closest", (name,))


@pytest.mark.parametrize(
    ("question", "degree"),
    [
        ("드라이 펌프 오일은 얼마예요?", "closest"),
        ("오일은 몇 시간마다 교환해요?", "answered"),
        ("How much does the coolant of the chiller cost?", "closest"),
        ("How often is the chiller coolant replaced?", "answered"),
        ("スリットバルブのOリングはいくらですか。", "closest"),
        ("電車の定期代はいくらまで支給されますか。", "answered"),
    ],
)
async def test_a_value_that_is_asked_for_and_not_quoted_makes_it_the_closest(
    index: EmbeddedBackend, question: str, degree: str
) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is not None and answer.degree == degree


@pytest.mark.parametrize(
    "question",
    ["드라이 펌프 오일은 왜 섞지 않나요?", "Why are two brands of coolant never mixed?", "アルコールを使わないのはなぜですか。"],
)
async def test_an_answer_keeps_to_its_length_and_quotes_no_heading(index: EmbeddedBackend, question: str) -> None:
    for max_chars in (60, 120, 300):
        quotes = await answered(index, question, max_chars)
        assert len("\n".join(quotes)) <= max_chars
        assert not {"배경", "점검", "Background", "Interval", "背景", "周期"} & set(quotes)


LONG = (
    "점검자는 매일 아침 현장에 도착하여 설비의 외관을 살피고, 계기의 눈금을 읽어 장부에 적고, "
    "냉각수 압력이 0.4 MPa 아래이면 밸브를 열고, "
    "이상이 있으면 반장에게 알리고, 모든 일이 끝나면 장부에 서명한 뒤에 다음 근무자에게 넘겨야 한다."
)


async def test_a_sentence_too_long_is_cut_between_clauses(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put(
        [prepare_row("long", "아침 점검", LONG, NOW), prepare_row("other", "휴가", "휴가는 신청한다.", NOW)]
    )
    await backend.index.catch_up()
    ranking = await find_passages(
        "아침 점검에서 냉각수 압력이 얼마이면 밸브를 여나요?", (), SearchFilters(), 5, backend.index, Principal("anyone")
    )
    answer = extract("아침 점검에서 냉각수 압력이 얼마이면 밸브를 여나요?", ranking, 60)
    backend.close()
    assert answer is not None
    (quote,) = answer.quotes
    assert len(quote.text) <= 60 and quote.text in LONG
    assert "냉각수 압력이 0.4 MPa 아래이면" in quote.text


@given(question=st.text(max_size=60), max_chars=st.integers(1, 400))
def test_nothing_found_is_never_answered(question: str, max_chars: int) -> None:
    assert extract(question, Ranking((), (), 0.0, ()), max_chars) is None


@pytest.mark.parametrize(
    ("asked", "said", "question", "line"),
    [
        ("휴가 신청은 언제까지 해?", "휴가는 사흘 전까지 전자결재로 신청한다.", "넘길 수 있어?", "넘길 수 있다"),
        ("예비 부품 바이톤 오링 수량은?", "바이톤 오링 — 규격: P/N 4417-0092 · 수량: 12개", "와셔는?", "동 와셔"),
        ("where do guests return their badge", "Guests return their badge at gate 2 before they leave.", "cleanroom?", "opens"),
        ("how large may an attachment of the Basic plan be", "Basic — Attachment: 25 MB · Trash: 30 days", "and Team?", "Team"),
        ("電車の定期代はいくらまで支給されますか", "電車の定期代は月50,000円まで支給する。", "自転車は?", "自転車で"),
        ("ルーターX10の保証は", "X10 — 台数: 32台 · 保証: 2年", "X20は?", "X20"),
    ],
)
async def test_a_line_with_the_words_of_a_follow_up_comes_before_those_with_words_of_the_turn_before(
    index: EmbeddedBackend, asked: str, said: str, question: str, line: str
) -> None:
    answer = extract(question, await ranked(index, question, Exchange(asked, said)), 300)
    assert answer is not None and line in answer.quotes[0].text


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("오링이랑 와셔 규격 비교해줘", ["바이톤 오링", "동 와셔"]),
        ("compare Basic and Team", ["Basic", "Team"]),
        ("X10とX20の違い", ["X10", "X20"]),
    ],
)
async def test_each_side_of_a_comparison_has_its_line(index: EmbeddedBackend, question: str, named: list[str]) -> None:
    quoted = await answered(index, question)
    assert all(any(name in text for text in quoted) for name in named)


@pytest.mark.parametrize(
    ("question", "both"),
    [
        ("부품의 규격과 수량 차이", "P/N"),
        ("difference between attachment and trash", "MB"),
        ("ルーターの台数と保証の違い", "台"),
    ],
)
async def test_a_table_with_a_column_for_each_side_comes_first(index: EmbeddedBackend, question: str, both: str) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is not None and answer.quotes[0].kind == "row" and both in answer.quotes[0].text


@pytest.mark.parametrize(
    ("question", "side"),
    [
        ("오링이랑 지퍼 비교해줘", "지퍼"),
        ("compare the basic and the gold plan", "gold"),
        ("X10とタブレットの違い", "タブレット"),
    ],
)
async def test_a_side_that_no_document_names_is_named(index: EmbeddedBackend, question: str, side: str) -> None:
    answer = extract(question, await ranked(index, question), 300)
    assert answer is not None and answer.degree == "closest" and answer.unknown == (side,)


LANGUAGES = {
    "ko": ("비밀번호 기준 (부산)", "비밀번호는 12자 이상으로 정한다. 비밀번호를 다섯 번 틀리면 계정이 잠긴다."),
    "ja": ("パスワードの基準(大阪)", "パスワードの長さは14文字以上とします。五回間違えるとロックします。"),
    "en": ("Password rules (Leeds)", "A password has at least 16 characters. Five wrong attempts lock the account."),
}


@pytest.mark.parametrize(
    ("question", "first", "beside"),
    [
        ("비밀번호 규정 부산이랑 오사카 차이", "ko", {"ja", "en"}),
        ("difference between the password rules of Leeds and Osaka", "en", {"ja", "ko"}),
        ("パスワードの基準、大阪とリーズの違い", "ja", {"en", "ko"}),
    ],
)
async def test_a_side_may_be_named_in_another_language(tmp_path: Path, question: str, first: str, beside: set[str]) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    documents = [prepare_row(i, title, text, NOW) for i, (title, text) in LANGUAGES.items()]
    await backend.documents.put(documents)
    await backend.index.catch_up()
    found = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
    backend.close()
    # As a search by meaning adds them.
    every = [Passage(d.chunks[0].chunk, d.document, 0.1) for d in documents if d.document.doc_id in beside]
    tokens = [passage_tokens(p.chunk.text, p.document.title) for p in every]
    own = [(p, t) for p, t in zip(found.passages, found.tokens, strict=True) if p.document.doc_id == first]
    both = replace(found, passages=(own[0][0], *every), tokens=(own[0][1], *tokens))
    answer = extract(question, both, 300)
    assert answer is not None and answer.degree == "closest"
    leads = [quote.passage.document.doc_id for quote in answer.quotes if quote.leads]
    assert leads[0] == first and len(leads) == 2 and leads[1] in beside
