"""What a masked message asks, in three languages."""

import pytest

from ibidem.language.placeholders import without_carried

CARRIED = [
    ("제 주민번호는 <KR_RRN_1>인데 연차는 며칠이에요?", "연차는 며칠이에요?"),
    ("주민등록번호 <KR_RRN_1>이고요, 출장비는 어떻게 청구하나요?", "출장비는 어떻게 청구하나요?"),
    ("연락처는 <PHONE_1>입니다. 경조사 휴가는 며칠인가요?", "경조사 휴가는 며칠인가요?"),
    ("주민번호는 <KR_RRN_1>이고 폰은 <PHONE_1>인데 육아휴직 급여는 얼마예요?", "육아휴직 급여는 얼마예요?"),
    ("출장비는 어떻게 청구하나요? 제 카드는 <CREDIT_CARD_1>예요", "출장비는 어떻게 청구하나요?"),
    ("My card is <CREDIT_CARD_1>, how do I claim travel costs?", "how do I claim travel costs?"),
    ("My phone number is <PHONE_1> and how many days of annual leave do I get?", "how many days of annual leave do I get?"),
    ("SSN: <US_SSN_1>, who approves overtime?", "who approves overtime?"),
    ("Who approves overtime? My email's <EMAIL_1>.", "Who approves overtime?"),
    ("マイナンバーは<JP_MY_NUMBER_1>ですが、年休は何日ですか。", "年休は何日ですか。"),
    ("私の携帯は<PHONE_1>です。出張費はどう精算しますか。", "出張費はどう精算しますか。"),
    ("カード番号<CREDIT_CARD_1>なんですけど経費の締め切りはいつですか", "経費の締め切りはいつですか"),
]
KEPT = [
    ("직원 <KR_RRN_1>의 연차 일수는?", "직원의 연차 일수는?"),
    ("인사팀에 <PHONE_1>로 등록하려면 뭐가 필요해요?", "인사팀에로 등록하려면 뭐가 필요해요?"),
    ("주민번호 <KR_RRN_1>로 조회하면 연차가 며칠인가요?", "주민번호로 조회하면 연차가 며칠인가요?"),
    (
        "Which form do I need for a transfer to <BANK_ACCOUNT_1>, and who signs it?",
        "Which form do I need for a transfer to, and who signs it?",
    ),
    ("Is <PHONE_1> the number for fire alarms?", "Is the number for fire alarms?"),
    ("人事部に<PHONE_1>を登録するには何が必要ですか。", "人事部にを登録するには何が必要ですか。"),
    ("個人番号<JP_MY_NUMBER_1>の社員の年休は何日ですか。", "個人番号の社員の年休は何日ですか。"),
    ("제 번호는 <PHONE_1>입니다", "제 번호는입니다"),
    ("연차는 며칠이에요?", "연차는 며칠이에요?"),
    ("a < b and c > d", "a < b and c > d"),
]


@pytest.mark.parametrize(("text", "asked"), CARRIED)
def test_what_only_carries_a_value_is_not_asked(text: str, asked: str) -> None:
    assert without_carried(text).strip() == asked


@pytest.mark.parametrize(("text", "asked"), KEPT)
def test_everything_else_stays(text: str, asked: str) -> None:
    assert without_carried(text).strip() == asked
