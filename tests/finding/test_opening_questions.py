"""Questions to begin with, in three languages: whole sentences about what a heading says."""

from dataclasses import replace
from typing import Any, cast

import pytest

from ibidem.domain.languages import Language
from ibidem.finding.opening_questions import opening_questions
from ibidem.testing.stores import ENGLISH, MINA, prepared


class Shelf:
    """What is asked of a document store."""

    def __init__(self, *texts: tuple[Language, str, str]) -> None:
        sample = prepared(ENGLISH).document
        self.held = {
            str(number): (replace(sample, doc_id=str(number), language=language, title=title), text)
            for number, (language, title, text) in enumerate(texts)
        }

    async def documents(self, *_: object) -> list[Any]:
        return [document for document, _ in self.held.values()]

    async def text(self, doc_id: str, *_: object) -> str:
        return self.held[doc_id][1]


async def question(language: Language, title: str, *headings: str) -> str:
    text = "".join(f"## {heading}\n\nSomething.\n\n" for heading in headings)
    (found,) = await opening_questions(cast("Any", Shelf((language, title, text))), MINA, language)
    return found


@pytest.mark.parametrize(
    ("language", "title", "headings", "expected"),
    [
        ("ko", "게이트 밸브 교체", ("1. 목적", "2. 조임 토크"), "게이트 밸브 교체의 조임 토크는 얼마인가요?"),
        ("ko", "루모 R2 공장 초기화", ("순서", "초기화한 다음"), "루모 R2 공장 초기화는 어떤 순서로 하나요?"),
        ("ko", "재택근무 규정", ("1. 누가 할 수 있나", "4. 근무 시간"), "재택근무 규정의 근무 시간은 어떻게 되나요?"),
        ("ko", "환불 정책", ("언제까지 환불되나요?",), "환불 정책을 요약해 주세요"),
        ("en", "Slit valve O-ring", ("Scope", "Torque"), "What is the torque in “Slit valve O-ring”?"),
        ("en", "Dry pump replacement", ("Overview", "Steps"), "What are the steps in “Dry pump replacement”?"),
        ("en", "Travel policy", ("Who", "Hotels"), "Tell me about the hotels in “Travel policy”"),
        ("en", "Mesh", ("Adding a satellite",), "Tell me about adding a satellite in “Mesh”"),
        ("en", "Pump", ("How to apply",), "Summarise “Pump”"),
        ("ja", "出張旅費規程", ("1. 適用範囲", "3. 宿泊費"), "「出張旅費規程」の宿泊費はどのくらいですか?"),
        ("ja", "オイル交換", ("手順",), "「オイル交換」はどのような手順で行いますか?"),
        ("ja", "ノートの共有", ("共有をやめる", "人数の上限"), "「ノートの共有」の人数の上限はどのくらいですか?"),
        ("ja", "メモの復元", ("見つからないとき",), "「メモの復元」を要約してください"),
    ],
)
async def test_a_question_is_a_whole_sentence_about_what_a_heading_says(
    language: Language, title: str, headings: tuple[str, ...], expected: str
) -> None:
    assert await question(language, title, *headings) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [("TC-100", "TC-100을"), ("SUPRA XP", "SUPRA XP를"), ("연차휴가 규정 (2019년판)", "연차휴가 규정 (2019년판)을")],
)
async def test_the_particle_is_the_one_that_is_read_aloud(title: str, expected: str) -> None:
    assert (await question("ko", title)).startswith(expected)


async def test_documents_in_the_language_come_first() -> None:
    shelf = Shelf(("en", "Pump", "## Torque\n\n9 N·m\n"), ("ko", "펌프", "## 토크\n\n9 N·m\n"))
    asked = await opening_questions(cast("Any", shelf), MINA, "ko")
    assert [one.partition("의 ")[0] for one in asked] == ["펌프", "Pump"]
