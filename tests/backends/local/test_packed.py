"""The packed file: read as its format says, and refused when it is another or ends too soon."""

from pathlib import Path
from unicodedata import normalize

import numpy as np
import pytest

from ibidem.backends.local.encoder import PASSAGE, QUERY
from ibidem.backends.local.loaded import packed
from ibidem.backends.local.packed import PackedModel
from packed_files import write_packed

ROWS = ([0, 8, 15, *[8] * 29], [*[8] * 31, 10])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    write_packed(tmp_path / "small.bin", {"ａ": "a", "№": "ab"}, (1.5, -2.0, 0.25), ROWS)
    return tmp_path / "small.bin"


def test_numbers_and_blocks(small: Path) -> None:
    model = PackedModel(small)
    assert model.numbers("numbers").tolist() == [1.5, -2.0, 0.25]
    assert (model.shape.hidden, model.shape.inner) == (32, 64)
    expected = (np.array(ROWS, np.float32) - 8) / 2
    assert (model.unpacked("emb.word", 2) == expected).all()
    assert (model.words().of(np.array([1, 0, 1])) == expected[[1, 0, 1]]).all()


def test_pieces_of_a_text_in_its_normal_form(small: Path) -> None:
    pieces = PackedModel(small).pieces()
    ab, c = 5, 6
    assert pieces.of(["abc", "ａbc", "№c", "ab  ab\nabc"]) == [[ab, c], [ab, c], [ab, c], [ab, ab, ab, c]]
    assert pieces.of([]) == [] and pieces.of([""]) == [[]]


def test_the_pieces_of_the_real_vocabulary() -> None:
    _, pieces = packed("test")
    assert pieces.of(["query:", "passage:"]) == [list(QUERY), list(PASSAGE)]
    for plain, other in (
        ("ABC 120 Nm", "ＡＢＣ　１２０ Nm"),
        ("밸브를 연다", "밸브를\n연다"),
        ("バルブ", "ﾊﾞﾙﾌﾞ"),
        ("밸브", normalize("NFD", "밸브")),
    ):
        (one,), (same,) = pieces.of([plain]), pieces.of([other])
        assert one == same and one, "letters of another width or form are the same"


@pytest.mark.parametrize("content", [b"", b"E5", b"GGUF" + bytes(400)])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.bin").write_bytes(content)
    with pytest.raises(ValueError):
        PackedModel(tmp_path / "other.bin")


def test_a_file_that_ends_too_soon_is_refused(small: Path) -> None:
    whole = small.read_bytes()
    tensors = len(whole) - 2 * 18 - 3 * 4
    for length in range(1, tensors, 7):
        small.write_bytes(whole[:length])
        with pytest.raises(ValueError):
            PackedModel(small)
    small.write_bytes(whole[:-1])
    with pytest.raises(ValueError):
        PackedModel(small).words()
