"""The pictures in documents: taken from each format where they stand, by what their bytes are, within bounds."""

import base64
import io
import struct
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import docx
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from corpus.drawn import drawn
from corpus.packages import OFFICE, relations_of
from corpus.reading.test_pptx import pptx_of, shape
from ibidem.backends.pii.finder import RuleFinder
from ibidem.corpus.figures import MOST_BYTES_IN_ALL, figures_of
from ibidem.corpus.folders import list_folder, load
from ibidem.corpus.picture_files import local_path, possible_pictures
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.corpus.reading.blocks import MOST_FIGURES, MOST_PICTURE_BYTES, ShownPicture
from ibidem.domain.documents import PreparedDocument
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.privacy.masker import Masker
from ibidem.profile import load_profile

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PROFILE = load_profile("general")
RED, BLUE = drawn("red"), drawn("blue", 120, 90)
SAID = {
    "ko": ("펌프를 분리하기 전에 밸브를 잠근다.", "그림 1. 펌프의 구조", "오일은 여섯 달마다 바꾼다."),
    "en": ("Close the valve before the pump is taken off.", "Figure 1. The parts of the pump", "Change the oil twice a year."),
    "ja": ("ポンプを外す前にバルブを閉めます。", "図1 ポンプの構造", "オイルは半年ごとに交換します。"),
}


def read(name: str, original: bytes, *beside: tuple[str, bytes]) -> PreparedDocument:
    return prepare(SourceFile(name, original, beside=beside), PROFILE, "default", NOW)


def placed(one: PreparedDocument) -> list[tuple[str, str]]:
    """Of each figure its caption, and the line of the text that it stands behind."""
    return [(figure.caption, one.text[: figure.offset].rpartition("\n")[2]) for figure in one.document.figures]


def as_data(picture: bytes, said_type: str = "image/png") -> str:
    return f"data:{said_type};base64,{base64.b64encode(picture).decode()}"


@pytest.mark.parametrize("language", SAID)
def test_word(language: str) -> None:
    before, caption, after = SAID[language]
    document = docx.Document()
    document.add_paragraph(before)
    document.add_picture(io.BytesIO(RED))
    document.add_paragraph(caption, style="Caption")
    document.add_paragraph(after)
    table = document.add_table(2, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "A", "B"
    table.cell(1, 1).paragraphs[0].add_run().add_picture(io.BytesIO(BLUE))
    drawing = next(document.element.body.iter("{*}docPr"))
    drawing.set("descr", "not said where there is a caption")
    [*document.element.body.iter("{*}docPr")][1].set("descr", caption[::-1])
    file = io.BytesIO()
    document.save(file)
    one = read("a.docx", file.getvalue())
    assert placed(one) == [(caption, before), (caption[::-1], one.text.rpartition("\n")[2])]
    assert one.pictures == (RED, BLUE)
    assert [(f.media_type, f.width, f.height) for f in one.document.figures] == [("image/png", 64, 48), ("image/png", 120, 90)]


@pytest.mark.parametrize("language", SAID)
def test_markdown(language: str) -> None:
    before, caption, after = SAID[language]
    text = (
        f"{before}\n\n![{caption}](<img/pump 1.png>)\n\n{after}\n\n- item ![]({as_data(BLUE)})\n\n"
        f"<img src='../blue.png' alt='{after}'>\n\n![][there]\n\n![away](https://example.com/pump.png)\n\n"
        "[there]: ./img/pump%201.png '2'\n"
    )
    one = read("a.md", text.encode(), ("img/pump 1.png", RED), ("../blue.png", drawn("green")))
    assert placed(one)[:2] == [(caption, caption), ("", "- item")]
    assert [caption for caption, _ in placed(one)] == [caption, "", after, "2"]
    assert one.pictures == (RED, BLUE, drawn("green"))


@pytest.mark.parametrize("language", SAID)
def test_html(language: str) -> None:
    before, caption, after = SAID[language]
    figure = f"<figure><img src='{as_data(RED, 'text/html')}' alt='x'><figcaption>{caption}</figcaption></figure>"
    page = (
        f"<main><p>{before}</p>{figure}<p>{after}</p><table><tr><th>a<th>b<tr><td>1<td><img src='b.png' alt='B'></table></main>"
    )
    one = read("a.html", page.encode(), ("b.png", BLUE))
    assert placed(one) == [(caption, "x"), ("B", one.text.rpartition("\n")[2])]
    assert one.pictures == (RED, BLUE)


@pytest.mark.parametrize("language", SAID)
def test_powerpoint(language: str) -> None:
    before, caption, after = SAID[language]
    blip = f'<p:blipFill><a:blip xmlns:r="{OFFICE}" r:embed="rId7"/></p:blipFill>'
    picture = f'<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="{caption}"/></p:nvPicPr>{blip}</p:pic>'
    slides = picture + shape(before, "title"), shape(after, "title")
    related = {"ppt/slides/_rels/slide2.xml.rels": relations_of([("rId7", "image", "../media/image1.png")])}
    one = read("a.pptx", pptx_of(*slides, parts={**related, "ppt/media/image1.png": RED}))
    assert placed(one) == [(caption, f"# {before}")]
    assert one.pictures == (RED,)


@pytest.mark.parametrize("language", SAID)
def test_pdf(language: str) -> None:
    before, caption, after = SAID[language]
    font = {"ko": "HYSMyeongJo-Medium", "en": "HYSMyeongJo-Medium", "ja": "HeiseiMin-W3"}[language]
    pdfmetrics.registerFont(UnicodeCIDFont(font))
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    logo = ImageReader(io.BytesIO(drawn("black")))
    for page in range(5):
        canvas.setFont(font, 11)
        canvas.drawImage(logo, 480, 780, 60, 40)
        canvas.drawString(72, 740, before if page == 1 else f"{page + 1}. {after}")
        if page == 1:
            canvas.drawImage(ImageReader(io.BytesIO(RED)), 72, 480, 320, 240)
            canvas.drawImage(ImageReader(io.BytesIO(drawn("green"))), 400, 480, 10, 10)
            canvas.drawString(72, 462, caption)
            canvas.drawString(72, 420, after)
        canvas.showPage()
    canvas.save()
    one = read("a.pdf", file.getvalue())
    assert [caption for caption, _ in placed(one)] == [caption]  # neither the logo of each page nor the dot
    (figure,) = one.document.figures
    assert caption in one.text[: figure.offset] and after not in one.text[one.text.index(before) : figure.offset]
    assert (figure.width, figure.height) == (64, 48)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_is_what_its_bytes_are(form: str) -> None:
    picture = drawn("red", 200, 100, form)
    one = read("a.html", f"<p>Pump.</p><img src='{as_data(picture, 'image/svg+xml')}'>".encode())
    assert [(f.media_type, f.width, f.height) for f in one.document.figures] == [(f"image/{form.lower()}", 200, 100)]
    for lossless in (True, False):
        file = io.BytesIO()
        Image.new("RGBA", (300, 80)).save(file, "WEBP", lossless=lossless)
        (figure,), _ = figures_of([ShownPicture(0, "", file.getvalue())], {})
        assert (figure.media_type, figure.width, figure.height) == ("image/webp", 300, 80)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html><script>alert(1)</script>",
        b"BM" + bytes(200),
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0cut",
        b"GIF89a",
        b"RIFF\x00\x00\x00\x00WEBPVP8X",
        b"RIFF\x00\x00\x00\x00WEBPVP9 " + bytes(20),
        drawn("red", 16, 16),
        drawn("red", 900, 2),
    ],
)
def test_what_is_no_picture_or_too_small_is_left_out(content: bytes) -> None:
    assert figures_of([ShownPicture(0, "", content)], {}) == ((), ())


def _bomb(width: int, height: int) -> bytes:
    """A PNG that says it is this large."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(10_000))) + chunk(b"IEND", b"")


def test_bounds() -> None:
    def kept(pictures: Sequence[bytes]) -> int:
        return len(figures_of([ShownPicture(at, "", one) for at, one in enumerate(pictures)], {})[1])

    assert kept([_bomb(100_000, 100_000)]) == 0
    assert kept([_bomb(5_000, 5_000)]) == 1
    assert kept([RED + bytes(MOST_PICTURE_BYTES)]) == 0
    large = [RED + bytes([number]) * (MOST_PICTURE_BYTES - len(RED)) for number in range(6)]
    assert kept(large) == MOST_BYTES_IN_ALL // MOST_PICTURE_BYTES
    assert kept([RED + number.to_bytes(4) for number in range(900)]) == MOST_FIGURES
    assert kept([RED] * 3 + [BLUE] * 4) == 1  # what stands in more places is an ornament


def test_a_hundred_thousand_pictures_are_a_thousand_at_most() -> None:
    body = "<p>Pump.</p>" + "<img src='a.png'>" * 100_000
    assert not read("a.html", body.encode(), ("a.png", RED)).pictures
    many = "<p>Pump.</p>" + "".join(f"<img src='{number}.png'>" for number in range(100_000))
    assert read("a.html", many.encode(), ("7.png", RED), ("99999.png", BLUE)).pictures == (RED,)


def test_the_name_of_a_file_is_no_caption() -> None:
    captions = ("IMG_2031.JPG", "pump.png", "The pump, as in pump.png", "x" * 1000)
    figures, _ = figures_of([ShownPicture(0, one, RED + one.encode()) for one in captions], {})
    assert [figure.caption for figure in figures] == ["", "", captions[2], "x" * 300]


def test_documents_that_are_masked_keep_no_pictures() -> None:
    policy = load_profile("policy").masking
    masking = DocumentMasking("0" * 8, Masker(RuleFinder(), policy.kinds, policy.patterns), b"k" * 32)
    source = SourceFile("a.md", b"# Pump\n\n![Kim, 010-1234-5678](a.png)\n", beside=(("a.png", RED),))
    one = prepare(source, PROFILE, "default", NOW, masking)
    assert (one.document.figures, one.pictures) == ((), ())


def test_files_beside_a_document_come_with_it_and_with_its_version(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "매뉴얼/그림").mkdir(parents=True)
    (folder / "img").mkdir()
    (folder / "매뉴얼/그림/펌프 구조.png").write_bytes(RED)
    (folder / "img/ポンプ (1).jpg").write_bytes(drawn("green", form="JPEG"))
    (folder / "img/unused.png").write_bytes(RED)
    by_root = "/img/%E3%83%9D%E3%83%B3%E3%83%97%20(1).jpg"
    text = f'# 펌프\n\n![구조](<그림/펌프 구조.png>) <img src="../img/ポンプ (1).jpg"> ![]({by_root})\n'
    (folder / "매뉴얼/펌프.md").write_text(text, encoding="utf-8")
    (file,) = [one for one in list_folder(folder).documents if one.name.endswith(".md")]
    source = load(file, folder)
    assert [path for path, _ in source.beside] == ["그림/펌프 구조.png", "../img/ポンプ (1).jpg", "/img/ポンプ (1).jpg"]
    assert [f.media_type for f in read(source.name, source.original, *source.beside).document.figures] == [
        "image/png",
        "image/jpeg",
        "image/jpeg",
    ]
    (folder / "매뉴얼/그림/펌프 구조.png").write_bytes(BLUE)
    assert load(file, folder).version != source.version


def test_nothing_outside_the_folder_is_read_and_no_link_is_followed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / ".hidden").mkdir(parents=True)
    (tmp_path / "far").mkdir()
    for path in ("secret.png", "far/away.png", "folder/.hidden/a.png", "folder/here.png"):
        (tmp_path / path).write_bytes(RED)
    (folder / "leak.png").symlink_to(tmp_path / "secret.png")
    (folder / "leaks").symlink_to(tmp_path / "far")
    (folder / "alias.png").symlink_to(folder / "here.png")
    (folder / "round.png").symlink_to(folder / "round.png")
    (folder / "folder.png").mkdir()
    names = ["../secret.png", "..%2Fsecret.png", "leak.png", "leaks/away.png", ".hidden/a.png", "alias.png", "round.png"]
    names += ["folder.png", "gone.png", f"{tmp_path}/secret.png", f"file://{tmp_path}/secret.png", "a%00.png"]
    names += ["https://example.com/here.png", "//example.com/here.png", "here.svg"]
    (folder / "a.html").write_text("".join(f'<p>x<img src="{name}">' for name in names))
    (file,) = [one for one in list_folder(folder).documents if one.name == "a.html"]
    assert load(file, folder).beside == ()
    (folder / "a.html").write_text('<p>x<img src="here.png">')
    assert load(file, folder).beside == (("here.png", RED),)


def test_a_picture_whose_readers_are_said_elsewhere_is_not_shown_by_a_document(tmp_path: Path) -> None:
    for folder in ("hr", "open/photos"):
        (tmp_path / folder).mkdir(parents=True)
    pictures = ["hr/scan.png", "open/photos/desk.png", "pump.png", "letter.png"]
    for path in pictures:
        (tmp_path / path).write_bytes(RED)
    (tmp_path / "folder.meta.yaml").write_text("owner: 본사")  # above all of them: no rule of a picture's own
    (tmp_path / "hr/folder.meta.yaml").write_text("readers: [hr]")
    (tmp_path / "letter.png.meta.yml").write_text("readers: [hr]")
    shown = "".join(f"![]({path})\n\n![](/{path})\n\n" for path in pictures)
    (tmp_path / "note.md").write_text(shown)
    (tmp_path / "hr/notes.md").write_text("![](scan.png)")
    files = {one.name: one for one in list_folder(tmp_path).documents}
    named = [path for path, _ in load(files["note.md"], tmp_path).beside]
    assert named == ["open/photos/desk.png", "/open/photos/desk.png", "pump.png", "/pump.png"]
    assert [path for path, _ in load(files["hr/notes.md"], tmp_path).beside] == ["scan.png"]


def test_paths() -> None:
    assert local_path("img\\pump.png?raw=true#top") == "img/pump.png"
    assert list(possible_pictures(b"no picture, and a.pngx, photo.svg")) == []
    assert next(possible_pictures(b"![x](a.PNG)")) == "a.PNG"
    assert "b.webp" in list(possible_pictures(b"\xff\xfe(b.webp)"))
