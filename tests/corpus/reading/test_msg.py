import struct

import pytest

from corpus.packages import ole_of
from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read
from ibidem.domain.errors import UnreadableDocument

WORDS = {
    "ko": ("회의 안내", "김민지", "금요일 오후 두 시에 모입니다.", "결과.csv"),
    "en": ("Meeting on Friday", "Minji Kim", "We meet at two in the afternoon.", "results.csv"),
    "ja": ("会議のお知らせ", "金 民智", "金曜日の午後二時に集まります。", "結果.csv"),
}
SENT = struct.pack("<HHIQ", 0x0040, 0x0039, 6, 134_085_888_000_000_000)


def text(number: int, said: str) -> dict[str, bytes]:
    return {f"__substg1.0_{number:04X}001F": said.encode("utf-16-le")}


@pytest.mark.parametrize("language", WORDS)
def test_a_message_of_outlook_is_read_as_one_of_any_program(language: str) -> None:
    subject, sender, body, name = WORDS[language]
    streams = {"__properties_version1.0": bytes(32) + SENT}
    streams |= (
        text(0x0037, subject) | text(0x0C1A, sender) | text(0x5D01, "a@example.com") | text(0x0E04, "team") | text(0x1000, body)
    )
    attached = text(0x3707, name) | {"__substg1.0_37010102": b"lot,leak\nL-77,0.04\n".ljust(4200, b"\n")}
    streams |= {f"__attach_version1.0_#00000000/{key}": one for key, one in attached.items()}
    found = read("a.msg", ole_of(streams))
    assert found.text == (
        f"# {subject}\n\nFrom: {sender} <a@example.com>\nTo: team\nDate: Wed, 26 Nov 2025 00:00:00 +0000\nAttachments: {name}\n\n"
        f"{body}\n\n## {name}\n\n| lot | leak |\n| --- | --- |\n| L-77 | 0.04 |"
    )
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [subject, name]


def test_older_encodings_and_html_alone_are_read() -> None:
    page = struct.pack("<HHIQ", 3, 0x3FFD, 6, 949)
    streams = {"__properties_version1.0": bytes(32) + page, "__substg1.0_0037001E": "회의".encode("cp949")}
    streams |= {"__substg1.0_10130102": "<p>두 시에 모입니다. 늦지 마세요.</p>".encode("cp949")}
    assert read("a.msg", ole_of(streams)).text == "# 회의\n\n두 시에 모입니다. 늦지 마세요."


@pytest.mark.parametrize("original", [b"\xd0\xcf\x11\xe0" * 400, b"From: a", ole_of({"FileHeader": b"x"})])
def test_what_is_no_message_says_so(original: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="a damaged MSG, or none"):
        read("a.msg", original)
