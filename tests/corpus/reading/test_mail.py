from email.message import EmailMessage

import pytest

from corpus.packages import hwpx_of, hwpx_paragraph, xlsx_of
from ibidem.corpus.reading.blocks import Heading, TableRow, prose_of
from ibidem.corpus.reading.formats import read
from ibidem.domain.errors import UnreadableDocument
from ibidem.language.detection import main_language

WORDS = {
    "ko": ("회의 안내", "김민지", "금요일 오후 두 시에 모입니다."),
    "en": ("Meeting on Friday", "Minji Kim", "We meet at two in the afternoon."),
    "ja": ("会議のお知らせ", "金 民智", "金曜日の午後二時に集まります。"),
}


def message(subject: str, sender: str, text: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, f"{sender} <a@example.com>", "team@example.com"
    mail["Date"] = "Fri, 20 Nov 2026 09:00:00 +0900"
    mail.set_content(text)
    return mail


@pytest.mark.parametrize("language", WORDS)
def test_the_subject_is_the_title_and_the_head_says_who_and_when(language: str) -> None:
    subject, sender, text = WORDS[language]
    found = read("a.eml", message(subject, sender, text).as_bytes())
    head = f"From: {sender} <a@example.com>\nTo: team@example.com\nDate: Fri, 20 Nov 2026 09:00:00 +0900"
    assert found.text == f"# {subject}\n\n{head}\n\n{text}"


SHORT = {
    "ko": ("시험 결과 보고", "합격했습니다.", "결과.csv"),
    "en": ("Test results", "It has passed the test.", "results.csv"),
    "ja": ("試験結果のご報告", "合格しました。", "結果.csv"),
}


@pytest.mark.parametrize("language", SHORT)
def test_its_language_is_that_of_what_was_written(language: str) -> None:
    subject, text, name = SHORT[language]
    mail = message(subject, "The Quality Desk of the Works in Ulsan", text)
    mail.replace_header("To", "The shop and the desk for returns <shop@example.com>")
    mail.set_content(
        f"{text}\n\n> From: The Desk <desk@example.com>\n> To: The shop <shop@example.com>\n> Subject: {subject}\n\n{text}\n"
    )
    mail.add_attachment(b"lot,the leak of it\nL-77,0.04\n", "text", "csv", filename=name)
    assert main_language(prose_of(read("a.eml", mail.as_bytes()))) == language


def test_attachments_are_sections_and_those_that_cannot_be_read_are_named() -> None:
    mail = message("견적", "가", "붙임을 보세요.")
    mail.add_attachment(xlsx_of({"Sheet1": [["품목", "단가"], ["베어링", 12500]]}), "application", "x", filename="견적.xlsx")
    mail.add_attachment(hwpx_of(hwpx_paragraph("<hp:t>본문</hp:t>", 0), 1), "application", "x", filename="규정.hwpx")
    mail.add_attachment(b"\x00\x01", "application", "x", filename="logo.ico")
    found = read("a.eml", mail.as_bytes())
    headings = [(block.level, block.title) for block in found.blocks if isinstance(block, Heading)]
    assert headings == [(1, "견적"), (2, "견적.xlsx"), (2, "규정.hwpx"), (3, "본문"), (2, "logo.ico")]
    rows = [found.text[block.start : block.end] for block in found.blocks if isinstance(block, TableRow)]
    assert rows[-1] == "| 베어링 | 12500 |"
    assert "Attachments: 견적.xlsx, 규정.hwpx, logo.ico" in found.text


def test_messages_inside_are_sections_and_html_is_read_where_there_is_nothing_plain() -> None:
    inner, outer = message("inner", "b", "old words"), message("outer", "a", "see below")
    outer.add_attachment(inner)
    found = read("a.eml", outer.as_bytes())
    assert [(block.level, block.title) for block in found.blocks if isinstance(block, Heading)] == [(1, "outer"), (2, "inner")]
    assert found.text.endswith("old words")
    page = EmailMessage()
    page.set_content("<p>only <b>HTML</b></p><img src='http://192.0.2.1/x.png'>", subtype="html")
    assert read("a.eml", page.as_bytes()).text == "only HTML"


@pytest.mark.parametrize("charset", ["euc-kr", "iso-2022-jp", "windows-1252"])
def test_older_encodings(charset: str) -> None:
    words = {"euc-kr": "금요일 회의", "iso-2022-jp": "金曜日の会議", "windows-1252": "Café menu"}[charset]
    mail = EmailMessage()
    mail.set_content(words, charset=charset)
    assert read("a.eml", mail.as_bytes()).text == words


def test_parts_and_messages_inside_are_bounded() -> None:
    head = b'Content-Type: multipart/mixed; boundary="b"\n\n'
    with pytest.raises(UnreadableDocument, match="more than 200 attachments"):
        read("a.eml", head + b"--b\n\nword\n" * 300)
    with pytest.raises(UnreadableDocument, match="more than 5 deep"):
        read("a.eml", b"Content-Type: message/rfc822\n\n" * 20 + b"\nword")
    with pytest.raises(UnreadableDocument, match="more than 200 attachments"):
        read("a.eml", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 300)
