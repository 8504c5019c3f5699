"""What asks for more of a document that was just shown, and what asks for something else."""

import pytest

from ibidem.turn.pointing.further import asks_for_more

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
    "ko": "다음 문서 보여줘|나머지 문서 보여줘|다음 주 일정|계속 알람이 떠요|더 자세히 알려줘|나머지 두 개|네|보여줘"
    "|다음 점검은 언제야?",
    "en": "show me the rest of the documents|next document|continue after the alarm?|more details please|tell me more"
    "|show me document 2"
    "|yes|show it|what is next for the valve?|not that, the next one",
    "ja": "次の文書|もっと詳しく|次の点検はいつ|残りの文書を見せて|はい|続けて開く弁はどれ",
}


@pytest.mark.parametrize("message", [m for messages in MORE.values() for m in messages.split("|")])
def test_more_is_asked_for(message: str) -> None:
    assert asks_for_more(message)


@pytest.mark.parametrize("message", [*(m for messages in ELSE.values() for m in messages.split("|")), "", " ", "더 " * 500])
def test_something_else_is_asked_for(message: str) -> None:
    assert not asks_for_more(message)
