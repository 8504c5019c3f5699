"""Numbers that a question asks for by their label."""

import pytest

from ibidem.answering.numbered_fields import numbered_field
from ibidem.domain.documents import Chunk

POLICIES = {
    "en": (
        "Harwick Mill, insurance 2031\n\nNordsee Mutual Policy No. NM8812044, 1 May 2031\n\n"
        "| FIRE | Limit |\n|---|---|\n| Mill house | $90,000 |\n\nNordsee Mutual Policy No. NM7731209, 1 May 2031\n\n"
        "| FLOOD | Limit |\n|---|---|\n| Mill house | $60,000 |\n\nTel: 041-555-0134  Fax: 041-555-0199\n"
    ),
    "ko": (
        "물레방앗간 보험 2031년\n\n북해상호 증권번호 NM8812044\n\n| 화재 | 한도 |\n|---|---|\n| 본채 | 9천만 원 |\n\n"
        "북해상호 증권번호 NM7731209\n\n| 침수 | 한도 |\n|---|---|\n| 본채 | 6천만 원 |\n\n"
        "전화 : 041-555-0134  팩스 : 041-555-0199\n"
    ),
    "ja": (
        "水車小屋の保険 2031年\n\n北海相互 証券番号 NM8812044\n\n| 火災 | 限度 |\n|---|---|\n| 母屋 | 900万円 |\n\n"
        "北海相互 証券番号 NM7731209\n\n| 水災 | 限度 |\n|---|---|\n| 母屋 | 600万円 |\n\nTEL：041-555-0134　FAX：041-555-0199\n"
    ),
}


@pytest.mark.parametrize(
    ("language", "question", "number"),
    [
        ("en", "What is the policy number of the flood insurance for Harwick Mill?", "NM7731209"),
        ("ko", "물레방앗간 침수 보험의 증권번호를 알려 주세요.", "NM7731209"),
        ("ja", "水車小屋の水災の保険の証券番号は何番ですか。", "NM7731209"),
        ("en", "What is the policy number of the fire insurance at the mill?", "NM8812044"),
        ("ko", "화재 보험 증권번호가 뭐예요?", "NM8812044"),
        ("ja", "火災保険の証券番号を教えてください。", "NM8812044"),
        ("en", "What is the fax number of the mill?", "041-555-0199"),
        ("ko", "방앗간 팩스 번호는 몇 번인가요?", "041-555-0199"),
        ("ja", "水車小屋のFAX番号は何番ですか。", "041-555-0199"),
    ],
)
def test_the_number_of_a_label_is_found(language: str, question: str, number: str) -> None:
    chunk = Chunk("d", "v", "d#0", 0, "", None, 0, POLICIES[language])
    field = numbered_field(question, (chunk,))
    assert field is not None
    assert field.number == number
    assert chunk.text[field.start :].startswith(field.text)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What is the policy number?"),
        ("ko", "증권번호를 알려 주세요."),
        ("ja", "証券番号は何番ですか。"),
        ("en", "What is the number of houses?"),
        ("ko", "본채는 몇 채인가요?"),
        ("ja", "母屋はいくつありますか。"),
    ],
)
def test_none_is_found_of_several_or_where_none_is_asked_for(language: str, question: str) -> None:
    assert numbered_field(question, (Chunk("d", "v", "d#0", 0, "", None, 0, POLICIES[language]),)) is None


def test_a_label_and_its_number_may_be_neighbouring_cells() -> None:
    text = "| 문서번호 | 31-KD-204 | 단계 | 설계 |\n|---|---|---|---|\n| 작성일 | 2031.05.02 | 승인 | 예 |\n"
    field = numbered_field("설계서의 문서번호를 알려 주세요.", (Chunk("d", "v", "d#0", 0, "", None, 0, text),))
    assert field is not None
    assert field.number == "31-KD-204"
