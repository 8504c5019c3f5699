"""Files made by hand, byte by byte, for the readers to read."""

from collections.abc import Callable, Sequence

import pytest

Line = tuple[float, float, float, str]  # x, y from the bottom, font size, text


def pdf_of(pages: Sequence[Sequence[Line]]) -> bytes:
    """A PDF with these lines on its pages (A4 in points), in the standard Korean font: no font file is needed to read it."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [4 0 R] >>",
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /DW 1000 /W [1 94 500 8094 8190 500]"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 2 >> >>",
    ]
    kids: list[int] = []
    for lines in pages:
        shown = [f"BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm <{text.encode('utf-16-be').hex()}> Tj ET" for x, y, size, text in lines]
        stream = "\n".join(shown).encode("ascii")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
            % len(objects)
        )
        kids.append(len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (" ".join(f"{kid} 0 R" for kid in kids).encode(), len(kids))
    body = b"%PDF-1.7\n"
    offsets: list[int] = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        count,
        table,
        count,
        len(body),
    )


@pytest.fixture
def make_pdf() -> Callable[[Sequence[Sequence[Line]]], bytes]:
    return pdf_of
