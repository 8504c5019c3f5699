"""Runs the conformance suites of whatever keeps documents and turns, and prints which backend keeps which contract.

A row is a module of tests/conformance, a column a port: how many tests of its suite passed, or why they were skipped. Servers
that run (`scripts/services.py start`) are tested, others are not.
"""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "tests" / "conformance"
PORT = "ports."


class Cells:
    """A plugin of pytest that counts outcomes by backend and port."""

    def __init__(self) -> None:
        self.outcomes: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._places: dict[str, tuple[str, str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the suites whose class names a port."""
        for item in items:
            port = (getattr(item.getparent(pytest.Class), "obj", None).__doc__ or "").strip()
            if port.startswith(PORT):
                backend = item.path.stem.removeprefix("test_").removesuffix("_vectors")
                self._places[item.nodeid] = (backend, port.removeprefix(PORT))
        items[:] = [item for item in items if item.nodeid in self._places]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the outcome of a test, or of a preparation that ended it."""
        if report.when == "call" or report.outcome != "passed":
            why = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
            self.outcomes[self._places[report.nodeid]].append(why or report.outcome)


def cell(outcomes: list[str]) -> str:
    """What a cell says."""
    passed = outcomes.count("passed")
    if passed == len(outcomes):
        return f"all {passed} pass"
    others = sorted(set(outcomes) - {"passed", "failed"})
    failed = f"{outcomes.count('failed')} of {len(outcomes)} fail"
    return failed if "failed" in outcomes else others[0].removeprefix("Skipped: ")


def main() -> int:
    """Prints the matrix in Markdown; returns pytest's exit code."""
    cells = Cells()
    code = pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", str(FOLDER), *sys.argv[1:]], plugins=[cells])
    backends = sorted({backend for backend, _ in cells.outcomes})
    ports = sorted({port for _, port in cells.outcomes})
    print(f"\n| | {' | '.join(ports)} |\n|---|{'---|' * len(ports)}")
    for backend in backends:
        row = [cell(cells.outcomes[backend, port]) if (backend, port) in cells.outcomes else "not implemented" for port in ports]
        print(f"| {backend} | {' | '.join(row)} |")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
