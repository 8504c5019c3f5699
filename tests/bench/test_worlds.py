"""The set of `bench/worlds` holds together: what it expects can be found in its documents, and twins differ in one value."""

import importlib.util
import json
import re
import sys
from collections import Counter
from difflib import SequenceMatcher
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest
import yaml

from ibidem.evaluation.phrase_match import stands_in

BENCH = Path(__file__).parents[2] / "bench"
DOCUMENTS = BENCH / "worlds" / "documents"


def bench_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_worlds", BENCH / "worlds.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_worlds"] = module
    spec.loader.exec_module(module)
    return module


worlds = bench_module()
QUESTIONS = list(worlds.read_questions(BENCH / "worlds" / "questions.jsonl"))
CONVERSATIONS = list(worlds.read_conversations(BENCH / "worlds" / "conversations.jsonl"))
TURNS = [
    pytest.param(case, turn, id=f"{case.id}-{n}") for case in QUESTIONS + CONVERSATIONS for n, turn in enumerate(case.turns, 1)
]


def read(file: Path) -> tuple[str, str]:
    """The doc_id and the text of a document, without its front matter or its tags."""
    text = file.read_text(encoding="utf-8")
    doc_id = file.stem
    if matter := re.match(r"---\n(.*?)\n---\n", text, re.DOTALL):
        doc_id = yaml.safe_load(matter.group(1)).get("doc_id", doc_id)
        text = text[matter.end() :]
    if file.suffix == ".html":
        text = unescape(re.sub(r"<[^>]+>", " ", text))
    return doc_id, text


TEXTS = {world.name: dict(map(read, world.iterdir())) for world in sorted(DOCUMENTS.iterdir())}
TWINS = {
    (case.world, *sorted((turn.doc_id, turn.twin_doc_id)))
    for case in QUESTIONS
    for turn in case.turns
    if turn.twin_doc_id is not None
}


def language_of(text: str) -> str:
    if len(re.findall(r"[ぁ-ゟァ-ヿ]", text)) > len(text) / 20:
        return "ja"
    return "ko" if len(re.findall(r"[가-힣]", text)) > len(text) / 20 else "en"


@pytest.mark.parametrize("world", ["equipment", "policy", "support"])
def test_a_world_has_four_documents_in_each_language(world: str) -> None:
    assert Counter(map(language_of, TEXTS[world].values())) == {"ko": 4, "en": 4, "ja": 4}


def test_the_set_has_its_sizes() -> None:
    assert len(QUESTIONS) == 150
    kinds = Counter(case.turns[0].kind for case in QUESTIONS)
    assert kinds == {"fact": 74, "twin": 30, "unanswerable": 25, "procedure": 15, "cross": 6}
    assert Counter(case.language for case in CONVERSATIONS) == {"ko": 10, "en": 10, "ja": 10}
    assert all(3 <= len(case.turns) <= 5 for case in CONVERSATIONS)


def test_every_case_has_an_id_of_its_own() -> None:
    ids = [case.id for case in QUESTIONS + CONVERSATIONS]
    assert len(set(ids)) == len(ids)


def test_every_document_is_asked_about() -> None:
    asked = {(case.world, turn.doc_id) for case in QUESTIONS for turn in case.turns}
    assert {(world, doc_id) for world, texts in TEXTS.items() for doc_id in texts} <= asked


@pytest.mark.parametrize(("case", "turn"), TURNS)
def test_what_answers_stands_in_the_right_document_and_what_is_wrong_does_not(case, turn) -> None:
    if turn.doc_id is None:
        assert turn.kind in {"unanswerable", "small_talk"} and not turn.answers and not turn.wrong
        return
    text = TEXTS[case.world][turn.doc_id]
    assert turn.answers
    assert [answer for answer in turn.answers if not stands_in(answer, text)] == []
    assert [wrong for wrong in turn.wrong if stands_in(wrong, text)] == []


@pytest.mark.parametrize(("case", "turn"), TURNS)
def test_a_wrong_value_is_the_twins(case, turn) -> None:
    if turn.twin_doc_id is not None:
        assert turn.wrong
    pairs = {doc_id for world, *pair in TWINS if world == case.world and turn.doc_id in pair for doc_id in pair}
    for wrong in turn.wrong:
        assert any(stands_in(wrong, TEXTS[case.world][doc_id]) for doc_id in pairs - {turn.doc_id})


@pytest.mark.parametrize("twins", sorted(TWINS), ids=" ".join)
def test_twins_differ_in_little(twins: tuple[str, str, str]) -> None:
    world, one, other = twins
    assert SequenceMatcher(None, TEXTS[world][one], TEXTS[world][other], autojunk=False).ratio() > 0.97


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CONVERSATIONS])
def test_a_conversation_leaves_its_subject_out_stays_with_it_and_changes_it_where_it_says(case) -> None:
    turns = [turn for turn in case.turns if turn.kind != "small_talk"]
    assert [turn.kind for turn in turns[:2]] == ["opening", "ellipsis"] or turns[1].kind == "switch"
    for before, now in pairwise(turns):
        if now.kind in {"ellipsis", "switch", "return"}:
            assert (now.doc_id == before.doc_id) == (now.kind == "ellipsis")
        if now.kind == "return":
            assert now.doc_id == turns[0].doc_id


def verdict(doc_id: str | None, answer: str, *cited: str, kind: str = "twin"):
    turn = worlds.Turn(kind, "?", doc_id, ("3.5 N·m",) if doc_id else (), ("4.2 N·m",) if doc_id else ())
    case = worlds.Case("x", "equipment", "ko", (turn,))
    return worlds.Verdict(case, 1, turn, worlds.Reply(answer, cited, refused=not cited))


def test_the_report_counts_what_it_says() -> None:
    verdicts = [
        verdict("a", "3.5 N·m [1]", "a"),
        verdict("a", "4.2 N·m [1]", "b", "a"),
        verdict("a", "none"),
        verdict(None, "none", kind="unanswerable"),
        verdict(None, "4 [1]", "a", kind="unanswerable"),
        verdict(None, "you are welcome", kind="small_talk"),
    ]
    row = worlds.report(verdicts)[-1]
    assert (row.part, row.group, row.turns) == ("questions", "all", 6)
    assert row.shares == {
        "cited": (2, 3),
        "cited_first": (1, 3),
        "answered": (1, 3),
        "refused_wrongly": (1, 3),
        "refused": (1, 2),
        "twin_value": (1, 3),
        "small_talk": (1, 1),
        "errors": (0, 6),
    }
    assert [v.good for v in verdicts] == [True, False, False, True, False, True]


class Echo(BaseHTTPRequestHandler):
    """Speaks the wire format of `POST /v1/chat`: answers with the session it was given, and refuses the message "broken"."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sources = [] if asked["message"] == "thanks" else [{"doc_id": "a"}]
        answer = f"in session {asked.get('session_id')}"
        body = {"session_id": "s-7", "answer": answer, "sources": sources, "meta": {"rag_used": bool(sources)}}
        self.send_response(422 if asked["message"] == "broken" else 200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_case_is_asked_in_one_session_and_an_error_is_kept_as_the_reply() -> None:
    turns = tuple(worlds.Turn("fact", message, "a", ("in",), ()) for message in ("first", "thanks", "broken", "last"))
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        case = worlds.Case("x", "policy", "en", turns)
        replies = [v.reply for v in worlds.asked(case, f"http://127.0.0.1:{server.server_port}")]
        server.shutdown()
    assert replies[0] == worlds.Reply("in session None", ("a",), refused=False)
    assert replies[1] == worlds.Reply("in session s-7", (), refused=True)
    assert replies[2].error.startswith("HTTP 422") and not replies[2].refused
    assert replies[3].answer == "in session s-7"


def test_an_empty_phrase_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"id": "x", "world": "policy", "language": "en", "question": "?", "doc_id": "a", "answers": [" "]}\n', encoding="utf-8"
    )
    with pytest.raises(worlds.click.ClickException, match="an empty phrase"):
        list(worlds.read_questions(file))


def test_a_line_that_is_not_in_the_format_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": "x", "world": "policy"}\n', encoding="utf-8")
    with pytest.raises(worlds.click.ClickException, match=r"questions\.jsonl, line 1"):
        list(worlds.read_questions(file))
