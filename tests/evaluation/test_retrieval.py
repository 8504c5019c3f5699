import json
import sys
from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput, SettingsError
from ibidem.evaluation.retrieval import evaluate_retrieval

CORPUS = {
    "ko1": ("진공 펌프", "진공 펌프의 오일은 여섯 달마다 교체한다."),
    "ko2": ("냉각기", "냉각기의 냉각수는 해마다 교체한다."),
    "en1": ("Vacuum pump", "The oil of the vacuum pump is changed every six months."),
    "en2": ("Chiller", "The coolant of the chiller is changed every year."),
    "ja1": ("真空ポンプ", "真空ポンプのオイルは半年ごとに交換する。"),
    "ja2": ("チラー", "チラーの冷却水は毎年交換する。"),
    "long": ("", "A very long row. " * 900),
}


def write_set(folder: Path, questions: dict[str, tuple[str, str, list[dict[str, str]]]]) -> Path:
    (folder / "qrels").mkdir()
    rows = [{"_id": i, "title": title, "text": text} for i, (title, text) in CORPUS.items()]
    asked = [{"_id": i, "text": text, "metadata": {"history": history}} for i, (text, _, history) in questions.items()]
    judged = ["query-id\tcorpus-id\tscore", *(f"{i}\t{doc_id}\t1" for i, (_, doc_id, _) in questions.items())]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, asked)))
    (folder / "qrels/test.tsv").write_text("\n".join(judged))
    return folder


async def test_questions_in_three_languages_find_their_passages(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    folder = write_set(
        tmp_path,
        {
            "ko": ("펌프 오일은 언제 교체하나요?", "ko1", []),
            "en": ("When is the pump's oil changed?", "en1", []),
            "ja": ("ポンプのオイルはいつ交換しますか。", "ja1", []),
        },
    )
    scores = await evaluate_retrieval(folder, lambda *step: seen.append(step))
    assert scores.as_json() == {
        "ndcg@5": 1.0, "ndcg@10": 1.0, "recall@1": 1.0, "recall@5": 1.0, "recall@10": 1.0, "mrr@10": 1.0,
        "queries": 3, "queries_per_second": scores.queries_per_second,
    }  # fmt: skip
    assert scores.queries_per_second > 0
    assert seen[0] == ("passages", 7, 7) and seen[-1] == ("queries", 3, 3)


async def test_a_question_that_finds_nothing_counts_as_zero(tmp_path: Path) -> None:
    folder = write_set(tmp_path, {"found": ("coolant chiller", "en2", []), "missed": ("zebra", "en1", [])})
    scores = await evaluate_retrieval(folder, lambda *step: None)
    assert (scores.recall_at_10, scores.mrr_at_10, scores.queries) == (0.5, 0.5, 2)


async def test_the_conversation_completes_a_question(tmp_path: Path) -> None:
    def told(text: str) -> list[dict[str, str]]:
        return [{"role": "user", "text": text}, {"role": "assistant", "text": ""}]

    folder = write_set(
        tmp_path,
        {
            "ko": ("그건 언제 교체하나요?", "ko2", told("냉각기가 뭐예요?")),
            "en": ("How often is it changed?", "en2", told("What is a chiller?")),
            "ja": ("それはいつ交換しますか。", "ja2", told("チラーとは何ですか。")),
        },
    )
    assert (await evaluate_retrieval(folder, lambda *step: None)).recall_at_1 == 1.0


async def test_judgements_of_other_questions_are_refused(tmp_path: Path) -> None:
    folder = write_set(tmp_path, {"q": ("pump", "en1", [])})
    (folder / "qrels/test.tsv").write_text("other\ten1\t1\n")
    with pytest.raises(InvalidInput, match="names what answers none of the queries"):
        await evaluate_retrieval(folder, lambda *step: None)


async def test_without_the_metrics_library_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(SettingsError, match=r"pip install 'ibidem\[eval\]'"):
        await evaluate_retrieval(tmp_path, lambda *step: None)
