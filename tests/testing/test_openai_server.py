"""The loopback server speaks the wire format that its page describes, and fails as it is told to."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from ibidem.testing.loopback import Loopback
from ibidem.testing.openai_server import Manners, openai_server
from ibidem.testing.script import Play, TaskScript, breaks_off, stalls, thinking, unavailable

PROMPT = [{"role": "system", "content": "Task: gate\nyes or no"}, {"role": "user", "content": "펌프 볼트는?"}]
CALL = {"model": "m", "messages": PROMPT}


@asynccontextmanager
async def client_of(*plays: Play, manners: Manners | None = None) -> AsyncGenerator[tuple[httpx2.AsyncClient, Loopback]]:
    async with (
        openai_server(TaskScript({"gate": plays or (Play("yes [1]"),)}), manners) as server,
        httpx2.AsyncClient(base_url=f"{server.url}/v1", timeout=20) as client,
    ):
        yield client, server


async def streamed(client: httpx2.AsyncClient, **fields: object) -> list[str]:
    async with client.stream("POST", "/chat/completions", json={**CALL, "stream": True, **fields}) as response:
        assert response.headers["content-type"] == "text/event-stream"
        return [line.removeprefix("data: ") async for line in response.aiter_lines() if line]


async def test_a_whole_answer():
    async with client_of(thinking("hm", "예 [1]")) as (client, server):
        answer = (await client.post("/chat/completions", json=CALL)).json()
        assert answer["object"] == "chat.completion"
        assert answer["choices"][0]["message"] == {"role": "assistant", "content": "예 [1]", "reasoning_content": "hm"}
        assert answer["usage"]["completion_tokens_details"]["reasoning_tokens"] == 1
        assert server.count("ended") == 1


async def test_a_streamed_answer_with_usage_and_done():
    async with client_of() as (client, _):
        *chunks, usage, done = await streamed(client, stream_options={"include_usage": True})
        deltas = [json.loads(chunk)["choices"][0] for chunk in chunks]
        assert "".join(delta["delta"].get("content", "") for delta in deltas) == "yes [1]"
        assert deltas[-1]["finish_reason"] == "stop" and done == "[DONE]"
        assert json.loads(usage)["choices"] == [] and json.loads(usage)["usage"]["completion_tokens"] == 2
        assert all("usage" not in json.loads(line) for line in (await streamed(client))[:-1])


@pytest.mark.parametrize(
    ("fields", "manners", "status", "code"),
    [
        ({"tools": [{"type": "function"}]}, Manners(), 400, "unsupported_parameter"),
        ({"max_tokens": 5}, Manners(refuses=frozenset({"max_tokens"})), 400, "unsupported_parameter"),
        ({"model": "other"}, Manners(models=("m",)), 404, "model_not_found"),
        ({}, Manners(key="k"), 401, "invalid_api_key"),
        ({"messages": "no"}, Manners(), 400, "invalid_request_error"),
    ],
)
async def test_what_is_refused(fields: dict[str, object], manners: Manners, status: int, code: str):
    async with client_of(manners=manners) as (client, _):
        response = await client.post("/chat/completions", json={**CALL, **fields})
        assert response.status_code == status
        assert (
            response.json()["error"].keys() == {"message", "type", "param", "code"} and response.json()["error"]["code"] == code
        )


async def test_too_many_requests_say_when_to_come_back():
    async with client_of(unavailable(429, 2.5)) as (client, _):
        response = await client.post("/chat/completions", json=CALL)
        assert (response.status_code, response.headers["retry-after"]) == (429, "2.5")
        assert response.json()["error"]["type"] == "rate_limit_error"


async def test_a_connection_that_is_cut_in_the_middle():
    async with client_of(breaks_off("abcdefghij", 2)) as (client, server):
        with pytest.raises(httpx2.RemoteProtocolError):
            await streamed(client)
        assert server.count("cut") == 1


async def test_who_leaves_is_seen():
    async with client_of(stalls("abcdefgh", 1)) as (client, server):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await streamed(client)
        await server.settled("left")
        assert server.connections == 0


async def test_models_and_nothing_else():
    async with client_of(manners=Manners(models=("a", "b"))) as (client, _):
        assert [model["id"] for model in (await client.get("/models")).json()["data"]] == ["a", "b"]
        assert (await client.get("/files")).status_code == 404


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("펌프 볼트 조임 토크", "펌프 볼트의 조임 토크는 24 Nm입니다.", "휴가는 열흘입니다."),
        ("torque of the pump bolts", "The pump bolts take a torque of 24 Nm.", "Holidays last ten days."),
        ("ポンプのボルトのトルク", "ポンプのボルトのトルクは24 Nmです。", "休暇は十日です。"),
    ],
)
async def test_vectors_and_ranks_follow_shared_words(question: str, near: str, far: str):
    async with client_of() as (client, _):
        reply = (await client.post("/embeddings", json={"model": "e", "input": [question, near, far]})).json()
        asked, first, second = (one["embedding"] for one in reply["data"])
        assert sum(map(float.__mul__, asked, first)) > sum(map(float.__mul__, asked, second))
        cohere = (
            await client.post("/rerank", json={"model": "r", "query": question, "documents": [far, near], "top_n": 1})
        ).json()
        assert [one["index"] for one in cohere["results"]] == [1]
        tei = (await client.post("/rerank", json={"query": question, "texts": [far, near]})).json()
        assert [one["index"] for one in tei] == [1, 0] and tei[0]["score"] > tei[1]["score"]


ASKED = {
    "ko": ("펌프 볼트는 얼마로 조이나요?", "펌프 볼트는 24 Nm로 조입니다.", "펌프 볼트는 24 Nm로 조입니다 [1]."),
    "en": ("What torque do the pump bolts take?", "The pump bolts take 24 Nm.", "The pump bolts take 24 Nm [1]."),
    "ja": ("ポンプのボルトは何Nmで締めますか。", "ポンプのボルトは24 Nmで締めます。", "ポンプのボルトは24 Nmで締めます [1]。"),
}


@pytest.mark.parametrize(("question", "passage", "answer"), ASKED.values(), ids=ASKED)
async def test_alone_it_quotes_what_it_is_shown(question: str, passage: str, answer: str):
    command = [sys.executable, "-m", "ibidem.testing.openai_server", "--port", "0", "--thoughts", "tags", "--key", "k"]
    server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert server.stdout is not None
        said = dict(pair.split("=") for pair in (await server.stdout.readline()).decode().split())
        assert said["IBIDEM_MODEL"] == "openai:scripted"
        user = f"<passages>\n[1] manual\n{passage}\n</passages>\n<question>\n{question}\n</question>"
        messages = [{"role": "system", "content": "Task: answer_general\n..."}, {"role": "user", "content": user}]
        headers = {"authorization": f"Bearer {said['OPENAI_API_KEY']}"}
        async with httpx2.AsyncClient(base_url=said["OPENAI_BASE_URL"], timeout=20, headers=headers) as client:
            reply = (await client.post("/chat/completions", json={"model": "m", "messages": messages})).json()
        assert reply["choices"][0]["message"]["content"] == answer
    finally:
        server.terminate()
        await server.wait()


async def test_a_script_that_is_not_there_is_told(tmp_path: Path):
    command = [sys.executable, "-m", "ibidem.testing.openai_server", "--script", str(tmp_path / "none.toml")]
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE, env=os.environ)
    _, said = await server.communicate()
    assert server.returncode == 1 and said.startswith(b"Error: ") and b"none.toml" in said
