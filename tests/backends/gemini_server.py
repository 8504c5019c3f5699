"""A loopback server with the wire format of Google's streamGenerateContent, that answers by a script."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import unquote

from ibidem.domain.models import ModelRequest
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.script import Play, Script

REASONS = {"stop": "STOP", "length": "MAX_TOKENS", "filtered": "SAFETY"}
ERRORS = {401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}


@asynccontextmanager
async def gemini_server(script: Script, key: str) -> AsyncGenerator[Loopback]:
    async def handle(exchange: Exchange) -> None:
        if exchange.headers["x-goog-api-key"] != key:
            return await fail(exchange, Play(status=401))
        assert re.fullmatch(r"/v1(beta)?/models/scripted:streamGenerateContent", unquote(exchange.path))
        body = json.loads(exchange.body)
        system = body["systemInstruction"]["parts"][0]["text"]
        limit = body["generationConfig"]["maxOutputTokens"]
        request = ModelRequest(system, body["contents"][0]["parts"][0]["text"], limit)
        play = script(request)
        await asyncio.sleep(play.seconds)
        if play.status >= 400:
            return await fail(exchange, play)
        return await stream(exchange, play, len(request.user))

    async with serving(handle) as loopback:
        yield loopback


async def fail(exchange: Exchange, play: Play) -> None:
    message = f"API key not valid: {exchange.headers['x-goog-api-key']}"
    error = {"code": play.status, "message": message, "status": ERRORS.get(play.status, "INVALID_ARGUMENT")}
    headers = {} if play.retry_after is None else {"retry-after": f"{play.retry_after:g}"}
    await exchange.answer(play.status, {"error": error}, headers)


async def stream(exchange: Exchange, play: Play, asked: int) -> None:
    async def send(part: dict[str, object] | None, **fields: object) -> None:
        content = {"content": {"role": "model", "parts": [part]}} if part else {}
        finish = {"finishReason": REASONS[play.reason]} if fields else {}
        await exchange.event({"candidates": [{**content, **finish, "index": 0}], **fields})

    await exchange.begin()
    if play.thoughts:
        half = len(play.thoughts) // 2
        await send({"text": play.thoughts[:half], "thought": True})
        await send({"text": play.thoughts[half:], "thought": True})
    cut = play.ending in ("stalls", "breaks_off")
    for piece in play.pieces[: play.after] if cut else play.pieces:
        await send({"text": piece})
        await asyncio.sleep(play.piece_seconds)
    if play.ending == "breaks_off":
        return exchange.cut()
    if play.ending != "whole":
        await asyncio.Event().wait()
    thought = len(play.thoughts) // 4
    usage = {"promptTokenCount": asked, "candidatesTokenCount": len(play.pieces), "thoughtsTokenCount": thought}
    await send(None, usageMetadata=usage)
    return await exchange.end()
