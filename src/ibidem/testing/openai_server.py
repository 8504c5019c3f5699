"""A loopback server with the wire format of OpenAI, that answers by a script.

    POST /v1/chat/completions   streamed and whole; usage at the end of a stream when `stream_options.include_usage` asks for it
    POST /v1/embeddings         vectors made from the letters of the texts, as floats or base64
    POST /v1/rerank             as Cohere and Jina have it (`documents`), as text-embeddings-inference has it (`texts`)
    GET  /v1/models

Everything else is 404, and every error has OpenAI's shape: {"error": {"message", "type", "param", "code"}}. Tools are off: a call
that brings some is refused. Source of the format: the OpenAI API reference, and what vLLM, Ollama and DeepSeek add to it.

    async with openai_server(TaskScript({"gate": "yes"})) as server:
        model = open_chat_model("openai:scripted")     # with OPENAI_BASE_URL = server.url + "/v1"
        ...
        await server.settled("left")                   # the client has really closed its connection

`python -m ibidem.testing.openai_server` serves until Ctrl-C; without `--script` it plays a model that quotes what it is shown.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Literal, get_args

import click

from ibidem.domain.errors import SettingsError
from ibidem.domain.models import FinishReason, ModelRequest
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.openai_vectors import embeddings, ranked
from ibidem.testing.quoting_model import quoting
from ibidem.testing.script import Play, Script, load_script

REASONS: Mapping[FinishReason, str] = {"stop": "stop", "length": "length", "filtered": "content_filter"}
ERROR_TYPES: Mapping[int, str] = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    503: "overloaded_error",
}

ThoughtStyle = Literal["reasoning_content", "reasoning", "tags", "unopened_tags", "unseen"]


@dataclass(frozen=True, slots=True)
class Manners:
    """How this server differs from others.

    `thoughts`: the field that thoughts come in, or between <think> tags in the answer itself, with or without the first of them,
    or not at all, only counted. `refuses`: parameters that are answered with 400, as newer models do with `max_tokens` and
    `temperature`. `key`: the only one that is accepted; a wrong one is repeated in the error, as real servers do. `hostile`:
    every stream is full of events and fields that nobody asked for.
    """

    models: tuple[str, ...] = ()
    key: str | None = None
    thoughts: ThoughtStyle = "reasoning_content"
    refuses: frozenset[str] = field(default_factory=frozenset[str])
    hostile: bool = False


@asynccontextmanager
async def openai_server(script: Script, manners: Manners | None = None, port: int = 0) -> AsyncGenerator[Loopback]:
    """Serves in this event loop; the client's base URL is `url` + "/v1". Without `models` every model name is known."""
    async with serving(_Server(script, manners or Manners()).handle, port) as loopback:
        yield loopback


class _Server:
    def __init__(self, script: Script, manners: Manners) -> None:
        self._script = script
        self._manners = manners

    async def handle(self, exchange: Exchange) -> None:
        try:
            await self._route(exchange)
        except _Refusal as refusal:
            await exchange.answer(refusal.status, {"error": refusal.error}, refusal.headers)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            await exchange.answer(400, {"error": _Refusal(400, f"the body is not as it should be: {error!r}").error})

    async def _route(self, exchange: Exchange) -> None:
        key = exchange.headers.get("authorization", "").removeprefix("Bearer ")
        if self._manners.key is not None and key != self._manners.key:
            raise _Refusal(401, f"Incorrect API key provided: {key}", code="invalid_api_key")
        match exchange.method, exchange.path.removeprefix("/v1"):
            case "GET", "/models":
                await exchange.answer(200, {"object": "list", "data": [_model(name) for name in self._manners.models]})
            case "POST", "/chat/completions":
                await self._chat(exchange, self._checked(exchange))
            case "POST", "/embeddings":
                await exchange.answer(200, embeddings(self._checked(exchange)))
            case "POST", "/rerank":
                await exchange.answer(200, ranked(self._checked(exchange)))
            case _:
                raise _Refusal(404, f"Invalid URL ({exchange.method} {exchange.path})")

    def _checked(self, exchange: Exchange) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(exchange.body)
        if self._manners.models and body["model"] not in self._manners.models:
            raise _Refusal(404, f"The model `{body['model']}` does not exist", "model", "model_not_found")
        if body.get("tools") or body.get("functions"):
            raise _Refusal(400, "tools are off", "tools", "unsupported_parameter")
        for name in sorted(self._manners.refuses & set(body)):
            problem = f"Unsupported parameter: '{name}' is not supported with this model."
            raise _Refusal(400, problem, name, "unsupported_parameter")
        return body

    async def _chat(self, exchange: Exchange, body: dict[str, Any]) -> None:
        request = request_of(body)
        play = self._script(request)
        await asyncio.sleep(play.seconds)
        if play.status >= 400:
            headers = {} if play.retry_after is None else {"retry-after": f"{play.retry_after:g}"}
            raise _Refusal(play.status, "played from the script", headers=headers)
        if body.get("stream"):
            await self._stream(exchange, request, play, body)
        else:
            await self._whole(exchange, request, play, body)

    async def _whole(self, exchange: Exchange, request: ModelRequest, play: Play, body: dict[str, Any]) -> None:
        await asyncio.sleep(play.piece_seconds * len(play.pieces))
        if play.ending == "breaks_off":
            await exchange.begin()
            exchange.cut()
            return
        if play.ending != "whole":
            await asyncio.Event().wait()
        message = {"role": "assistant", "content": ""}
        for delta in (*self._thoughts(play), {"content": play.text}):
            message |= {name: message.get(name, "") + text for name, text in delta.items()}
        choice = {"index": 0, "message": message, "finish_reason": REASONS[play.reason]}
        frame = _frame(body, "chat.completion")
        await exchange.answer(200, {**frame, "choices": [choice], "usage": _usage(request, play)})

    async def _stream(self, exchange: Exchange, request: ModelRequest, play: Play, body: dict[str, Any]) -> None:
        frame = _frame(body, "chat.completion.chunk")

        async def send(delta: Mapping[str, object], finish: str | None = None) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            await exchange.event({**frame, "choices": [choice, *(_HOSTILE_CHOICES if self._manners.hostile else ())]})

        await exchange.begin()
        if self._manners.hostile:
            await exchange.say(_HOSTILE_EVENTS)
        await send({"role": "assistant", "content": ""})
        for delta in self._thoughts(play):
            await send(delta)
        endless = play.ending == "endless" and bool(play.text)
        for number, piece in enumerate(chain.from_iterable(repeat(play.pieces)) if endless else play.pieces):
            if play.ending in ("stalls", "breaks_off") and number >= play.after:
                break
            await asyncio.sleep(play.piece_seconds if number else 0)
            await send({"content": piece})
        if play.ending == "breaks_off":
            exchange.cut()
            return
        if play.ending != "whole":
            await asyncio.Event().wait()
        await send({}, REASONS[play.reason])
        options: dict[str, object] = body.get("stream_options") or {}
        if options.get("include_usage"):
            await exchange.event({**frame, "choices": [], "usage": _usage(request, play)})
        await exchange.say("data: [DONE]\n\n")
        await exchange.end()

    def _thoughts(self, play: Play) -> list[dict[str, str]]:
        """What comes before the answer, as deltas."""
        if not play.thoughts:
            return []
        halves = play.thoughts[: len(play.thoughts) // 2], play.thoughts[len(play.thoughts) // 2 :]
        match self._manners.thoughts:
            case "tags":  # the tags lie across pieces, as they do in life
                return [{"content": piece} for piece in ("<th", "ink>\n", *halves, "\n</thi", "nk>\n\n")]
            case "unopened_tags":
                return [{"content": piece} for piece in (*halves, "\n</thi", "nk>\n\n")]
            case "unseen":
                return []
            case name:
                return [{name: half} for half in halves]


def request_of(body: Mapping[str, Any]) -> ModelRequest:
    """What a script is asked for a call: the messages of the system and the developer, and those of everybody else."""
    system = [m["content"] for m in body["messages"] if m["role"] in ("system", "developer")]
    user = [m["content"] for m in body["messages"] if m["role"] not in ("system", "developer")]
    return ModelRequest("\n".join(system), "\n".join(user), body.get("max_completion_tokens") or body.get("max_tokens") or 0)


class _Refusal(Exception):
    def __init__(
        self,
        status: int,
        message: str,
        param: str | None = None,
        code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        kind = ERROR_TYPES.get(status, "server_error")
        self.status = status
        self.error = {"message": message, "type": kind, "param": param, "code": code or kind}
        self.headers = headers


def _model(name: str) -> Mapping[str, object]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "script"}


def _frame(body: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 0, "model": body["model"]}


def _usage(request: ModelRequest, play: Play) -> Mapping[str, object]:
    asked, thought, said = (-(-len(text) // 4) for text in (request.system + request.user, play.thoughts, play.text))
    details = {"reasoning_tokens": thought}
    return {
        "prompt_tokens": asked,
        "completion_tokens": thought + said,
        "total_tokens": asked + thought + said,
        "completion_tokens_details": details,
    }


_HOSTILE_CHOICES = ({"index": 1, "delta": {"content": "<script>alert(1)</script>", "tool_calls": [{"function": "rm"}]}},)
_HOSTILE_EVENTS = "".join(
    (
        ": a comment\n\n",
        'event: execute\ndata: {"choices": [{"index": 0, "delta": {"content": {"run": "rm"}}}]}\n\n',
        'event: sources\ndata: {"choices": null, "type": "done", "x": [1, 2]}\n\n',
        'data: {"choices": [{"index": 0, "delta": null}], "usage": "none"}\n\n',
        'data: {"choices": [7, {"index": 0, "delta": {"content": 7, "reasoning_content": ["x"], "role": "system"}}]}\n\n',
        'data: {"choices": "all",\ndata: "usage": {"prompt_tokens": "many", "completion_tokens": -5}}\n\n',
        "data: [1, 2]\n\nid: 1\nretry: 1\ndata: null\n\n",
    )
)


@click.command(help="Serve the OpenAI wire format on loopback, by a script, until Ctrl-C.")
@click.option("--script", "file", type=click.Path(path_type=Path), help="TOML or JSON; without it, answers quote what is shown.")
@click.option("--port", default=8766, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--model", "models", multiple=True, help="A model that is known; may be repeated. Without it every name is.")
@click.option("--key", help="The only key that is accepted.")
@click.option("--thoughts", default="reasoning_content", show_default=True, type=click.Choice(get_args(ThoughtStyle)))
@click.option("--refuse", "refuses", multiple=True, help="A parameter that is answered with 400; may be repeated.")
@click.option("--hostile", is_flag=True, help="Fill streams with what nobody asked for.")
@click.option("--seconds", default=0.0, help="Added before every answer.")
def main(
    *,
    file: Path | None,
    port: int,
    models: tuple[str, ...],
    key: str | None,
    thoughts: ThoughtStyle,
    refuses: tuple[str, ...],
    hostile: bool,
    seconds: float,
) -> None:
    try:
        script: Script = quoting if file is None else load_script(file)
    except SettingsError as error:
        raise click.ClickException(str(error)) from error

    def slowed(request: ModelRequest) -> Play:
        play = script(request)
        return replace(play, seconds=play.seconds + seconds)

    async def serve() -> None:
        manners = Manners(models, key, thoughts, frozenset(refuses), hostile)
        async with openai_server(slowed, manners, port) as server:
            click.echo(f"OPENAI_BASE_URL={server.url}/v1 OPENAI_API_KEY={key or 'x'} IBIDEM_MODEL=openai:scripted")
            await asyncio.Event().wait()

    with suppress(KeyboardInterrupt):
        asyncio.run(serve())


if __name__ == "__main__":
    main()
