"""The house rules that a reader of a change could overlook."""

import ast
import importlib
import inspect
import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("src", "tests", "bench", "scripts", "training", "examples")
KEPT = (*CODE, "docs", ".ci")

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 50  # that are not blank: what fits a screen
# Not yet: this room is redesigned in an issue of its own.
LONG_FUNCTIONS_FOR_NOW = "src/ibidem/understanding/"
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc", "base", "core"}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".sh",
    ".mmd",
    ".json",
    ".jsonl",
    ".yaml",
    ".yml",
    ".html",
    ".css",
    ".js",
    ".sql",
    ".svg",
    "",
}


def files(folders: tuple[str, ...], *suffixes: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and (not suffixes or path.suffix in suffixes):
                yield path


def told(paths: list[str]) -> str:
    return "\n  " + "\n  ".join(paths)


def test_no_file_is_longer_than_can_be_read_in_one_sitting():
    long = [
        f"{p.relative_to(ROOT)}: {n} lines" for p in files(CODE, ".py") if (n := len(p.read_text().splitlines())) > MOST_LINES
    ]
    assert not long, told(long)


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    """The lines of a function from its `def` on, without blank ones."""
    return sum(1 for line in lines[function.lineno - 1 : function.end_lineno] if line.strip())


def test_a_function_fits_a_screen():
    long: list[str] = []
    for path in files(("src", "bench", "scripts", "training"), ".py"):
        name, text = str(path.relative_to(ROOT)), path.read_text()
        if not name.startswith(LONG_FUNCTIONS_FOR_NOW):
            long += [
                f"{name}: {node.name}: {n} lines"
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                and (n := lines_of(node, text.splitlines())) > MOST_LINES_OF_A_FUNCTION
            ]
    assert not long, told(long)


def test_every_folder_of_the_code_is_a_package():
    """import-linter does not see a folder without an `__init__`, nor what it imports."""
    unseen = sorted({str(p.parent.relative_to(ROOT)) for p in files(("src",), ".py") if not (p.parent / "__init__.py").exists()})
    assert not [folder for folder in unseen if folder != "src"], told(unseen)


def test_every_step_of_the_diagram_has_a_file_of_its_name():
    from ibidem.turn.diagram import TURN

    named = set(re.findall(r"^    (\w+) -- ", TURN.mermaid(), flags=re.MULTILINE))
    assert {p.stem for p in files(("src/ibidem/turn/steps",), ".py")} - {"__init__"} == named


def test_every_module_is_named_for_what_it_holds():
    vague = [
        str(p.relative_to(ROOT)) for p in files(CODE, ".py") if NAMES_THAT_SAY_NOTHING & {p.stem, *p.relative_to(ROOT).parts}
    ]
    assert not vague, told(vague)


def test_a_name_is_imported_from_where_it_is_defined():
    again: list[str] = []
    for path in files(("src",), ".py"):
        tree = ast.parse(path.read_text())
        if any(
            isinstance(t, ast.Name) and t.id == "__all__" for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets
        ):
            again.append(f"{path.relative_to(ROOT)}: __all__")
        if path.name == "__init__.py" and any(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body):
            again.append(f"{path.relative_to(ROOT)}: imports in an __init__")
    assert not again, told(again)


def test_folders_of_tests_are_not_packages():
    packages = [str(p.relative_to(ROOT)) for p in files(("tests",), "__init__.py")]
    assert not packages, told(packages)


@pytest.mark.parametrize("room", sorted(p.stem for p in files(("src/ibidem/ports",), ".py") if p.stem != "__init__"))
def test_every_contract_says_what_it_promises(room: str):
    ports = importlib.import_module(f"ibidem.ports.{room}")
    silent: list[str] = []
    for name, thing in vars(ports).items():
        if inspect.isclass(thing) and thing.__module__ == ports.__name__ and not name.startswith("_"):
            members = [(name, thing)] + [
                (f"{name}.{method}", made)
                for method, made in vars(thing).items()
                if inspect.isfunction(made) and method[0] != "_"
            ]
            silent += [told_of for told_of, made in members if not made.__doc__]
    assert not silent, told(silent)


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("a path of somebody's machine", r"(?<![\w.:/])/(?:work|root|home/\w+|Users/\w+)/"),
        (
            "a host that packages come from",
            r"(?i)\b(?:pypi\.org|pythonhosted\.org|npmjs\.org|npmjs\.com|huggingface\.co)\b|index-url",
        ),
    ],
)
def test_nothing_of_the_machine_it_was_written_on_is_left(what: str, pattern: str):
    here = Path(__file__).name
    top = [path for path in ROOT.iterdir() if path.is_file()]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {what}: {line.strip()[:100]}"
        for path in [*top, *files(KEPT)]
        if path.suffix in TEXT and path.name != here and not path.name.startswith(".coverage")
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not found, told(found)


def test_the_pins_are_plain():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    odd = [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line)]
    assert lines and not odd, told(odd)


def test_the_drawing_of_a_turn_is_the_turn():
    from ibidem.turn.diagram import TURN

    assert (ROOT / "docs" / "turn.mmd").read_text() == TURN.mermaid(), "run `make reference`"


def test_the_drawing_of_the_rooms_is_the_house(capsys: pytest.CaptureFixture[str]):
    runpy.run_path(str(ROOT / "scripts" / "rooms.py"), run_name="__main__")
    assert (ROOT / "docs" / "rooms.mmd").read_text() == capsys.readouterr().out, "run `make reference`"


def test_the_page_on_the_architecture_says_what_each_room_is_for():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = [layer for contract in contracts if contract["type"] == "layers" for layer in contract["layers"]]
    rooms = {room.strip() for layer in layers for room in layer.split("|")}
    page = (ROOT / "docs" / "architecture.md").read_text()
    told_of = {name for row in re.findall(r"^\|([^|]+)\|", page, flags=re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert not rooms - told_of


def test_the_pages_lead_somewhere_and_promise_nothing_unfinished():
    wrong: list[str] = []
    for page in [*ROOT.glob("*.md"), *files(("docs",), ".md")]:
        text = page.read_text()
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)):
            if "://" not in target and not (page.parent / target).exists():
                wrong.append(f"{page.relative_to(ROOT)}: there is no {target}")
        wrong += [
            f"{page.relative_to(ROOT)}: {word}"
            for word in re.findall(r"\b(?:TODO|FIXME|TBD|XXX|lorem ipsum|coming soon)\b", text, flags=re.IGNORECASE)
        ]
    assert not wrong, told(wrong)


def test_the_two_commands_of_the_readme_are_there():
    readme = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in ("run", "test"):
        assert f"make {target}\n" in readme
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)
    assert len((ROOT / "AGENTS.md").read_text().splitlines()) <= 80
