"""The rules that a draft is checked by, in three languages and across them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibidem.checks.draft import check_answer
from ibidem.checks.issue import Issue
from ibidem.domain.languages import Language

KO = """SUPRA XP 챔버 리드 오링 교체
챔버 온도가 50 ℃ 이하로 내려간 것을 확인한 뒤 리드를 연다. 식는 데 보통 90분이 걸린다.
리드의 무게는 28 kg이므로 반드시 2명이 함께 든다. 리드 오링의 부품 번호는 OR-3815-FK이다.
볼트는 대각선 순서로 6 N·m, 이어서 12 N·m로 체결한다. 토크 렌치는 5~25 N·m용(TL-0025)을 쓴다.
도달 압력은 30분 안에 5 mTorr 이하여야 한다. 오링은 6개월마다, 또는 웨이퍼 20,000장마다 교체한다.
퍼지는 3회 반복한다. 이 절차서는 2024년 3월 8일에 개정되었다. 작업은 오전 9시에 시작한다."""
EN = """Dry pump replacement, ECOLITE 2000
The pump weighs 210 kg. Purge the foreline with nitrogen at 30 slm for 20 minutes. Lock out the 208 V supply.
Fit the new centering rings (CR-0040) and tighten the NW40 clamps to 4 N·m. The work takes two people.
Check that the flow is at least 3.0 L/min. Motor current should settle between 7 and 9 A.
Replace the pump every 24 months, and inspect it three times a year. Issued 8 March 2024. Work starts at 9 a.m.
The storage tank must be kept at -40 °C. E-2107 means that the pump is too hot."""
JA = """GENEVA XP ペデスタルヒーターの交換
作業は2名で行い、所要時間は約4時間です。ヒーターの温度が40 ℃以下になるまで触れないこと。
固定ボルト4本を対角の順に7 N·mで締め付けます。ヒーターの品番はHT-4400です。
絶縁抵抗が100 MΩ以上あることを測定します。ゼロ調整ボタンは3秒間押します。
ヒーターは36か月ごとに交換します。発行日は2024年3月8日です。点検は1,500時間ごとに行います。"""
SOURCES = {1: KO, 2: EN, 3: JA}


def issues(text: str, language: Language, question: str = "", sources: dict[int, str] = SOURCES) -> tuple[Issue, ...]:
    return check_answer(text, sources, question, language)


def kinds(text: str, language: Language, question: str = "") -> list[str]:
    return [issue.kind for issue in issues(text, language, question)]


BORNE_OUT: list[tuple[Language, str]] = [
    ("ko", "볼트는 대각선 순서로 6 N·m, 이어서 12N·m로 체결합니다 [1]."),
    ("ko", "리드를 열기 전에 50도 이하인지 확인하세요. 식는 데는 약 90분이 걸립니다 [1]."),
    ("ko", "오링(OR-3815-FK)은 6개월마다 교체합니다 [1]. 웨이퍼 2만 장마다 교체해도 됩니다 [1]."),
    ("ko", "리드는 28kg이어서 두 명이 함께 들어야 합니다[1]."),
    ("ko", "퍼지는 세 번 반복합니다. [1] 작업은 09:00에 시작합니다. [1]"),
    ("ko", "드라이 펌프의 무게는 210 kg이고 작업에는 두 명이 필요합니다 [2]. 전류는 7~9 A여야 합니다 [2]."),
    ("ko", "포어라인을 20분 동안 퍼지하고 24개월마다 펌프를 교체합니다 [2]. 점검은 1년에 세 번 합니다 [2]."),
    ("ko", "이 문서는 2024년 3월 8일에 나왔습니다 [2]. 탱크는 영하 40도로 유지합니다 [2]."),
    ("ko", "버튼은 3초 동안 누르고, 1,500시간마다 점검합니다 [3]. 히터는 3년마다 교체합니다 [3]."),
    ("en", "Tighten the bolts to 6 N·m, then to 12 Nm [1]. Use a 5-25 N·m wrench (TL-0025) [1]."),
    ("en", "The lid weighs 28 kg, so two people must lift it [1]. Cooling takes 90 minutes [1]."),
    ("en", "Purge three times [1]. Replace the O-ring every six months or every 20,000 wafers [1]."),
    ("en", "The procedure was revised on March 8, 2024 [1]. Work begins at 9:00 AM [1]."),
    ("en", "The base pressure must be 5 mTorr or less within half an hour [1]."),
    ("en", "The work takes two people about four hours, and the insulation must be at least 100 MΩ [3]."),
    ("en", "The zero button is held for three seconds [3]. Inspect it every 1500 hours [3]."),
    ("ja", "固定ボルト4本は7 N・mで締め付けます[3]。ヒーター（HT-4400）は36か月ごとに交換します[3]。"),
    ("ja", "リードは28kgあるため、必ず2人で持ち上げてください[1]。Oリングは6ヶ月ごとに交換します[1]。"),
    ("ja", "ボルトは6 N·m、続いて１２ N·mで締めます。[1]次に、30分以内に5 mTorr以下になることを確認します。[1]"),
    ("ja", "ポンプの質量は210 kgで、20分間パージします[2]。発行日は2024年3月8日です[2]。"),
    ("ja", "年に3回点検し、24か月ごとに交換します[2]。タンクは-40 ℃に保ちます[2]。"),
]


@pytest.mark.parametrize(("language", "text"), BORNE_OUT)
def test_what_a_cited_document_holds_is_not_complained_about(language: Language, text: str) -> None:
    assert [str(issue) for issue in issues(text, language)] == []


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("ko", "볼트는 15 N·m로 체결합니다 [1].", "15 N·m"),
        ("ko", "오링은 3개월마다 교체합니다 [1].", "3개월"),
        ("ko", "전원은 220 V입니다 [2].", "220 V"),
        ("ko", "리드는 네 명이 함께 들어야 합니다 [1].", "네 명"),
        ("ko", "이 절차서는 2024년 3월 9일에 개정되었습니다 [1].", "2024년 3월 9일"),
        ("ko", "작업은 오후 9시에 시작합니다 [1].", "9시"),
        ("en", "Tighten the clamps to 6 N·m [2].", "6 N·m"),
        ("en", "The lid weighs 82 kg [1].", "82 kg"),
        ("en", "Inspect the pump five times a year [2].", "five times"),
        ("en", "It was issued on 9 March 2024 [2].", "9 March 2024"),
        ("en", "The tank is kept at 40 °C [2].", "40 °C"),
        ("ja", "固定ボルトは9 N·mで締め付けます[3]。", "9 N·m"),
        ("ja", "ポンプは18か月ごとに交換します[2]。", "18か月"),
        ("ja", "作業は三人で行います[3]。", "三人"),
    ],
)
def test_a_value_that_no_cited_document_holds_is_named(language: Language, text: str, value: str) -> None:
    (issue,) = issues(text, language)
    assert issue.kind == "number" and f"{value}" in str(issue) and "\n" not in str(issue)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "볼트는 12 V로 체결합니다 [1]."),
        ("ko", "오링은 6년마다 교체합니다 [1]."),
        ("en", "Purge with nitrogen at 30 sccm [2]."),
        ("en", "Purge the foreline for 20 seconds [2]."),
        ("ja", "固定ボルトは7 kgで締め付けます[3]。"),
        ("ja", "ボタンは3分間押します[3]。"),
    ],
)
def test_the_right_number_with_another_unit_is_wrong(language: Language, text: str) -> None:
    assert kinds(text, language) == ["number"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "리드의 무게는 28 kg입니다 [2]."),
        ("en", "Tighten the clamps to 4 N·m [3]."),
        ("ja", "絶縁抵抗は100 MΩ以上です[1]。"),
    ],
)
def test_a_value_has_to_stand_in_the_document_that_is_cited_for_it(language: Language, text: str) -> None:
    assert kinds(text, language) == ["number"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "갱신은 새벽 3시에서 4시 사이에 합니다 [1]. 청구서는 15일 이전에 냅니다 [1]. 출근율은 80% 이상이어야 합니다 [1]."),
        ("en", "Updates run between 3 and 4 a.m. [1]. Send claims by the 15th [1]. Attendance must be 80% [1]."),
        (
            "ja",
            "更新は午前3時から4時の間です[1]。請求は15日までに送ります[1]。1人あたり年2回までです[1]。出勤率は8割以上です[1]。",
        ),
    ],
)
def test_hours_days_and_shares_are_told_differently_in_each_language(language: Language, text: str) -> None:
    sources = {1: "Updates run between 3 and 4 am. Send claims before the 15th. Twice a year for each. 出勤率が8割以上。"}
    assert [str(issue) for issue in check_answer(text, sources, "", language)] == []


@pytest.mark.parametrize("space", ["\n", "\u00a0", "\u202f", ""])
def test_a_unit_may_stand_after_any_space_or_on_the_next_line(space: str) -> None:
    sources = {1: f"Purge it for 30{space}minutes at 12{space}N·m. 洗浄は15{space}分間です。배관은 10{space}분간 세척한다."}
    for language, text in (
        ("en", "Purge it for 30 minutes at 12 N·m [1]."),
        ("ja", "洗浄は15 分間です[1]。"),
        ("ko", "배관은 10분간 세척합니다 [1]."),
    ):
        assert [str(issue) for issue in check_answer(text, sources, "", language)] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "2번째 볼트부터 조입니다. 1단계에서는 리드를 엽니다 [1]."),
        ("en", "Start with the 2nd bolt. In step 3, open the lid; there are 4 things to check [1]."),
        ("ja", "2番目のボルトから締めます。手順3では蓋を開けます[1]。"),
        ("ko", "① 리드를 엽니다 [1].\n② 볼트를 풉니다 [1].\n(3) 오링을 뺍니다 [1]."),
    ],
)
def test_what_only_counts_off_is_no_value(language: Language, text: str) -> None:
    assert [str(issue) for issue in issues(text, language)] == []


def test_a_number_alone_bears_out_a_measure_only_under_a_title_that_gives_the_unit() -> None:
    table = {1: "| Part | Torque (N·m) | Quantity |\n|---|---|---|\n| Clamp | 4 | 2 |"}
    assert issues("The clamp is tightened to 4 N·m, and you need 2 pieces [1].", "en", sources=table) == ()
    assert [issue.kind for issue in issues("The clamp takes 4 kg [1].", "en", sources=table)] == ["number"]


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("ko", "오링의 부품 번호는 OR-3851-FK입니다 [1].", "OR-3851-FK"),
        ("ko", "SUPRA N의 리드 볼트를 대각선 순서로 체결합니다 [1].", "SUPRA N"),
        ("en", "Fit the new centering rings, part CR-0050 [2].", "CR-0050"),
        ("en", "This applies to the ECOLITE 3000 [2].", "ECOLITE 3000"),
        ("en", "The alarm E-2107B means that the pump is too hot [2].", "E-2107B"),
        ("ja", "ヒーターの品番はHT-4401です[3]。", "HT-4401"),
    ],
)
def test_a_code_that_no_cited_document_holds_is_named(language: Language, text: str, code: str) -> None:
    (issue,) = issues(text, language)
    assert issue.kind == "code" and code in str(issue)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "e2107은 펌프가 과열되었다는 뜻입니다 [2]."),
        ("en", "Part or 3815 fk is the lid O-ring of the Supra XP [1]."),
        ("ja", "ＨＴ－４４００がヒーターの品番です[3]。"),
        ("ko", "질소(N2)로 퍼지합니다 [1]."),
        ("en", "Purge with N2 in Q1 and do NOT OPEN the lid [1]."),
    ],
)
def test_codes_are_the_same_in_any_spelling_and_substances_are_none(language: Language, text: str) -> None:
    assert kinds(text, language) == []


@pytest.mark.parametrize(
    ("language", "good", "bad"),
    [
        (
            "ko",
            "문서에는 “반드시 2명이 함께 든다”라고 적혀 있습니다 [1].",
            "문서에는 “반드시 혼자서 들어 올린다”라고 적혀 있습니다 [1].",
        ),
        ("en", 'It says "Motor current should settle" [2].', 'It says "Motor current may rise freely" [2].'),
        ("ja", "「40 ℃以下になるまで触れないこと」とあります[3]。", "「冷えていれば素手で触れてもよい」とあります[3]。"),
    ],
)
def test_what_stands_in_quotation_marks_stands_in_the_document(language: Language, good: str, bad: str) -> None:
    assert kinds(good, language) == []
    assert kinds(bad, language) == ["quote"]


def test_short_names_and_apostrophes_are_no_quotations() -> None:
    assert kinds("Press 'Stop' and don't open the pump's valve until it's cold [2].", "en") == []
    assert kinds("화면에서 “정지”를 누릅니다 [2].", "ko") == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "볼트는 12 N·m로 체결합니다."),
        ("en", "Tighten the bolts to 12 N·m."),
        ("ja", "ボルトは12 N·mで締め付けます。"),
        ("ko", "오링을 교체할 때는 금속 도구를 쓰지 않습니다."),
    ],
)
def test_an_answer_without_any_citation_is_told_once(language: Language, text: str) -> None:
    assert kinds(text, language) == ["uncited"]


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        ("ko", "리드는 28 kg입니다 [1].\n\n볼트는 12 N·m로 체결합니다.", "볼트는"),
        ("en", "The lid weighs 28 kg [1]. Cooling takes 90 minutes.", "Cooling takes"),
        ("ja", "- ボルトは12 N·mで締め付けます。\n- 蓋の質量は28 kgです[1]。", "ボルトは"),
        ("en", "The lid weighs 28 kg [1].\n\nMetal tools scratch the groove and must never be used.", "Metal tools"),
    ],
)
def test_a_value_or_a_paragraph_without_a_source_is_named(language: Language, text: str, sentence: str) -> None:
    (issue,) = issues(text, language)
    assert issue.kind == "uncited" and sentence in str(issue)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "ko",
            "안녕하세요! 오링 교체 방법을 안내해 드리겠습니다.\n\n## 교체 순서\n\n다음과 같이 진행합니다:\n\n"
            "1. 리드를 엽니다 [1].\n2. 볼트를 12 N·m로 조입니다 [1].\n\n더 궁금한 점이 있으면 말씀해 주세요.",
        ),
        (
            "en",
            "Sure, here is how to do it. Follow these steps:\n\n1. Open the lid.\n2. Tighten the bolts to 12 N·m [1].\n\n"
            "**Step 2: acceptance**\nWait 30 minutes. The pressure must be 5 mTorr or less [1].\n\nLet me know if you need more.",
        ),
        (
            "ja",
            "手順は次のとおりです。\n\n1. 蓋を開けます[1]。\n2. ボルトを12 N·mで締めます[1]。\n\n"
            "ご不明な点があればお尋ねください。",
        ),
        ("ko", "준비물은 다음과 같습니다 [1]:\n- 토크 렌치 5~25 N·m (TL-0025)\n- 오링 OR-3815-FK"),
        ("en", "You need the following [1]:\n- a torque wrench, 5 to 25 N·m (TL-0025)\n- an O-ring, OR-3815-FK"),
        ("ja", "| 項目 | 値 |\n|---|---|\n| 締め付けトルク | 12 N·m |\n| 質量 | 28 kg [1] |"),
        ("ko", "리드 볼트를 조입니다.\n- 먼저 6 N·m\n- 이어서 12 N·m\n[1]"),
        ("en", "The documents do not say how much the wrench costs. The lid weighs 28 kg [1]."),
        ("en", "| Torque | 12 N·m |\n|---|---|\n| Weight | 28 kg |\n\nThese values are those of the procedure [1]."),
        ("ko", "두 단계로 조입니다: 먼저 6 N·m, 다음 12 N·m입니다. 3가지를 확인하세요 [1]."),
    ],
)
def test_headings_courtesies_and_leading_lines_need_no_source(language: Language, text: str) -> None:
    assert [str(issue) for issue in issues(text, language)] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "The lid weighs 28 kg, and the bolts are tightened in a diagonal order [1]."),
        ("en", "리드의 무게는 28 kg이고 볼트는 대각선 순서로 조입니다 [1]."),
        ("ja", "리드의 무게는 28 kg이고 볼트는 대각선 순서로 조입니다 [1]."),
        (
            "ja",
            "盖子的重量为28 kg，因此必须由两人一起抬起。螺栓应按照对角线顺序拧紧，完成后检查泄漏并记录测量结果 [1]。",
        ),
        ("ko", "ボルトは対角の順に12 N·mで締め付けます[1]。"),
    ],
)
def test_an_answer_in_another_language_is_told(language: Language, text: str) -> None:
    assert "language" in kinds(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "12 N·m [1]"),
        ("ja", "HT-4400 [3]"),
        ("en", "28 kg [1]"),
        ("ko", "SUPRA XP의 RF Generator, Turbo Pump, Slit Valve를 점검합니다 [1]."),
    ],
)
def test_values_and_terms_alone_are_of_any_language(language: Language, text: str) -> None:
    assert "language" not in kinds(text, language)


@pytest.mark.parametrize("text", ["", " \n", "[1] [2]", "...", "[1]。"])
def test_an_answer_that_says_nothing_is_empty(text: str) -> None:
    assert kinds(text, "ja") == ["empty"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "펌프를 정지합니다 [1]. " * 12),
        ("en", "Stop the pump and wait [1]. " * 12),
        ("ja", "ポンプを停止します[1]。" * 12),
        ("en", "the pump and " * 60),
    ],
)
def test_an_answer_that_runs_in_circles_is_told(language: Language, text: str) -> None:
    assert kinds(text, language) == ["empty"]


def test_an_issue_is_told_in_the_language_of_the_answer() -> None:
    assert str(issues("볼트는 15 N·m로 체결합니다 [1].", "ko")[0]).startswith("인용한 문서 [1]에 “15 N·m” 값이 없습니다")
    assert "does not stand in the cited document [2]" in str(issues("Tighten it to 6 N·m [2].", "en")[0])
    assert "引用した文書 [3]に" in str(issues("9 N·mで締め付けます[3]。", "ja")[0])


SENTENCES = [(slot, line) for slot, text in SOURCES.items() for line in text.split("\n")[1:]]
LANGUAGES: dict[int, Language] = {1: "ko", 2: "en", 3: "ja"}


@given(st.integers(1, 3), st.lists(st.integers(0, 30), min_size=1, max_size=4, unique=True), st.sampled_from([" [{}]", "\n[{}]"]))
def test_sentences_copied_from_a_document_that_is_cited_are_right(slot: int, chosen: list[int], marker: str) -> None:
    lines = [line for of, line in SENTENCES if of == slot]
    text = "\n\n".join(lines[i % len(lines)] + marker.format(slot) for i in sorted({i % len(lines) for i in chosen}))
    assert [str(issue) for issue in issues(text, LANGUAGES[slot])] == []


DIGITS = [(slot, at) for slot, text in SOURCES.items() for at, char in enumerate(text) if char.isdigit()]


@settings(max_examples=2 * settings().max_examples)
@given(st.sampled_from(DIGITS), st.sampled_from("0123456789"), st.sampled_from("0123456789"))
def test_a_digit_more_makes_a_value_wrong(place: tuple[int, int], digit: str, another: str) -> None:
    slot, at = place
    source = SOURCES[slot]
    start, end = source.rfind("\n", 0, at) + 1, source.find("\n", at)
    line = source[start : at + 1] + "7" + digit + another + "7" + source[at + 1 : end if end > 0 else len(source)]
    assert {"number", "code"} & set(kinds(f"{line} [{slot}]", LANGUAGES[slot]))


@given(
    st.text(
        alphabet=st.sampled_from(
            "0123456789.,-~:/%[]() \nNm·℃V분월일년時年か月回오전午後ax×⁻⁹①|#*“”'\"SUPRAe조억만千half one세번三人"
        ),
        max_size=120,
    )
)
def test_no_text_makes_the_check_raise(text: str) -> None:
    for language in ("ko", "en", "ja"):
        for issue in check_answer(text, {1: text, 2: EN}, text[::-1], language):
            assert str(issue) and "\n" not in str(issue)


@given(st.text(alphabet=st.characters(codec=None), max_size=80))
def test_odd_letters_do_not_make_the_check_raise(text: str) -> None:
    check_answer(f"{text} 12 {text} [1] {text}", {1: text}, text, "ko")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("볼트 담당자는 <PHONE_1>이며 12 N·m로 체결한다 [1]. “오링의 부품 번호는 <SECRET_2>-FK이다”라고 적혀 있다 [1].", "ko"),
        (
            "Call <PHONE_1> before 210 kg are moved [2]. “The pump weighs <KR_RRN_2>. Purge the foreline” it says [2].",
            "en",
        ),
        ("担当は<PHONE_1>で、7 N·mで締め付けます [3]。「ヒーターの品番は<SECRET_2>です。絶縁抵抗」とあります [3]。", "ja"),
    ],
)
def test_what_stands_for_personal_data_is_no_value_and_a_gap_in_a_quotation(text: str, language: Language) -> None:
    assert kinds(text, language) == []
