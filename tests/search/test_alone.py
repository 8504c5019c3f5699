"""Whether a line answers alone, or what stands around it is quoted too, over a store of one short procedure a language."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.search.candidates import candidates
from ibidem.search.extract import extract
from ibidem.search.passages import find_passages

NOW = datetime(2026, 1, 2, tzinfo=UTC)
STEPS = {
    "ko": ("클린룸 입실 준비", "탈의실", ("머리를 모자 안에 넣는다.", "장갑을 두 겹 낀다.", "에어샤워를 30초 쐰다.")),
    "en": (
        "Cleanroom entry preparation",
        "Changing room",
        ("Tuck hair under the hood.", "Wear two pairs of gloves.", "Stand in the air shower for 30 seconds."),
    ),
    "ja": ("クリーンルーム入室準備", "更衣室", ("髪を帽子に収める。", "手袋を二重にはめる。", "エアシャワーを30秒浴びる。")),
}


async def numbers(folder: Path, question: str) -> list[int]:
    """The numbers of the steps that are quoted for a question, in the order of the answer."""
    with closing(EmbeddedBackend.open(folder)) as backend:
        for doc_id, (title, heading, steps) in STEPS.items():
            text = f"# {title}\n\n## {heading}\n" + "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
            await backend.documents.put([prepare_row(doc_id, title, text, NOW)])
        await backend.index.catch_up()
        ranking = await find_passages(question, (), SearchFilters(), 10, backend.index, Principal("anyone"))
        answer = extract(candidates(question, ranking), 300)
    return [] if answer is None else [int(quote.text[0]) for quote in answer.quotes]


@pytest.mark.parametrize(
    "question", ["클린룸 입실 준비할 때 장갑은?", "gloves for cleanroom entry?", "クリーンルーム入室準備で手袋は？"]
)
async def test_what_title_and_line_hold_together_is_answered_by_the_line(tmp_path: Path, question: str) -> None:
    assert await numbers(tmp_path, question) == [2]


@pytest.mark.parametrize(
    "question", ["클린룸에서 장갑이 찢어지면?", "torn hood or gloves in the cleanroom?", "クリーンルームで手袋が破れたら？"]
)
async def test_a_line_that_holds_little_of_the_question_brings_what_stands_around_it(tmp_path: Path, question: str) -> None:
    assert await numbers(tmp_path, question) == [2, 1, 3]


@pytest.mark.parametrize(
    "question",
    [
        "방문객은 에어샤워 안에 얼마나 오래 서 있어야 하나요?",
        "How long must visiting engineers stay under the shower?",
        "見学者はエアシャワーの中にどのくらい立っていればいいですか。",
    ],
)
async def test_a_line_that_holds_the_value_asked_for_needs_nothing_around_it(tmp_path: Path, question: str) -> None:
    assert await numbers(tmp_path, question) == [3]


async def test_a_line_that_is_far_ahead_of_a_question_in_its_own_words_stands_alone(tmp_path: Path) -> None:
    assert await numbers(tmp_path, "torn gloves in the cleanroom, what now?") == [2]
    assert await numbers(tmp_path, "장갑 몇 겹 껴야 돼요?") == [2]
    assert await numbers(tmp_path, "手袋は何枚はめますか") == [2]
