"""What README and quickstart show is what ibidem prints."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from journeys.doors import Cli

ROOT = Path(__file__).parents[2]


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_outputs", ROOT / "scripts" / "page_outputs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.timeout(600)  # it loads the encoder and the reader for every command
@pytest.mark.parametrize("page", ["README.md", "docs/quickstart.md", "docs/quickstart.ko.md"])
def test_a_page_shows_what_ibidem_prints(page: str, tmp_path: Path) -> None:
    outputs = script()
    assert page in outputs.PAGES
    text = (ROOT / page).read_text(encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    assert outputs.rewritten(text, home, Cli(tmp_path).environment()) == text, "run `make reference`"


def test_every_command_that_is_shown_with_its_output_stands_in_a_transcript() -> None:
    for page in script().PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        shown = re.findall(r"^(?:\$ |> )", text, flags=re.MULTILINE)
        transcripts = [block for kind, block in script().BLOCK.findall(text) if kind == "text" and block.startswith("$ ")]
        assert len(shown) == len(re.findall(r"^(?:\$ |> )", "\n".join(transcripts), flags=re.MULTILINE)) > 0


def renewed(page: str, tmp_path: Path) -> str:
    home = tmp_path / "home"
    home.mkdir()
    return script().rewritten(page, home, Cli(tmp_path).environment())


def test_what_a_page_shows_is_replaced_by_what_is_printed(tmp_path: Path) -> None:
    around = "```sh\nexport IBIDEM_DATA=var/d\nmake run\n```\n\n```text\n{}```\n\n```text\nnot run\n```\n"
    written = renewed(around.format("$ ibidem --version\nlong ago\n\n$ export IBIDEM_PROFILE=x\n$ ibidem --version\n"), tmp_path)
    version = r".*ibidem, version \S+\n"
    expected = re.escape(around.format("@")).replace(
        "@", rf"\$ ibidem --version\n{version}\n\$ export IBIDEM_PROFILE=x\n\$ ibidem --version\n{version}"
    )
    assert re.fullmatch(expected, written)


def test_a_command_that_fails_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="--nonsense"):
        renewed("```text\n$ ibidem diagram --nonsense\n```\n", tmp_path)
