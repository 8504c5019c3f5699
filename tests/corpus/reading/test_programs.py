import os
from multiprocessing import get_context
from pathlib import Path

from ibidem.corpus.reading.programs import run


def test_a_program_that_reads_ends_with_its_worker(tmp_path: Path) -> None:
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    worker = get_context("spawn").Process(target=run, args=(["sh", "-c", f"exec sleep 60 >{fifo}"], b"", 60))
    worker.start()
    with fifo.open("rb") as alive:  # waits for the program to begin, then for its end
        worker.kill()
        assert alive.read() == b""
    worker.join()
