"""Every model keeps the contract of the port, the one that tests are played with too."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from backends.anthropic_server import anthropic_server
from ibidem.backends.registry import open_chat_model
from ibidem.testing.chat_model import SECRET, ChatModelSuite, Stage, Staging
from ibidem.testing.loopback import Loopback
from ibidem.testing.openai_server import Manners, ThoughtStyle, openai_server
from ibidem.testing.script import Script
from ibidem.testing.scripted_model import ScriptedModel
from vendors.gemini_server import gemini_server


class TestScripted(ChatModelSuite):
    @pytest.fixture
    def staging(self) -> Staging:
        @asynccontextmanager
        async def open_stage(script: Script) -> AsyncGenerator[Stage]:
            model = ScriptedModel(script)

            async def left() -> None:
                await asyncio.sleep(0)
                assert model.calls[-1].state == "left"

            yield Stage(model, left)

        return open_stage


@asynccontextmanager
async def staged(
    serving: AbstractAsyncContextManager[Loopback], name: str, variable: str, path: str = ""
) -> AsyncGenerator[Stage]:
    async with serving as server:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv(variable, server.url + path)
            model = open_chat_model(name)
        try:
            yield Stage(model, lambda: server.settled("left", seconds=1.0))
        finally:
            await model.close()


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, SECRET)


class OpenAISuite(ChatModelSuite):
    thoughts: ThoughtStyle = "reasoning_content"
    model = "scripted"

    @pytest.fixture
    def staging(self) -> Staging:
        manners = Manners(key=SECRET, thoughts=self.thoughts)
        return lambda script: staged(openai_server(script, manners), f"openai:{self.model}", "OPENAI_BASE_URL", "/v1")


class TestOpenAI(OpenAISuite):
    """With thoughts in a field of their own, as vLLM and DeepSeek send them."""


class TestOpenAIWithTags(OpenAISuite):
    """With thoughts between tags in the answer."""

    thoughts = "tags"


class TestOpenAIWithUnopenedTags(OpenAISuite):
    """With thoughts that only a closing tag ends."""

    thoughts = "unopened_tags"
    model = "qwen3-thinking"


class TestHostileOpenAI(OpenAISuite):
    """With fields and events that nobody asked for."""

    @pytest.fixture
    def staging(self) -> Staging:
        manners = Manners(thoughts="reasoning", hostile=True)
        return lambda script: staged(openai_server(script, manners), "openai:scripted", "OPENAI_BASE_URL", "/v1")


class TestAnthropic(ChatModelSuite):
    @pytest.fixture
    def staging(self) -> Staging:
        return lambda script: staged(anthropic_server(script, SECRET), "anthropic:scripted", "ANTHROPIC_BASE_URL")


class TestGemini(ChatModelSuite):
    @pytest.fixture
    def staging(self) -> Staging:
        return lambda script: staged(gemini_server(script, SECRET), "gemini:scripted", "GOOGLE_GEMINI_BASE_URL")
