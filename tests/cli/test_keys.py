"""`ibidem keys`: a key is shown once, listed without itself, and revoked."""

import json
from pathlib import Path

from journeys.doors import Cli, served


def test_a_key_is_made_used_listed_and_revoked(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    made = cli.run("keys", "add", "김민수", "--group", "보전팀", "--tenant", "工場", "--days", "30", "--create")
    assert made.returncode == 0, made.stderr
    key = made.stdout.strip()
    assert key.startswith("ibk_") and len(key) == 47
    listed = cli.json("keys", "list")["keys"]
    assert [tuple(one[name] for name in ("user", "groups", "tenant", "state")) for one in listed] == [
        ("김민수", ["보전팀"], "工場", "valid")
    ]
    assert listed[0]["scopes"] == ["ask", "read"]
    assert key not in cli.run("keys", "list").stdout and key not in json.dumps(listed)
    with served(cli) as service:
        assert service.client.get("/v1/sessions").status_code == 401
        bearing = {"Authorization": f"Bearer {key}"}
        assert service.client.get("/v1/sessions", headers=bearing).status_code == 200
        assert service.client.delete("/v1/documents/x", headers=bearing).status_code == 403
        assert cli.run("keys", "revoke", listed[0]["key_id"]).returncode == 0
        assert service.client.get("/v1/sessions", headers=bearing).status_code == 401
        assert key not in service.log.read_text()
    assert cli.json("keys", "list")["keys"][0]["state"] == "revoked"
    assert key not in cli.run("doctor").stdout


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    assert cli.run("keys", "list").returncode == 4
    assert cli.run("keys", "add", "x", "--create").returncode == 0
    for arguments, code in (
        (("keys", "revoke", "00000000"), 3),
        (("keys", "add", ""), 2),
        (("keys", "add", "a\nb"), 2),
        (("keys", "add", "a" * 201), 2),
        (("keys", "add", "x", "--scope", "everything"), 2),
        (("keys", "add", "x", "--days", "0"), 2),
    ):
        done = cli.run(*arguments)
        assert done.returncode == code, (arguments, done.stderr)
    assert len(cli.json("keys", "list")["keys"]) == 1
