"""A search finds what is said in other words where an embedder is configured, and goes on by words where it is gone."""

import json
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.languages import Language
from journeys.doors import Cli, Service, served

# Each holds a sentence of its own, and one that is about something else.
DOCUMENTS: dict[str, str] = {
    "gcb_6101.ko": "# 콜드 트랩 관리\n\n매주 월요일 콜드 트랩의 성에를 걷어 낸다.\n",
    "gcb_6102.ko": "# 열쇠 보관\n\n열쇠는 경비실 서랍에 보관한다.\n",
    "gcb_6201.en": "# Care of the cold trap\n\nDefrost the trap every Monday.\n",
    "gcb_6202.en": "# Keys\n\nKeys are kept in the drawer of the porter.\n",
    "gcb_6301.ja": "# コールドトラップの手入れ\n\n毎週月曜日に霜を取り除く。\n",
    "gcb_6302.ja": "# 鍵の保管\n\n鍵は守衛室の引き出しに置く。\n",
}
ASKED: dict[Language, tuple[str, str]] = {
    "ko": ("얼음 제거 방법", "gcb_6101"),
    "en": ("getting rid of ice", "gcb_6201"),
    "ja": ("氷の落とし方", "gcb_6301"),
}
ICE, KEYS = ("성에", "얼음", "frost", "ice", "霜", "氷"), ("열쇠", "key", "鍵")


class Embeddings(BaseHTTPRequestHandler):
    """POST /v1/embeddings as OpenAI has it: ice on one axis, keys on another, anything else on a third."""

    def do_POST(self) -> None:
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        texts = [given] if isinstance(given, str) else given
        data = [{"object": "embedding", "index": n, "embedding": _axes(text.lower())} for n, text in enumerate(texts)]
        body = json.dumps({"object": "list", "data": data, "model": "axes", "usage": {"prompt_tokens": 1, "total_tokens": 1}})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


def _axes(text: str) -> list[float]:
    ice, keys = (float(any(word in text for word in words)) for words in (ICE, KEYS))
    return [ice, keys, 0.2]


@contextmanager
def embeddings() -> Generator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Embeddings) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def names(found: Any) -> list[str]:
    return [result["doc_id"] for result in found["results"]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cli, dict[str, str]]]:
    """A small corpus with its vectors, and what a process needs to search it by meaning."""
    cli = Cli(tmp_path_factory.mktemp("meaning"))
    folder = cli.home / "corpus"
    for name, text in DOCUMENTS.items():
        doc_id, _, language = name.partition(".")
        (folder / language).mkdir(parents=True, exist_ok=True)
        (folder / language / f"{doc_id}.md").write_text(text, encoding="utf-8")
    with embeddings() as url:
        configured = {
            "IBIDEM_EMBEDDER": "openai:axes",
            "IBIDEM_EMBEDDER_LANGUAGES": "ko,en,ja",
            "EMBEDDINGS_BASE_URL": url,
        }
        done = cli.run("index", str(folder), **configured)
        assert done.returncode == 0, done.stderr
        yield cli, configured


@pytest.fixture(scope="module")
def service(corpus: tuple[Cli, dict[str, str]]) -> Iterator[Service]:
    cli, configured = corpus
    with served(cli, **configured) as service:
        # A turn waits some seconds for its vector, and a busy machine may take longer the first time.
        deadline = time.monotonic() + 30
        while not names(service.client.post("/v1/search", json={"query": ASKED["ko"][0]}).json()):
            assert time.monotonic() < deadline
        yield service


@pytest.mark.parametrize("language", ASKED)
def test_a_search_in_other_words(corpus: tuple[Cli, dict[str, str]], service: Service, language: Language) -> None:
    cli, configured = corpus
    query, meant = ASKED[language]
    assert meant not in names(cli.json("search", query)), "no word of it is in the document"
    assert meant in names(cli.json("search", query, **configured))[:3], "one in each language is as near"
    assert meant in names(service.client.post("/v1/search", json={"query": query}).json())[:3]


def test_an_embedder_that_is_gone_leaves_the_words(corpus: tuple[Cli, dict[str, str]]) -> None:
    cli, configured = corpus
    gone = {**configured, "EMBEDDINGS_BASE_URL": "http://127.0.0.1:9/v1"}
    assert cli.json("search", "Monday trap", **gone)["results"][0]["doc_id"] == "gcb_6201"


# One document a subject, each in another language, asked for in the two others.
ONE_EACH = {"gcb_6102.ko", "gcb_6201.en", "gcb_6401.ja"}
BATH = "# 薬液槽の補充\n\n薬液が減ったら作業リーダーが補充する。\n"
ACROSS = {
    "gcb_6102": ("Where do you keep the keys?", "鍵はどこに保管しますか。"),
    "gcb_6201": ("콜드 트랩의 성에는 언제 제거하나요?", "コールドトラップの霜はいつ取りますか。"),
    "gcb_6401": ("약액이 줄면 누가 보충하나요?", "Who refills the chemical bath when it runs low?"),
}


def test_the_plain_install_searches_by_meaning_and_across_languages(tmp_path: Path) -> None:
    cli, folder = Cli(tmp_path), tmp_path / "corpus"
    folder.mkdir()
    for name in ONE_EACH:
        (folder / f"{name.partition('.')[0]}.md").write_text(DOCUMENTS.get(name, BATH), encoding="utf-8")
    as_it_comes = {"IBIDEM_EMBEDDER": "", "IBIDEM_RERANKER": ""}
    done = cli.run("index", str(folder), **as_it_comes)
    assert done.returncode == 0, done.stderr
    with served(cli, **as_it_comes) as service:
        for meant, queries in ACROSS.items():
            for query in queries:
                assert names(service.client.post("/v1/search", json={"query": query}).json())[0] == meant, query
