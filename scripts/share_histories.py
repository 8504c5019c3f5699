"""Writes each conversation of a file of references once: rows that repeat one name the line that holds it.

    python scripts/share_histories.py tests/references/*.jsonl

What the rows mean stays as it is, and so do their order and the ids that are there already.
"""

import json
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any


def shared(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, with each conversation that more than one of them continues on a line of its own above the first."""
    names = {json.dumps(row["history"]): row["history_id"] for row in rows if "history_id" in row}
    histories = {name: json.loads(history) for history, name in names.items()}
    fresh = (name for number in count(1) if (name := f"h{number}") not in histories)
    cases = [{**row, "history": histories.get(str(row["history"]), row["history"])} for row in rows if "history_id" not in row]
    uses = Counter(json.dumps(case["history"]) for case in cases)
    written: list[dict[str, Any]] = []
    above: set[str] = set()
    for case in cases:
        history = json.dumps(case["history"])
        if uses[history] > 1 and case["history"]:
            name = names.get(history) or names.setdefault(history, next(fresh))
            if name not in above:
                above.add(name)
                written.append({"history_id": name, "history": case["history"]})
            case = {**case, "history": name}
        written.append(case)
    return written


for file in map(Path, sys.argv[1:]):
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in shared(rows))
    file.write_text(text, encoding="utf-8")
