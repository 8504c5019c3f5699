"""A calculation over a table that `ibidem ask` shows."""

from pathlib import Path

import pytest

from cli.conftest import Terminal

FILES = {
    "costs.csv": 'Month,Item,Amount (EUR)\nJuly,Hotel,310.20\nSeptember,Flight,"1,640.00"\nSeptember,Taxi,32.10\n',
    "점검.csv": "설비,점검 결과\n공조기,미점검\n보일러,정상\n집진기,미점검\n",
    "点検.csv": "設備番号,状態,締付トルク(N·m)\nE-01,点検済,12.5\nE-02,未点検,13.0\n",
}


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is the total amount of the September costs?", "1,640.00 + 32.10 = 1,672.10 EUR [1]"),
        ("미점검 설비는 몇 대야?", "행 2개 (점검 결과: 미점검): 공조기, 집진기 [1]"),
        ("締付トルクの平均は？", "(12.5 + 13.0) ÷ 2 = 12.75 N·m [1]"),
    ],
)
def test_it_is_shown_with_its_source(terminal: Terminal, tmp_path: Path, question: str, line: str) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    assert terminal("index", str(folder)).code == 0
    done = terminal("ask", question)
    assert done.code == 0 and done.out.splitlines()[0].endswith(line)
