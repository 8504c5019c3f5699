"""What asks for more of a document that was just shown, and what asks for something else."""

import pytest

from ibidem.understanding.acts import read_acts
from ibidem.understanding.further import PageWanted, page_wanted, page_wanted_of
from understanding.conversation import PROFILE

MORE = {
    "ko": "나머지 보여줘|계속|다음 페이지|다음 페이지 보여주세요|계속해줘|이어서 보여줘|나머지 부분도 보여줘|남은 내용 보여줘"
    "|더 보여줘|그 문서의 나머지 보여줘|그럼 다음 페이지 보여줘|뒷부분도 보여줘",
    "en": "show me the rest|next page|Please continue.|go on|keep going|show me more|the rest please"
    "|show me the rest of it"
    "|show me the rest of that document|can you show me the next page?|and the rest?|ok, next page please",
    "ja": "続きを見せて|続けてください|次のページ|次のページを見せてください|残りを見せて|残りもお願いします"
    "|その文書の続きを見せて|もっと見せて|続きをお願いします|続きを表示して",
}
ELSE = {
    "ko": "다음 문서 보여줘|다음 주 일정|계속 알람이 떠요|더 자세히 알려줘|네|보여줘|다음 점검은 언제야?",
    "en": "next document|continue after the alarm?|more details please|tell me more"
    "|show me document 2"
    "|yes|show it|what is next for the valve?|not that, the next one",
    "ja": "次の文書|もっと詳しく|次の点検はいつ|残りの文書を見せて|はい|続けて開く弁はどれ",
}


@pytest.mark.parametrize("message", [m for messages in MORE.values() for m in messages.split("|")])
def test_more_is_asked_for(message: str) -> None:
    assert page_wanted(message, read_acts(message), PROFILE) == "next"


@pytest.mark.parametrize("message", [*(m for messages in ELSE.values() for m in messages.split("|")), "", " ", "더 " * 500])
def test_something_else_is_asked_for(message: str) -> None:
    assert page_wanted(message, read_acts(message), PROFILE) is None


PAGES: dict[PageWanted, str] = {
    "previous": "back one page|한 장 뒤로 가줘|ひとつ戻って前のページを見せて|previous page|go back"
    "|go back one page|show me the page before that|이전 페이지|앞 페이지로 돌아가줘|뒤로 가줘"
    "|前のページ|前のページに戻ってください|戻って",
    "next": "세 페이지 더 보여줘|three more pages please|もう一ページ",
    1: "first page|back to page 1|첫 페이지|첫 번째 페이지로|最初のページ|1ページ目",
    3: "page 3|can you open page 3?|3페이지 열어줘|ページ3を開いて|page 3 of that handbook"
    "|go to page three, please|the 3rd page|third page|page 3 of the manual"
    "|3페이지 보여줘|세 번째 페이지|3쪽으로 넘어가줘"
    "|페이지 3|3ページ目を見せて|3ページを見せてください|三ページ目",
    -1: "last page|show me the last page|마지막 페이지|맨 끝 쪽 보여줘|最後のページ|最終ページを見せて",
}
NO_PAGE = (
    *("the previous one", "previous document", "page 3 of document 2", "what is on page 3?", "the last one"),
    *("2번 쪽", "첫 번째 문서", "돌아가는 펌프", "3페이지짜리 문서"),
    *("3ページの表は?", "戻ってこない部品", "最後の文書", "前の文書"),
)


@pytest.mark.parametrize(("wanted", "message"), [(page, m) for page, messages in PAGES.items() for m in messages.split("|")])
def test_a_page_is_asked_for(wanted: PageWanted, message: str) -> None:
    assert page_wanted(message, read_acts(message), PROFILE) == wanted


@pytest.mark.parametrize("message", NO_PAGE)
def test_no_page_is_asked_for(message: str) -> None:
    assert page_wanted(message, read_acts(message), PROFILE) is None


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("show me the rest of pump_manual", "next"),
        ("pump manual 나머지 보여줘", "next"),
        ("pump_manualの続きを見せて", "next"),
        ("page 2 of PUMP_MANUAL", 2),
        ("show me pump_manual", None),
        ("show me the rest of pump_manual_2", None),
        ("show me the rest", None),
        ("pump_manual " * 50, None),
    ],
)
def test_a_page_of_a_document_with_this_id(message: str, wanted: PageWanted | None) -> None:
    assert page_wanted_of(message, "pump_manual", PROFILE) == wanted
