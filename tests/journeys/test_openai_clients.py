"""Programs that speak OpenAI's API and keep only messages: its own client, and the wire format as Open WebUI sends it."""

import json
from collections.abc import Iterator

import openai
import pytest
from openai.types.chat import ChatCompletion, ChatCompletionChunk, ChatCompletionMessageParam

from journeys.doors import Service
from journeys.pointing import LANGUAGES, POINTERS, QUESTIONS

WHOLE = {
    "ko": "이전 1번 문서 전체를 보여줘",
    "en": "show me the whole of document 1 from before",
    "ja": "さっきの1番の文書を全文見せて",
}
UNKNOWN = {"ko": "7번 문서 보여줘", "en": "show me document 7", "ja": "7番の文書を見せて"}


@pytest.fixture
def client(pointing: Service) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{pointing.client.base_url}/v1/", api_key="none", max_retries=0) as client:
        yield client


class Conversation:
    """A program that keeps messages and nothing else."""

    def __init__(self, client: openai.OpenAI, model: str = "ibidem") -> None:
        self.client = client
        self.model = model
        self.messages: list[ChatCompletionMessageParam] = [{"role": "system", "content": "You are a helpful assistant."}]

    def ask(self, message: str) -> ChatCompletion:
        self.messages.append({"role": "user", "content": message})
        done = self.client.chat.completions.create(model=self.model, messages=self.messages, temperature=0.2)
        self.messages.append({"role": "assistant", "content": done.choices[0].message.content})
        return done

    def stream(self, message: str) -> list[ChatCompletionChunk]:
        self.messages.append({"role": "user", "content": message})
        create = self.client.chat.completions.create
        chunks = list(create(model=self.model, messages=self.messages, stream=True, stream_options={"include_usage": True}))
        said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        self.messages.append({"role": "assistant", "content": said})
        return chunks

    @property
    def last(self) -> str:
        return str(self.messages[-1].get("content"))


def further(given: openai.BaseModel, name: str):
    assert given.model_extra is not None
    return given.model_extra[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_refers_to_a_source_of_an_earlier_answer(client: openai.OpenAI, language: str) -> None:
    question, doc_id = QUESTIONS[language]
    talk = Conversation(client)
    first = talk.ask(question)
    assert first.choices[0].finish_reason == "stop" and first.usage is not None
    assert further(first, "sources")[0]["doc_id"] == doc_id and "[1]" in talk.last
    second = talk.ask(WHOLE[language])
    assert further(second, "sources")[0]["doc_id"] == doc_id
    assert "# " in talk.last and len(talk.last) > 150  # its text, not only its title
    assert (further(second, "session_id"), further(second, "turn_id")) == (further(first, "session_id"), 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stream_says_the_same_and_its_conversation_goes_on(client: openai.OpenAI, language: str) -> None:
    question, doc_id = QUESTIONS[language]
    talk = Conversation(client, "ibidem-sources")
    chunks = talk.stream(question)
    assert chunks[0].choices[0].delta.role == "assistant" and len({chunk.id for chunk in chunks}) == 1
    assert chunks[-1].usage is not None and not chunks[-1].choices
    ending = chunks[-2]
    assert ending.choices[0].finish_reason == "stop" and further(ending, "sources")[0]["doc_id"] == doc_id
    assert f"(`{doc_id}`)" in talk.last.splitlines()[-1]
    shown = talk.stream(POINTERS[language])
    assert further(shown[-2], "sources")[0]["doc_id"] == doc_id and further(shown[-2], "turn_id") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_question_in_place_of_the_last_one_begins_a_branch_that_knows_the_sources(
    client: openai.OpenAI, language: str
) -> None:
    asked, doc_id = QUESTIONS[language]
    question = f"{asked} ({language})"  # which no other conversation of this service begins with
    talk = Conversation(client)
    first = talk.ask(question)
    kept = list(talk.messages)
    talk.ask(UNKNOWN[language])
    talk.messages = kept
    branched = talk.ask(WHOLE[language])
    assert further(branched, "session_id") != further(first, "session_id")
    assert further(branched, "sources")[0]["doc_id"] == doc_id
    onward = talk.ask(POINTERS[language])
    assert (further(onward, "session_id"), further(onward, "turn_id")) == (further(branched, "session_id"), 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_turn_asks_is_answered_by_the_next_message(client: openai.OpenAI, language: str) -> None:
    talk = Conversation(client)
    talk.ask(QUESTIONS[language][0])
    asked = talk.ask(UNKNOWN[language])
    assert further(asked, "status") == "needs_input"
    done = talk.ask("1")
    assert further(done, "status") == "answered"
    assert further(done, "sources")[0]["doc_id"] == QUESTIONS[language][1]


def test_the_models_are_listed_and_another_one_is_unknown(client: openai.OpenAI) -> None:
    names = [model.id for model in client.models.list()]
    assert names[0] == "ibidem" and client.models.retrieve("ibidem-sources").id in names
    with pytest.raises(openai.NotFoundError) as refused:
        client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "hi"}])
    assert (refused.value.code, refused.value.param, refused.value.type) == ("model_not_found", "model", "invalid_request_error")
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-4o")


def test_open_webui_sends_parts_options_and_an_origin_of_nobody(pointing: Service) -> None:
    question, doc_id = QUESTIONS["en"]
    body = {
        "model": "ibidem-sources",
        "stream": True,
        "messages": [{"role": "user", "content": [{"type": "text", "text": question}]}],
        "stream_options": {"include_usage": True},
        "max_tokens": 512,
        "frequency_penalty": 0.1,
        "tools": [],
    }
    headers = {"Authorization": "Bearer sk-none", "X-OpenWebUI-User-Name": "somebody"}
    with pointing.client.stream("POST", "/v1/chat/completions", json=body, headers=headers) as response:
        assert response.status_code == 200 and response.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in response.iter_lines() if line and not line.startswith(":")]
    assert lines[-1] == "data: [DONE]"
    chunks = [json.loads(line.removeprefix("data: ")) for line in lines[:-1]]
    said = "".join(choice["delta"].get("content", "") for chunk in chunks for choice in chunk["choices"])
    assert "3.5 N·m" in said and f"(`{doc_id}`)" in said
