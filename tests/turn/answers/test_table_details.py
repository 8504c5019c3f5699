"""Bounds, parts of cells, notes of marks and numbers of forms, through a turn without a model."""

from dataclasses import replace

import pytest

from ibidem.answering.choosing import Quote
from ibidem.answering.extract import Extract
from ibidem.domain.documents import Passage
from ibidem.testing.stores import ENGLISH, prepared
from ibidem.turn.answers.table_answers import is_unproven
from ibidem.turn.context import TurnContext
from turn.answers.test_calculations import ask
from turn.library import store

DOCUMENTS = {
    "depots_en": "# Depots of the crate pool\n\n| Depot | Address | Crates |\n|---|---|---|\n"
    "| Alder | 4 Elm Street, Norwick | 320 |\n| Birch | 19 Elm Street, Norwick | 500 |\n| Cedar | 8 Quay Road, Norwick | 640 |\n"
    "| Dogwood | 3 Quay Road, Norwick | 1,210 |\n| Elder | 1 Mill Lane, Norwick | 90 |\n",
    "depots_ko": "# 상자 공동 창고\n\n| 창고 | 주소 | 상자 수 |\n|---|---|---|\n"
    "| 오리나무 | 가람시 버들로 4 | 320 |\n| 자작나무 | 가람시 버들로 19 | 500 |\n| 삼나무 | 가람시 나루길 8 | 640 |\n"
    "| 층층나무 | 가람시 나루길 3 | 1,210 |\n| 딱총나무 | 가람시 방아길 1 | 90 |\n",
    "depots_ja": "# 共同箱倉庫\n\n| 倉庫 | 住所 | 箱数 |\n|---|---|---|\n"
    "| 榛の木 | 川守市柳町4 | 320 |\n| 白樺 | 川守市柳町19 | 500 |\n| 杉林 | 川守市港町8 | 640 |\n"
    "| 水木 | 川守市港町3 | 1,210 |\n| 接骨木 | 川守市粉町1 | 90 |\n",
    "penalties_en": "# Penalties of the kiln club\n\n- Cold kiln left open     $15\n- Missed last round†     $30\n\n"
    "† The walk through the shed after the keys came back\n",
    "penalties_ko": "# 가마 동호회 벌금\n\n- 가마 문을 열어 둠     15,000원\n- 마지막 순찰 불참※     30,000원\n\n"
    "※열쇠를 돌려받은 뒤 헛간을 도는 일\n",
    "penalties_ja": "# 窯の会の罰金\n\n- 窯の戸の閉め忘れ     1,500円\n- 最終巡回の欠席※     3,000円\n\n"
    "※鍵の返却後に小屋を回ることを指す\n",
    "cover_en": "# Cover of the boat shed\n\nNordsee Mutual Policy No. NM8812044, 1 May 2031\n\n"
    "| FIRE | Limit |\n|---|---|\n| Shed | $90,000 |\n\nNordsee Mutual Policy No. NM7731209, 1 May 2031\n\n"
    "| FLOOD | Limit |\n|---|---|\n| Shed | $60,000 |\n",
    "cover_ko": "# 배 창고 보험\n\n북해상호 증권번호 NM8812044\n\n| 화재 | 한도 |\n|---|---|\n| 창고 | 9천만 원 |\n\n"
    "북해상호 증권번호 NM7731209\n\n| 침수 | 한도 |\n|---|---|\n| 창고 | 6천만 원 |\n",
    "cover_ja": "# 艇庫の保険\n\n北海相互 証券番号 NM8812044\n\n| 火災 | 限度 |\n|---|---|\n| 艇庫 | 900万円 |\n\n"
    "北海相互 証券番号 NM7731209\n\n| 水災 | 限度 |\n|---|---|\n| 艇庫 | 600万円 |\n",
}


@pytest.fixture
async def stored(context: TurnContext) -> TurnContext:
    await store(context, *DOCUMENTS.items())
    return context


@pytest.mark.parametrize(
    ("doc_id", "question", "said"),
    [
        ("depots_en", "How many depots of the crate pool hold at least 500 crates?", "3 rows"),
        ("depots_ko", "공동 창고 가운데 상자 수가 500개 이상인 창고는 몇 곳인가요?", "행 3개"),
        ("depots_ja", "共同箱倉庫で、箱数が500以上の倉庫はいくつありますか。", "3件"),
        ("depots_en", "How many crates do the depots on Quay Road of the crate pool hold altogether?", "1,850"),
        ("depots_ko", "나루길에 있는 공동 창고의 상자 수를 모두 더하면 얼마인가요?", "1,850"),
        ("depots_ja", "住所が川守市港町の共同箱倉庫の箱数を合計するといくつですか。", "1,850"),
        ("penalties_en", "What is the penalty of the kiln club for a missed last round?", "after the keys came back"),
        ("penalties_ko", "가마 동호회에서 마지막 순찰에 불참하면 벌금이 얼마인가요?", "열쇠를 돌려받은 뒤"),
        ("penalties_ja", "窯の会で最終巡回を欠席した場合の罰金はいくらですか。", "鍵の返却後"),
        ("cover_en", "What is the policy number of the flood cover of the boat shed?", "NM7731209"),
        ("cover_ko", "배 창고 침수 보험의 증권번호를 알려 주세요.", "NM7731209"),
        ("cover_ja", "艇庫の水災保険の証券番号は何番ですか。", "NM7731209"),
    ],
)
async def test_details_of_tables_and_forms_are_said(stored: TurnContext, doc_id: str, question: str, said: str) -> None:
    turn = await ask(stored, question)
    assert turn.doc_refs[0].doc_id == doc_id
    assert said in turn.assistant_text


@pytest.mark.parametrize(
    "question",
    [
        "How many of the depots have at least 500?",
        "창고 가운데 500 이상인 데는 몇 곳인가요?",
        "倉庫で500以上のものは何件ですか。",
    ],
)
async def test_a_count_within_a_bound_is_only_the_closest(stored: TurnContext, question: str) -> None:
    assert (await ask(stored, question)).found != "answered"


@pytest.mark.parametrize(
    ("question", "head", "row"),
    [
        (
            "How many of the toys that Brook took on are still here?",
            "| No. | Toy | Doctor |",
            "| T-025 | Level crossing | Brook |",
        ),
        ("브룩 선생님이 맡은 장난감 가운데 몇 개가 아직 남아 있나요?", "| 번호 | 장난감 | 의사 |", "| T-025 | 건널목 | 브룩 |"),
        (
            "轟さんが受け持ったおもちゃで、まだ残っているものはいくつですか。",
            "| 番号 | おもちゃ | 担当 |",
            "| T-025 | 踏切 | 轟 |",
        ),
    ],
)
def test_the_number_of_a_row_is_no_count(question: str, head: str, row: str) -> None:
    chunk = prepared(ENGLISH).chunks[0].chunk
    passage = Passage(chunk, prepared(ENGLISH).document, 1.0)
    lead = Quote(row, passage, 0, "row", head, leads=True)
    assert is_unproven(question, Extract((lead,), "answered"))
    counted = replace(lead, text=f"{row[:-1]}| 3 |", head=f"{head[:-1]}| n |")
    assert not is_unproven(question, Extract((counted,), "answered"))
