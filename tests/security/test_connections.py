"""Who holds connections, bodies or turns and gives nothing keeps nobody else out; and whoever is waited for in vain is told."""

import asyncio
import os
import select
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import httpx2
import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.events import StepStarted, TurnDone, TurnEvent
from ibidem.settings import Settings, load_settings
from ibidem.web.connections import Connection, Patience
from journeys.doors import Cli, Service, served
from security.doors import answered, connected, few_descriptors, is_in_our_shape, read_answer
from web.scripted import serving, turn_of

SHORT = Patience(head=0.2, body=0.3, reading=0.2)
HALF_A_HEAD = b"POST /v1/chat HTTP/1.1\r\nHost: localhost\r\n"
HALF_A_BODY = HALF_A_HEAD + b'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"message": "'
FILE = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
HALF_A_FILE = (
    b"POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    b"Content-Length: 50000\r\n\r\n" + FILE
)


async def well(question: Question) -> AsyncIterator[TurnEvent]:
    yield TurnDone(turn_of(question, "fine"))


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service under `ulimit -n 256`."""
    with ExitStack() as stack:
        with few_descriptors(256):
            service = stack.enter_context(served(Cli(tmp_path_factory.mktemp("narrow"))))
        yield service


@pytest.mark.parametrize("sends", [b"", HALF_A_HEAD, HALF_A_BODY, HALF_A_FILE], ids=["nothing", "head", "body", "file"])
def test_three_hundred_that_do_not_go_on_keep_nobody_out(narrow: Service, sends: bytes) -> None:
    lines = narrow.log.read_text().count("\n")
    with ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(connected(narrow.client.base_url, sends))
        for _ in range(3):
            with httpx2.Client(base_url=narrow.client.base_url, timeout=10) as client:
                assert client.get("/healthz").status_code == 200
                assert client.post("/v1/search", json={"query": "토크 torque トルク"}).status_code == 200
    assert narrow.log.read_text().count("\n") - lines < 350, "at most the line of each request"
    assert "out of system resource" not in narrow.log.read_text()


async def heard(server: httpx2.URL, sends: bytes) -> tuple[int, dict[str, str], dict[str, object]]:
    return await asyncio.to_thread(answered, server, sends)


@pytest.mark.parametrize("sends", [HALF_A_HEAD, HALF_A_BODY, HALF_A_FILE], ids=["head", "body", "file"])
async def test_a_request_that_does_not_arrive_is_refused_in_our_shape(settings: Settings, sends: bytes) -> None:
    async with serving(settings, well, SHORT) as (_, client):
        status, _, body = await heard(client.base_url, sends)
    assert status == 408
    assert is_in_our_shape(body)


async def test_a_body_that_trickles_is_refused_as_well(settings: Settings) -> None:
    def trickle(base: httpx2.URL) -> int:
        with connected(base, HALF_A_BODY) as connection:
            while not select.select([connection], [], [], 0.02)[0]:
                connection.sendall(b" ")
            return read_answer(connection)[0]

    async with serving(settings, well, SHORT) as (_, client):
        assert await asyncio.to_thread(trickle, client.base_url) == 408


async def test_a_large_body_that_goes_on_has_its_time(settings: Settings) -> None:
    async def steady() -> AsyncIterator[bytes]:
        yield FILE
        for _ in range(8):
            yield b"a" * 10_000
            await asyncio.sleep(0.1)
        yield b"\r\n--b--\r\n"

    patience = Patience(body=0.5, rate=5_000)  # so each piece brings two seconds, of which it takes a tenth
    async with serving(settings, well, patience) as (_, client):
        headers = {"content-type": "multipart/form-data; boundary=b"}
        response = await client.post("/v1/documents", content=steady(), headers=headers)
    assert response.status_code == 500, "it arrived: the App of this test takes no documents"


async def test_a_connection_without_a_request_is_closed_without_a_word(settings: Settings) -> None:
    async with serving(settings, well, SHORT) as (_, client):
        with connected(client.base_url, b"") as connection:
            assert await asyncio.to_thread(connection.recv, 100) == b""


async def test_a_stream_in_which_nothing_happens_for_a_while_goes_on(settings: Settings) -> None:
    async def slow(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        await asyncio.sleep(2.2)  # ticks come every second
        yield TurnDone(turn_of(question, "fine"))

    async with serving(settings, slow, Patience(head=1, body=1, reading=1)) as (_, client):
        streamed, whole = await asyncio.gather(
            client.post("/v1/chat", json={"message": "hi", "stream": True}), client.post("/v1/chat", json={"message": "hi"})
        )
    assert "event: done" in streamed.text
    assert whole.json()["answer"] == "fine"


async def test_a_client_that_takes_nothing_is_let_go(settings: Settings) -> None:
    async def long(question: Question) -> AsyncIterator[TurnEvent]:
        yield TurnDone(turn_of(question, "긴 답 " * 3_000_000))

    asking = b'{"message": "hi"}'
    head = HALF_A_HEAD + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(asking)
    async with serving(settings, long, SHORT) as (server, client):
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(connection, (client.base_url.host, client.base_url.port))
            await loop.sock_sendall(connection, head + asking)
            while not any(isinstance(one, Connection) and one.unsent for one in server.server_state.connections):
                await asyncio.sleep(0.05)
            while server.server_state.connections:
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_turn_too_many_is_refused_until_another_has_ended(settings: Settings, stream: bool) -> None:
    goes_on, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def waiting(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        begun.release()
        await goes_on.wait()
        yield TurnDone(turn_of(question, "fine"))

    narrow = settings.model_copy(update={"turns_at_once": 2})
    body = {"message": "hi", "stream": stream}
    async with serving(narrow, waiting) as (_, client):
        running = [asyncio.create_task(client.post("/v1/chat", json=body)) for _ in range(2)]
        for _ in running:
            await begun.acquire()
        refused = await client.post("/v1/chat", json=body)
        assert refused.status_code == 429
        stalled = [connected(client.base_url, HALF_A_BODY) for _ in range(3)]  # who only sends takes no place
        goes_on.set()
        assert [(await one).status_code for one in running] == [200, 200]
        assert (await client.post("/v1/chat", json=body)).status_code == 200
        for connection in stalled:
            connection.close()
    assert refused.json()["error"]["type"] == "too_many_requests"
    assert int(refused.headers["retry-after"]) > 0


async def test_a_search_takes_a_place_among_the_turns_too(settings: Settings) -> None:
    goes_on, begun = asyncio.Event(), asyncio.Event()

    async def waiting(question: Question) -> AsyncIterator[TurnEvent]:
        begun.set()
        await goes_on.wait()
        yield TurnDone(turn_of(question, "fine"))

    async with serving(settings.model_copy(update={"turns_at_once": 1}), waiting) as (_, client):
        running = asyncio.create_task(client.post("/v1/chat", json={"message": "hi"}))
        await begun.wait()
        for query in ("펌프 토크", "pump torque", "ポンプのトルク"):
            refused = await client.post("/v1/search", json={"query": query})
            assert (refused.status_code, refused.json()["error"]["type"]) == (429, "too_many_requests")
            assert int(refused.headers["retry-after"]) > 0
        goes_on.set()
        assert (await running).status_code == 200
        for _ in range(3):
            let_in = await client.post("/v1/search", json={"query": "pump torque"})
            assert let_in.status_code == 500, "the App of this test cannot search; the place is given back each time"


async def test_a_turn_whose_client_has_gone_gives_its_place_back(settings: Settings) -> None:
    begun = asyncio.Event()

    async def endless(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        if question.message == "endless":
            begun.set()
            await asyncio.sleep(3600)
        yield TurnDone(turn_of(question, "fine"))

    async with serving(settings.model_copy(update={"turns_at_once": 1}), endless) as (_, client):
        for stream in (False, True):
            async with httpx2.AsyncClient(base_url=client.base_url) as leaving:
                asking = asyncio.create_task(leaving.post("/v1/chat", json={"message": "endless", "stream": stream}))
                await begun.wait()
                assert (await client.post("/v1/chat", json={"message": "hi"})).status_code == 429
                begun.clear()
                asking.cancel()
                await asyncio.wait([asking])
            while (await client.post("/v1/chat", json={"message": "hi"})).status_code != 200:
                await asyncio.sleep(0.01)


async def test_uploads_together_are_bounded_and_one_that_only_says_it_is_large_holds_nothing(tmp_path) -> None:
    settings = load_settings(data=tmp_path, upload_limit_mb=4)
    declares = HALF_A_FILE.replace(b"50000", b"4100000")
    async with serving(settings, well) as (server, client):
        idle = [connected(client.base_url, declares) for _ in range(4)]
        while not server.arrivals.held:
            await asyncio.sleep(0.01)
        small = await client.post("/v1/documents", files={"file": ("a.txt", b"a")})
        assert small.status_code == 500, "it is let in: the App of this test takes no documents"
        for connection in idle[:2]:
            await asyncio.get_running_loop().run_in_executor(None, connection.sendall, b"a" * 4_090_000)
        while server.arrivals.held < 8_180_000:
            await asyncio.sleep(0.01)
        third = await client.post("/v1/documents", files={"file": ("a.txt", b"a" * 500_000)})
        assert third.status_code == 429
        for connection in idle:
            connection.close()
        while (await client.post("/v1/documents", files={"file": ("a.txt", b"a" * 500_000)})).status_code == 429:
            await asyncio.sleep(0.01)
    assert third.json()["error"]["type"] == "too_many_requests"
    assert int(third.headers["retry-after"]) > 0


def test_sigterm_in_the_middle_of_an_upload_ends_it_with_our_error(tmp_path) -> None:
    def slowly() -> Iterator[bytes]:
        yield FILE
        for piece in range(1000):
            if piece == 5:
                assert httpx2.get(f"{service.client.base_url}/healthz").status_code == 200  # so it has seen the upload begin
                os.kill(service.process.pid, signal.SIGTERM)
            time.sleep(0.01)
            yield b"a" * 1000

    with served(Cli(tmp_path)) as service, connected(service.client.base_url, HALF_A_FILE) as stalled:
        response = service.client.post(
            "/v1/documents", content=slowly(), headers={"content-type": "multipart/form-data; boundary=b"}
        )
        status, headers, body = read_answer(stalled)
        assert service.process.wait(timeout=10) == 0
    assert (response.status_code, response.json()["error"]["type"]) == (503, "stopping")
    assert (status, body["error"]["type"]) == (503, "stopping")
    assert int(headers["retry-after"]) > 0
