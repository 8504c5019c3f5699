"""How well the search finds, beside what is published for others: `python bench/quality.py DATA`.

DATA is a folder with data sets: BEIR folders (see `ibidem.evaluation.beir`) and SQuAD files (`*.json`), whose distinct contexts
become the passages, with the article's title. Where DATA holds a `make_followups.py`, `make_followups.py SQUAD.json OUT` makes
follow-up questions of them. Everything is indexed into stores that are removed afterwards; DATA is only read.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ibidem.evaluation.beir import CORPUS, QRELS, QUERIES
from ibidem.evaluation.retrieval import RetrievalScores, evaluate_retrieval


@dataclass(frozen=True, slots=True)
class Peer:
    """A published figure: in a set whose name begins so, a system reached so much by a measure of `RetrievalScores.as_json`."""

    data_set: str
    system: str
    measure: str
    value: float
    source: str


KORQUAD = "as published for SQuADKorV1, which is KorQuAD dev as passage retrieval"
MTRAG = "as published with MTRAG (IBM/mt-rag-benchmark), over the full corpora of all its domains: harder than a pool"
PEERS = (
    Peer("KorQuAD_v1.0_dev", "PIXIE-Splade", "ndcg@10", 0.967, KORQUAD),
    Peer("KorQuAD_v1.0_dev", "Solar embedding", "ndcg@10", 0.952, KORQUAD),
    Peer("KorQuAD_v1.0_dev", "KURE-v1", "ndcg@10", 0.936, KORQUAD),
    Peer("KorQuAD_v1.0_dev", "bge-m3", "ndcg@10", 0.904, KORQUAD),
    Peer("mtrag", "BM25, last turn", "recall@5", 0.20, MTRAG),
    Peer("mtrag", "BGE-base, last turn", "recall@5", 0.30, MTRAG),
    Peer("mtrag", "BGE-base, rewritten", "recall@5", 0.37, MTRAG),
    Peer("mtrag", "ELSER, last turn", "recall@5", 0.49, MTRAG),
    Peer("mtrag", "ELSER, rewritten", "recall@5", 0.52, MTRAG),
)

MEASURES = ("ndcg@5", "ndcg@10", "recall@1", "recall@5", "recall@10", "mrr@10", "queries", "queries_per_second")


def beir_from_squad(squad: Path, out: Path) -> Path:
    """Writes a SQuAD file as a BEIR folder: a question is answered by the passage that it was asked of."""
    passages: dict[tuple[str, str], str] = {}
    queries: list[dict[str, Any]] = []
    judgements = ["query-id\tcorpus-id\tscore"]
    for article in json.loads(squad.read_text(encoding="utf-8"))["data"]:
        title = str(article.get("title", "")).replace("_", " ")
        for paragraph in article["paragraphs"]:
            passage_id = passages.setdefault((title, paragraph["context"]), f"p{len(passages)}")
            for asked in paragraph["qas"]:
                answers = [answer["text"] for answer in asked["answers"]]
                queries.append({"_id": str(asked["id"]), "text": asked["question"], "metadata": {"answers": answers}})
                judgements.append(f"{asked['id']}\t{passage_id}\t1")
    rows = [{"_id": passage_id, "title": title, "text": text} for (title, text), passage_id in passages.items()]
    (out / QRELS).parent.mkdir(parents=True)
    (out / CORPUS).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (out / QUERIES).write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    (out / QRELS).write_text("\n".join(judgements), encoding="utf-8")
    return out


def data_sets(data: Path, work: Path) -> Iterator[tuple[str, Path]]:
    """Name and BEIR folder of each set under `data`; those that have to be made are made in `work`."""
    for folder in sorted(path for path in data.iterdir() if (path / CORPUS).is_file() and (path / QRELS).is_file()):
        yield folder.name, folder
    for squad in sorted(data.glob("*.json")):
        yield squad.stem, beir_from_squad(squad, work / squad.stem)
        if (data / "make_followups.py").is_file():
            name = f"{squad.stem}, follow-ups"
            subprocess.run(
                [sys.executable, data / "make_followups.py", squad, work / name], check=True, stdout=subprocess.DEVNULL
            )
            yield name, work / name


def line(name: str, values: list[str]) -> str:
    return f"{name:<42}" + "".join(f"{value:>11}" for value in values)


def shown(scores: RetrievalScores) -> list[str]:
    values = scores.as_json()
    return [f"{values[m]:.3f}" if "@" in m else f"{values[m]:.0f}" for m in MEASURES]


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Measure only sets whose name holds this.")
def main(data: Path, only: str) -> None:
    print(line("set", ["queries/s" if m == "queries_per_second" else m for m in MEASURES]))
    sources: dict[str, None] = {}
    with tempfile.TemporaryDirectory(prefix="ibidem-") as work:
        for name, folder in data_sets(data, Path(work)):
            if only not in name:
                continue
            scores = asyncio.run(evaluate_retrieval(folder, lambda *_: None))
            print(line(name, shown(scores)), flush=True)
            for peer in (p for p in PEERS if name == p.data_set or name.startswith(f"{p.data_set}_")):
                sources[peer.source] = None
                note = f"[{list(sources).index(peer.source) + 1}]"
                values = [f"{peer.value:.3f}" if m == peer.measure else "" for m in MEASURES]
                print(line(f"    {peer.system} {note}", values))
    for number, source in enumerate(sources, 1):
        print(f"[{number}] {source}")


if __name__ == "__main__":
    main()
