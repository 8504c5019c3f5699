"""What the Dockerfile and compose.yaml name exists here. Neither image nor service is made: that needs Docker."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml
from click.testing import CliRunner

from ibidem.cli.main import ibidem
from ibidem.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
INSTRUCTIONS = [tuple(line.split(None, 1)) for line in re.sub(r"\\\n", " ", DOCKERFILE).splitlines() if re.match(r"[A-Z]", line)]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SECRET = re.compile(r"(?i)\b\w*(?:key|password|token|secret)\w*\s*[:=][ \t]*[^\s#]")


def instructions(name: str) -> list[str]:
    return [rest for kind, rest in INSTRUCTIONS if kind == name]


def test_what_is_copied_into_the_image_is_there_and_not_ignored():
    copied = [path for line in instructions("COPY") if "--from" not in line for path in line.split()[:-1]]
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied and all((ROOT / path).exists() for path in copied)
    assert set(copied) == let_through


def test_the_extras_the_command_and_the_python_of_the_image_are_those_of_the_package():
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", DOCKERFILE)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    ((entry,),), (arguments,) = (list(map(json.loads, instructions(name))) for name in ("ENTRYPOINT", "CMD"))
    assert entry in PROJECT["scripts"]
    done = CliRunner().invoke(ibidem, [*arguments, "--help"])
    assert done.exit_code == 0, done.output
    assert len(set(re.findall(r"FROM (python:\d\.\d+-slim)", DOCKERFILE))) == 1


def test_the_image_runs_as_nobody_in_particular_and_is_asked_at_the_port_of_the_service():
    assert instructions("USER")[-1] == "ibidem"
    assert [rest.split()[0] for kind, rest in INSTRUCTIONS if kind == "USER"] and INSTRUCTIONS[-1][0] == "CMD"
    port = Settings.model_fields["port"].default
    assert instructions("EXPOSE") == [str(port)]
    assert f"127.0.0.1:{port}/healthz" in DOCKERFILE
    assert COMPOSE["services"]["ibidem"]["ports"] == [f"127.0.0.1:{port}:{port}"]


def test_every_variable_is_a_setting_whose_value_is_taken(monkeypatch, tmp_path):
    known = {f"IBIDEM_{name.upper()}" for name in Settings.model_fields}
    for text in (DOCKERFILE, (ROOT / "compose.yaml").read_text()):
        assert set(re.findall(r"\bIBIDEM_[A-Z_]+\b", text)) <= known
    for name, value in COMPOSE["services"]["ibidem"]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.store is not None and settings.redis is not None
    for address in (settings.store, settings.redis):
        assert re.search(r"//(\w+):", address).group(1) in COMPOSE["services"]


def test_volumes_and_services_that_are_named_are_described():
    services = COMPOSE["services"]
    for service in services.values():
        assert ("build" in service) or service["image"].count(":") == 1, "an image has a version"
        assert set(service.get("depends_on", ())) <= set(services)
        named = {volume.split(":")[0] for volume in service.get("volumes", ()) if not volume.startswith(".")}
        assert named <= set(COMPOSE["volumes"])
    waited_for = {name for name, how in services["ibidem"]["depends_on"].items() if how["condition"] == "service_healthy"}
    assert all("healthcheck" in services[name] for name in waited_for)


def test_no_secret_stands_in_them():
    for text in (DOCKERFILE, (ROOT / "compose.yaml").read_text()):
        assert not SECRET.search(text), SECRET.search(text)
