"""A loopback server with the wire format of Anthropic's Messages API, that answers by a script."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from ibidem.domain.models import ModelRequest
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.script import Play, Script

REASONS = {"stop": "end_turn", "length": "max_tokens", "filtered": "refusal"}
ERRORS = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error", 503: "overloaded_error"}


@asynccontextmanager
async def anthropic_server(script: Script, key: str) -> AsyncGenerator[Loopback]:
    async def handle(exchange: Exchange) -> None:
        if key_of(exchange) != key:
            return await fail(exchange, Play(status=401))
        assert (exchange.method, exchange.path) == ("POST", "/v1/messages")
        body = json.loads(exchange.body)
        request = ModelRequest(body["system"], body["messages"][0]["content"], body["max_tokens"])
        play = script(request)
        await asyncio.sleep(play.seconds)
        if play.status >= 400:
            return await fail(exchange, play)
        assert body["stream"] is True
        return await stream(exchange, play, len(request.user))

    async with serving(handle) as loopback:
        yield loopback


def key_of(exchange: Exchange) -> str:
    return exchange.headers.get("x-api-key") or exchange.headers["authorization"].removeprefix("Bearer ")


async def fail(exchange: Exchange, play: Play) -> None:
    error = {"type": ERRORS.get(play.status, "invalid_request_error"), "message": f"invalid key {key_of(exchange)}"}
    headers = {} if play.retry_after is None else {"retry-after": f"{play.retry_after:g}"}
    await exchange.answer(play.status, {"type": "error", "error": error}, headers)


async def stream(exchange: Exchange, play: Play, asked: int) -> None:
    async def send(kind: str, **fields: object) -> None:
        await exchange.event({"type": kind, **fields}, kind)

    async def block(index: int, kind: str, field: str, delta: str, pieces: list[str]) -> None:
        await send("content_block_start", index=index, content_block={"type": kind, field: ""})
        for piece in pieces:
            await send("content_block_delta", index=index, delta={"type": delta, field: piece})
            await asyncio.sleep(play.piece_seconds)

    await exchange.begin()
    start = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "scripted", "stop_reason": None}
    await send("message_start", message={**start, "usage": {"input_tokens": asked, "output_tokens": 1}})
    await send("ping")
    if play.thoughts:
        half = len(play.thoughts) // 2
        await block(0, "thinking", "thinking", "thinking_delta", [play.thoughts[:half], play.thoughts[half:]])
        await send("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "x"})
        await send("content_block_stop", index=0)
    cut = play.ending in ("stalls", "breaks_off")
    await block(1, "text", "text", "text_delta", list(play.pieces[: play.after] if cut else play.pieces))
    if play.ending == "breaks_off":
        return exchange.cut()
    if play.ending != "whole":
        await asyncio.Event().wait()
    await send("content_block_stop", index=1)
    delta = {"stop_reason": REASONS[play.reason], "stop_sequence": None}
    await send("message_delta", delta=delta, usage={"output_tokens": len(play.pieces) + 1})
    await send("message_stop")
    return await exchange.end()
