"""What the pages tell people to type and to expect is what the program takes and gives."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ibidem.cli.main import ibidem
from ibidem.profile import parse_profile
from ibidem.settings import CONFIG_VARIABLE, Settings, variable
from ibidem.web.answers import ChatResponse
from ibidem.web.requests import ChatRequest, SearchRequest
from ibidem.web.schemas import SearchResponse

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
# In backquotes, after a prompt, or by path; and at the start of a line where the whole block is typed.
COMMAND = re.compile(r"(?:`|\$ |bin/)ibidem ([^`#\n|]+)")
TYPED = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(
        rf"^```{kind}\n(.*?)^```", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        typed = [line for block in TYPED.findall(text) for line in re.findall(r"^ibidem ([^#\n]+)", block, flags=re.MULTILINE)]
        for line in (*COMMAND.findall(text), *typed):
            yield page.name, line.strip()


@pytest.mark.parametrize(("page", "line"), sorted(set(commands())))
def test_a_command_on_a_page_is_a_command(page: str, line: str):
    command: click.Command = ibidem
    for word in shlex.split(line):
        if word.startswith("-"):
            name = word.partition("=")[0]
            known = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
            assert name in known, f"`ibidem {line}`: {command.name} has no {name}"
        elif isinstance(command, click.Group):
            inner = command.get_command(click.Context(command), word)
            assert inner is not None or word.isupper(), f"`ibidem {line}`: there is no command {word}"
            command = inner or command


def test_a_variable_on_a_page_is_a_setting():
    known = {variable(name) for name in Settings.model_fields} | {CONFIG_VARIABLE}
    for page in PAGES:
        unknown = set(re.findall(r"\bIBIDEM_[A-Z_]+\b", page.read_text(encoding="utf-8"))) - known
        assert not unknown, f"{page.name}: {unknown}"


def test_the_profile_that_is_written_step_by_step_holds_together():
    first, *steps = blocks("howto/write-a-profile.md", "toml")
    glossary = [step for step in steps if step.startswith("glossary")]
    tables = [step for step in steps if not step.startswith("glossary")]
    assert parse_profile(first, "the first").name == "clinic"
    profile = parse_profile("\n".join([*glossary, first, *tables]), "the whole")
    assert {profile.ids[0].doc_type, profile.doc_types[0].name} == {"notice"}
    assert len(profile.devices) == 1 and len(profile.routes) == 2 and len(profile.glossary) == 1


def test_the_requests_and_responses_are_of_their_shapes():
    sent = [json.loads(body) for line in blocks("reference/http.md", "sh") for body in re.findall(r"-d '(.*)'", line)]
    got = [json.loads(block) for block in blocks("reference/http.md", "json")]
    ChatRequest.model_validate(sent[0])
    ChatResponse.model_validate(got[0])
    SearchRequest.model_validate(sent[1])
    SearchResponse.model_validate(got[1])
    for block in blocks("reference/http.md", "text"):
        for data in re.findall(r"^data: (.*)$", block, flags=re.MULTILINE):
            json.loads(data)
