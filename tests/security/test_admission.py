"""Who comes in: addresses, the page's cookie, limits, tokens over HTTP, the tools, and that no key is written anywhere."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from backends.test_oidc import provider
from ibidem.app import App
from ibidem.domain.documents import Principal
from ibidem.domain.errors import SettingsError, TooManyRequests
from ibidem.domain.redaction import redacted
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH
from ibidem.web.admission import COOKIE, SIGNED_IN_SECONDS, SignIns
from ibidem.web.limits import MOST_HOLDERS, Limits
from ibidem.web.server import create_api
from security.locked import MINA, SESSION, Locked, bearing, locked
from web.scripted import client_of, serving_api


async def signed_in(here: Locked, key: str, origin: str = "http://127.0.0.1") -> str:
    response = await here.client.post("/v1/sign-in", json={"key": key}, headers={"origin": origin})
    assert response.status_code == 204, response.text
    return response.headers["set-cookie"]


async def test_until_a_key_is_made_the_local_person_needs_none_and_afterwards_everybody_does(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        assert (await here.client.get("/v1/sessions")).status_code == 200
        assert (await here.client.get("/v1/sessions", headers=bearing("sk-anything"))).status_code == 200
        key = await here.key(MINA)
        assert (await here.client.get("/v1/sessions")).status_code == 401
        assert (await here.client.get("/v1/sessions", headers=bearing(key))).json()["total"] == 2
        [made] = await here.app.backend.keys.keys()
        await here.app.backend.keys.revoke(made.key_id, datetime.now(UTC))
        assert (await here.client.get("/v1/sessions", headers=bearing(key))).status_code == 401
        assert (await here.client.get("/v1/sessions")).status_code == 401  # the last key is revoked, and the door stays shut


async def test_groups_of_the_settings_are_those_of_the_local_person_alone(tmp_path: Path) -> None:
    async with locked(tmp_path / "data", groups="maintenance") as here:
        assert here.app.principal == Principal("local", frozenset({"maintenance"}))
        key = await here.key(Principal("visitor", tenant="works"))
        assert (await here.client.get(f"/v1/documents/{ENGLISH.doc_id}", headers=bearing(key))).status_code == 404


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
async def test_others_are_not_served_without_a_key_or_a_provider(tmp_path: Path, host: str) -> None:
    async with serving_at(tmp_path / "data", host) as api:
        assert isinstance(api.state.opening.failure, SettingsError)
        assert "ibidem keys add" in str(api.state.opening.failure)
    async with locked(tmp_path / "data") as here:
        key = await here.key(MINA)
    async with serving_at(tmp_path / "data", host) as api, httpx2.AsyncClient(transport=httpx2.ASGITransport(api)) as client:
        address = f"http://127.0.0.1/v1/sessions/{SESSION}"
        assert (await client.get(address)).status_code == 401
        assert (await client.get(address, headers=bearing(key))).status_code == 200


@asynccontextmanager
async def serving_at(folder: Path, host: str) -> AsyncGenerator[FastAPI]:
    """The API as it would serve at this address, once it is open or has failed."""
    settings = load_settings(data=folder, embedder="none", host=host)
    api = create_api(settings, lambda: App.open(settings, load_profile("equipment")))
    async with client_of(api):
        yield api


async def test_the_pages_cookie_opens_what_the_key_opens_for_uploads_and_files_too(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        key = await here.key(MINA)
        cookie = await signed_in(here, key)
        assert key not in cookie and "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/v1" in cookie
        assert "Secure" not in cookie
        for path in (f"/v1/sessions/{SESSION}", f"/v1/documents/{ENGLISH.doc_id}/original"):
            assert (await here.client.get(path)).status_code == 200
        uploaded = await here.client.post("/v1/documents", files={"file": ("note.txt", b"A note about valves and clamps.")})
        assert uploaded.status_code == 201, uploaded.text
        assert (await here.client.get("/metrics")).status_code == 401  # the cookie goes below /v1 alone
        await here.client.delete("/v1/sign-in")
        assert (await here.client.get(f"/v1/sessions/{SESSION}")).status_code == 401


async def test_behind_a_proxy_with_tls_the_cookie_goes_over_tls_alone(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        assert "Secure" in await signed_in(here, await here.key(MINA), "https://127.0.0.1")


async def test_a_cookie_ends_with_its_key_its_time_and_its_process(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        await signed_in(here, await here.key(MINA))
        [made] = await here.app.backend.keys.keys()
        for foreign in (SignIns(), SignIns(clock=lambda: 0.0, secret=here.api.state.door.sign_ins.secret)):
            headers = {"cookie": f"{COOKIE}={foreign.cookie(made)}"}
            assert (await here.client.get("/v1/sessions", headers=headers)).status_code == 401
        assert (await here.client.get("/v1/sessions")).status_code == 200
        await here.app.backend.keys.revoke(made.key_id, datetime.now(UTC))
        assert (await here.client.get("/v1/sessions")).status_code == 401
    now = [1000.0]
    sign_ins = SignIns(clock=lambda: now[0])
    cookie = sign_ins.cookie(made)
    assert sign_ins.key_id(cookie) == made.key_id
    assert sign_ins.key_id(cookie.replace(made.key_id, "00000000")) is None and sign_ins.key_id("") is None
    now[0] += SIGNED_IN_SECONDS
    assert sign_ins.key_id(cookie) is None


async def test_one_key_is_slowed_down_and_others_are_not(tmp_path: Path) -> None:
    async with locked(tmp_path / "data", requests_per_minute=3) as here:
        quick, calm = bearing(await here.key(MINA)), bearing(await here.key(MINA))
        answers = [await here.client.get("/v1/sessions", headers=quick) for _ in range(5)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429, 429]
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 20
        assert answers[-1].json()["error"]["type"] == "too_many_requests"
        assert (await here.client.get("/v1/sessions", headers=calm)).status_code == 200
        assert (await here.client.get("/healthz", headers=quick)).status_code == 200


async def test_what_one_key_sends_is_limited_in_bytes_too(tmp_path: Path) -> None:
    async with locked(tmp_path / "data", received_mb_per_minute=1) as here:
        key = bearing(await here.key(MINA))
        upload = {"file": ("note.txt", b"A note about clamps. " * 100_000)}
        assert (await here.client.post("/v1/documents", files=upload, headers=key)).status_code == 201
        refused = await here.client.post("/v1/documents", files=upload, headers=key)
        assert refused.status_code == 429 and 30 <= int(refused.headers["retry-after"]) <= 90


async def test_allowances_come_back_with_time_and_the_table_is_bounded() -> None:
    now = [0.0]
    limits = Limits(60, 1000, clock=lambda: now[0])
    for _ in range(60):
        await limits.take_request("a")
    with pytest.raises(TooManyRequests):
        await limits.take_request("a")
    now[0] = 1.0
    await limits.take_request("a")
    await limits.take_bytes("a", 3000)
    now[0] = 120.0
    with pytest.raises(TooManyRequests, match="bytes"):
        await limits.take_request("a")
    now[0] = 125.0
    await limits.take_request("a")
    for number in range(MOST_HOLDERS + 100):
        await limits.take_request(f"holder {number}")
    assert len(limits) == MOST_HOLDERS


async def test_unknown_keys_leave_nothing_behind(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        await here.key(MINA)
        admission = next(one for one in here.api.user_middleware if "limits" in one.kwargs)
        for number in range(50):
            assert (await here.client.get("/v1/sessions", headers=bearing(f"ibk_{number}"))).status_code == 401
        assert len(admission.kwargs["limits"]) == 0  # pyright: ignore[reportArgumentType]


async def test_a_token_of_the_provider_comes_in_and_without_one_nobody_does(tmp_path: Path) -> None:
    async with provider() as played:
        further = {"oidc_issuer": played.url, "oidc_audience": "ibidem", "oidc_tenant_claim": "org"}
        async with locked(tmp_path / "data", **further) as here:
            assert (await here.client.get("/v1/sessions")).status_code == 401
            mina = bearing(played.token(sub="mina", org="works", groups=["maintenance"]))
            assert (await here.client.get(f"/v1/sessions/{SESSION}", headers=mina)).status_code == 200
            assert (await here.client.get(f"/v1/documents/{ENGLISH.doc_id}", headers=mina)).status_code == 200
            assert (await here.client.delete(f"/v1/documents/{ENGLISH.doc_id}", headers=mina)).status_code == 403
            other = bearing(played.token(sub="mina", org="elsewhere", groups=["maintenance"]))
            assert (await here.client.get(f"/v1/sessions/{SESSION}", headers=other)).status_code == 404
            key = bearing(await here.key(MINA))  # keys work beside it
            assert (await here.client.get(f"/v1/sessions/{SESSION}", headers=key)).status_code == 200
        async with locked(tmp_path / "other", **further) as here:
            played.down = True
            down = await here.client.get("/v1/sessions", headers=mina)
            assert (down.status_code, down.json()["error"]["type"]) == (503, "issuer_unavailable")


async def test_who_may_not_come_in_learns_nothing_of_how_the_service_stands(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here:
        key = await here.key(MINA)
        assert (await here.client.get("/readyz")).json() == {"status": "ready", "degraded": []}
        assert (await here.client.get("/readyz", headers=bearing(key))).status_code == 200


async def test_a_key_stands_in_no_log_no_answer_and_no_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with locked(tmp_path / "data") as here:
        key = await here.key(MINA)
        for path in ("/v1/sessions", "/v1/documents", "/metrics", "/v1/corpus", "/readyz", "/nowhere"):
            response = await here.client.get(path, headers=bearing(key))
            assert key not in response.text
        assert (await here.client.post("/v1/sign-in", json={"key": f"{key}x"})).status_code == 401
        [made] = await here.app.backend.keys.keys()
    assert key not in caplog.text
    assert f"'caller': '{made.key_id}'" in str([record.__dict__ for record in caplog.records])
    for file in (tmp_path / "data").rglob("*"):
        assert not file.is_file() or key.encode() not in file.read_bytes(), file
    assert key not in redacted(f"somebody pasted {key} here")


async def test_the_tools_act_for_the_key_of_each_request(tmp_path: Path) -> None:
    async with locked(tmp_path / "data") as here, serving_api(here.api) as (_, client):
        mina, asks = await here.key(MINA), await here.key(MINA, frozenset({"ask"}))
        other = await here.key(Principal("mina", frozenset({"maintenance"}), "elsewhere"))
        read = {"doc_id": ENGLISH.doc_id}
        turns = {"session_id": SESSION}
        address = f"{client.base_url}/mcp"
        assert "flashlight" in await told(address, mina, "read_document", read)
        assert "clamps" in await told(address, mina, "list_turns", turns)
        assert "scope 'read'" in await told(address, asks, "read_document", read)
        assert "clamps" in await told(address, asks, "list_turns", turns)
        for tool, arguments in (("read_document", read), ("list_turns", turns)):
            assert "that you may read" in await told(address, other, tool, arguments)
        assert (await client.post("/mcp", json={})).status_code == 401


async def told(address: str, key: str, tool: str, arguments: dict[str, str]) -> str:
    async with (
        httpx2.AsyncClient(headers=bearing(key)) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        return str((await client.call_tool(tool, arguments)).content)
