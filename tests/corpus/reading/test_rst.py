import pytest

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read

WORDS = {
    "ko": ("펌프 교체", "전원을 끈다.", "밸브를 잠근다.", "항목", "값", "설명서"),
    "en": ("Pump exchange", "Switch it off.", "Close the valve.", "Item", "Value", "the manual"),
    "ja": ("ポンプの交換", "電源を切る。", "バルブを閉める。", "項目", "値", "取扱説明書"),
}


@pytest.mark.parametrize("language", WORDS)
def test_structure_is_kept_and_markup_read_through(language: str) -> None:
    title, first, second, item, value, manual = WORDS[language]
    source = f"""
{"=" * 30}
{title}
{"=" * 30}

:orphan:

**{first}** ``E-1`` :doc:`{manual} <manual>` :math:`x^2`

1. {first}
2. {second}

   - {item}

.. note:: {second}

.. versionadded:: 2.0
   {first}

.. toctree::
   :maxdepth: 2

   hidden

Two
===

.. code-block:: python
   :linenos:

   a = 1

.. list-table:: {manual}
   :header-rows: 1

   * - {item}
     - {value}
   * - a
     - 45
"""
    found = read("a.rst", source.encode())
    assert found.text == (
        f"# {title}\n\n{first} E-1 {manual} $x^2$\n\n1. {first}\n2. {second}\n   - {item}\n\n{second}\n\n2.0 {first}\n\n"
        f"## Two\n\n```python\na = 1\n```\n\n{manual}\n\n| {item} | {value} |\n| --- | --- |\n| a | 45 |"
    )
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [title, "Two"]


def test_nothing_is_included_or_fetched() -> None:
    source = (
        "Head\n====\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\n"
        ".. csv-table::\n   :url: http://192.0.2.1/a.csv\n\n.. literalinclude:: /etc/passwd\n\nend\n"
    )
    assert read("a.rst", source.encode()).text == "# Head\n\nend"


@pytest.mark.parametrize("source", ["Head\n==\n\n*open", "a\n\n  b\n c\n\n.. nothing::", "+--+\n| a\n+--+\n\nx `y"])
def test_what_is_wrong_is_read_as_far_as_it_goes(source: str) -> None:
    assert read("a.rst", source.encode()).text
