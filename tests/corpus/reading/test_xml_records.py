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


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<body><p>One</p><unit>&deg;</unit></body>", "article.body.p: One\narticle.body.unit: °"),
        ("<p>20&nbsp;C</p>", "article.p: 20 C"),
        ("<p>1 &lt; 2 &amp; &LT;b&GT; &nvlt;</p>", "article.p: 1 < 2 & <b> <\u20d2"),
        ("<p>&our.name; <b>&Company;</b>, &#8364;</p>", "&our.name; &Company;, €"),
        ("<p><![CDATA[&deg; <b>]]></p>", "article.p: &deg; <b>"),
        ("<p at='5&deg;'/>", "article.p.at: 5°"),
    ],
)
@pytest.mark.parametrize("kind", ['SYSTEM "JATS.dtd"', "[<!-- <x> ' --><!ELEMENT p ANY>]"])
def test_names_of_characters_are_the_characters(inside: str, text: str, kind: str) -> None:
    assert read_xml("a.xml", f"<!DOCTYPE article {kind}><article>{inside}</article>".encode()).text == text


def test_what_a_text_tells_of_entities_declares_none() -> None:
    text = "<!DOCTYPE a><!ENTITY b 'c'>"
    assert read_xml("a.xml", f"<!DOCTYPE p><p><q><![CDATA[{text}]]></q></p>".encode()).text == f"p.q: {text}"
    with pytest.raises(UnreadableDocument, match="declares entities"):
        read_xml("a.xml", b"<!-- <a> --><?x <a> ?><!DOCTYPE p SYSTEM '<a>' [<!ENTITY b 'c'>]><p>&b;</p>")


@pytest.mark.parametrize("language", WORDS)
def test_words_that_elements_part_stay_apart(language: str) -> None:
    order, part, name, first, second, _ = WORDS[language]
    said = {
        f"<p>{order}<br/>{part}</p>": f"{order} {part}",
        f"<p>{order}<list><item>{first}</item><item>{second}</item></list>{name}</p>": f"{order} {first} {second} {name}",
        f"<p>{order} <a><b>{first}</b><b>{second}</b></a>.</p>": f"{order} {first} {second}.",
        f"<p><title>{part}</title>{name}<br/>.</p>": f"{part} {name}.",
        f"<p>{order}<b>{part}</b>{name}<i>{first}</i>.</p>": f"{order}{part}{name}{first}.",
    }
    for original, text in said.items():
        assert read_xml("a.xml", f"<t>{original}</t>".encode()).text == text


def test_no_value_of_an_attribute_is_lost() -> None:
    said = {
        "<t><p>Tighten to <quantity value='12' unit='N·m'/> now.</p></t>": "Tighten to 12 N·m now.",
        "<t><title no='A-12'>Fees</title><p>May</p></t>": "# Fees\n\nt.title.no: A-12\nt.p: May",
        "<t xmlns:a='a' xmlns:b='b'><r a:x='1' b:x='2' y='3'/><r a:x='4' b:x='5' y='6'/></t>": (
            "t.r.x: 1\nt.r.x: 2\nt.r.y: 3\n\nt.r.x: 4\nt.r.x: 5\nt.r.y: 6"
        ),
        "<t><n n='5' m='1'>7</n><n n='6' m='2'>8</n></t>": "t.n: 7\nt.n.n: 5\nt.n.m: 1\n\nt.n: 8\nt.n.n: 6\nt.n.m: 2",
    }
    for original, text in said.items():
        assert read_xml("a.xml", original.encode()).text == text


def test_only_encodings_of_text_count_where_a_file_names_them() -> None:
    for declared in ("punycode", "utf-16", "utf-7", "idna", "no-such", "iso-8859-99"):
        original = f'<?xml version="1.0" encoding="{declared}"?><값><이름>홍길동 {"가" * 50_000}</이름></값>'.encode()
        assert read_xml("a.xml", original).text.startswith("홍길동 가")
    original = b'<?xml version="1.0" encoding="unicode_escape"?><a><b>C:\\x41</b></a>'
    assert read_xml("a.xml", original).text == "a.b: C:\\x41"
    for encoding in ("Shift_JIS", "EUC-JP", "ISO-2022-JP", "cp932"):
        original = f'<?xml version="1.0" encoding="{encoding}"?><a><b>神戸市</b></a>'.encode(encoding)
        assert read_xml("a.xml", original).text == "a.b: 神戸市"


@pytest.mark.parametrize(
    "text", ["<a><b>words</a>", "<!DOCTYPE a><a>&deg; &own;<b></a>", "no markup at all", "<a>" * 400 + "deep" + "</a>" * 400]
)
def test_what_is_not_quite_xml_or_too_deep_is_shown_as_it_stands(text: str) -> None:
    assert read_xml("a.xml", text.encode()).text == text
