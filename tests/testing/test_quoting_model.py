"""The model that quotes plays every task of ibidem's prompts, filled by the real ones."""

import json
from collections.abc import Mapping

import pytest

from ibidem.domain.languages import Language
from ibidem.prompts.catalog import load_catalog
from ibidem.testing.quoting_model import quoting

QUESTIONS: Mapping[Language, str] = {
    "ko": "진공 펌프의 볼트는 얼마로 조이나요?",
    "en": "What torque do the bolts of the vacuum pump take?",
    "ja": "真空ポンプのボルトは何Nmで締めますか。",
}
PASSAGES = (
    "[1] sop_1203\n진공 펌프의 볼트는 24 Nm로 조입니다. 기록지에 서명합니다.\n\n"
    "[2] gcb_8841\nThe bolts of the vacuum pump take 24 Nm. Sign the record.\n\n"
    "[3] sop_3301\n真空ポンプのボルトは24 Nmで締めます。記録に署名します。"
)
IN_FIRST_PLACE = {"ko": "[1]", "en": "[2]", "ja": "[3]"}
in_three_languages = pytest.mark.parametrize("language", QUESTIONS)


def reply(task: str, language: Language, **inputs: str) -> str:
    prompt = load_catalog().get(task, language)
    return quoting(prompt.fill({name: inputs.get(name, "") for name in prompt.inputs})).text


@in_three_languages
@pytest.mark.parametrize("route", ["general", "setup", "ts"])
def test_answers_quote_the_passage_in_the_language_of_the_question(language: Language, route: str):
    text = reply(f"answer_{route}", language, question=QUESTIONS[language], passages=PASSAGES)
    assert "24 Nm" in text and text.index(IN_FIRST_PLACE[language]) == text.index("[")
    assert reply(f"answer_{route}", language, question="quux", passages=PASSAGES) == "[[no answer]]"


@in_three_languages
def test_replies_that_are_read_can_be_read(language: Language):
    question = QUESTIONS[language]
    assert json.loads(reply("judge_general", language, question=question, passages=PASSAGES, answer="24 Nm [1].")) == {
        "issues": [],
        "faithful": True,
        "hint": "",
    }
    for task in ("queries_general", "queries_setup", "queries_ts", "refine"):
        queries = json.loads(reply(task, language, question=question, queries="a", issues="b"))
        assert queries[0] == question and all(isinstance(query, str) for query in queries)
    assert json.loads(reply("settle", language, question=question, queries="- a\n- b\n- a")) == ["a", "b"]
    assert reply("gate", language, question=question) == "yes"
    assert (
        reply("route", language, question=question, routes="setup: 조이, torque, 締め\nts: 고장, fault, 故障\ngeneral") == "setup"
    )
    assert reply("route", language, question="?", routes="setup: 설치\ngeneral") == "general"
    assert reply("reference", language, message=question, documents=question) == "yes"
    assert reply("reference", language, message=question, documents="quux") == "no"
    assert reply("translate", language, question=question, target="en") == question
    assert reply("summary", language, question=question, answer="24 Nm [1].") == "24 Nm."
    assert reply("refusal", language, question=question)
