import pytest

from ibidem.corpus.reading.blocks import Heading, ListItem, TableRow
from ibidem.corpus.reading.formats import read

WORDS = {
    "ko": ("펌프 교체", "전원을 끈다.", "밸브를 잠근다.", "항목", "설명서"),
    "en": ("Pump exchange", "Switch it off.", "Close the valve.", "Item", "the manual"),
    "ja": ("ポンプの交換", "電源を切る。", "バルブを閉める。", "項目", "取扱説明書"),
}


@pytest.mark.parametrize("language", WORDS)
def test_structure_is_kept_and_markup_read_through(language: str) -> None:
    title, first, second, item, manual = WORDS[language]
    source = f"""= {title}
:toc:

NOTE: *{first}* link:https://example.com/x[{manual}]

. {first}
.. {second}

.{manual}
[cols="1,1"]
|===
|{item} |45

|a
|b
|===

== Two

include::/etc/passwd[]

[source,python]
----
a = 1
----

{item}:: {second}

////
hidden
////
[WARNING]
====
{second}
====
"""
    found = read("a.adoc", source.encode())
    assert found.text == (
        f"# {title}\n\nNote: {first} {manual}\n\n1. {first}\n   1. {second}\n\n{manual}\n\n"
        f"| {item} | 45 |\n| --- | --- |\n| a | b |\n\n"
        f"## Two\n\n```python\na = 1\n```\n\n{item}: {second}\n\nWarning:\n\n{second}"
    )
    assert [type(block) for block in found.blocks[2:7]] == [ListItem, ListItem, type(found.blocks[1]), TableRow, TableRow]
    assert [block.level for block in found.blocks if isinstance(block, Heading)] == [1, 2]


@pytest.mark.parametrize("source", ["|===\n|a", "----\nx", "|===\n|===\n\nx", "====\nx"])
def test_what_is_not_ended_is_read_to_the_end(source: str) -> None:
    assert read("a.adoc", source.encode()).text
