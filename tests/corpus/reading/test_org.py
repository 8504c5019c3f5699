import pytest

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read

WORDS = {
    "ko": ("펌프 교체", "준비", "전원을 끈다.", "밸브를 잠근다.", "설명서"),
    "en": ("Pump exchange", "Preparation", "Switch it off.", "Close the valve.", "the manual"),
    "ja": ("ポンプの交換", "準備", "電源を切る。", "バルブを閉める。", "取扱説明書"),
}


@pytest.mark.parametrize("language", WORDS)
def test_structure_is_kept_and_markup_read_through(language: str) -> None:
    title, part, first, second, manual = WORDS[language]
    source = f"""#+TITLE: {title}
#+INCLUDE: "/etc/passwd"
* TODO [#A] {part} :work:
:PROPERTIES:
:ID: 7
:END:
*{first}* [[https://example.com][{manual}]] =E-1=[fn:1]
- [X] {first}
  - {second}
1. {second}
| {manual} | 45 |
|----+----|
| a | b |
#+BEGIN_SRC python
a = 1
#+END_SRC
# hidden
** Two
"""
    found = read("a.org", source.encode())
    assert found.text == (
        f"# {title}\n\n## {part}\n\n{first} {manual} E-1\n\n- {first}\n   - {second}\n1. {second}\n\n"
        f"| {manual} | 45 |\n| --- | --- |\n| a | b |\n\n```python\na = 1\n```\n\n### Two"
    )
    assert [block.level for block in found.blocks if isinstance(block, Heading)] == [1, 2, 3]
