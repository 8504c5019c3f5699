"""Columns that a question names in other words than the table, through a turn with the encoder and the reader of this process."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.local.encoder import open_local
from ibidem.backends.local.reader import open_local_reader
from ibidem.domain.documents import Principal
from ibidem.domain.errors import ModelUnavailable
from ibidem.domain.languages import LANGUAGES
from ibidem.domain.windows import ReadWindow, Window
from ibidem.flow.journal import Journal
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from turn.answers.test_calculations import ask
from turn.library import store

DOCUMENTS = {
    "ferries_en": "# Ferries of the bay\n\n| Line | Day fare | Night fare | Crossing (min) | Captain |\n|---|---|---|---|---|\n"
    "| Otterby | 6.40 | 8.90 | 25 | Ines Holt |\n| Sandholm | 9.20 | 12.70 | 45 | Bram Vale |\n"
    "| Whitecliff | 11.80 | 16.30 | 70 | Lena Fisk |\n",
    "teahouse_ko": "# 달무리 찻집의 메뉴\n\n| 메뉴 | 가격(원) | 열량(kcal) | 카페인(mg) | 알레르기 유발 물질 |\n"
    "|---|---|---|---|---|\n| 쑥라테 | 6,200 | 210 | 0 | 우유 |\n| 말차크림 | 6,800 | 290 | 64 | 대두 |\n"
    "| 흑임자셰이크 | 7,300 | 380 | 5 | 참깨 |\n",
    "camp_ja": "# みずならキャンプ場の区画\n\n| 区画 | 広さ | 電源 | 一泊料金 | 定員 | チェックイン |\n"
    "|---|---|---|---|---|---|\n| しらかば | 120㎡ | なし | 6,300円 | 8人 | 12:00 |\n"
    "| からまつ | 60㎡ | なし | 3,900円 | 3人 | 14:00 |\n| ぶな | 150㎡ | あり | 8,800円 | 10人 | 11:00 |\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reading(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> AsyncIterator[TurnContext]:
    """A turn's context with the encoder and the reader of this process, over the documents."""
    backend = EmbeddedBackend.open(Path(tmp_path_factory.mktemp("data")))
    encoder, reader = open_local("ibidem-1"), open_local_reader("ibidem-1")
    vectors = backend.search_by_meaning(encoder, frozenset(LANGUAGES))
    context = TurnContext(
        turns=backend.turns,
        documents=backend.documents,
        index=backend.index,
        profile=profile,
        principal=Principal("local"),
        journal=Journal(),
        vectors=vectors,
        encoder=encoder,
        reader=reader,
    )
    await store(context, *DOCUMENTS.items())
    await vectors.catch_up()
    yield context
    await encoder.close()
    await reader.close()
    backend.close()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who steers the ferry to Whitecliff?", "Whitecliff — Captain: Lena Fisk"),
        ("말차크림은 몇 칼로리예요?", "말차크림 — 열량(kcal): 290"),
        ("からまつには何時から入れますか。", "からまつ — チェックイン: 14:00"),
        ("Sandholm 노선의 밤 요금은 얼마예요?", "Sandholm — Night fare: 12.70"),
        ("말차크림のカフェインはどれくらいですか。", "말차크림 — 카페인(mg): 64"),
        ("How many people fit on the pitch しらかば?", "しらかば — 定員: 8人"),
    ],
)
async def test_of_a_row_the_column_is_shown_that_is_meant_in_other_words(reading: TurnContext, question: str, said: str) -> None:
    turn = await ask(reading, question, question)
    first = turn.assistant_text.split("\n")[0]
    assert f"{said} [" in first, turn.assistant_text
    assert sum(part.kind == "row" for part in turn.parts) == 1, "the rows that the question does not name are left out"


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What colour is the funnel of the ferry to Sandholm?", "Sandholm"),
        ("쑥라테에 얼음도 들어가나요?", "쑥라테"),
        ("ぶなの区画にペットを連れて行けますか。", "ぶな"),
    ],
)
async def test_a_row_of_which_no_cell_stands_out_is_only_the_closest(reading: TurnContext, question: str, label: str) -> None:
    turn = await ask(reading, question, question)
    assert turn.found == "closest" and label in turn.assistant_text, turn.assistant_text


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Show me the ferry to Otterby.", ("6.40", "Ines Holt")),
        ("말차크림 메뉴를 보여 줘.", ("6,800", "대두")),
        ("区画からまつを教えてください。", ("60㎡", "14:00")),
    ],
)
async def test_a_row_that_is_asked_for_as_a_whole_is_shown_whole(
    reading: TurnContext, question: str, values: Sequence[str]
) -> None:
    turn = await ask(reading, question, question)
    assert all(value in turn.assistant_text.split("\n")[0] for value in values), turn.assistant_text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which drink has the highest caffeine content?", "말차크림 — 64 mg"),
        ("정원이 가장 많은 캠프장 구역은 어디인가요?", "ぶな — 10人"),
        ("カフェインがいちばん多いメニューはどれですか。", "말차크림 — 64 mg"),
    ],
)
async def test_the_column_of_a_largest_value_may_be_said_in_other_words(reading: TurnContext, question: str, said: str) -> None:
    turn = await ask(reading, question, question)
    assert turn.found == "closest", "which column is meant is only probable"
    assert said in turn.assistant_text.split("\n")[0], turn.assistant_text


class Silent:
    """A reader that does not reply."""

    name = "plays:silent"

    async def load(self) -> None:
        pass

    async def read(self, question: str, before: Sequence[str], windows: Sequence[Window]) -> Sequence[ReadWindow]:
        raise ModelUnavailable(self.name, "is down")

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Who steers the ferry to Whitecliff?", ("16.30", "Lena Fisk")),
        ("말차크림은 몇 칼로리예요?", ("6,800", "290")),
        ("からまつには何時から入れますか。", ("60㎡", "14:00")),
    ],
)
async def test_without_a_reader_the_row_is_shown_as_it_is(reading: TurnContext, question: str, values: Sequence[str]) -> None:
    turn = await ask(replace(reading, reader=Silent()), question, f"without {question}")
    assert all(value in turn.assistant_text for value in values), turn.assistant_text
