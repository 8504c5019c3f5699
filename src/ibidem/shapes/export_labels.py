"""The words of an exported conversation."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of an export in one language."""

    title: str
    turns: str
    sources: str
    page: str
    replaced: str
    not_in_force: str
    made: str


LABELS: Mapping[Language, Labels] = {
    "ko": Labels(
        "대화",
        "질문 {}개",
        "출처",
        "{}쪽",
        "{}번에서 다시 물음",
        "현재 유효하지 않음",
        "{}에 저장한 대화입니다. 출처는 당시의 문서입니다.",
    ),
    "en": Labels(
        "Conversation",
        "{} turns",
        "Sources",
        "p. {}",
        "asked anew in {}",
        "not in force",
        "Saved on {}. Its sources are the documents of then.",
    ),
    "ja": Labels(
        "会話", "質問{}件", "出典", "{}ページ", "{}で聞き直し", "現在は有効でない", "{}に保存した会話です。出典は当時の文書です。"
    ),
}


def when(ts: datetime, zone: tzinfo) -> str:
    """A time for people."""
    return f"{ts.astimezone(zone):%Y-%m-%d %H:%M %Z}"
