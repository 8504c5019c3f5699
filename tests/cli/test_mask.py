"""`ibidem mask`."""

import json
from pathlib import Path

import pytest

from cli.conftest import Terminal


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("제 번호는 010-1234-5678이고\n전화 010 1234 5678\n", "제 번호는 <PHONE_1>이고\n전화 <PHONE_1>\n"),
        ("Mail a@example.com\n\nCall 650-253-0000", "Mail <EMAIL_1>\n\nCall <PHONE_1>\n"),
        ("携帯は０９０－１２３４－５６７８です\n", "携帯は<PHONE_1>です\n"),
    ],
)
def test_lines_come_back_masked(terminal: Terminal, typed: str, printed: str) -> None:
    done = terminal("mask", typed=typed)
    assert (done.code, done.out, done.err) == (0, printed, "")


def test_json_says_where_it_stood(terminal: Terminal) -> None:
    done = terminal("mask", "--json", typed="메일 a@example.com, 끝\n部品 12\n")
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"text": "메일 <EMAIL_1>, 끝", "spans": [{"start": 3, "end": 16, "type": "EMAIL"}]},
        {"text": "部品 12", "spans": []},
    ]


def test_the_profile_says_what(terminal: Terminal, tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    head = 'name = "mine"\ntitle = { en = "Mine" }\n'
    routes = '[[routes]]\nname = "general"\npriority = 0\n'
    profile.write_text(f"{head}[masking]\nkinds = ['PHONE']\nallow = ['041-\\d{{4}}-\\d{{4}}']\n{routes}", encoding="utf-8")
    done = terminal("mask", "--profile", str(profile), typed="a@example.com 041-1234-5678 010-1234-5678\n")
    assert done.out == "a@example.com 041-1234-5678 <PHONE_1>\n"
    profile.write_text(f"{head}[masking]\nallow = ['(']\n{routes}", encoding="utf-8")
    done = terminal("mask", "--profile", str(profile), typed="")
    assert done.code == 2
    assert "allow holds '(', which is no regular expression" in done.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("message", "value", "name"),
    [
        ("주민등록번호 900101-1234568인 직원의 연차는?", "900101-1234568", "<KR_RRN_1>"),
        ("My SSN is 536-22-8731. How much leave do I get?", "536-22-8731", "<US_SSN_1>"),
        ("マイナンバーは1234-5678-9018です。有給は何日ですか。", "1234-5678-9018", "<JP_MY_NUMBER_1>"),
    ],
)
def test_a_chat_keeps_a_placeholder(stocked: Terminal, message: str, value: str, name: str) -> None:
    done = stocked("chat", "--session", "s", "--profile", "policy", typed=f"{message}\n")
    assert done.code == 0 and value not in done.out, done.err
    kept = stocked("sessions", "show", "s").out
    assert name in kept and value not in kept
