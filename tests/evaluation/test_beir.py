from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.beir import Row, read_corpus, read_judgements, read_queries
from ibidem.finding.history import Exchange


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_passages_are_read_in_their_order(tmp_path: Path) -> None:
    write(tmp_path, "corpus.jsonl", '{"_id": "a", "title": "밸브", "text": "잠근다."}\n\n{"_id": "b", "text": "一\u2028二"}\n')
    assert read_corpus(tmp_path) == (Row("a", "밸브", "잠근다."), Row("b", "", "一\u2028二"))


def test_a_conversation_before_a_question_is_read_as_exchanges(tmp_path: Path) -> None:
    messages = '[{"role": "user", "text": "u1"}, {"role": "assistant", "text": "a1"}, {"role": "user", "text": "u2"}]'
    write(tmp_path, "queries.jsonl", f'{{"_id": "q", "text": "t", "metadata": {{"history": {messages}, "answers": []}}}}')
    (query,) = read_queries(tmp_path)
    assert query.history == (Exchange("u1", "a1"), Exchange("u2", ""))
    assert query.answers == ()


def test_a_question_without_metadata_names_no_answers(tmp_path: Path) -> None:
    write(tmp_path, "queries.jsonl", '\ufeff{"_id": "q", "text": "t"}\r\n')
    (query,) = read_queries(tmp_path)
    assert query.answers is None and query.history == ()


def test_judgements_are_read_with_and_without_a_line_of_titles(tmp_path: Path) -> None:
    write(tmp_path, "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq\ta\t1\nq\tb\t0\n")
    assert read_judgements(tmp_path) == {"q": {"a": 1, "b": 0}}
    write(tmp_path, "qrels/test.tsv", "q\ta\t2\r\n")
    assert read_judgements(tmp_path) == {"q": {"a": 2}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"_id": "a", "text": "x"}\nnot json', "corpus.jsonl line 2: Invalid JSON"),
        ("[1]", "corpus.jsonl line 1: "),
        ('{"_id": "a"}', "corpus.jsonl line 1: text: Field required"),
        ('{"_id": 7, "text": "x"}', "corpus.jsonl line 1: _id: Input should be a valid string"),
        ('{"_id": "", "text": "x"}', "corpus.jsonl line 1: _id: "),
        ('{"_id": "a", "text": "\\ud800"}', "corpus.jsonl line 1: "),
        ('{"_id": "a", "text": "x"}\n{"_id": "a", "text": "y"}', "_id 'a' stands there more than once"),
        ("\n", "corpus.jsonl: holds nothing"),
    ],
)
def test_what_is_wrong_with_a_corpus_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, "corpus.jsonl", text)
    with pytest.raises(InvalidInput) as caught:
        read_corpus(tmp_path)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ("3", "metadata: "),
        ('{"answers": "x"}', "metadata.answers: "),
        ('{"history": {}}', "metadata.history: "),
        ('{"history": [{"role": "system", "text": "x"}]}', "metadata.history.0.role: Input should be 'user' or 'assistant'"),
        ('{"history": ["x"]}', "metadata.history.0: "),
    ],
)
def test_what_is_wrong_with_a_question_is_said_with_its_line(tmp_path: Path, metadata: str, said: str) -> None:
    write(tmp_path, "queries.jsonl", f'{{"_id": "q", "text": "t", "metadata": {metadata}}}')
    with pytest.raises(InvalidInput) as caught:
        read_queries(tmp_path)
    assert f"queries.jsonl line 1: {said}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [("q\ta", "line 1: is not a judgement"), ("q\ta\tyes", "line 1: is not a judgement"), ("", "holds no judgement")],
)
def test_what_is_wrong_with_judgements_is_said(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, "qrels/test.tsv", text)
    with pytest.raises(InvalidInput) as caught:
        read_judgements(tmp_path)
    assert said in str(caught.value)


def test_a_missing_or_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"corpus\.jsonl: cannot be read"):
        read_corpus(tmp_path)
    (tmp_path / "corpus.jsonl").write_bytes("{'밸브'}".encode("cp949"))
    with pytest.raises(InvalidInput, match="is not UTF-8"):
        read_corpus(tmp_path)
