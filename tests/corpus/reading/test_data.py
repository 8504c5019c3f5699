import pytest

from ibidem.corpus.reading.blocks import TableRow
from ibidem.corpus.reading.data import read_json, read_yaml

WORDS = {"ko": ("휴가", "일수", "연차 15일"), "en": ("leave", "days", "annual 15"), "ja": ("休暇", "日数", "年次15日")}


@pytest.mark.parametrize("language", WORDS)
def test_each_value_stands_with_its_path(language: str) -> None:
    a, b, c = WORDS[language]
    assert read_json(f'{{"{a}": {{"{b}": "{c}", "n": 1.10}}, "x": [1, 2]}}').text == f"{a}.{b}: {c}\n{a}.n: 1.10\n\nx: 1, 2"
    assert read_yaml(f"{a}:\n  {b}: {c}\n  n: 1.10\nx: [1, 2]\n").text == f"{a}.{b}: {c}\n{a}.n: 1.10\n\nx: 1, 2"


def test_like_entries_are_a_table() -> None:
    found = read_json('{"parts": [{"name": "bolt", "n": 4}, {"name": "nut", "n": null}]}')
    assert found.text == "parts\n\n| name | n |\n| --- | --- |\n| bolt | 4 |\n| nut |  |"
    assert [block.header for block in found.blocks if isinstance(block, TableRow)] == ["| name | n |"] * 3
    lines = read_json('{"name": "bolt", "n": 4}\n{"name": "nut", "n": 2}\n')
    assert lines.text == "| name | n |\n| --- | --- |\n| bolt | 4 |\n| nut | 2 |"


def test_entries_that_differ_are_numbered() -> None:
    assert read_yaml("steps:\n- run: a\n- uses: {b: c}\n").text == "steps[1].run: a\n\nsteps[2].uses.b: c"


def test_aliases_and_tags_do_nothing() -> None:
    laughs = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*b{n - 1}, *b{n - 1}]\n" for n in range(1, 40)).replace("*b0", "*a")
    assert len(read_yaml(laughs).text) < 2_000
    assert read_yaml("a: !!python/object/apply:os.system ['exit 1']\n").text == "a: exit 1"


@pytest.mark.parametrize("text", ['{"a": 1,}', "// comment\n{}x", "[" * 5_000, "[" * 100 + "]" * 100 + "a"])
def test_what_is_not_quite_json_or_too_deep_is_shown_as_it_stands(text: str) -> None:
    assert read_json(text).text == text
