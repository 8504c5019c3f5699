"""Words of a private dialect, and what a technical writer puts instead."""

import re
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "ibidem"
INSTEAD = {
    r"_?told(?:_\w+)?|\w+_told": "reported, known, distinguished, from the client; or name the thing",
    r"telling": "informative, reporting",
    r"(?:hold|holds|held|holding) on": "carry over",
    r"(?:give|gives|gave|giving)[ _]way": "is dropped, is superseded, falls back",
    r"(?:set|sets|setting) aside": "exclude; of a file: rename",
    r"what (?:is|was) asked": "the question",
    r"asked back": "ask which one is meant",
    r"(?:take|takes|taken|took) back": "withdraw, cancel",
    r"(?:speak|speaks|spoke|spoken)(?: |_)of": "refer to, mention, be about",
    r"(?:speak|speaks) against": "is an issue of",
    r"(?:bear|bears|borne) out by": "support",
    r"(?:holds?|held) together": "is valid, is consistent",
    r"goes round": "goes in circles",
}
DIALECT = {words: re.compile(rf"(?<![\w])(?:{words})(?![\w])", re.IGNORECASE) for words in INSTEAD}


def findings(path: Path) -> list[str]:
    return [
        f"{path.relative_to(SRC)}:{number}: {found.group()!r}; write {INSTEAD[words]}"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for words, pattern in DIALECT.items()
        if (found := pattern.search(line))
    ]


def test_the_code_is_in_plain_english() -> None:
    paths = sorted(SRC.rglob("*.py"))
    found = [finding for path in paths for finding in findings(path)]
    assert paths and not found, "\n  " + "\n  ".join(found)
