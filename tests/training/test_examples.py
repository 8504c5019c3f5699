"""What is trained on: where each question is answered, and near windows that do not answer it."""

import json
from pathlib import Path

import numpy as np
import pytest
from training.examples import Examples, checksum, examples_of
from training.prepared import MOST_OF_A_WINDOW
from training.squad import read_paragraphs
from training.words import Bm25

from evaluation_worlds import QUESTIONS, write_world
from ibidem.backends.local.network import WEIGHTS
from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.worlds import read_world, read_worlds

ROOT = Path(__file__).parents[2]


def lines_at(examples: Examples, row: int) -> list[str]:
    return [examples.windows[window].lines[line - 1] for window, line in examples.examples[row].places]


def test_the_lines_that_answer_are_found(tmp_path: Path) -> None:
    examples = examples_of([read_world(write_world(tmp_path / "plant"))], iter(()))
    assert lines_at(examples, 0) == ["진공 펌프의 오일은 여섯 달마다 교체한다."]
    assert lines_at(examples, 1) == ["| Lid of the chiller | 9 N·m |"]
    assert lines_at(examples, 2) == ["1. 運転盤の赤いボタンを押す。", "2. 扉の鍵を抜く。"]
    assert len(lines_at(examples, 3)) == 2 and lines_at(examples, 5) == []
    assert examples.examples[4].history == ("냉각수는 언제 가나요?",)


def test_negatives_are_near_and_of_the_same_world(tmp_path: Path) -> None:
    for name in ("plant", "annex"):
        write_world(tmp_path / name)
    prepared = examples_of(read_worlds(tmp_path), iter(())).prepared()
    assert sorted(set(prepared.groups.tolist())) == sorted(set(prepared.window_groups.tolist())) == [1, 2]
    for row, group in enumerate(prepared.groups):
        negatives = prepared.negatives[row][prepared.negatives[row] >= 0]
        assert len(negatives) and set(prepared.window_groups[negatives]) == {group}
        assert not set(negatives) & set(prepared.positives[row, :, 0])
    assert prepared.windows.shape[1] == MOST_OF_A_WINDOW and prepared.lines.shape == prepared.windows.shape
    assert (prepared.lines.max(1) >= 1).all() and prepared.positives[5].max() == -1


def test_a_document_that_is_no_text_is_refused(tmp_path: Path) -> None:
    folder = write_world(tmp_path / "plant")
    (folder / "docs" / "manual.pdf").write_bytes(b"%PDF")
    with pytest.raises(InvalidInput, match=r"plant/manual\.pdf: is no text; documents to train on end with \.md or \.txt"):
        examples_of([read_world(folder)], iter(()))


def test_the_sentence_of_a_paragraph_that_answers_is_found(tmp_path: Path) -> None:
    text = "東京は首都である。人口は多い。"
    asked = [
        {"question": "首都は", "answers": [{"answer_start": 0}]},
        {"question": "人口は", "answers": [{"answer_start": text.index("多い")}]},
        {"question": "無い", "answers": []},
    ]
    data = {"data": [{"title": "東京", "paragraphs": [{"context": text, "qas": asked}]}]}
    (tmp_path / "jaquad_train_0000.json").write_text(json.dumps(data), encoding="utf-8")
    examples = examples_of([], read_paragraphs(tmp_path))
    assert [lines_at(examples, row) for row in range(2)] == [["東京は首都である。"], ["人口は多い。"]]
    assert examples.groups == [0, 0]


@pytest.mark.parametrize(
    ("content", "told"), [("{}", "is not in the format of SQuAD"), (None, r"holds no jaquad_train_\*\.json")]
)
def test_a_folder_without_such_files_is_refused(tmp_path: Path, content: str | None, told: str) -> None:
    if content is not None:
        (tmp_path / "jaquad_train_0000.json").write_text(content)
    with pytest.raises(InvalidInput, match=told):
        list(read_paragraphs(tmp_path))


@pytest.mark.parametrize(
    ("question", "best"), [("펌프 오일 언제", 0), ("tightening torques", 1), ("ロボットを止めたい", 2)]
)  # fmt: skip
def test_texts_are_ranked_by_words(question: str, best: int) -> None:
    texts = ["진공 펌프의 오일은 여섯 달", "the torque is tightened to 9", "搬送ロボットの止め方"]
    assert int(np.argmax(Bm25(texts).scores(question))) == best
    assert Bm25(texts).scores("zzz").tolist() == [0, 0, 0]


def test_the_checksum_is_of_documents_and_questions(tmp_path: Path) -> None:
    first, other = (read_world(write_world(tmp_path / name)) for name in ("plant", "annex"))
    known = checksum([first, other])
    assert checksum([other, first]) == known == str(examples_of([first, other], iter(())).prepared().worlds)
    (tmp_path / "annex" / "docs" / "pump.md").write_text("# 진공 펌프 관리\n\n다른 내용.\n", encoding="utf-8")
    changed = checksum([first, other])
    asked_less = checksum([first, read_world(write_world(tmp_path / "annex", QUESTIONS[1:]))])
    assert len({known, changed, asked_less, checksum([first])}) == 4


@pytest.mark.parametrize("adapter", ["encoder", "reader"])
def test_the_adapters_that_ship_belong_to_the_worlds(adapter: str) -> None:
    with np.load(WEIGHTS / f"{adapter}.npz") as stored:
        assert str(stored["worlds"]) == checksum(read_worlds(ROOT / "training" / "worlds")), "the worlds changed: train again"


def test_rows_without_a_place_are_left_out(tmp_path: Path) -> None:
    world = read_world(write_world(tmp_path / "plant", QUESTIONS[:1]))
    (tmp_path / "plant" / "docs" / "pump.md").write_text("# 진공 펌프 관리\n\n다른 내용.\n", encoding="utf-8")
    assert examples_of([world], iter(())).examples == []
