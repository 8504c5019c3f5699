"""The API does what its description says to whoever brings a key, and needs one wherever the description says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis

from ibidem.domain.access import SCOPES
from journeys.doors import Cli, served
from web.described import few, schema

CHECKS = schemathesis.checks.CHECKS.get_by_names(["not_a_server_error", "status_code_conformance", "response_schema_conformance"])


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a service that needs a key, and the header with one of every scope."""
    cli = Cli(Path(tmp_path_factory.mktemp("keyed")))
    scopes = [argument for scope in SCOPES for argument in ("--scope", scope)]
    made = cli.run("keys", "add", "mina", "--create", *scopes)
    with served(cli, IBIDEM_REQUESTS_PER_MINUTE="100000") as service:
        yield str(service.client.base_url), {"Authorization": f"Bearer {made.stdout.strip()}"}


@pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")
@schema.parametrize()
@few
def test_with_a_key_and_without_one(case: schemathesis.Case, keyed: tuple[str, dict[str, str]]) -> None:
    address, bearing = keyed
    case.call_and_validate(base_url=address, headers=bearing, checks=CHECKS)
    if "security" in case.operation.definition.raw:
        case.headers.pop("Authorization", None)
        assert case.call(base_url=address).status_code in (401, 404, 405), "no route, no method, or no way in"
