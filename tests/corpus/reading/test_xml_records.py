import pytest

from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.xml_records import read_xml
from ibidem.domain.errors import UnreadableDocument

WORDS = {
    "ko": ("주문", "부품", "이름", "베어링", "볼트", "급한 주문은 전화로 먼저 알린다."),
    "en": ("order", "part", "name", "bearing", "bolt", "Announce an urgent order by phone first."),
    "ja": ("注文", "部品", "名前", "軸受", "ボルト", "急ぎの注文は先に電話で知らせる。"),
}


@pytest.mark.parametrize("language", WORDS)
def test_values_stand_with_their_paths_and_records_are_a_table(language: str) -> None:
    order, part, name, first, second, note = WORDS[language]
    rows = "".join(
        f'<{part} id="{at}"><{name}>{one}</{name}><n unit="kg">{at}.5</n></{part}>' for at, one in ((1, first), (2, second))
    )
    text = read(
        "a.xml", f'<?xml version="1.0"?><{order} day="2026-05-01"><!-- x --><to>{note}</to>{rows}</{order}>'.encode()
    ).text
    table = f"| id | {name} | n.unit | n |\n| --- | --- | --- | --- |\n| 1 | {first} | kg | 1.5 |\n| 2 | {second} | kg | 2.5 |"
    assert text == f"{order}.day: 2026-05-01\n{order}.to: {note}\n\n{order}.{part}\n\n{table}"


@pytest.mark.parametrize("language", WORDS)
def test_prose_is_headings_and_paragraphs(language: str) -> None:
    order, part, _, first, _, note = WORDS[language]
    section = f"<section><title>{part}</title><para>{note} <emphasis>{first}</emphasis>.</para></section>"
    found = read_xml("a.xml", f"<article xmlns='urn:x'><title>{order}</title>{section}</article>".encode())
    assert found.text == f"# {order}\n\n## {part}\n\n{note} {first}."
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [order, part]
    assert found.title == order and found.headed


def test_what_is_nested_is_flat_in_a_table_and_what_differs_is_numbered() -> None:
    people = "".join(f"<person><name>{one}</name><home><town>{town}</town></home></person>" for one, town in ("ab", "cd"))
    assert "| name | home.town |" in read_xml("a.xml", f"<list>{people}</list>".encode()).text
    tasks = "<task><do>a</do><do>b</do></task><task><who><x>1</x><x>2</x></who></task>"
    assert read_xml("a.xml", f"<job>{tasks}</job>".encode()).text == "job.task[1].do: a, b\n\njob.task[2].who.x: 1, 2"


def test_attributes_alone_are_rows_and_those_of_schemas_are_left_out() -> None:
    xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xml:lang="en"'
    found = read_xml("a.xml", f'<t {xsi}><r a="1" b="x"/><r a="2" b="y"/></t>'.encode())
    assert found.text == "t.r\n\n| a | b |\n| --- | --- |\n| 1 | x |\n| 2 | y |"
    assert [block.header for block in found.blocks if isinstance(block, TableRow)] == ["| a | b |"] * 3
    assert not found.headed


@pytest.mark.parametrize("encoding", ["euc-kr", "utf-16", "utf-8-sig"])
def test_the_encoding_that_a_file_names_counts(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    original = f'<?xml version="1.0" encoding="{declared}"?><값><이름>홍길동</이름></값>'.encode(encoding)
    assert read("a.xml", original).text == "값.이름: 홍길동"


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1:9/a.dtd">',
    ],
)
def test_entities_are_refused(declared: str) -> None:
    with pytest.raises(UnreadableDocument, match="declares entities"):
        read_xml("a.xml", f"<!DOCTYPE t [{declared}]><t>words &a;</t>".encode())


def test_laughs_are_never_told() -> None:
    laughs = '<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    with pytest.raises(UnreadableDocument, match="declares entities"):
        read_xml("a.xml", f'<!DOCTYPE t [{laughs}]><t a="&l3;">&l29;</t>'.encode())


def test_a_document_type_without_entities_is_read_and_not_fetched() -> None:
    original = b'<!DOCTYPE note SYSTEM "http://127.0.0.1:9/note.dtd"><note><to>Kim</to></note>'
    assert read_xml("a.xml", original).text == "note.to: Kim"


@pytest.mark.parametrize("text", ["<a><b>words</a>", "no markup at all", "<a>" * 400 + "deep" + "</a>" * 400])
def test_what_is_not_quite_xml_or_too_deep_is_shown_as_it_stands(text: str) -> None:
    assert read_xml("a.xml", text.encode()).text == text
