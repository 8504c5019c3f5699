"""Embedders and rerankers against real servers on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from ibidem.backends import json_server
from ibidem.backends.embedders import TEXTS_A_CALL, OpenAIEmbedder, open_openai_embedder
from ibidem.backends.rerankers import HttpReranker, open_cohere_reranker, open_jina_reranker, open_tei_reranker
from ibidem.domain.errors import ModelRefused, ModelUnavailable, SettingsError
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.openai_vectors import embeddings, ranked, vector

Answer = tuple[int, object] | tuple[int, object, dict[str, str]]


class Scripted:
    """Answers each call by the next of `answers`, and by the last one from then on; None answers as a good server does."""

    def __init__(self, *answers: Answer | None) -> None:
        self.answers = list(answers) or [None]
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

    async def __call__(self, exchange: Exchange) -> None:
        body = json.loads(exchange.body)
        self.bodies.append(body)
        self.keys.append(exchange.headers.get("authorization"))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer is None:
            answer = (200, embeddings(body) if exchange.path.endswith("/embeddings") else ranked(body))
        await exchange.answer(*answer)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_server, "FIRST_PAUSE", 0.01)


Serve = Callable[[Callable[[Exchange], Awaitable[None]]], Awaitable[Loopback]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    opened: list[Any] = []

    async def begin(handler: Callable[[Exchange], Awaitable[None]]) -> Loopback:
        context = serving(handler)
        opened.append(context)
        return await context.__aenter__()

    yield begin
    for context in opened:
        await context.__aexit__(None, None, None)


async def embedder(serve: Serve, server: Callable[[Exchange], Awaitable[None]], model: str = "m") -> OpenAIEmbedder:
    return OpenAIEmbedder(model, f"{(await serve(server)).url}/v1", "secret")


async def test_vectors_come_in_the_order_of_the_texts(serve: Serve) -> None:
    server = Scripted()
    one = await embedder(serve, server)
    texts = [f"passage {n}" for n in range(3 * TEXTS_A_CALL + 1)]
    vectors = await one.embed_passages(texts)
    assert [list(v) for v in vectors] == [vector(text) for text in texts]
    assert list(await one.embed_question("passage 7")) == vector("passage 7")
    assert sorted(len(body["input"]) for body in server.bodies) == [1, 1, 32, 32, 32]
    assert set(server.keys) == {"Bearer secret"} and {body["model"] for body in server.bodies} == {"m"}
    assert not await one.embed_passages([])
    await one.close()


async def test_an_answer_in_another_order_is_put_in_order(serve: Serve) -> None:
    data = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]
    one = await embedder(serve, Scripted((200, {"data": data})))
    assert await one.embed_passages(["a", "b"]) == [[1, 0], [0, 1]]
    await one.close()


@pytest.mark.parametrize(
    ("model", "question", "passage"),
    [
        ("intfloat/multilingual-e5-small", "query: a", "passage: a"),
        ("nomic-embed-text:v1.5", "search_query: a", "search_document: a"),
        ("intfloat/multilingual-e5-large-instruct", "a", "a"),
        ("bge-m3", "a", "a"),
    ],
)
async def test_models_that_want_prefixes_get_them(serve: Serve, model: str, question: str, passage: str) -> None:
    server = Scripted()
    one = await embedder(serve, server, model)
    await one.embed_question("a")
    await one.embed_passages(["a"])
    assert [body["input"] for body in server.bodies] == [[question], [passage]]
    await one.close()


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_what_may_pass_is_asked_again(serve: Serve, status: int) -> None:
    server = Scripted((status, {}), (status, {}), None)
    one = await embedder(serve, server)
    assert await one.embed_question("a") and len(server.bodies) == 3
    server.answers = [(status, {})]
    with pytest.raises(ModelUnavailable, match=f"openai:m: .*{status}"):
        await one.embed_question("a")
    assert len(server.bodies) == 6
    await one.close()


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        ((401, {"error": {"code": "invalid_api_key", "message": "sk-123"}}), ModelRefused, "key.*invalid_api_key"),
        ((404, {"error": {"message": "no such model"}}), ModelRefused, "knows no such model"),
        ((413, {"error": "too long", "error_type": "Validation"}), ModelRefused, "too large.*Validation"),
        ((307, {}), ModelRefused, "307"),
        ((503, {}, {"retry-after": "60"}), ModelUnavailable, "503"),
        ((200, {}), ModelUnavailable, "cannot be read"),
        ((200, {"data": []}), ModelUnavailable, "cannot be read"),
        ((200, {"data": [{"index": 5, "embedding": [1.0]}]}), ModelUnavailable, "cannot be read"),
        ((200, {"data": [{"index": 0, "embedding": "AAAA"}]}), ModelUnavailable, "cannot be read"),
        ((200, {"data": [{"index": 0, "embedding": ["1"]}]}), ModelUnavailable, "cannot be read"),
        ((200, {"data": [{"index": 0, "embedding": []}]}), ModelUnavailable, "cannot be read"),
        ((200, {"data": [{"index": 0, "embedding": [None, 1.0]}]}), ModelRefused, "not a number"),
        ((200, {"data": [{"index": 0, "embedding": [float("nan"), 1.0]}]}), ModelRefused, "not a number"),
        ((200, {"data": [{"index": 0, "embedding": [0.0, 0.0]}]}), ModelRefused, "zeros"),
    ],
)
async def test_what_does_not_pass_is_told_at_once(serve: Serve, answer: Answer, error: type[Exception], said: str) -> None:
    server = Scripted(answer)
    one = await embedder(serve, server)
    with pytest.raises(error, match=said) as raised:
        await one.embed_question("something private")
    assert len(server.bodies) == 1
    assert not any(word in str(raised.value) for word in ("secret", "sk-123", "private"))
    await one.close()


async def test_vectors_of_one_call_have_one_length(serve: Serve) -> None:
    data = [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 0.0]}]
    one = await embedder(serve, Scripted((200, {"data": data})))
    with pytest.raises(ModelRefused, match="1, 2 numbers"):
        await one.embed_passages(["a", "b"])
    await one.close()


async def test_nobody_there(serve: Serve) -> None:
    one = OpenAIEmbedder("m", "http://127.0.0.1:9")
    with pytest.raises(ModelUnavailable, match=r"no connection to http://127\.0\.0\.1:9"):
        await one.embed_question("a")
    await one.close()


async def test_whoever_leaves_has_left_the_server(serve: Serve) -> None:
    async def silent(exchange: Exchange) -> None:
        await asyncio.sleep(60)

    loopback = await serve(silent)
    one = OpenAIEmbedder("m", loopback.url)
    asking = asyncio.create_task(one.embed_passages([f"{n}" for n in range(3 * TEXTS_A_CALL)]))
    while len(loopback.exchanges) < 3:
        await asyncio.sleep(0.005)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await loopback.settled("left", 3)
    await one.close()


async def test_the_environment_names_the_server(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    models, own = Scripted(), Scripted()
    monkeypatch.setenv("OPENAI_BASE_URL", f"{(await serve(models)).url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "of-models")
    first = open_openai_embedder("m")
    await first.embed_question("a")
    monkeypatch.setenv("EMBEDDINGS_BASE_URL", f"{(await serve(own)).url}/v1/")
    second = open_openai_embedder("m")
    await second.embed_question("a")
    assert (models.keys, own.keys) == (["Bearer of-models"], [None])
    await first.close()
    await second.close()


PASSAGES = ["찾는 문장이 아닙니다.", "the valve is tightened to 12 Nm", "バルブを閉めます。"]


async def rerankers(serve: Serve, server: Scripted, monkeypatch: pytest.MonkeyPatch) -> dict[str, HttpReranker]:
    url = (await serve(server)).url
    for name in ("COHERE", "JINA"):
        monkeypatch.setenv(f"{name}_BASE_URL", f"{url}/v1")
        monkeypatch.setenv(f"{name}_API_KEY", name.lower())
    monkeypatch.setenv("TEI_API_KEY", "tei")
    return {"tei": open_tei_reranker(url), "cohere": open_cohere_reranker("m"), "jina": open_jina_reranker("m")}


@pytest.mark.parametrize("kind", ["tei", "cohere", "jina"])
async def test_scores_come_in_the_order_of_the_passages(serve: Serve, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Scripted()
    one = (await rerankers(serve, server, monkeypatch))[kind]
    for word, best in (("valve", 1), ("문장이", 0), ("閉めます", 2)):
        scores = await one.rerank(word, PASSAGES)
        assert max(range(3), key=lambda place, of=scores: of[place]) == best and len(scores) == 3
    many = await one.rerank("valve", PASSAGES * 30)
    assert list(many) == list(await one.rerank("valve", PASSAGES)) * 30
    assert set(server.keys) == {f"Bearer {kind}"} and one.name.startswith(f"{kind}:")
    assert not await one.rerank("valve", [])
    await one.close()


@pytest.mark.parametrize("kind", ["tei", "jina"])
async def test_a_reranker_that_fails(serve: Serve, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Scripted((503, {}), None)
    one = (await rerankers(serve, server, monkeypatch))[kind]
    assert len(await one.rerank("valve", PASSAGES)) == 3 and len(server.bodies) == 2
    for answer, error in (
        ((200, {"results": [{"index": 0, "relevance_score": 1.0}]}), ModelUnavailable),
        ((200, [{"index": 0, "score": 1.0}] * 3), ModelUnavailable),
        ((200, [{"index": n, "score": float("nan")} for n in range(3)]), ModelRefused if kind == "tei" else ModelUnavailable),
        ((401, {}), ModelRefused),
        ((502, {}), ModelUnavailable),
    ):
        server.answers = [answer]
        with pytest.raises(error):
            await one.rerank("valve", PASSAGES)
    await one.close()


@pytest.mark.parametrize("url", ["", "localhost:8080", "file:///etc/hosts", "http://", "http://[::1", "http://x:port"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(SettingsError, match="is no address"):
        open_tei_reranker(url)
