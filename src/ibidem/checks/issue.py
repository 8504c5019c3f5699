"""The issues found in an answer, in its language: shown to a person, and returned to the model that wrote it."""

from dataclasses import dataclass
from typing import Literal

from ibidem.domain.languages import Language
from ibidem.language.shortening import shorten

IssueKind = Literal["number", "code", "quote", "uncited", "language", "empty"]
Finding = Literal[
    "number", "code", "elsewhere", "code elsewhere", "quote", "uncited", "nothing cited", "language", "empty", "repeated"
]

_LONGEST_SENTENCE, _LONGEST_VALUE = 90, 60  # characters

_WORDING: dict[Language, dict[Finding, str]] = {
    "ko": {
        "number": "인용한 문서{cited}에 “{value}” 값이 없습니다: “{sentence}”",
        "code": "인용한 문서{cited}에 “{value}” 번호나 이름이 없습니다: “{sentence}”",
        "elsewhere": "인용한 문서{cited}에 “{value}” 값은 다른 것에 대해 적혀 있습니다: “{sentence}”",
        "code elsewhere": "인용한 문서{cited}에 “{value}” 번호나 이름은 다른 것에 대해 적혀 있습니다: “{sentence}”",
        "quote": "따옴표 안의 글 “{value}”이(가) 인용한 문서{cited}에 그대로 나오지 않습니다: “{sentence}”",
        "uncited": "출처 표시가 없는 문장입니다: “{sentence}”",
        "nothing cited": "답변 전체에 출처 표시가 하나도 없습니다: “{sentence}”",
        "language": "답변이 질문의 언어인 한국어로 쓰이지 않았습니다: “{sentence}”",
        "empty": "답변에 내용이 없습니다.",
        "repeated": "같은 말이 되풀이됩니다: “{sentence}”",
    },
    "en": {
        "number": "“{value}” does not stand in the cited document{cited}: “{sentence}”",
        "code": "The code or name “{value}” does not stand in the cited document{cited}: “{sentence}”",
        "elsewhere": "“{value}” stands in the cited document{cited}, but for something else: “{sentence}”",
        "code elsewhere": "The code or name “{value}” stands in the cited document{cited}, but for something else: “{sentence}”",
        "quote": "The words quoted, “{value}”, do not stand like this in the cited document{cited}: “{sentence}”",
        "uncited": "This sentence cites no source: “{sentence}”",
        "nothing cited": "The whole answer cites no source: “{sentence}”",
        "language": "The answer is not written in English, the language of the question: “{sentence}”",
        "empty": "The answer is empty.",
        "repeated": "The answer repeats itself: “{sentence}”",
    },
    "ja": {
        "number": "引用した文書{cited}に「{value}」という値がありません: 「{sentence}」",
        "code": "引用した文書{cited}に「{value}」という番号や名称がありません: 「{sentence}」",
        "elsewhere": "引用した文書{cited}では、「{value}」は別のものの値です: 「{sentence}」",
        "code elsewhere": "引用した文書{cited}では、「{value}」は別のものの番号や名称です: 「{sentence}」",
        "quote": "引用符の中の「{value}」は、引用した文書{cited}にそのままの形では書かれていません: 「{sentence}」",
        "uncited": "出典の示されていない文です: 「{sentence}」",
        "nothing cited": "回答全体に出典が一つも示されていません: 「{sentence}」",
        "language": "回答が質問の言語である日本語で書かれていません: 「{sentence}」",
        "empty": "回答に内容がありません。",
        "repeated": "同じ内容が繰り返されています: 「{sentence}」",
    },
}


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue of an answer; `detail`, which str gives too, is a line that names the value and the sentence."""

    kind: IssueKind
    sentence: str
    detail: str

    def __str__(self) -> str:
        return self.detail


def issue(finding: Finding, language: Language, sentence: str = "", value: str = "", cited: tuple[int, ...] = ()) -> Issue:
    """The issue in the language of the answer; `cited` are the slots in which the value was looked for."""
    kind: IssueKind
    match finding:
        case "nothing cited":
            kind = "uncited"
        case "repeated":
            kind = "empty"
        case "elsewhere":
            kind = "number"
        case "code elsewhere":
            kind = "code"
        case _:
            kind = finding
    detail = _WORDING[language][finding].format(
        value=shorten(value, _LONGEST_VALUE),
        sentence=shorten(sentence, _LONGEST_SENTENCE),
        cited="".join(f" [{slot}]" for slot in cited),
    )
    return Issue(kind, sentence, detail)
