import json

import pytest

from ibidem.corpus.reading.blocks import Code, Heading, Paragraph
from ibidem.corpus.reading.formats import read
from ibidem.domain.errors import UnreadableDocument

WORDS = {
    "ko": ("누설 분석", "누설률은 천천히 는다."),
    "en": ("Leak analysis", "The leak grows slowly."),
    "ja": ("漏れの分析", "漏れはゆっくり増えます。"),
}


@pytest.mark.parametrize("language", WORDS)
def test_cells_are_read_in_their_order(language: str) -> None:
    title, sentence = WORDS[language]
    cells = [
        {"cell_type": "markdown", "source": [f"# {title}\n", "\n", sentence]},
        {
            "cell_type": "code",
            "source": "print(rate)",
            "outputs": [
                {"output_type": "stream", "text": ["0.04\n"]},
                {"output_type": "display_data", "data": {"image/png": "AAAA", "text/plain": ["<Figure>"]}},
                {"output_type": "error", "ename": "ValueError", "evalue": "no lot", "traceback": ["secret"]},
            ],
        },
        {"cell_type": "raw", "source": "raw"},
    ]
    notebook = {"nbformat": 4, "metadata": {"kernelspec": {"language": "python"}}, "cells": cells}
    found = read("a.ipynb", json.dumps(notebook).encode())
    assert found.text == (
        f"# {title}\n\n{sentence}\n\n```python\nprint(rate)\n```\n\n```\n0.04\n```\n\n```\n<Figure>\n```\n\n"
        "```\nValueError: no lot\n```\n\nraw"
    )
    assert [type(block) for block in found.blocks] == [Heading, Paragraph, *[Code] * 4, Paragraph]


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"cells": [1]}', '{"cells": [{}]}', "[" * 100_000])
def test_what_is_no_notebook_says_so(text: str) -> None:
    with pytest.raises(UnreadableDocument, match="not a Jupyter notebook"):
        read("a.ipynb", text.encode())
