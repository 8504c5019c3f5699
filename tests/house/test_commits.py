"""The subject of a commit is one short line: an area, and what it does there."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 72  # characters
LATEST = 50  # commits: what came before them came before the rule


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="an unpacked package has no commits")
def test_subjects_name_their_area_and_fit_into_a_line() -> None:
    command = ("git", "-c", f"safe.directory={ROOT}", "log", f"-{LATEST}", "--no-merges", "--format=%s")
    subjects = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert subjects
    assert [one for one in subjects if len(one) > LONGEST or ": " not in one] == []
