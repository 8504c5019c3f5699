"""Assistants that call tools: the official client of the Model Context Protocol, over HTTP and over stdio."""

import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from journeys.doors import Cli, Service
from journeys.pointing import LANGUAGES, QUESTIONS
from journeys.test_openai_clients import WHOLE

TOOLS = {"ask", "search_documents", "read_document", "list_turns", "search_turns", "get_turn", "get_turn_docs"}
TOOLS |= {"search_chunks", "read_chunk"}
SUBJECTS = {"ko": "볼트 토크", "en": "torque of the cover screws", "ja": "ドレンプラグの締め付け"}
OFF = {"ko": "안녕하세요", "en": "hello", "ja": "こんにちは"}


def over_http(service: Service, mode: Any = "auto") -> AbstractAsyncContextManager[Client]:
    return Client(f"{service.client.base_url}/mcp", mode=mode)


@asynccontextmanager
async def over_stdio(cli: Cli) -> AsyncGenerator[Client]:
    command = StdioServerParameters(command=sys.executable, args=["-m", "ibidem", "mcp"], env=cli.environment())
    async with Client(command) as client:
        yield client


async def call(client: Client, tool: str, **arguments: object) -> dict[str, Any]:
    done = await client.call_tool(tool, arguments)
    assert not done.is_error, done.content
    assert done.structured_content is not None
    return done.structured_content


async def refused(client: Client, tool: str, **arguments: object) -> str:
    done = await client.call_tool(tool, arguments)
    assert done.is_error and isinstance(done.content[0], TextContent)
    assert "Traceback" not in done.content[0].text
    return done.content[0].text


async def conversation(client: Client, language: str) -> None:
    """What an assistant does with all of the tools."""
    question, doc_id = QUESTIONS[language]
    first = await call(client, "ask", message=question)
    assert first["status"] == "answered" and first["sources"][0]["doc_id"] == doc_id
    session = first["session_id"]
    shown = await call(client, "ask", message=WHOLE[language], session_id=session)
    assert shown["turn_id"] == 2 and shown["document"].startswith("# ")
    await call(client, "ask", message=OFF[language], session_id=session)
    found = await call(client, "search_documents", query=question, limit=2)
    assert len(found["passages"]) <= 2 and found["passages"][0]["doc_id"] == doc_id
    read = await call(client, "read_document", doc_id=doc_id, version=first["sources"][0]["version"])
    assert read["text"] == shown["document"] and read["next_offset"] is None
    turns = await call(client, "list_turns", session_id=session, limit=1, offset=1)
    assert turns["total"] == 3 and [turn["question"] for turn in turns["turns"]] == [WHOLE[language]]
    about = await call(client, "search_turns", session_id=session, query=SUBJECTS[language])
    assert about["turns"][0]["question"] == question and OFF[language] not in [turn["question"] for turn in about["turns"]]
    turn = await call(client, "get_turn", session_id=session, turn_id=1)
    assert (turn["question"], turn["answer"]) == (question, first["answer"])
    docs = await call(client, "get_turn_docs", session_id=session, turn_id=1)
    assert docs["sources"] == turn["sources"] == first["sources"] and turn["next_offset"] is None
    chunks = await call(client, "search_chunks", query=question, limit=1)
    assert chunks["chunks"][0]["chunk_id"] in docs["sources"][0]["chunk_ids"]
    piece = await call(client, "read_chunk", chunk_id=docs["sources"][0]["chunk_ids"][0])
    assert any(one["text"] in read["text"] for one in piece["chunks"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_assistant_asks_and_reads_over_http(pointing: Service, language: str) -> None:
    async with over_http(pointing) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        await conversation(client, language)


async def test_the_log_names_the_turn_of_a_call(pointing: Service) -> None:
    async with over_http(pointing) as client:
        made = await call(client, "ask", message=QUESTIONS["en"][0])
    assert f'"turn": "{made["session_id"]}/1"' in pointing.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_an_assistant_may_be_older_or_newer(pointing: Service, mode: str) -> None:
    async with over_http(pointing, mode) as client:
        assert (await call(client, "ask", message=QUESTIONS["en"][0]))["status"] == "answered"


async def test_an_assistant_asks_and_reads_over_stdio(cli: Cli) -> None:
    async with over_stdio(cli) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        await conversation(client, "ko")


async def test_a_tool_says_in_words_what_was_wrong(pointing: Service) -> None:
    async with over_http(pointing) as client:
        assert "nothing-here" in await refused(client, "read_document", doc_id="nothing-here")
        assert "is empty" in await refused(client, "ask", message=" ")
        assert "is not a well-formed id" in await refused(client, "ask", message="?", session_id="../s")
        assert "limit" in await refused(client, "search_documents", query="pump", limit=0)
        assert "no-session" in await refused(client, "list_turns", session_id="no-session")
        assert "no chunk 'sop_1#x'" in await refused(client, "read_chunk", chunk_id="sop_1#x")


async def test_what_only_a_group_may_read_is_not_there_for_others(pointing: Service) -> None:
    async with over_http(pointing) as client:
        hidden = await refused(client, "read_document", doc_id="myservice_40404")
        missing = await refused(client, "read_document", doc_id="myservice_99999")
        assert hidden.replace("40404", "N") == missing.replace("99999", "N")
        found = await call(client, "search_documents", query="myservice 40404", limit=20)
        assert "myservice_40404" not in {passage["doc_id"] for passage in found["passages"]}


def test_no_page_of_another_site_speaks_to_the_tools(pointing: Service) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert pointing.client.post("/mcp", json=body, headers=headers).status_code == 421
