"""`bench/beside.py` asks a store alone, and while documents come into it."""

from pathlib import Path

import pytest

from module_files import module_beside

BENCH = Path(__file__).parents[2] / "bench"

beside = module_beside(BENCH / "beside.py", "engine", "indexing", "instant", "parts", "turn")


@pytest.mark.slow
async def test_turns_are_measured_alone_and_beside_indexing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("CHUNKS", 200), ("ALONE", 4), ("FIRST", 1)):
        monkeypatch.setattr(beside, name, value)
    await beside.run(tmp_path, 40, ["words"])
    (line,) = capsys.readouterr().out.splitlines()
    how, *said = line.split()
    assert how == "words" and said[0] == "alone" and float(said[said.index("ratios") + 1]) > 0
    assert int(said[said.index("turns") - 1]) > 0
