"""Where a file stands and what it is called say what it holds: no name stands for more than two things."""

from collections import defaultdict
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "ibidem"
MOST_MEANINGS = 2
# A resource has one name at every door; a contract has one name in ports, in whatever keeps it and in its suite.
ONE_MEANING = ({"cli", "web", "shapes"}, {"ports", "backends", "testing"})


def meaning(path: Path) -> str:
    """The rooms in which a name means the same thing; a room by itself where it shares names with none."""
    room = path.relative_to(SRC).parts[0]
    return next((" | ".join(sorted(rooms)) for rooms in ONE_MEANING if room in rooms), str(path.parent.relative_to(SRC)))


def test_no_name_of_a_file_stands_for_more_than_two_things():
    meanings: dict[str, set[str]] = defaultdict(set)
    for path in sorted(SRC.rglob("*.py")):
        if path.stem not in ("__init__", "__main__"):
            meanings[path.stem].add(meaning(path))
    shared = [f"{name}.py: {', '.join(sorted(rooms))}" for name, rooms in meanings.items() if len(rooms) > MOST_MEANINGS]
    assert not shared, "\n" + "\n".join(shared)
