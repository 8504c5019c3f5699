"""A loopback server with the wire format of Google's Gemini API, that answers by a script.

    POST /{version}/models/{model}:generateContent, :streamGenerateContent?alt=sse
    and the stores of File Search: see `vendors.gemini_stores`

It is strict: unknown fields, roles that do not alternate, a filter that is none and an unknown store are refused, with Google's
shape of an error: {"error": {"code", "status", "message"}}. A call without the tool `fileSearch` is answered with the script's
text as it stands. With it, a document that the text cites by its `doc_id` (or display name), "The warranty is two years
[kb_101].", becomes a support of the words before it, as long as it is in the stores that are asked and passes the filter; its
brackets go in any case, others stay. Offsets are bytes of UTF-8; the grounding comes with the last piece, as it does in life.

    async with gemini_server(TaskScript({"hosted": "The warranty is two years [kb_101]."})) as server:
        corpus = open_hosted_corpus("gemini:scripted")  # with GOOGLE_GEMINI_BASE_URL = server.url
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import unquote

from ibidem.domain.models import FinishReason, ModelRequest
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.script import Play, Script
from vendors.gemini_stores import STATUSES, STORE, VERSION, GeminiStores, Refused, StoredCopy, fields, held, refuse

REASONS: Mapping[FinishReason, str] = {"stop": "STOP", "length": "MAX_TOKENS", "filtered": "SAFETY"}
BODY = ("contents", "systemInstruction", "generationConfig", "tools")
CITED = re.compile(r" ?\[([^\[\]\n]{1,200})\]([.。!?！？]?)")
LETTER = re.compile(r"\w")

# Everything in the stores, by what a script calls it; None where it is not searched.
Copies = dict[str, StoredCopy | None]


@asynccontextmanager
async def gemini_server(script: Script, key: str | None = None, stores: GeminiStores | None = None) -> AsyncGenerator[Loopback]:
    """Serves on a free port. With a key, any other is refused, and repeated in the error, as real servers do."""
    held_stores = GeminiStores() if stores is None else stores

    async def handle(exchange: Exchange) -> None:
        try:
            given = exchange.headers.get("x-goog-api-key", "")
            if key is not None and given != key and not exchange.path.startswith("/resumable/"):
                raise Refused(401, f"API key not valid: {given}")
            if not await held_stores.handle(exchange, loopback):
                await generate(exchange, script, held_stores)
        except Refused as refused:
            await fail(exchange, refused.status, refused.message)

    async with serving(handle) as loopback:
        yield loopback


async def generate(exchange: Exchange, script: Script, stores: GeminiStores) -> None:
    """Answers a question to a model. Raises Refused."""
    found = re.fullmatch(rf"{VERSION}/models/([\w.-]+):(generateContent|streamGenerateContent)", unquote(exchange.path))
    if found is None or exchange.method != "POST":
        refuse(f"there is no {exchange.method} {exchange.path}", 404)
    body = fields(exchange, *BODY)
    user = asked(body.get("contents"))
    config = held(body.get("generationConfig", {}), "generationConfig", "maxOutputTokens")
    system = texts(held(body.get("systemInstruction", {}), "systemInstruction", "parts", "role").get("parts", []))
    copies = searched(body.get("tools", []), stores)
    play = script(ModelRequest(system, user, int(config.get("maxOutputTokens", 0))))
    await asyncio.sleep(play.seconds)
    if play.status >= 400:
        headers = {} if play.retry_after is None else {"retry-after": f"{play.retry_after:g}"}
        await fail(exchange, play.status, f"API key not valid: {exchange.headers.get('x-goog-api-key', '')}", headers)
    elif found[2] == "generateContent":
        await exchange.answer(200, whole(play, len(user), copies))
    else:
        await stream(exchange, play, len(user), copies)


def asked(contents: Any) -> str:
    """The last thing that the person says. Raises Refused for a conversation that is none."""
    if not isinstance(contents, list) or not contents:
        refuse("contents: a list is expected")
    said = [held(content, "contents", "role", "parts") for content in contents]  # pyright: ignore[reportUnknownVariableType]
    roles = [content.get("role") for content in said]
    expected = ["model" if place % 2 else "user" for place in range(len(roles))]
    if roles != expected or len(roles) % 2 == 0:
        refuse(f"contents: roles must alternate and begin and end with user, not {roles}")
    return texts(said[-1].get("parts", []))


def texts(parts: Any) -> str:
    """The text of a content. Raises Refused for an empty part, or one of another kind."""
    if not isinstance(parts, list):
        refuse("parts: a list is expected")
    said = [held(part, "parts", "text").get("text") for part in parts]  # pyright: ignore[reportUnknownVariableType]
    if not all(isinstance(text, str) and text for text in said):
        refuse("parts: a text is expected")
    return "\n".join(map(str, said))


def searched(tools: Any, stores: GeminiStores) -> Copies | None:
    """What there is, and of it what File Search looks through; None without the tool. Raises Refused."""
    if not tools:
        return None
    if len(tools) != 1:
        refuse("tools: file_search cannot be combined with other tools")
    search = held(held(tools[0], "tools", "fileSearch").get("fileSearch"), "fileSearch", "fileSearchStoreNames", "metadataFilter")
    names = search.get("fileSearchStoreNames") or refuse("fileSearchStoreNames: at least one is expected")
    for name in names:
        if not re.fullmatch(STORE, str(name)):
            refuse(f"fileSearchStoreNames: {name} is no name of a store")
    known: Copies = dict.fromkeys(copy.key for store in stores.stores.values() for copy in store.copies.values())
    return {**known, **{copy.key: copy for copy in stores.searched(names, search.get("metadataFilter"))}}


def grounded(text: str, copies: Copies) -> tuple[str, dict[str, Any]]:
    """The text without its citations, and the grounding that they become."""
    said, chunks, supports, begin = "", list[dict[str, Any]](), list[dict[str, Any]](), 0
    at = 0
    for found in CITED.finditer(text):
        keys = [name.strip() for name in found[1].split(",")]
        if not copies.keys() >= set(keys):
            continue
        said += text[at : found.start()] + found[2]
        at = found.end()
        segment = said[begin:].lstrip()
        start = len(said) - len(segment)
        cited = [copy for key in keys if (copy := copies[key]) is not None]
        if cited:
            indices = [*range(len(chunks), len(chunks) + len(cited))]
            chunks += [chunk_of(copy, segment) for copy in cited]
            place = {"startIndex": len(said[:start].encode()), "endIndex": len(said.encode()), "text": segment}
            supports.append({"segment": place, "groundingChunkIndices": indices})
        begin = len(said)
    return said + text[at:], {"groundingChunks": chunks, "groundingSupports": supports}


def chunk_of(copy: StoredCopy, segment: str) -> dict[str, Any]:
    """The paragraph of a document that has most letters of what it is cited for."""
    wanted = set(LETTER.findall(segment))
    paragraphs = [part for part in copy.text.split("\n\n") if part.strip()] or [copy.text]
    best = max(paragraphs, key=lambda part: len(wanted & set(LETTER.findall(part))))
    context = {"title": copy.display_name, "text": best, "fileSearchStore": copy.name.split("/documents/")[0]}
    return {"retrievedContext": context | ({"customMetadata": list(copy.metadata)} if copy.metadata else {})}


def played(play: Play, copies: Copies | None) -> tuple[Sequence[str], dict[str, Any]]:
    """The pieces of the answer, and what comes with the last one."""
    if copies is None:
        return play.pieces, {}
    said, grounding = grounded(play.text, copies)
    length = play.piece_length
    fields_of_last = {"groundingMetadata": grounding} if grounding["groundingChunks"] else {}
    return [said[at : at + length] for at in range(0, len(said), length)], fields_of_last


def usage(play: Play, asked_characters: int) -> dict[str, int]:
    """What was read and written."""
    thought = len(play.thoughts) // 4
    return {"promptTokenCount": asked_characters, "candidatesTokenCount": len(play.pieces), "thoughtsTokenCount": thought}


def whole(play: Play, length: int, copies: Copies | None) -> dict[str, Any]:
    """The answer at once."""
    pieces, last = played(play, copies)
    content = {"role": "model", "parts": [{"text": "".join(pieces)}]}
    candidate = {"content": content, "finishReason": REASONS[play.reason], "index": 0, **last}
    return {"candidates": [candidate], "usageMetadata": usage(play, length)}


async def stream(exchange: Exchange, play: Play, length: int, copies: Copies | None) -> None:
    """The answer piece by piece."""

    async def send(part: dict[str, object] | None, last: Mapping[str, Any] | None = None) -> None:
        content = {"content": {"role": "model", "parts": [part]}} if part else {}
        finish = {} if last is None else {"finishReason": REASONS[play.reason], **last}
        counted = {} if last is None else {"usageMetadata": usage(play, length)}
        await exchange.event({"candidates": [{**content, **finish, "index": 0}], **counted})

    await exchange.begin()
    if play.thoughts:
        half = len(play.thoughts) // 2
        await send({"text": play.thoughts[:half], "thought": True})
        await send({"text": play.thoughts[half:], "thought": True})
    pieces, last = played(play, copies)
    cut = play.ending in ("stalls", "breaks_off")
    for piece in pieces[: play.after] if cut else pieces:
        await send({"text": piece})
        await asyncio.sleep(play.piece_seconds)
    if play.ending == "breaks_off":
        return exchange.cut()
    while play.ending == "endless":
        await send({"text": play.text})
        await asyncio.sleep(play.piece_seconds)
    if play.ending != "whole":
        await asyncio.Event().wait()
    await send(None, last)
    return await exchange.end()


async def fail(exchange: Exchange, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
    """An error of Google's shape; an upload that has failed is over."""
    error = {"code": status, "message": message, "status": STATUSES.get(status, "INVALID_ARGUMENT")}
    await exchange.answer(status, {"error": error}, {"X-Goog-Upload-Status": "final", **(headers or {})})
