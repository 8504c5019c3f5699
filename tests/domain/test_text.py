import re

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.domain.text import flaw, made_storable, require_storable, storable


@pytest.mark.parametrize("text", ["", "토크는 12 N·m", "ポンプ\n\t", "\x1b[31m \u202e \U0001f600", "\ufffd\uffff"])
def test_what_utf8_holds_is_kept(text: str) -> None:
    assert storable(text) and flaw(text) is None and made_storable(text) == text
    require_storable("text", text)


@pytest.mark.parametrize(
    ("text", "problem", "made"),
    [
        ("a\0b", "holds a NUL character", "ab"),
        ("문\ud800서", "holds half of a surrogate pair", "문서"),
        ("\udfff", "holds half", ""),
    ],
)
def test_what_cannot_be_kept_is_refused_with_what_can(text: str, problem: str, made: str) -> None:
    assert not storable(text)
    assert str(flaw(text)).startswith(problem) and "; send " in str(flaw(text))
    assert made_storable(text) == made
    with pytest.raises(InvalidInput, match=re.escape(f"title: {problem}")):
        require_storable("title", text)
