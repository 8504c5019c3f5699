"""What the pages tell people to type and to expect is what the program takes and gives."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from pydantic import BaseModel

from ibidem.cli.main import ibidem
from ibidem.domain.conversation import Choice, HeldWork, Pause
from ibidem.profile import load_profile, parse_profile
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.prompt_file import read_prompt
from ibidem.prompts.route_file import read_route_prompts
from ibidem.prompts.tasks import SHIPPED, TASKS
from ibidem.settings import CONFIG_VARIABLE, Settings, variable
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.completions import Completion, CompletionRequest
from ibidem.shapes.documents import DocumentView, SearchResponse, TextPage, UploadedFiles
from ibidem.shapes.drawn_pages import PageView
from ibidem.shapes.requests import ChatRequest, PauseReply, SearchRequest
from ibidem.turn.pauses.reply_readers import read_device, read_review, read_sources
from ibidem.turn.question.message import Message
from ibidem.turn.replies import DevicesPicked, DraftApproved, OtherQuery, Rejected, SourcesApproved
from ibidem.turn.replies import PauseReply as Meant
from ibidem.understanding.acts import read_acts
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.titles import title_of

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


def test_the_prompt_that_is_shown_is_one():
    _, shown, table, error = blocks("howto/change-prompts.md", "text")
    prompt = read_prompt(shown, "refusal", "en", TASKS["refusal"])
    assert isinstance(prompt, Prompt) and prompt.version == 2
    misspelt = read_prompt(shown.replace("version", "verison"), "refusal", "en", TASKS["refusal"])
    assert not isinstance(misspelt, Prompt) and misspelt[0] in error
    head, _, body = (SHIPPED["en"] / "answer.en.md").read_text(encoding="utf-8").partition("+++\nTask: ")
    prompts, problems = read_route_prompts(f"{head.partition('[routes.')[0]}{table}+++\nTask: {body}", "answer", "en")
    assert [(p.name, p.version) for p in prompts] == [("answer_setup", 6)] and problems == []


def test_the_prompts_for_several_routes_that_are_shown_are_ones():
    (shown,) = blocks("reference/prompts.md", "text")
    prompts, problems = read_route_prompts(shown, "queries", "en")
    assert [prompt.name for prompt in prompts] == ["queries_general", "queries_ts"] and problems == []


def test_the_requests_and_responses_are_of_their_shapes():
    shapes: dict[str, tuple[type[BaseModel] | None, type[BaseModel]]] = {
        "/v1/chat": (ChatRequest, ChatResponse),
        "/v1/search": (SearchRequest, SearchResponse),
        "/v1/pauses/s-2~2": (PauseReply, ChatResponse),
        "/v1/pauses/s-3~1": (PauseReply, ChatResponse),
        "/v1/documents/myservice_31004/text": (None, TextPage),
        "/v1/documents/sop_2102/view": (None, DocumentView),
        "/v1/documents/gcb_9010/pages/1": (None, PageView),
        "/v1/uploads": (None, UploadedFiles),
        "/v1/chat/completions": (CompletionRequest, Completion),
    }
    text = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
    calls = re.findall(
        r"^```sh\ncurl '?http://[^/]+([^\s?']+)(.*?)^```\n(?:\n```json\n(.*?)^```)?", text, re.MULTILINE | re.DOTALL
    )
    assert {path for path, _, _ in calls} == set(shapes)
    for path, call, got in calls:
        request, response = shapes[path]
        for body in re.findall(r"-d '(.*)'", call, re.DOTALL):
            assert request is not None
            request.model_validate(json.loads(body))
        if got:
            whole = response.model_validate(json.loads(got)).model_dump(mode="json")
            assert whole == json.loads(got), "a field is missing"
    for block in blocks("reference/http.md", "text"):
        for event, data in re.findall(r"^event: (.*)\ndata: (.*)$", block, flags=re.MULTILINE):
            told = json.loads(data)
            assert event != "done" or told == ChatResponse.model_validate(told).model_dump(mode="json"), "a field is missing"


def test_what_people_can_say_points_at_something_and_the_rest_does_not():
    says = (ROOT / "docs" / "howto" / "point-back.md").read_text(encoding="utf-8")
    points, ordinary = says.split("## What is no pointer")
    profile = load_profile("equipment")
    phrases = [cell for row in re.findall(r"^\| .*$", points, flags=re.MULTILINE) for cell in re.findall(r"“([^”]+)”", row)]
    assert len(phrases) > 20
    titles = [
        title_of(*one) for one in (("a", "오링 교체"), ("b", "Parental Leave"), ("c", "Travel Guide"), ("d", "チラーの点検"))
    ]
    assert [phrase for phrase in phrases if read_pointer(phrase, profile, titles) is None] == []
    others = re.findall(r"“([^”]+)”", ordinary.partition("##")[0])
    assert len(others) >= 6
    assert [phrase for phrase in others if read_pointer(phrase, profile, titles) is not None] == []


async def test_what_the_page_says_that_people_can_say_at_a_pause_is_read_so():
    says = (ROOT / "docs" / "howto" / "people-in-the-loop.md").read_text(encoding="utf-8")
    table, ordinary = says.split("## What people can say")[1].split("## What comes of it")[0].split("These are examples")
    said = {row.split("|")[1].strip(): re.findall(r"“([^”]+)”", row) for row in re.findall(r"^\| .*$", table, flags=re.MULTILINE)}
    profile = load_profile("equipment")
    work = HeldWork("general", devices=("SUPRA XP", "SUPRA N"))
    devices = Pause("device", "?", (Choice(None, None, "SUPRA XP"), Choice(None, None, "SUPRA N")), "?", "use", work)
    sources = Pause("sources", "?", tuple(Choice(f"d{n}", "v", f"T{n}", n) for n in (1, 2, 3)), "?", "use", work)
    expected: dict[str, Meant] = {
        "pick a device": DevicesPicked(("SUPRA XP",)),
        "mean all of them": DevicesPicked(("SUPRA XP", "SUPRA N")),
        "approve the sources": SourcesApproved((0, 1, 2)),
        "approve only some": SourcesApproved((0, 2)),
        "reject them": Rejected(),
        "approve a draft": DraftApproved(),
        "reject a draft": Rejected(),
    }
    further = {"to", "search for something else", "reject it with a reason", "say what to change", "call any of it off"}
    assert set(expected) | further == set(said) - {"---"}
    assert all(read_acts(phrase).doing("review") == "cancel" for phrase in said.pop("call any of it off"))

    async def read(to: str, phrase: str) -> Meant | None:
        message = Message(phrase, profile)
        if "device" in to or "all" in to:
            return await read_device(message, devices, ("SUPRA XP", "SUPRA N"), profile)
        of_draft = any(word in to for word in ("draft", "reason", "change"))
        return read_review(message) if of_draft else await read_sources(message, sources, profile)

    for to, phrases in said.items():
        for phrase in phrases:
            reply = await read(to, phrase)
            if to in expected:
                assert reply == expected[to], phrase
            else:
                assert isinstance(reply, OtherQuery | Rejected) and reply != Rejected(), phrase
    others = re.findall(
        r"[“\"]([^”\"]+)[”\"]", ordinary.partition("a question of its own")[2].partition("The text of a draft")[0]
    )
    assert len(others) == 3
    assert [phrase for phrase in others if await read_sources(Message(phrase, profile), sources, profile) is not None] == []


def test_the_page_on_security_names_the_test_of_each_promise():
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:tests/)?[\w/]*test_\w+\.py)`", page))
    paths = {name if "/" in name else f"tests/security/{name}" for name in named}
    kept = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "security").glob("test_*.py")}
    assert {path for path in paths if not (ROOT / path).exists()} == set(), "a test that is not there"
    assert kept - paths == set(), "a test of a promise that the page does not make"
