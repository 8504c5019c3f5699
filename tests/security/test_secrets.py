"""Passwords of addresses and keys are used, and neither logged nor shown nor stored, whatever the model's server does."""

import asyncio
from base64 import b64encode
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ibidem.testing.loopback import Exchange, Loopback, serving
from journeys.background import in_a_thread
from journeys.doors import Cli, served

USER, PASSWORD, KEY = "clerk", "Pa55-of-the-gateway", "sk-of-the-account-71"
QUESTION = "How tight are the flange bolts of the turbo pump?"
BASIC = b64encode(f"{USER}:{PASSWORD}".encode()).decode()
SECRETS = (PASSWORD, f"{USER}:", BASIC, KEY)


class Gateway:
    """A model server behind a user and a password, which tells everybody the address that it was called by."""

    def __init__(self) -> None:
        self.does = "answers"
        self.loopback: Loopback | None = None

    @property
    def address(self) -> str:
        assert self.loopback is not None
        return f"http://{USER}:{PASSWORD}@127.0.0.1:{self.loopback.port}/v1"

    async def handle(self, exchange: Exchange) -> None:
        told = f"{self.address}/chat/completions?key={KEY} with {exchange.headers['authorization']}"
        error = {"error": {"message": told, "type": told, "code": PASSWORD, "param": told}}
        if self.does.isdecimal():
            await exchange.answer(int(self.does), error, {"x-request-id": told, "set-cookie": f"k={KEY}"})
            return
        await exchange.begin()
        if self.does == "answers":
            delta: Mapping[str, Any] = {"content": "The bolts are tightened to 9 N·m [1]."}
            frame = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m"}
            await exchange.event({**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
            await exchange.event({**frame, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        else:
            await exchange.event(error)
        await exchange.say("data: [DONE]\n\n")
        await exchange.end()


@contextmanager
def opened() -> Generator[Gateway]:
    gateway = Gateway()
    with in_a_thread(serving(gateway.handle), asyncio.new_event_loop()) as gateway.loopback:
        yield gateway


@pytest.fixture(scope="module")
def gateway() -> Generator[Gateway]:
    with opened() as gateway:
        yield gateway


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("secrets"))
    (cli.home / "corpus").mkdir()
    text = "# Turbo pump\n\nThe flange bolts of the turbo pump are tightened to 9 N·m. They are greased first.\n"
    (cli.home / "corpus" / "sop_5102.md").write_text(text, encoding="utf-8")
    assert cli.run("index", str(cli.home / "corpus")).returncode == 0
    return cli


def environment(address: str, level: str) -> dict[str, str]:
    given = {"IBIDEM_MODEL": "openai:m", "OPENAI_BASE_URL": address, "OPENAI_API_KEY": KEY}
    return given if not level else {**given, "IBIDEM_LOG_LEVEL": level, "OPENAI_LOG": level}


def check_nothing_told(where: str, text: str) -> None:
    assert not [secret for secret in SECRETS if secret in text], f"{where}: {text}"


def check_nothing_stored(data: Path) -> None:
    for path in data.rglob("*"):
        if path.is_file():
            assert not [secret for secret in SECRETS if secret.encode() in path.read_bytes()], path


@pytest.mark.parametrize("level", ["", pytest.param("debug", marks=pytest.mark.slow)])
def test_a_served_ibidem_keeps_the_password_of_its_model_to_itself(cli: Cli, gateway: Gateway, level: str) -> None:
    bodies: list[str] = []
    with served(cli, **environment(gateway.address, level)) as service:
        for does in ("answers", "401", "ends in an error"):
            gateway.does = does
            done = service.ask(QUESTION)
            bodies.append(str(done))
            bodies.append(str(list(service.events(QUESTION, mode="verified"))))
            bodies.append(service.client.get(f"/v1/sessions/{done['session_id']}/turns/{done['turn_id']}").text)
            assert does == "answers" or done["meta"]["model"] is None
    assert gateway.loopback is not None
    assert gateway.loopback.exchanges[-1].headers["authorization"] == f"Basic {BASIC}"
    log = service.log.read_text()
    service.log.unlink()
    assert f"http://***@127.0.0.1:{gateway.loopback.port}/v1/chat/completions" in log, "the host is still told"
    check_nothing_told("bodies", "\n".join(bodies))
    check_nothing_told("log", log)
    check_nothing_stored(cli.data)


@pytest.mark.parametrize("does", ["401", *(pytest.param(does, marks=pytest.mark.slow) for does in ("answers", "500", "down"))])
def test_a_command_keeps_the_password_of_its_model_to_itself(cli: Cli, gateway: Gateway, does: str) -> None:
    gateway.does = does
    address = gateway.address if does != "down" else f"http://{USER}:{PASSWORD}@127.0.0.1:9/v1?api_key={KEY}"
    done = cli.spawn("ask", QUESTION, "--json", **environment(address, "debug"))
    assert done.returncode == 0
    check_nothing_told("ask", done.stdout + done.stderr)
    check_nothing_stored(cli.data)


UNUSABLE: Mapping[str, Mapping[str, str]] = {
    "nobody is there": {
        "IBIDEM_RERANKER": f"tei:http://{USER}:{PASSWORD}@127.0.0.1:9?token={KEY}",
        "IBIDEM_EMBEDDER": "openai:e",
        "EMBEDDINGS_BASE_URL": f"http://{USER}:{PASSWORD}@127.0.0.1:9",
    },
    "no addresses": {
        "IBIDEM_RERANKER": f"tei:http://{USER}:{PASSWORD} {KEY}@127.0.0.1:9",
        "IBIDEM_EMBEDDER": "openai:e",
        "EMBEDDINGS_BASE_URL": f"ftp://{USER}:{PASSWORD}@127.0.0.1:9",
        "IBIDEM_MODEL": "openai:m",
        "OPENAI_BASE_URL": f"ftp://{USER}:{PASSWORD}@127.0.0.1:9",
    },
    "no scheme": {"IBIDEM_RERANKER": f"tei:{USER}:{PASSWORD}@127.0.0.1:9"},
    "no provider": {"IBIDEM_RERANKER": f"http://{USER}:{PASSWORD}@127.0.0.1:9", "IBIDEM_LOG_LEVEL": "debug"},  # a traceback
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_an_address_that_cannot_be_used_is_told_without_its_password(cli: Cli, case: str) -> None:
    with cli.start("doctor", **UNUSABLE[case]) as process:
        out, err = process.communicate()
    assert process.returncode in (1, 2) and "127.0.0.1:9" in out + err
    check_nothing_told("doctor", out + err)


def test_an_address_in_the_settings_file_is_told_without_its_password(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "ibidem.toml"
    file.write_text(f'reranker = "tei:http://{USER}:{PASSWORD}@127.0.0.1:9"\n', encoding="utf-8")
    done = cli.spawn("ask", QUESTION, IBIDEM_CONFIG=str(file), IBIDEM_RERANKER="")
    assert "not reranked: tei:http://***@127.0.0.1:9: no connection" in done.stderr
    check_nothing_told("ask", done.stdout + done.stderr)
