"""A script that plays a sensible model with nothing but words: it answers with sentences of the passages that it is shown.

It reads ibidem's prompts: `Task: name` in the first line, every input between tags of its name, a passage under its number `[1]`.
It finds everything faithful, every question clear, and cannot translate. For trying out and showing, not for judging answers.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.language.detection import detect_language
from ibidem.language.search_text import BIGRAM, question_terms
from ibidem.language.sentences import sentence_spans
from ibidem.language.shortening import shorten
from ibidem.language.tables import is_row
from ibidem.testing.script import Play, task_of
from ibidem.testing.stores import tokens

INPUT = re.compile(r"^<([a-z_]+)>\s*(.*?)\s*</\1>$", re.DOTALL | re.MULTILINE)
PASSAGE = re.compile(r"^\[(\d+)\](.*?)(?=^\[\d+\]|\Z)", re.DOTALL | re.MULTILINE)
SENTENCE = re.compile(r"[.。!?]\s*$")
STEP = re.compile(r"^\d+[.)]\s+")
MARKER = re.compile(r"\s*\[\d+\]")
MOST_SENTENCES = 3
ENOUGH = 0.5  # of the question's words
NO_ANSWER = "[[no answer]]"
REFUSALS: Mapping[Language, str] = {
    "ko": "죄송하지만 찾아본 문서에는 그 답이 없습니다.",
    "en": "I am sorry, but the documents that were searched do not say.",
    "ja": "申し訳ありませんが、調べた文書にはその答えがありません。",
}

Inputs = Mapping[str, str]


def quoting(request: ModelRequest) -> Play:
    """The reply to any of ibidem's prompts; to anything else, the last words of what was said."""
    inputs = dict(INPUT.findall(request.user))
    kind = task_of(request).partition("_")[0]
    return Play(REPLIES[kind](inputs) if kind in REPLIES else shorten(request.user, 200))


def _answer(inputs: Inputs) -> str:
    """The sentences that share most with the question, rare words above all, from the passage that shares most with it.

    Those in the language of the question come first; a passage in which too little of the question stands is not quoted.
    """
    question = inputs.get("question", "")
    language, asked = detect_language(question), _words(question)
    passages = [(int(number), text, _words(text)) for number, text in PASSAGE.findall(inputs.get("passages", ""))]
    weights = {word: 1 / (1 + sum(word in words for _, _, words in passages)) for word in asked}

    def shared(words: set[str]) -> float:
        return sum(weights[word] for word in asked & words)

    def nearness(sentence: str) -> tuple[bool, float]:
        return detect_language(sentence, language) == language, shared(_words(sentence))

    near = [passage for passage in passages if len(asked & passage[2]) >= max(1.0, ENOUGH * len(asked))]
    sentences = [(nearness(sentence), -number, sentence) for number, text, _ in near for sentence in _sentences(text)]
    best = sorted(sentences, reverse=True)[:MOST_SENTENCES]
    return " ".join(_cited(sentence, -number) for _, number, sentence in best) or NO_ANSWER


def _words(text: str) -> set[str]:
    return {term.token for term in question_terms(text) if not term.token.startswith(BIGRAM)}


def _sentences(text: str) -> Iterator[str]:
    """Whole ones, on one line, without the number of a step."""
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if SENTENCE.search(sentence) and not is_row(sentence):
            yield STEP.sub("", " ".join(sentence.split()))


def _cited(sentence: str, number: int) -> str:
    """The number goes before the full stop, as the prompts show it."""
    bare = sentence.rstrip(".。!?:;")
    return f"{bare} [{number}]{sentence[len(bare) :].rstrip(':;') or '.'}"


def _route(inputs: Inputs) -> str:
    asked = set(tokens(inputs.get("question", "")))
    lines = [line for line in inputs.get("routes", "").splitlines() if line.strip()]
    names = [re.findall(r"\w+", line)[0] for line in lines]
    fitting = [name for name, line in zip(names, lines, strict=True) if asked & set(tokens(line)) - {name}]
    return (fitting or names[-1:] or ["general"])[0]


def _queries(inputs: Inputs) -> str:
    question = inputs.get("question", "")
    words = re.findall(r"[\w.-]+", question)
    long = [word for word in words if len(word) > 2] or words
    return _list([question, " ".join(long), f"{inputs.get('hint', '')} {' '.join(reversed(long))}".strip()])


def _settled(inputs: Inputs) -> str:
    return _list([line.strip(" -*\"'") for line in inputs.get("queries", "").splitlines()][:6])


def _list(queries: Sequence[str]) -> str:
    return json.dumps([query for query in dict.fromkeys(queries) if query], ensure_ascii=False)


def _pointing(inputs: Inputs) -> str:
    return "yes" if set(tokens(inputs.get("message", ""))) & set(tokens(inputs.get("documents", ""))) else "no"


def _end(inputs: Inputs) -> str:
    """The chunk that the question's own search found first; without any, a look at what was said."""
    call = {"tool": "answer_from_chunks", "chunk_ids": ["c1"]} if '"c1"' in inputs.get("steps", "") else {"tool": "list_turns"}
    return json.dumps(call)


REPLIES: Mapping[str, Callable[[Inputs], str]] = {
    "answer": _answer,
    "judge": lambda _: '{"issues": [], "faithful": true, "hint": ""}',
    "queries": _queries,
    "refine": _queries,
    "settle": _settled,
    "route": _route,
    "gate": lambda _: "yes",
    "reference": _pointing,
    "transform": lambda inputs: inputs.get("answer", ""),
    "translate": lambda inputs: inputs.get("question", ""),
    "complete": lambda inputs: inputs.get("question", ""),
    "explore": _end,
    "summary": lambda inputs: shorten(MARKER.sub("", inputs.get("answer", "")), 150),
    "refusal": lambda inputs: REFUSALS.get(detect_language(inputs.get("question", "")), REFUSALS["en"]),
}
