"""Wrong values, beside conditions of the question and in their place, in three languages."""

import pytest

from ibidem.checks.draft import check_answer
from ibidem.domain.languages import Language

# What is wrong stands after the document.
PLANTED: list[tuple[Language, str, str, str, str]] = [
    (
        "en",
        "I've been with the company for three years. How many days of annual leave do I get?",
        "With three years of service you get 16 days of annual leave [1].",
        "| Service | Annual leave |\n| --- | --- |\n| 1 to 4 years | 15 days |\n| 5 to 9 years | 18 days |",
        "16 days",
    ),
    (
        "en",
        "I've been here for eleven years. How many days of annual leave do I get?",
        "With eleven years of service you get 18 days of annual leave [1].",
        "| Service | Annual leave |\n| --- | --- |\n| 1 to 4 years | 15 days |\n| 5 to 9 years | 18 days |",
        "eleven years",
    ),
    (
        "en",
        "Is 15 N·m the right torque for the lid bolts?",
        "Yes, the lid bolts are tightened to 15 N·m [1].",
        "Tighten the 4 lid bolts to 12 N·m in 2 passes. Use a torque wrench for 5 to 25 N·m.",
        "15 N·m",
    ),
    (
        "en",
        "Do I tighten the lid bolts to 15 N·m?",
        "Yes, tighten the 4 lid bolts to 15 N·m in 2 passes [1].",
        "Tighten the 4 lid bolts to 12 N·m in 2 passes. Use a torque wrench for 5 to 25 N·m.",
        "15 N·m",
    ),
    (
        "en",
        "What is the torque of the lid bolts, 15 N·m?",
        "The 4 lid bolts are tightened to 15 N·m [1].",
        "Tighten the 4 lid bolts to 12 N·m in 2 passes. Use a torque wrench for 5 to 25 N·m.",
        "15 N·m",
    ),
    (
        "en",
        "Can I return the router within 60 days?",
        "Yes, you can return it within 60 days and pay 5 euros for the parcel [1].",
        "Returns are accepted within 30 days of delivery. The parcel costs 5 euros.",
        "60 days",
    ),
    (
        "en",
        "How long does a 300 MB export take?",
        "An export of 300 MB takes about 12 minutes [1].",
        "Exports of up to 500 MB take about 10 minutes. Larger ones run overnight.",
        "12 minutes",
    ),
    (
        "en",
        "How often is the P50 filter replaced?",
        "The P60 filter is replaced every 3,500 hours [1].",
        "Replace filter P50 every 3,500 hours and reset its counter.",
        "P60",
    ),
    (
        "en",
        "Where is the W8 connector?",
        "Connector W9 sits on the rear panel and is tightened to 0.6 N·m [1].",
        "Connector W8 sits on the rear panel and is tightened to 0.6 N·m.",
        "W9",
    ),
    (
        "en",
        "How many cycles does the purge take, 8 cycles?",
        "The purge takes 8 cycles of 30 seconds [1].",
        "Purge 3 cycles of 30 seconds each. At most 10 cycles are allowed.",
        "8 cycles",
    ),
    (
        "ko",
        "근속 3년인데 연차가 며칠이에요?",
        "근속 3년이시면 연차는 16일입니다 [1].",
        "| 근속 | 연차 |\n| --- | --- |\n| 1년 이상 5년 미만 | 15일 |\n| 5년 이상 10년 미만 | 18일 |",
        "16일",
    ),
    (
        "ko",
        "근속 11년이면 연차가 며칠이에요?",
        "근속 11년이시면 연차는 18일입니다 [1].",
        "| 근속 | 연차 |\n| --- | --- |\n| 1년 이상 5년 미만 | 15일 |\n| 5년 이상 10년 미만 | 18일 |",
        "11년",
    ),
    (
        "ko",
        "리드 볼트는 15 N·m로 조이면 되나요?",
        "네, 리드 볼트는 15 N·m로 조입니다 [1].",
        "리드 볼트 4개를 12 N·m로 2회에 나누어 체결한다. 토크 렌치는 5~25 N·m용을 쓴다.",
        "15 N·m",
    ),
    (
        "ko",
        "리드 볼트 토크가 15 N·m 맞아?",
        "네, 리드 볼트 4개를 15 N·m로 2회에 나누어 체결합니다 [1].",
        "리드 볼트 4개를 12 N·m로 2회에 나누어 체결한다. 토크 렌치는 5~25 N·m용을 쓴다.",
        "15 N·m",
    ),
    (
        "ko",
        "리드 볼트는 몇 N·m로 조여? 15 N·m?",
        "리드 볼트 4개는 15 N·m로 조입니다 [1].",
        "리드 볼트 4개를 12 N·m로 2회에 나누어 체결한다. 토크 렌치는 5~25 N·m용을 쓴다.",
        "15 N·m",
    ),
    (
        "ko",
        "공유기 반품이 60일 이내면 되나요?",
        "네, 60일 이내에 반품하실 수 있고 배송비는 5,000원입니다 [1].",
        "반품은 수령 후 30일 이내에 할 수 있다. 반품 배송비는 5,000원이다.",
        "60일",
    ),
    (
        "ko",
        "9시간 출장이면 일비가 얼마예요?",
        "9시간 출장의 일비는 45,000원입니다 [1].",
        "8시간 초과 출장은 일비 40,000원, 그 밖의 출장은 15,000원을 지급한다.",
        "45,000원",
    ),
    (
        "ko",
        "P50 필터 교체 주기가 어떻게 돼?",
        "P60 필터는 3,500시간마다 교체합니다 [1].",
        "P50 필터는 3,500시간마다 교체한다.",
        "P60",
    ),
    (
        "ko",
        "W8 커넥터가 어디 있어?",
        "W9 커넥터는 뒷면 패널에 있고 0.6 N·m로 조입니다 [1].",
        "W8 커넥터는 뒷면 패널에 있으며 0.6 N·m로 조인다.",
        "W9",
    ),
    (
        "ko",
        "퍼지는 8회 하면 되지?",
        "네, 30초씩 8회 퍼지합니다 [1].",
        "퍼지는 30초씩 3회 한다. 하루 10회 이하로 제한한다.",
        "8회",
    ),
    (
        "ja",
        "勤続3年ですが、有給休暇は何日ですか?",
        "勤続3年の場合、有給休暇は16日です[1]。",
        "| 勤続年数 | 有給休暇 |\n| --- | --- |\n| 1年以上5年未満 | 14日 |\n| 5年以上10年未満 | 18日 |",
        "16日",
    ),
    (
        "ja",
        "勤続11年だと有給休暇は何日ですか?",
        "勤続11年の場合、有給休暇は18日です[1]。",
        "| 勤続年数 | 有給休暇 |\n| --- | --- |\n| 1年以上5年未満 | 14日 |\n| 5年以上10年未満 | 18日 |",
        "11年",
    ),
    (
        "ja",
        "リッドのボルトは15 N·mで締めればいいですか?",
        "はい、リッドのボルトは15 N·mで締めます[1]。",
        "リッドのボルト4本を12 N·mで2回に分けて締める。トルクレンチは5〜25 N·m用を使う。",
        "15 N·m",
    ),
    (
        "ja",
        "リッドのボルトのトルクは15 N·mで合っていますか?",
        "はい、リッドのボルト4本を15 N·mで2回に分けて締めます[1]。",
        "リッドのボルト4本を12 N·mで2回に分けて締める。トルクレンチは5〜25 N·m用を使う。",
        "15 N·m",
    ),
    (
        "ja",
        "リッドのボルトは何N·mで締めますか?15 N·mですか?",
        "リッドのボルト4本は15 N·mで締めます[1]。",
        "リッドのボルト4本を12 N·mで2回に分けて締める。トルクレンチは5〜25 N·m用を使う。",
        "15 N·m",
    ),
    (
        "ja",
        "ルーターは60日以内なら返品できますか?",
        "はい、60日以内であれば返品でき、送料は500円です[1]。",
        "返品は到着後30日以内に承ります。返品の送料は500円です。",
        "60日",
    ),
    (
        "ja",
        "9時間の出張だと日当はいくらですか?",
        "9時間の出張の日当は4,500円です[1]。",
        "8時間を超える出張は日当4,000円、それ以外は1,500円とする。",
        "4,500円",
    ),
    (
        "ja",
        "P50フィルターの交換時期は?",
        "P60フィルターは3,500時間ごとに交換します[1]。",
        "P50フィルターは3,500時間ごとに交換する。",
        "P60",
    ),
    (
        "ja",
        "W8コネクターはどこにありますか?",
        "W9コネクターは背面パネルにあり、0.6 N·mで締めます[1]。",
        "W8コネクターは背面パネルにあり、0.6 N·mで締める。",
        "W9",
    ),
    (
        "ja",
        "パージは8回でいいですか?",
        "はい、30秒ずつ8回パージします[1]。",
        "パージは30秒ずつ3回行う。1日10回以下とする。",
        "8回",
    ),
]


@pytest.mark.parametrize(("language", "question", "answer", "document", "wrong"), PLANTED)
def test_a_wrong_value_is_found_whatever_the_question_gave(
    language: Language, question: str, answer: str, document: str, wrong: str
) -> None:
    found = check_answer(answer, {1: document}, question, language)
    assert any(wrong in issue.detail.replace(issue.sentence, "") for issue in found)


RANGES = """
Storage: 0 to 40 °C. Torque tools: 5 to 60 N·m. Pension: 1 to 20 years of service. Runs of 2 to 20 cycles. Orders up to 100 days.
보관은 0~40 ℃. 공구 5~60 N·m. 근속 1년 이상 20년 미만. 2~20회. 100일 이내.
保管は0〜40℃。工具は5〜60 N·m。1年以上20年未満。2〜20回。100日以内。
"""


@pytest.mark.parametrize(("language", "question", "answer", "document", "wrong"), PLANTED)
def test_ranges_elsewhere_in_a_longer_text_let_nothing_pass(
    language: Language, question: str, answer: str, document: str, wrong: str
) -> None:
    found = check_answer(answer, {1: document + RANGES}, question, language)
    assert any(wrong in issue.detail.replace(issue.sentence, "") for issue in found)
