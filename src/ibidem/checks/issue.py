"""The issues found in an answer, in its language: shown to a person, and returned to the model that wrote it."""

from dataclasses import dataclass
from typing import Literal

from ibidem.domain.languages import Language
from ibidem.language.shortening import shorten
from ibidem.words.loader import worded

IssueKind = Literal["number", "code", "quote", "uncited", "language", "empty"]
Finding = Literal[
    "number", "code", "elsewhere", "code elsewhere", "quote", "uncited", "nothing cited", "language", "empty", "repeated"
]

_LONGEST_SENTENCE, _LONGEST_VALUE = 90, 60  # characters

_WORDING = worded("issues", dict[Finding, str])


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
