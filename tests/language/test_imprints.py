import pytest

from ibidem.language.imprints import asks_imprint, asks_scope, is_imprint, is_scope


@pytest.mark.parametrize(
    "line",
    [
        "문서번호 MT-410 · 개정 5판(2024-09-11) · 작성 설비보전2팀 박성우",
        "시행 2025년 4월 1일 · 인사팀 · 2022년판을 대체한다.",
        "보안운영파트 · 버전 4.2 · 2025년 2월",
        "Document MT-208, revision 6, effective 14 January 2025. Owner: Packaging Maintenance.",
        "Help article, updated 9 May 2025.",
        "Valid from 1 March 2025. Questions to finance@halden.example.",
        "文書番号 HS-51 改訂3版 2025年2月1日 主管:衛生設備課 小野寺",
        "施行日:2023年4月1日 担当:人事総務部",
    ],
)
def test_imprints(line: str) -> None:
    assert is_imprint(line)


@pytest.mark.parametrize(
    "line",
    [
        "본인 결혼 휴가는 7일이며 시행일부터 90일 안에 쓴다.",
        "고정 너트는 22 N·m로 조인다.",
        "2025년 2월 11일부터 14일까지 컨베이어가 일곱 번 멈췄다.",
        "Mileage is paid at 42 cents per kilometre.",
        "The version must be 7.1 or later.",
        "On 14 August 2024 the level alarm came up.",
        "在宅勤務手当は1日350円とする。",
        "2024年7月17日から異物数が増えた。",
    ],
)
def test_what_is_no_imprint(line: str) -> None:
    assert not is_imprint(line)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("이 규정 언제부터 시행이야?", True),
        ("누가 작성했어?", True),
        ("who owns the mileage policy?", True),
        ("which revision is this?", True),
        ("この規程の担当はどこの部署？", True),
        ("휴가 며칠이야?", False),
        ("how many cents per kilometre?", False),
        ("在宅手当はいくら？", False),
    ],
)
def test_whether_a_question_may_ask_for_one(question: str, asks: bool) -> None:
    assert asks_imprint(question) is asks


@pytest.mark.parametrize(
    ("line", "scope"),
    [
        ("2공장 5라인에 설치된 YA-230 충전기의 정기 점검과 소모품 교체에 적용한다.", True),
        ("음극 슬리팅에 쓰는 SL-420의 상·하 원형 칼날 교체 순서이다.", True),
        ("This page explains what the lights of the feeder mean.", True),
        ("Applies to rooms DR-1 and DR-2.", True),
        ("社員および契約社員の国内出張と海外出張に適用する。", True),
        ("充填機の校正の手順を定める。", True),
        ("고정 너트는 22 N·m로 조인다.", False),
        ("The page loads again after 5 seconds.", False),
        ("在宅勤務手当は1日350円とする。", False),
    ],
)
def test_scopes(line: str, scope: bool) -> None:
    assert is_scope(line) is scope


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("이 절차 어느 라인에 적용돼?", True),
        ("who does the policy apply to?", True),
        ("契約社員も対象ですか？", True),
        ("오링 몇 시간마다 갈아?", False),
        ("nozzle cap torque?", False),
        ("締付トルクはいくつ？", False),
    ],
)
def test_whether_a_question_may_ask_for_a_scope(question: str, asks: bool) -> None:
    assert asks_scope(question) is asks
