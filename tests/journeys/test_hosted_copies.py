"""`ibidem hosted sync`: copies follow the documents, once, and what goes wrong is reported for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.doors import Cli
from journeys.hosting import KEPT, HostedPlayer, hosting


@pytest.fixture
def player() -> Iterator[HostedPlayer]:
    with hosting() as player:
        yield player


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    cli = Cli(tmp_path, "support")
    (tmp_path / "corpus").mkdir()
    for doc_id, text in KEPT.values():
        write(cli, doc_id, text)
    index(cli)
    return cli


def write(cli: Cli, doc_id: str, text: str) -> None:
    (cli.home / "corpus" / f"{doc_id}.md").write_text(text, encoding="utf-8")


def index(cli: Cli, *options: str) -> None:
    assert cli.run("index", str(cli.home / "corpus"), *options).returncode == 0


def sync(cli: Cli, player: HostedPlayer, *options: str, code: int = 0) -> str:
    done = cli.run("hosted", "sync", "common", *options, **player.environment())
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def copies(player: HostedPlayer) -> dict[str, str]:
    """The texts in the store, by their documents."""
    (store,) = player.stores.stores.values()
    return {copy.key: copy.text for copy in store.copies.values()}


def test_what_is_there_is_not_copied_again(cli: Cli, player: HostedPlayer) -> None:
    assert "3 copied, 0 there already" in sync(cli, player)
    assert copies(player) == dict(KEPT.values())
    assert "0 copied, 3 there already" in sync(cli, player)
    write(cli, "warranty_ko", KEPT["ko"][1].replace("24개월", "36개월"))
    index(cli)
    assert "1 copied, 2 there already" in sync(cli, player)
    assert "36개월" in copies(player)["warranty_ko"] and len(copies(player)) == 3
    listed = cli.json("hosted", "list", "common", **player.environment())["documents"]
    assert {(one["doc_id"], one["state"]) for one in listed} == {(doc_id, "active") for doc_id, _ in KEPT.values()}


def test_copies_of_documents_that_have_gone_are_deleted_when_asked(cli: Cli, player: HostedPlayer) -> None:
    sync(cli, player)
    player.stores.put("common", "theirs.txt", "somebody else's")
    (cli.home / "corpus" / "warranty_en.md").unlink()
    index(cli, "--prune")
    said = sync(cli, player)
    assert "gone: warranty_en; still found there" in said and "1 documents of the store were not uploaded" in said
    assert "1 deleted" in sync(cli, player, "--prune")
    assert set(copies(player)) == {"warranty_ko", "warranty_ja", "theirs.txt"}
    said = sync(cli, player, "--prune", "--doc-type", "nothing", code=1)
    assert "more than half" in said and len(copies(player)) == 3
    assert "2 deleted" in sync(cli, player, "--prune-all", "--doc-type", "nothing")


def test_what_not_everybody_may_read_is_not_copied_and_withdrawn(cli: Cli, player: HostedPlayer) -> None:
    sync(cli, player)
    write(cli, "warranty_ja", f"---\nreaders: [support]\n---\n{KEPT['ja'][1]}")
    index(cli)
    assert "warranty_ja: deleted there" in sync(cli, player)
    assert set(copies(player)) == {"warranty_ko", "warranty_en"}


def test_what_the_service_does_not_take_is_named_and_the_rest_goes_on(cli: Cli, player: HostedPlayer) -> None:
    player.stores.most_bytes = 1_000
    write(cli, "long", "# Long\n\n" + "A line of some length.\n" * 100)
    write(cli, "spoilt", f"# Spoilt\n\n{player.stores.spoilt}\n")
    index(cli)
    said = sync(cli, player, code=1)
    assert "3 copied, 0 there already, 2 not taken" in said
    assert "long: its server does not take the call (status 400, INVALID_ARGUMENT)" in said
    assert "spoilt: spoilt could not be processed" in said
    player.stores.most_bytes = 10_000
    assert "1 copied, 3 there already, 1 not taken" in sync(cli, player, code=1)


def test_when_the_quota_is_used_up_it_stops_and_goes_on_later(cli: Cli, player: HostedPlayer) -> None:
    player.stores.quota = 130
    said = sync(cli, player, code=1)
    assert "the account's rate or quota is used up for now (status 429, RESOURCE_EXHAUSTED)" in said
    there = len(copies(player))
    assert 0 < there < 3
    player.stores.quota = 10_000
    assert f"{3 - there} copied, {there} there already" in sync(cli, player)


def test_without_a_hosted_search_it_says_what_to_set(cli: Cli) -> None:
    done = cli.run("hosted", "list", "common")
    assert done.returncode == 2 and "IBIDEM_HOSTED_SEARCH" in done.stderr
    done = cli.run("hosted", "list", "common", IBIDEM_HOSTED_SEARCH="gemini:any")
    assert done.returncode == 2 and "name at least one" in done.stderr
