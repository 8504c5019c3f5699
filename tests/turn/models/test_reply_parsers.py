"""What models write, read into closed types."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.trace import Verdict
from ibidem.turn.models.reply_parsers import (
    LONGEST_ISSUE,
    LONGEST_QUERY,
    MOST_ISSUES,
    MOST_QUERIES,
    read_choice,
    read_queries,
    read_text,
    read_verdict,
    read_yes_no,
)

read_route = read_choice(("setup", "ts", "general"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes",
            "Yes.",
            "YES",
            "**Yes**",
            '"yes"',
            "Yes, because it names the valve.",
            "Yes — it is clear.",
            "Yes\nIt is clear.",
        ),
        *("네", "네.", "네, 명확합니다.", "예", "예, 검색할 수 있습니다.", "답: 네", "그렇습니다."),
        *("はい", "はい。", "はい、明確です。", "回答：はい", "「はい」"),
        *(
            "true",
            "True",
            '{"answer": "yes"}',
            '{"clear": true}',
            '{"clear": "네"}',
            '{"clear": true, "reason": "No device needed."}',
        ),
        *(
            '```json\n{"clear": true}\n```',
            'Here it is: {"answer": "はい"}',
            '{"clear": true',
            "The answer is yes.",
            "Answer: **yes**",
        ),
        *('{"answer": "Yes, it is clear."}', '[{"clear": true}]', "- yes"),
    ],
)
def test_yes(text: str):
    assert read_yes_no(text) is True


@pytest.mark.parametrize(
    "text",
    [
        *("no", "No.", "No, the device is missing.", "No, because yes alone would not do.", "No - which valve?"),
        *("아니요", "아니오.", "아뇨, 불분명합니다.", "아니요. 장비가 없습니다."),
        *("いいえ", "いいえ、装置が不明です。", "いいえ。", "答え：いいえ"),
        *("false", '{"clear": false}', '{"answer": "no", "reason": "unclear"}', "```\nno\n```", '{"answer": "いいえ"}'),
    ],
)
def test_no(text: str):
    assert read_yes_no(text) is False


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "eyes",
            "yesterday",
            "not yes",
            "The eyes have it.",
            "nothing",
            "Nope-ish",
            "noon",
            "yes-man",
            "No doubt, it is clear.",
        ),
        *(
            "Yes and no.",
            "Yes, no.",
            "no, yes",
            "네, 아니요.",
            "はい、いいえ。",
            "yes/no",
            "Yes or no?",
            "Yes.\nNo.",
            "No. 5 valve",
            "I am not sure.",
            "No device is named",
        ),
        *("네트워크", "네 질문은 불분명합니다", "예를 들어", "예 문서", "네와 아니요", "아니면", "네/아니요", "잘 모르겠습니다."),
        *("はいけない", "いいえば", "はい/いいえ", "はいまたはいいえ", "わかりません。"),
        *('{"clear": tr', '{"a": true, "b": false}', '{"answer": "maybe"}', "{}", "[]", "null", "1", '{"clear": null}'),
    ],
)
def test_neither_yes_nor_no(text: str):
    assert read_yes_no(text) is None


@pytest.mark.parametrize(
    ("text", "route"),
    [
        *(("ts", "ts"), ("TS.", "ts"), ("`setup`", "setup"), ("Route: general", "general"), ("ｓｅｔｕｐ", "setup")),
        *(("setup입니다.", "setup"), ("이 질문은 ts에 해당합니다.", "ts"), ("setupです。", "setup"), ("経路はtsです。", "ts")),
        *(('{"route": "ts", "reason": "not setup"}', "ts"), ('["general"]', "general"), ('{"route": "ts', "ts")),
        *(("```\nsetup\n```", "setup"), ("It asks for a procedure, so setup.", "setup"), ("ts, that is ts", "ts")),
        *(
            ("ts or setup", None),
            ("not ts", None),
            ("It isn't a ts question", None),
            ("tests", None),
            ("", None),
            ("other", None),
        ),
        *(
            ("ts가 아닙니다", None),
            ("ts는 아니다", None),
            ("tsではありません", None),
            ('{"a": "ts", "b": "setup"}', None),
            ("setup_new", None),
        ),
    ],
)
def test_choice(text: str, route: str | None):
    assert read_route(text) == route


def test_a_choice_whose_name_holds_another_is_that_one():
    read = read_choice(("SUPRA", "SUPRA XP", "수프라 N"))
    assert read("supra xp") == "SUPRA XP"
    assert read("It is the SUPRA.") == "SUPRA"
    assert read("수프라 N입니다") == "수프라 N"


def test_nothing_to_choose_from_is_nothing_chosen():
    assert read_choice(())("ts") is None


@pytest.mark.parametrize(
    "text",
    [
        '["밸브 교체 토크", "slit valve torque", "バルブ交換"]',
        '```json\n["밸브 교체 토크", "slit valve torque", "バルブ交換"]\n```',
        'Here you are: {"queries": ["밸브 교체 토크", "slit valve torque", "バルブ交換"]} Good luck!',
        '["밸브 교체 토크", "slit valve torque", "バルブ交換',
        "{'queries': ['밸브 교체 토크', 'slit valve torque', 'バルブ交換',]}",
        '[{"query": "밸브 교체 토크"}, {"query": "slit valve torque"}, {"query": "バルブ交換"}]',
        '{"ko": ["밸브 교체 토크"], "en": ["slit valve torque"], "ja": ["バルブ交換"]}',
        '{"1": "밸브 교체 토크", "2": "slit valve torque", "3": "バルブ交換"}',
        "1. 밸브 교체 토크\n2. slit valve torque\n3. バルブ交換",
        '1) "밸브 교체 토크"\n2) "slit valve torque"\n3) 「バルブ交換」',
        "다음은 검색어입니다:\n- 밸브 교체 토크\n- slit valve torque\n- バルブ交換\n\n이 검색어가 도움이 되기를 바랍니다.",
        "Sure! Here are the queries:\n* **밸브 교체 토크**\n* slit valve torque\n* バルブ交換",
        "検索語は次のとおりです。\n① 밸브 교체 토크\n② slit valve torque\n③ バルブ交換",
        "밸브 교체 토크\nslit valve torque\nバルブ交換",
        "검색어 1: 밸브 교체 토크\nQuery 2: slit valve torque\nクエリ3：バルブ交換",
        '밸브 교체 토크\n\n"slit valve  torque"\nSlit Valve torque\nバルブ交換\n',
    ],
)
def test_queries(text: str):
    assert read_queries(text) == ("밸브 교체 토크", "slit valve torque", "バルブ交換")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "\n",
            "[]",
            "{}",
            "...",
            "1.\n2.",
            "I cannot help with that.",
            "죄송합니다. 도와드릴 수 없습니다.",
            "申し訳ありません。",
        ),
        *(
            "Here are the queries:",
            "다음은 검색어입니다:",
            "以下は検索語です：",
            "a" * (LONGEST_QUERY + 1),
            "[1, 2]",
            '["", " "]',
        ),
    ],
)
def test_no_queries(text: str):
    assert read_queries(text) is None


def test_a_query_keeps_its_own_numbers_and_brackets():
    written = "1. 2차 챔버 누설\n2. 10 N·m torque [inner]\n3. No. 5 バルブ"
    assert read_queries(written) == ("2차 챔버 누설", "10 N·m torque [inner]", "No. 5 バルブ")


def test_queries_are_few():
    assert len(read_queries(json.dumps([f"query {n}" for n in range(100)])) or ()) == MOST_QUERIES


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"faithful": true, "issues": [], "hint": ""}', Verdict(True)),
        ('{"faithful": "false", "issues": "토크 값이 다르다", "hint": "토크"}', Verdict(False, ("토크 값이 다르다",), "토크")),
        ("{'faithful': False, 'issues': ['12 N·m is not said'],}", Verdict(False, ("12 N·m is not said",))),
        ('Verdict: ```json\n{"faithful": "unfaithful", "issues": ["値が違う"]}\n```', Verdict(False, ("値が違う",))),
        ('{"faithful": false, "issues": [{"sentence": "a", "problem": "b"}, {"sent', Verdict(False, ("a: b",))),
        ('{"faithful": false, "issues": ["says "12" here"], "hint": "x"}', Verdict(False, ('says "12" here',), "x")),
        ('{"Faithful": "Yes", "issues": ["none"], "hint": "없음"}', Verdict(True)),
        ('{"faithful": true, "issues": ["one doubt"]}', Verdict(False, ("one doubt",))),
        ('{"faithful": 0.2, "issues": ["one doubt"]}', Verdict(False, ("one doubt",))),
        ("Faithful: no", Verdict(False)),
        *((said, Verdict(False)) for said in ("no", "Not faithful.", "unfaithful", '{"is_faithful": false}')),
        *(
            (f'{{"faithful": true, "issues": ["{said}"]}}', Verdict(True))
            for said in ("No issues found.", "문제 없음", "問題なし", "none")
        ),
        ("**faithful**: true", Verdict(True)),
        ('{"result": {"faithful": false, "hint": "look\\n up"}}', Verdict(False, (), "look up")),
        ('{"faithful": true}\n{"faithful": true, "issues": []}', Verdict(True)),
        ('{"faithful": "はい"}', Verdict(True)),
        ('{"faithful": "아니요"}', Verdict(False)),
    ],
)
def test_verdict(text: str, verdict: Verdict):
    assert read_verdict(text) == verdict


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "faithful",
            "The answer is faithful.",
            '{"issues": []}',
            '{"faithful": null}',
            '{"faithful": "partly"}',
            "true",
            "[true]",
        ),
        *('{"faithful": tr', '{"faithful": fal', '{"faithful"', '{"faithful": true} or {"faithful": false}', '{"faithful": 1}'),
        *('{"unfaithful": true}', '{"a": {"faithful": true}, "b": 1}'),
    ],
)
def test_no_verdict(text: str):
    assert read_verdict(text) is None


def test_a_verdict_is_bounded():
    verdict = read_verdict(json.dumps({"faithful": False, "issues": ["x" * 900] * 9 + ["y"] * 9, "hint": "z" * 900}))
    assert verdict is not None
    assert len(verdict.issues) == MOST_ISSUES
    assert max(len(text) for text in (*verdict.issues, verdict.hint)) == LONGEST_ISSUE


@pytest.mark.parametrize(
    ("text", "read"),
    [
        *(
            (" 밸브를 교체한다. ", "밸브를 교체한다."),
            ('"Replace the valve."', "Replace the valve."),
            ("「バルブを交換する。」", "バルブを交換する。"),
        ),
        *(
            ("```\nReplace it.\n```", "Replace it."),
            ("```text\n밸브", "밸브"),
            ('"a" and "b"', '"a" and "b"'),
            ("it's 'x'", "it's 'x'"),
        ),
        *(("", None), (" \n", None), ('""', None), ("```\n```", None)),
    ],
)
def test_text(text: str, read: str | None):
    assert read_text(text) == read


PIECES = st.lists(
    st.sampled_from(
        [
            '{"faithful":',
            "true",
            "false",
            '"',
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\n",
            "- ",
            "1. ",
            "yes",
            "no",
            "네",
            "いいえ",
            "ts",
            "```",
            "\\",
            "\ud800",
        ]
    ),
    max_size=30,
).map("".join)


@given(st.text(st.characters(), max_size=200) | PIECES)
def test_no_reader_ever_raises(text: str):
    for read in (read_yes_no, read_route, read_queries, read_verdict, read_text):
        read(text)


@pytest.mark.timeout(20)  # under a second together; far longer where brackets or marks are tried one by one
@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        '["' * 5000 + "x",
        '["' * 10_000,
        '{"a":' * 5000,
        "\n-" * 10_000,
        "`" * 20_000,
        "yes " * 5000,
        " " * 20_000,
        '"x"' * 5000,
    ],
)
def test_hostile_replies_are_read_too(text: str):
    for read in (read_yes_no, read_route, read_queries, read_verdict, read_text):
        read(text)


@given(st.lists(st.text(st.characters(categories=["L"]), min_size=3, max_size=20), min_size=1, max_size=6))
def test_queries_come_back_in_whatever_form(words: list[str]):
    as_json = read_queries(json.dumps(words, ensure_ascii=False))
    assert as_json == read_queries(json.dumps({"queries": words}))
    assert as_json == read_queries(f"Queries:\n```json\n{json.dumps(words, indent=1)}\n```")
