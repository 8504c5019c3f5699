"""`ibidem serve`: what it does before it serves."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ibidem.cli.main import ibidem
from ibidem.cli.serve import Announce, OpenApp
from ibidem.settings import Settings, default_data_folder


class Server:
    """Notes what it would serve."""

    def __init__(self) -> None:
        self.served: list[Path] = []

    def __call__(self, settings: Settings, open_app: OpenApp, announce: Announce) -> None:
        self.served.append(settings.data)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Server:
    monkeypatch.delenv("IBIDEM_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return Server()


def run(server: Server, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(ibidem, ["serve", *arguments], obj=server, input=typed)


def test_a_newcomer_is_served_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibidem.cli.new_stores.at_a_terminal", lambda: True)
    done = run(server)
    assert (done.exit_code, done.output, server.served) == (0, "", [default_data_folder()])


def test_a_person_is_asked_before_a_mistyped_store_is_made(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibidem.cli.new_stores.at_a_terminal", lambda: True)
    data = tmp_path / "dta"
    refused = run(server, "--data", str(data), typed="n\n")
    assert refused.exit_code == 1 and "There is no store in" in refused.stderr and not server.served
    assert run(server, "--data", str(data), typed="y\n").exit_code == 0
    created = run(server, "--data", str(data), "--create")
    assert (created.stderr, server.served) == (f"making a new store in {data}\n", [data, data])


def test_the_log_of_a_service_says_that_a_store_is_made(server: Server, tmp_path: Path) -> None:
    done = run(server, "--data", str(tmp_path / "dta"))
    assert (done.stderr, server.served) == (f"making a new store in {tmp_path / 'dta'}\n", [tmp_path / "dta"])
