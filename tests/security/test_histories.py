"""No conversation that a client sends along holds the service, however long it is and whatever is in it."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from itertools import product
from pathlib import Path
from random import Random

import httpx2
import pytest

from ibidem.app import App
from ibidem.domain.conversation import NewTurn
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.web.server import create_api
from security.stalls import measured
from web.scripted import client_of

HELD = 0.2  # seconds of computing after which others wait noticeably; the slowest here takes less than half of it
SESSIONS = 30
OPENINGS = {"ko": "볼트는 얼마로 조이나요?", "en": "How tight are the bolts?", "ja": "ボルトの締付トルクは?"}
Message = Mapping[str, str]


def dense(characters: int, seed: int = 7) -> str:
    """Numbers that might each be somebody's, close together."""
    digits = Random(seed)
    numbers = (
        f"010-{digits.randrange(10_000):04}-{digits.randrange(10_000):04} 계좌 {digits.randrange(10**11):011} "
        for _ in range(characters)
    )
    text = ""
    while len(text) < characters:
        text += next(numbers)
    return text[:characters]


def said(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def again_and_again(opening: str) -> list[Message]:
    return [said("user", opening)] * 2_000


def full_of_numbers(opening: str) -> list[Message]:
    return [said("user", dense(480)) if number % 2 else said("assistant", "…") for number in range(1_000)] + [
        said("user", opening)
    ]


def large(opening: str) -> list[Message]:
    return [*(said("user", dense(280_000, seed)) for seed in range(9)), said("user", opening)]


def as_long_as_messages_are(opening: str) -> list[Message]:
    pairs = [(said("user", dense(7_999, seed)), said("assistant", dense(7_999))) for seed in range(50)]
    return [*(one for pair in pairs for one in pair), said("user", opening)]


HISTORIES: Mapping[str, Callable[[str], list[Message]]] = {
    "short ones": again_and_again,
    "full of numbers": full_of_numbers,
    "large ones": large,
    "the longest": as_long_as_messages_are,
}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of a service that masks, in which its person has open sessions that all begin alike."""
    settings = load_settings(data=tmp_path / "data", embedder="none")

    async def opened() -> App:
        app = await App.open(settings, load_profile("policy"))
        await app.warm()
        for number, (language, opening) in product(range(SESSIONS), OPENINGS.items()):
            await app.turns.append(NewTurn(f"{language}-{number}", opening, "…", "…", "ko", "general"), app.principal)
        return app

    async with client_of(create_api(settings, opened)) as client:
        await client.post("/v1/chat", json={"message": OPENINGS["en"]})  # loads what the others find loaded
        yield client


async def sent(
    client: httpx2.AsyncClient, path: str, body: object, monkeypatch: pytest.MonkeyPatch
) -> tuple[httpx2.Response, float]:
    """The response, and for how long at most anybody else had to wait for it."""
    content = json.dumps(body, ensure_ascii=False).encode()
    with measured(monkeypatch) as stalls:
        response = await client.post(path, content=content, headers={"content-type": "application/json"})
    return response, stalls.longest


@pytest.mark.parametrize("language", OPENINGS)
@pytest.mark.parametrize("name", HISTORIES)
async def test_no_conversation_holds_the_service(
    client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    body = {"model": "ibidem", "messages": HISTORIES[name](OPENINGS[language])}
    response, longest = await sent(client, "/v1/chat/completions", body, monkeypatch)
    assert response.status_code == 200, response.text
    assert longest < HELD


@pytest.mark.parametrize("language", OPENINGS)
async def test_nor_does_a_history(client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    titles = [dense(990, seed) for seed in range(50)]
    ids = [f"sop_{number}" for number in range(50)]
    turn = [said("user", dense(7_900)), {"role": "assistant", "summary": dense(7_900, 8), "refs": titles, "doc_ids": ids}]
    plain = [said("user", dense(790, seed)) for seed in range(50)]
    filters = {"devices": [dense(190, seed) for seed in range(100)], "owners": [dense(190, seed) for seed in range(100, 150)]}
    asked = {"message": OPENINGS[language], "chat_history": plain + turn, "filters": filters}
    response, longest = await sent(client, "/v1/chat", asked, monkeypatch)
    assert response.status_code == 200, response.text
    assert longest < HELD


@pytest.mark.parametrize("language", OPENINGS)
async def test_a_whole_log_is_no_reason_to_refuse(client: httpx2.AsyncClient, language: str) -> None:
    asked = OPENINGS[language]
    log = [said("user", asked), said("assistant", "…")] * 3_000
    assert (
        await client.post("/v1/chat/completions", json={"model": "ibidem", "messages": [*log, said("user", asked)]})
    ).is_success
    entries = [said("user", asked), {"role": "assistant", "summary": "…"}] * 1_000
    assert (await client.post("/v1/chat", json={"message": asked, "chat_history": entries})).is_success


# What names as much as possible in as few characters; each with its number.
NAMING: Mapping[str, str] = {
    "ko": "{0}번째 답변의 {1}번 문서 ",
    "en": "document {0} of answer {1} ",
    "ja": "{0}番目の回答の{1}番の文書と",
    "ids": "compare sop_{0} and ",
    "addresses": "a{0}@b{1}.",
    "numbers": "010-{0:04}-{1:04} ",
}


@pytest.mark.parametrize("naming", NAMING)
async def test_nor_do_a_few_turns_full_of_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, naming: str) -> None:
    """40 KB: what a turn points at is read by a network, whose products are computed in this thread alone."""
    said_so = "".join(NAMING[naming].format(number, number + 1) for number in range(1_000))
    cited = {"role": "assistant", "summary": "x", "refs": ["x"], "doc_ids": ["sop_2102"]}
    history = [one for number in range(5) for one in (said("user", f"{number} {said_so}"[:7_900]), cited)]
    settings = load_settings(data=tmp_path / "data", embedder="none")

    async def opened() -> App:
        app = await App.open(settings, load_profile("equipment"))
        await app.warm()
        return app

    async with client_of(create_api(settings, opened)) as client:
        await client.post("/v1/chat", json={"message": OPENINGS["en"]})
        asked = {"message": "show me that document", "chat_history": history}
        response, longest = await sent(client, "/v1/chat", asked, monkeypatch)
    assert response.status_code == 200, response.text
    assert longest < HELD
