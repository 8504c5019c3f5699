"""In which language a message is answered that shows none, by what its client says it speaks."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from ibidem.app import App
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from ibidem.web.spoken import preferred
from web.scripted import client_of

# What a browser sends whose person prefers the language, among others.
HEADERS: dict[Language, str] = {
    "ko": "ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7",
    "en": "de-DE, en-GB;q=0.9, ja;q=0.2",
    "ja": "en;q=0.1,ja",
}
QUESTIONS: dict[Language, str] = {
    "ko": "칠러 온도가 왜 내려가지 않았어?",
    "en": "Why did the chiller not cool down?",
    "ja": "チラーの温度が下がらなかったのはなぜですか。",
}
TICKET = "# 칠러 온도 이상\n\n원인은 1차 냉각수의 압력이었다. 배관을 나누어 조치했다.\n"


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return await App.open(settings, load_profile("equipment"))

    async with client_of(create_api(settings, opened)) as speaking:
        sent = await speaking.post("/v1/documents", files={"file": ("MyService 29392.md", TICKET.encode())})
        assert sent.json()["doc_id"] == "myservice_29392"
        yield speaking


async def language_of(client: httpx2.AsyncClient, message: str, session: str, header: str) -> str:
    response = await client.post(
        "/v1/chat", json={"message": message, "session_id": session}, headers={"Accept-Language": header}
    )
    return response.json()["meta"]["language"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_id_alone_is_answered_in_the_language_of_the_client(client: httpx2.AsyncClient, language: Language) -> None:
    assert await language_of(client, "myservice 29392", "s-1", HEADERS[language]) == language
    assert await language_of(client, "29392", "s-2", HEADERS[language]) == language


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_message_and_the_turns_before_it_say_more_than_the_client(client: httpx2.AsyncClient, language: Language) -> None:
    others = [header for other, header in HEADERS.items() if other != language]
    for number, header in enumerate(others):
        assert await language_of(client, QUESTIONS[language], f"s-{number}", header) == language
        assert await language_of(client, "myservice 29392", f"s-{number}", header) == language
        history = {"message": "myservice 29392", "chat_history": [{"role": "user", "content": QUESTIONS[language]}]}
        sent = await client.post("/v1/chat", json=history, headers={"Accept-Language": header})
        assert sent.json()["meta"]["language"] == language


async def test_of_a_client_that_speaks_none_of_ours_the_document_decides(client: httpx2.AsyncClient) -> None:
    for number, header in enumerate(("", "*", "fr-FR,fr;q=0.9", "en;q=0")):
        assert await language_of(client, "myservice 29392", f"s-{number}", header) == "ko"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_programs_that_speak_openais_api_say_it_too(client: httpx2.AsyncClient, language: Language) -> None:
    body = {"model": "ibidem", "messages": [{"role": "user", "content": "myservice 29392"}]}
    sent = await client.post("/v1/chat/completions", json=body, headers={"Accept-Language": HEADERS[language]})
    assert sent.status_code == 200, sent.text
    latest = (await client.get("/v1/sessions")).json()["sessions"][0]["session_id"]
    turn = (await client.get(f"/v1/sessions/{latest}/turns/1")).json()
    assert turn["language"] == language


def test_the_greatest_weight_decides_and_what_is_no_weight_is_none() -> None:
    assert [preferred(header) for header in HEADERS.values()] == list(HEADERS)
    assert preferred("en, ko") == "en" and preferred("EN-us;Q=0.5, ja ; q=0.6") == "ja"
    assert preferred("ko;q=nan, en;q=-1, ja;q=2, ko;q=x") is None
    assert preferred("," * 100_000 + "ko") is None and preferred("") is None
