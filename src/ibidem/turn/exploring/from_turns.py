"""Answers that rest on turns of the conversation, which are quoted and are no documents."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.domain.conversation import DocRef, Turn
from ibidem.language.sentences import sentence_spans
from ibidem.turn.inquiry import Inquiry

_VALUES = ("number", "code", "quote")


def said_in(turn: Turn) -> str:
    """What a turn says, with the ways in which people name it."""
    content, number = turn.content, turn.turn_id
    day = (
        f"{turn.ts:%Y-%m-%d} {turn.ts.year}년 {turn.ts.month}월 {turn.ts.day}일 {turn.ts.year}年{turn.ts.month}月{turn.ts.day}日"
    )
    names = f"turn {number}, question {number}, {number}번째 질문, {number}번 질문, {number}番目の質問, {day}"
    return f"{names}\n{content.user_text}\n{content.assistant_text}"


def not_said(answer: str, known: str, inquiry: Inquiry) -> tuple[str, ...]:
    """The issues of an answer whose values, codes and quotations do not stand in what was said."""
    sentences = [answer[start:end].strip() for start, end in sentence_spans(answer)] or [answer]
    found = [
        issue
        for sentence in sentences
        for issue in check_answer(f"{sentence} [1]", {1: known}, inquiry.text, inquiry.language)
        if issue.kind in _VALUES
    ]
    return tuple(dict.fromkeys(map(str, found)))


def documents_of(turns: Sequence[Turn]) -> tuple[DocRef, ...]:
    """What these turns cite, each document once, under slots of their own."""
    by_document = {ref.doc_id: ref for turn in turns for ref in turn.content.doc_refs}
    return tuple(replace(ref, slot=slot) for slot, ref in enumerate(by_document.values(), 1))
