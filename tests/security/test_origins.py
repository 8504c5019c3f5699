"""A page of another origin, and a name that was pointed here, reach nothing."""

from pathlib import Path

import httpx2
import pytest

from ibidem.domain.errors import SettingsError
from ibidem.settings import Settings, load_settings
from ibidem.web.guards import Authority, listed_host
from ibidem.web.server import create_api
from journeys.doors import Cli, Service
from web.scripted import ScriptedApp, client_of


async def nothing(_question):
    raise AssertionError("nobody is let through")
    yield


async def status_of(host: str, headers: dict[str, str], allowed: str = "", path: str = "/v1/documents") -> int:
    """What a request with these headers gets from a server bound to `host`: 421, or what comes after it was let in."""
    settings = load_settings(data="never", host=host, allowed_hosts=allowed)

    async def opened() -> ScriptedApp:
        return ScriptedApp(settings, nothing)

    async with client_of(create_api(settings, opened)) as client:  # pyright: ignore[reportArgumentType]
        return (await client.post(path, headers=headers)).status_code


BROKEN_HOSTS = [
    *("[::1].evil.com", "[::1]evil.com", "[::1", "::1", "[::1%lo]", "[localhost]", "127.1", "127.0.0.1.evil.example"),
    *(
        "localhost:x@evil.com",
        "localhost:8765@evil.com",
        "user@localhost",
        "localhost/",
        "localhost#",
        "localhost,x",
        "localhost x",
    ),
    *("localhost:", "localhost:99999999", "localhost:65536", "localhost:80:80", "evil.example:8765", "2130706433.example", ""),
]


def test_a_page_on_another_port_of_this_machine_may_not_post_here(bare: Service) -> None:
    port = bare.client.base_url.port
    for origin in (
        "http://localhost:3000",
        f"http://127.0.0.2:{port}",
        f"http://evil.example:{port}",
        "null",
        "http://localhost",
    ):
        for method, path in (("POST", "/v1/search"), ("GET", "/v1/documents"), ("DELETE", "/v1/sessions/s-1"), ("GET", "/")):
            response = bare.client.request(method, path, json={"query": "hi"}, headers={"origin": origin})
            assert response.status_code == 421, (origin, path)
            assert response.json()["error"]["type"] == "misdirected_request"
    own = f"http://127.0.0.1:{port}"
    assert bare.client.post("/v1/search", json={"query": "hi"}, headers={"origin": own}).status_code == 200
    assert bare.client.post("/v1/search", json={"query": "hi"}).status_code == 200, "a program sends no origin"


def test_a_page_of_another_site_may_not_fetch_what_sends_no_origin(bare: Service) -> None:
    def status(path: str, site: str, mode: str, **headers: str) -> int:
        sent = {"sec-fetch-site": site, "sec-fetch-mode": mode, **headers}
        response = bare.client.get(path, headers=sent)
        assert response.status_code != 421 or response.json()["error"]["type"] == "misdirected_request"
        return response.status_code

    for mode in ("no-cors", "navigate", "cors"):
        for path in ("/v1/documents", "/v1/sessions", "/v1/documents/sop_1/original"):
            for site in ("cross-site", "Cross-Site", "CROSS-SITE", "none, cross-site", "elsewhere"):
                assert status(path, site, mode) == 421, (path, mode, site)
        assert status("/v1/documents", "same-origin", mode) == status("/v1/documents", "Same-Origin", mode) == 200
        assert status("/v1/documents", "none", mode) == 200, "who wrote the address into the browser"
    assert status("/", "cross-site", "navigate") == 200, "a link to the reference"
    own = f"http://127.0.0.1:{bare.client.base_url.port}"
    assert status("/v1/documents", "cross-site", "cors", origin=own) == 200, "an origin that is let in decides"


@pytest.mark.parametrize("bound", ["127.0.0.1", "::1", "0.0.0.0", "192.0.2.7", "docs.example.com"])
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8765", "http://localhost:3000"),
        ("localhost:8765", "http://localhost"),
        ("localhost:8765", "http://127.0.0.1:8765"),
        ("localhost:8765", "http://evil.example"),
        ("localhost:8765", "http://localhost:8765@evil.example"),
        ("localhost:8765", "http://localhost:8765/x"),
        ("localhost:8765", "http://localhost:8765 http://evil.example"),
        ("localhost:8765", "file://localhost:8765"),
        ("localhost:8765", "null"),
        ("localhost:8765", ""),
        ("[::1]:8765", "http://[::1].evil.example:8765"),
    ],
)
async def test_an_origin_that_is_not_the_address_of_the_request_is_refused_whatever_we_are_bound_to(
    bound: str, host: str, origin: str
) -> None:
    assert await status_of(bound, {"host": host, "origin": origin}) == 421


@pytest.mark.parametrize(
    "host",
    BROKEN_HOSTS,
)
@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0"])
async def test_what_only_begins_like_a_host_of_ours_is_none(bound: str, host: str) -> None:
    assert await status_of(bound, {"host": host}) == 421


@pytest.mark.parametrize(
    ("bound", "host", "let_in"),
    [
        ("127.0.0.1", "127.9.9.9", True),
        ("127.0.0.1", "[0:0::1]:8765", True),
        ("127.0.0.1", "192.0.2.7", False),
        ("127.0.0.1", "ibidem:8765", False),
        ("0.0.0.0", "192.0.2.7:8765", True),
        ("0.0.0.0", "[2001:db8::7]", True),
        ("0.0.0.0", "ibidem:8765", True),
        ("0.0.0.0", "docs.example.com", False),
        ("docs.example.com", "docs.example.com:8765", True),
    ],
)
async def test_the_names_of_a_server(bound: str, host: str, let_in: bool) -> None:
    assert (await status_of(bound, {"host": host}) != 421) is let_in


@pytest.mark.parametrize(
    ("host", "origin", "let_in"),
    [
        ("docs.example.com", "https://docs.example.com", True),
        ("DOCS.example.com", "https://docs.example.com", True),
        ("docs.example.com", "http://docs.example.com", True),
        ("127.0.0.1:8765", "https://docs.example.com", True),
        ("127.0.0.1:8765", "https://docs.example.com:444", False),
        ("docs.example.com:444", "https://docs.example.com:444", True),
        ("docs.example.com", "https://docs.example.com:444", False),
        ("127.0.0.1:8765", "https://wiki.example.com:8443", True),
        ("wiki.example.com", "https://wiki.example.com:8443", True),
        ("127.0.0.1:8765", "https://wiki.example.com", False),
        ("127.0.0.1:8765", "https://evil.docs.example.com", False),
    ],
)
@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0"])
async def test_behind_a_proxy_the_listed_names_count_at_the_ports_of_the_web_or_the_one_listed(
    bound: str, host: str, origin: str, let_in: bool
) -> None:
    allowed = "docs.example.com, wiki.example.com:8443"
    assert (await status_of(bound, {"host": host, "origin": origin}, allowed) != 421) is let_in


async def test_one_good_origin_does_not_vouch_for_another(settings: Settings) -> None:
    async def opened() -> ScriptedApp:
        return ScriptedApp(settings, nothing)

    async with client_of(create_api(settings, opened)) as client:  # pyright: ignore[reportArgumentType]
        headers = httpx2.Headers([("host", "localhost:1"), ("origin", "http://localhost:1"), ("origin", "http://evil.example")])
        assert (await client.get("/healthz", headers=headers)).status_code == 421


def test_a_server_with_such_a_list_does_not_start(tmp_path: Path) -> None:
    done = Cli(tmp_path).spawn("serve", "--port", "0", IBIDEM_ALLOWED_HOSTS="docs.example.com,https://docs.example.com")
    assert done.returncode == 2
    assert "'https://docs.example.com' is no NAME and no NAME:PORT" in done.stderr


@pytest.mark.parametrize("entry", ["https://docs.example.com", "docs.example.com/", "*", "*.example.com", "a b", "docs:x"])
def test_an_allowed_host_that_is_none_is_told(entry: str) -> None:
    with pytest.raises(SettingsError, match="allowed_hosts"):
        listed_host(entry)


def test_an_address_has_one_way_to_be_written() -> None:
    assert Authority.of("[0:0::0:1]:80") == Authority("::1", 80)
    assert Authority.of("LOCALHOST") == Authority("localhost")
