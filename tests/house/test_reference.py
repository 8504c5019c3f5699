"""Whatever a person can set, call or run into is written down in docs/reference."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from ibidem.cli.main import exit_code
from ibidem.domain.errors import IbidemError
from ibidem.profile import Profile, shipped_profiles
from ibidem.profile_parts import Part
from ibidem.prompts.catalog import load_catalog
from ibidem.prompts.prompt import ReplyKind
from ibidem.prompts.prompt_file import KEYS
from ibidem.prompts.route_file import ROUTES
from ibidem.prompts.tasks import ROUTE_TASKS, TASKS
from ibidem.settings import CONFIG_VARIABLE, Settings, variable
from ibidem.web.errors import TYPES, status_of
from ibidem.web.server import create_api

ROOT = Path(__file__).parents[2]


def page(name: str) -> str:
    return (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8")


def rows(text: str) -> dict[str, str]:
    """The rows of the page's tables by what stands in backquotes in their first cell."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)`.*$", text, flags=re.MULTILINE)}


def errors(root: type[IbidemError]) -> Iterator[type[IbidemError]]:
    for kind in root.__subclasses__():
        if kind.__module__.startswith("ibidem."):
            yield kind
            yield from errors(kind)


def test_every_setting_with_its_default():
    written = rows(page("settings"))
    assert set(written) == {variable(name) for name in Settings.model_fields} | {CONFIG_VARIABLE}
    for name, field in Settings.model_fields.items():
        if isinstance(field.default, str | int):
            assert f"`{field.default}`" in written[variable(name)], f"the default of {name} is {field.default!r}"


def test_every_command_and_option(capsys: pytest.CaptureFixture[str]):
    runpy.run_path(str(ROOT / "scripts" / "cli_reference.py"), run_name="__main__")
    assert capsys.readouterr().out == page("cli"), "run `make reference`"


def test_every_exit_code():
    written = rows(page("errors"))
    for kind in errors(IbidemError):
        assert written[kind.type].split("|")[3].strip() == str(exit_code(kind.__new__(kind))), f"the exit code of {kind.__name__}"


def test_every_route(tmp_path: Path):
    async def never() -> None:
        raise AssertionError("the reference opens no store")

    api = create_api(Settings(data=tmp_path), never)  # pyright: ignore[reportArgumentType]
    routes = {f"{method.upper()} {path}" for path, item in api.openapi()["paths"].items() for method in item}
    assert routes - set(re.findall(r"`((?:GET|POST|PUT|PATCH|DELETE) /[^`?]*)", page("http"))) == set()


def test_every_error_type_with_its_status():
    written = rows(page("errors"))
    statuses = {kind.type: status_of(kind.type) for kind in (IbidemError, *errors(IbidemError))}
    statuses |= {kind: status for status, kind in TYPES.items()}
    for kind, status in statuses.items():
        assert kind in written, f"{kind} is not on the page"
        assert re.search(rf"\b{status}\b", written[kind]) or status == 500, f"{kind} leaves as {status}"


def test_every_prompt_and_every_key_of_its_file():
    written = rows(page("prompts"))
    for prompt in load_catalog().prompts():
        name = prompt.name if prompt.name in TASKS else f"{prompt.name.partition('_')[0]}_ROUTE"
        assert name in written, f"{name} is not on the page"
        inputs, reply, most = written[name].split("|")[2:5]
        told = (set(re.findall(r"`(\w+)`", inputs)), reply.strip(), most.strip())
        assert told == (prompt.inputs, prompt.reply, str(prompt.max_tokens)), prompt.label
    of_routes = {f"{kind}_ROUTE" for kind in ROUTE_TASKS}
    assert written.keys() == {*TASKS, *of_routes, *KEYS, ROUTES, *get_args(ReplyKind)}


def test_every_part_of_a_profile():
    text = page("profile")
    parts: list[type[BaseModel]] = [Profile, *(part for part in Part.__subclasses__() if part is not Profile)]
    for part in parts:
        for name, field in part.model_fields.items():
            assert f"`{name}`" in text or f"`[[{name}]]`" in text, f"{part.__name__}.{name}"
            if isinstance(field.default, int) and field.default is not PydanticUndefined:
                assert str(field.default) in text, f"the default of {part.__name__}.{name}"
    for name in shipped_profiles():
        assert f"`{name}`" in text
