"""LlamaIndex as a side of `peers.py`; runs in an environment of its own, with nothing of ibidem.

It reads the folder of Markdown, makes a node of each section, and searches them by BM25; a conversation is its chat engine that
condenses the question and answers in the context of five nodes. The model is written here: it answers at once, gives the
question back where it is to be condensed, and else a sentence, so that the history grows as it does in life. The analysis of BM25
is told to leave out what is for English, as a Korean user would.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llama_index.core.chat_engine import CondensePlusContextChatEngine
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.node_parser import MarkdownNodeParser
from llama_index.core.schema import Document
from llama_index.retrievers.bm25 import BM25Retriever

from peer_line import cpu_seconds, memory_now, most_memory, reply, reply_to, requests

PASSAGES = 5
CONDENSING, STANDALONE = "Follow Up Input: ", "\n  Standalone question:"
SAID = "The passages above say so, in the words of the first of them, and nothing in the others speaks against it. " * 2


class Instant(CustomLLM):
    """A model that answers at once."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=32_000, num_output=256, model_name="instant")

    @llm_completion_callback()
    def complete(self, prompt: str, **kwargs: Any) -> CompletionResponse:
        _, condensing, rest = prompt.rpartition(CONDENSING)
        return CompletionResponse(text=rest.partition(STANDALONE)[0] if condensing else SAID)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, **kwargs: Any) -> Any:
        yield self.complete(prompt, **kwargs)


def indexed(folder: Path) -> tuple[BM25Retriever, int]:
    documents = [
        Document(text=path.read_text(encoding="utf-8"), metadata={"file": path.name}) for path in sorted(folder.glob("*.md"))
    ]
    nodes: Sequence[Any] = MarkdownNodeParser().get_nodes_from_documents(documents)
    retriever = BM25Retriever.from_defaults(
        nodes=nodes, similarity_top_k=PASSAGES, skip_stemming=True, language=[], token_pattern=r"(?u)\b\w+\b"
    )
    return retriever, len(nodes)


def main() -> None:
    out, retriever = reply_to(), None
    engines: dict[str, CondensePlusContextChatEngine] = {}
    for request in requests():
        begun, cpu = time.perf_counter(), cpu_seconds()
        if "index" in request:
            retriever, count = indexed(Path(request["index"]))
            seconds, busy = time.perf_counter() - begun, cpu_seconds() - cpu
            reply(out, chunks=count, seconds=seconds, cpu=busy, memory=most_memory())
            continue
        session = request["session"]
        engine = engines.get(session)
        if engine is None:
            engine = engines[session] = CondensePlusContextChatEngine.from_defaults(retriever, llm=Instant())
            begun = time.perf_counter()
        cpu = time.process_time()
        response = engine.chat(request["ask"])
        seconds, busy = time.perf_counter() - begun, time.process_time() - cpu
        files = [node.metadata["file"] for node in response.source_nodes]
        reply(out, seconds=seconds, cpu=busy, files=files, memory=memory_now())


if __name__ == "__main__":
    main()
