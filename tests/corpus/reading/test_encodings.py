from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.corpus.reading.encodings import decode
from ibidem.domain.errors import UnreadableDocument

KOREAN = "점검하기 전에 전원을 끄고 남은 압력을 뺍니다. 펌프 오일은 석 달마다 갈고, 새면 바로 알려 주세요. 25℃ 이하!"
JAPANESE = "点検の前に電源を切り、残った圧力を抜いてください。オイルは三か月ごとに交換します。ﾊﾞﾙﾌﾞは２番です。"
ENGLISH = "Tighten the café’s pump to 45 N·m ± 2 at 20 °C – see §4 before you start."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [KOREAN, JAPANESE, ENGLISH])
def test_unicode_encodings_are_told_with_and_without_a_mark(text: str, encoding: str) -> None:
    if encoding in ("utf-16-le", "utf-16-be") and text == JAPANESE:
        text += "\n1. 電源\n2. 圧力\n"  # written without a single space, it looks like noise without line ends or digits
    assert decode("a.txt", text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (KOREAN, "cp949"),
        ("전원 차단", "cp949"),
        ("뺄셈, 굄돌, 짚신", "cp949"),
        ("품목,단가\n쐐기,100\n훅,2", "cp949"),
        ("漢字와 한글을 섞어 쓴 옛 規程", "cp949"),
        ("밸브 토크는 45 N·m이다.", "euc_kr"),
        ("똠방각하와 쐐기 볼트의 규격을 확인하고 기록한다", "cp949"),
        (JAPANESE, "cp932"),
        ("電源を切る", "shift_jis"),
        (JAPANESE.replace("ﾊﾞﾙﾌﾞ", "バルブ"), "euc_jp"),
        (ENGLISH, "cp1252"),
        ("The gap is 5 µm wide.", "cp1252"),
    ],
)
def test_encodings_from_before_unicode_are_told_by_what_they_say(text: str, encoding: str) -> None:
    assert decode("a.txt", text.encode(encoding)) == text


@pytest.mark.parametrize(
    "text",
    [
        "部门,电话,地址\n仓库,8,东方大厦",
        "会员价格",
        "打开阀门",
        "电源",
        "请先关闭电源，然后更换滤芯。",
        "本规定适用于全体员工，自五月一日起施行。",
    ],
)
def test_chinese_is_taken_for_neither_korean_nor_japanese(text: str) -> None:
    with pytest.raises(UnreadableDocument, match="is not known"):
        decode("a.txt", text.encode("gbk"))


@given(st.text(alphabet="가각나다라마바사아자차카타파하고는을를이다 했습니.,\n0123456789", min_size=12))
def test_korean_is_read_or_refused_but_never_garbled(text: str) -> None:
    with suppress(UnreadableDocument):
        assert decode("a.txt", text.encode("cp949")) == text


@given(st.text(alphabet="のにをはがでとします点検電源圧力交換ポンプバルブ、。\n0123456789", min_size=12))
def test_japanese_is_read_or_refused_but_never_garbled(text: str) -> None:
    with suppress(UnreadableDocument):
        assert decode("a.txt", text.encode("cp932")) == text


@pytest.mark.parametrize(
    "original",
    [
        b"%PDF-1.7 ...",
        b"PK\x03\x04....",
        b"\x89PNG\r\n\x1a\n",
        bytes(range(256)) * 4,
        b"abc\x00\x01\x02",
        b"\x01\x02\x03\x04" * 50,
    ],
)
def test_what_is_not_text_is_refused(original: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="not text"):
        decode("a.txt", original)


def test_a_mark_that_does_not_hold_is_said_with_its_place() -> None:
    with pytest.raises(UnreadableDocument, match="UTF-8 and damaged at byte 3"):
        decode("a.txt", b"\xef\xbb\xbfabc\xff\xfe")


def test_bytes_of_no_known_encoding_are_refused() -> None:
    with pytest.raises(UnreadableDocument, match="save it as UTF-8"):
        decode("a.txt", "Привет, насос не работает".encode("cp1251"))
