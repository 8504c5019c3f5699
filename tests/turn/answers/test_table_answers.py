"""Questions about tables and forms as wholes, through a turn without a model: rows by two keys, conditions, ranges, forms."""

import pytest

from ibidem.turn.context import TurnContext
from turn.answers import tables
from turn.answers.test_calculations import ask
from turn.library import store

DOCUMENTS = {name.lower(): text for name, text in vars(tables).items() if name[-3:] in ("_EN", "_KO", "_JA")}
COUNT, (MOST, BEST) = tables.COUNT, tables.BEST

# The document, the question, and what the answer says.
CASES = (
    ("halls_en", "How many of the community halls are in Millbrook with “yes” for wheelchair access?", (f"{COUNT} rows",)),
    ("halls_ko", "마을 회관 목록에서 방앗골에 있고 경사로가 '유'로 되어 있는 회관은 몇 곳인가요?", (f"행 {COUNT}개",)),
    ("halls_ja", "集会所一覧で、水車区にあってスロープが「有」になっている集会所はいくつありますか。", (f"{COUNT}件",)),
    (
        "halls_en",
        "Which hall in Millbrook has the largest number of seats, and how many are they?",
        (str(MOST), f"Hall {BEST:03}"),
    ),
    ("halls_ko", "방앗골에서 좌석 수가 가장 많은 회관은 어디이고 몇 석인가요?", (str(MOST), f"제{BEST}회관")),
    ("halls_ja", "水車区の中で座席数がいちばん多い集会所はどこで、何人座れますか。", (str(MOST), f"第{BEST}集会所")),
    ("passes_en", "What does the gold pass cost a family for one month?", ("$79",)),
    ("passes_en", "What is the price of a bronze pass for an adult for one year?", ("$190",)),
    ("passes_ko", "수영장 골드 이용권의 가족 1개월 요금은 얼마인가요?", ("79,000원",)),
    ("passes_ko", "브론즈 이용권은 성인 1년에 얼마예요?", ("190,000원",)),
    ("passes_ja", "プールのゴールド会員で、家族の1か月の料金はいくらですか。", ("7,900円",)),
    ("passes_ja", "ブロンズ会員の大人は1年でいくらですか。", ("19,000円",)),
    ("parcels_en", "What is the express rate to zone B for a parcel up to 5 kg?", ("10.55",)),
    ("parcels_ko", "특급 소포를 2구역으로 보낼 때 5kg까지는 얼마인가요?", ("10,550",)),
    ("parcels_ja", "速達便で第2地帯へ5kgまでの小包を送るといくらですか。", ("1055",)),
    ("budget_en", "What do the amounts of the garden budget from April to July come to in total?", ("6,540",)),
    ("budget_ko", "텃밭 예산에서 4월부터 7월까지 쓴 금액을 모두 더하면 얼마인가요?", ("6,540",)),
    ("budget_ja", "菜園予算の4月から7月までの金額を合計するといくらですか。", ("6,540",)),
    (
        "minutes_en",
        "At what place was the choir meeting of 18 March 2024, and how long did it take?",
        ("School library", "21:00"),
    ),
    ("minutes_ko", "합창단의 2024년 4월 8일 회의는 장소가 어디였나요?", ("마을 강당", "4월 08일")),
    ("minutes_ja", "合唱団の2024年3月18日の会議の場所はどこでしたか。", ("学校の図書室", "3月18日")),
    ("minutes_en", "How many meetings of the choir have “Parish hall” as their place?", ("3 records",)),
    ("minutes_ko", "합창단 회의록에서 장소가 '마을 강당'인 회의는 모두 몇 번인가요?", ("기록 3건",)),
    ("minutes_ja", "合唱団の議事録で場所が「町の講堂」の会議は何回ありますか。", ("3件",)),
    ("teams_en", "How many overtime hours did the Glaze team have from January to March in total?", ("= 26",)),
    ("teams_ko", "유약팀의 1월부터 3월까지 초과 근무 시간을 모두 더하면 몇 시간인가요?", ("= 26",)),
    ("teams_ja", "釉薬班の1月から3月までの残業時間を合計すると何時間ですか。", ("= 26",)),
    ("teams_en", "How many overtime hours did the Packing team have in February?", ("February: 6",)),
    ("teams_ko", "포장팀은 2월에 초과 근무를 몇 시간 했나요?", ("2월: 6",)),
    ("teams_ja", "梱包班の2月の残業時間は何時間ですか。", ("2月: 6",)),
    ("routes_en", "How many ferry routes of the year 2021 are in the list?", ("3 rows",)),
    ("routes_ko", "도선 노선 가운데 개통 연도가 2021년인 노선은 몇 개인가요?", ("행 3개",)),
    ("routes_ja", "渡船の路線で、開設年が2021年の路線はいくつありますか。", ("3件",)),
    ("routes_en", "How many crossings does ferry route 58 have?", ("22",)),
    ("routes_ko", "도선 노선 58번의 운항 횟수는 몇 회인가요?", ("22",)),
    ("routes_ja", "渡船の路線58番の便数は何便ですか。", ("22",)),
    ("claim_en", "What are the daily allowance total and the fares total together with each other?", ("= 227",)),
    ("claim_ko", "출장비 정산서에서 일비 합계와 교통비 합계를 더하면 얼마인가요?", ("= 22,700",)),
    ("claim_ja", "出張精算書で、日当合計と交通費合計を足すといくらになりますか。", ("= 22,700",)),
)


@pytest.fixture
async def stored(context: TurnContext) -> TurnContext:
    await store(context, *DOCUMENTS.items())
    return context


@pytest.mark.parametrize(("doc_id", "question", "said"), CASES)
async def test_what_a_table_or_a_form_says_is_found(
    stored: TurnContext, doc_id: str, question: str, said: tuple[str, ...]
) -> None:
    turn = await ask(stored, question)
    assert [ref.doc_id for ref in turn.doc_refs] == [doc_id]
    missing = [one for one in said if one not in turn.assistant_text]
    assert not missing, turn.assistant_text


@pytest.mark.parametrize(
    "question",
    [
        "What do a gold pass and a bronze pass for an adult cost together with a towel?",
        "골드 이용권과 브론즈 이용권을 합치면 얼마인가요?",
        "ゴールド会員とブロンズ会員を足すといくらですか。",
        "In which team is the largest number of holidays?",
        "휴가가 가장 많은 팀은 어디인가요?",
        "休暇がいちばん多い班はどこですか。",
    ],
)
async def test_what_would_have_to_be_calculated_and_is_not_is_no_answer(stored: TurnContext, question: str) -> None:
    turn = await ask(stored, question)
    assert turn.found != "answered", turn.assistant_text


@pytest.mark.parametrize(
    "question",
    [
        "From what time to what time does the rate of the express service hold?",
        "특급 소포 요금은 몇 시부터 적용되나요?",
        "速達便の料金は何時から何時までですか。",
    ],
)
async def test_a_fee_is_no_answer_to_what_time_it_is_for(stored: TurnContext, question: str) -> None:
    turn = await ask(stored, question)
    assert turn.found != "answered", turn.assistant_text
