"""What belongs to one deployment stands in its profile: rooms that serve every deployment hold none of its words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "ibidem"
ROOMS = ("understanding", "turn", "checks", "finding", "flow")
# Of the world of wafer processing, which the equipment profile is about.
OF_ONE_WORLD = re.compile(
    r"(?<![a-z])(?:gcb|myservice|plasmas?|chambers?|load ?locks?|load ?ports?|foups?)(?![a-z])"
    r"|마이서비스|에스오피|지씨비|챔버|로드락|로드포트|플라즈마|웨이퍼|マイサービス|チャンバ|プラズマ|ロードロック|ロードポート|ウェハ|ウエハ",
    re.IGNORECASE,
)


def strings(tree: ast.Module) -> Iterator[ast.Constant]:
    """The string constants that are no docstrings."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_that_serves_everyone_holds_words_of_one_world(room: str):
    found = [
        f"{file.relative_to(SRC)}:{node.lineno}: {match.group()}"
        for file in sorted((SRC / room).rglob("*.py"))
        for node in strings(ast.parse(file.read_text(encoding="utf-8")))
        if (match := OF_ONE_WORLD.search(str(node.value)))
    ]
    assert not found, "\n".join(found)
