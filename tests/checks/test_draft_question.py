"""What a question gave, said again in an answer."""

import pytest

from ibidem.checks.draft import check_answer
from ibidem.checks.issue import Issue
from ibidem.domain.languages import Language

SOURCES = {
    1: "리드의 무게는 28 kg이다. 볼트는 12 N·m로 체결한다. The lid weighs 28 kg. 蓋の質量は28 kg、ボルトは12 N·m。",
    2: "Dry pump, ECOLITE 2000. E-2107 means that the pump is too hot.",
    3: "ヒーターの品番はHT-4400です。",
}


def issues(text: str, language: Language, question: str = "", sources: dict[int, str] = SOURCES) -> tuple[Issue, ...]:
    return check_answer(text, sources, question, language)


def kinds(text: str, language: Language, question: str = "") -> list[str]:
    return [issue.kind for issue in issues(text, language, question)]


@pytest.mark.parametrize(
    ("language", "question", "text", "wrong"),
    [
        ("ko", "V-0500은 몇 kPa에서 열려? 21 kPa?", "V-0500은 21 kPa에서 열립니다 [2].", ["code", "number"]),
        ("ko", "3호기 E-9911이 뭐야?", "3호기의 E-9911은 펌프 과열을 뜻합니다 [2].", ["code"]),
        ("en", "Does V-0500 open at 21 kPa?", "V-0500 opens at 21 kPa [2].", ["code", "number"]),
        ("en", "E-9911 on the NOVA 7000?", "E-9911 on the NOVA 7000 points to a hot pump [2].", ["code", "code"]),
        ("ja", "V-0500は21 kPaで開きますか？", "V-0500は21 kPaで開きます[3]。", ["code", "number"]),
        ("ja", "2号機のHT-9900とは？", "2号機のHT-9900はヒーターです[3]。", ["code"]),
    ],
)
def test_what_the_question_gave_has_to_stand_in_what_is_cited_for_it(
    language: Language, question: str, text: str, wrong: list[str]
) -> None:
    assert kinds(text, language, question) == wrong


@pytest.mark.parametrize(
    ("language", "question", "text"),
    [
        ("ko", "V-0500은 몇 kPa에서 열려?", "문서에는 V-0500에 대한 내용이 없습니다. 리드의 무게는 28 kg입니다 [1]."),
        ("ko", "V-0500은 몇 kPa에서 열려?", "인용한 문서에는 V-0500이 나오지 않습니다 [1]."),
        ("ko", "리드 볼트는 15 N·m로 조이나요?", "아니요, 15 N·m가 아니라 12 N·m로 조입니다 [1]."),
        (
            "en",
            "At which pressure does V-0500 open?",
            "The documents do not say anything about V-0500. The lid weighs 28 kg [1].",
        ),
        ("en", "At which pressure does V-0500 open?", "The documents do not mention V-0500 [1]."),
        ("en", "Is 15 N·m right for the lid bolts?", "No, 15 N·m is too much: tighten them to 12 N·m [1]."),
        ("ja", "V-0500は何kPaで開きますか？", "資料にはV-0500についての記載がありません。蓋の質量は28 kgです[1]。"),
        ("ja", "V-0500は何kPaで開きますか？", "引用した文書にV-0500の記載はありません[1]。"),
        ("ja", "蓋のボルトは15 N·mですか？", "いいえ、15 N·mではなく12 N·mで締めます[1]。"),
    ],
)
def test_what_the_question_gave_may_be_said_to_be_missing_or_wrong(language: Language, question: str, text: str) -> None:
    assert [str(issue) for issue in issues(text, language, question)] == []
    assert kinds(text.replace("12 N·m", "14 N·m"), language, question) == (["number", "number"] if "12 N·m" in text else [])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "수프라 XP와 SUPRA-XP, supra xp의 오링은 or-3815-fk입니다 [1]."),
        ("en", "On the SUPRA-XP (ＳＵＰＲＡ　ＸＰ), sop 1203 asks for the O-ring OR3815FK [1]."),
        ("ja", "スープラXP（SUPRA XP）では、SOP-1203のとおりOR-3815-FKを使います[1]。"),
    ],
)
def test_what_is_shown_above_the_passages_counts_in_any_spelling(language: Language, text: str) -> None:
    shown = {1: "Lid O-ring (sop_1203, SUPRA XP)\n(p. 3)\nThe part is OR-3815-FK."}
    assert [str(issue) for issue in issues(text, language, "SUPRA XP", shown)] == []
