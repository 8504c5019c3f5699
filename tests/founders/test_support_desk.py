"""The support desk over Gemini File Search: many turns to the same stores, streamed or whole."""

from collections.abc import Iterator
from typing import Any

import pytest

from founders.conftest import indexed, posted
from ibidem.domain.languages import Language
from journeys.doors import Cli, Service, served
from journeys.hosting import KEPT, QUESTION, TICKETS, WARRANTY, HostedPlayer, hosting, said

MORE = {
    "ko": ("더 자세히 알려줘", "좀 더 자세히 설명해줘", "표로 정리해줘"),
    "en": ("tell me more", "in more detail please", "as a table, please"),
    "ja": ("もっと詳しく教えて", "詳しく説明して", "表にまとめて"),
}
in_three_languages = pytest.mark.parametrize("language", tuple(MORE))


@pytest.fixture(scope="module")
def player() -> Iterator[HostedPlayer]:
    with hosting() as player:
        for name, text in TICKETS.values():
            player.stores.put("tickets", name, text)
        yield player


@pytest.fixture(scope="module")
def support(player: HostedPlayer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The documents copied to the store of common ones, and served with the hosted search, without a model."""
    cli = indexed(Cli(tmp_path_factory.mktemp("support"), "support"), {f"{name}.md": text for name, text in KEPT.values()})
    done = cli.run("hosted", "sync", "common", **player.environment())
    assert done.returncode == 0, done.stderr
    with served(cli, **player.environment()) as service:
        yield service


def streamed(service: Service, body: dict[str, Any]) -> None:
    with service.client.stream("POST", "/v1/chat", json={**body, "stream": True}) as response:
        assert response.status_code == 200 and "event: done" in response.read().decode()


@in_three_languages
def test_a_stream_sends_the_last_four_entries_and_others_ten(support: Service, player: HostedPlayer, language: Language) -> None:
    player.reply = WARRANTY[language]
    log: list[dict[str, str]] = []
    for number in range(7):
        log += [{"role": "user", "text": f"{QUESTION[language]} {number}"}, {"role": "model", "text": f"{number}."}]
    body = {"query": QUESTION[language], "conversationHistory": log}
    streamed(support, body)
    asked = [said(one) for one in player.asked[-1]["contents"]]
    assert [text for _, text in asked[:-1]] == [entry["text"] for entry in log[-4:]]
    assert [role for role, _ in asked] == ["user", "model", "user", "model", "user"]
    posted(support, body)
    assert [said(one)[1] for one in player.asked[-1]["contents"]][:-1] == [entry["text"] for entry in log[-10:]]


@in_three_languages
@pytest.mark.parametrize("place", [0, 1, 2])
def test_more_about_an_answer_of_the_service_is_asked_of_it_again(
    support: Service, player: HostedPlayer, language: Language, place: int
) -> None:
    player.reply = WARRANTY[language]
    session = f"more-{language}-{place}"
    first, _ = posted(support, {"query": QUESTION[language], "sessionId": session})
    assert first["ref_doc_ids"] == [KEPT[language][0]]
    before = len(player.asked)
    again, _ = posted(support, {"query": MORE[language][place], "sessionId": session})
    assert len(player.asked) == before + 1 and MORE[language][place] in said(player.asked[-1]["contents"][-1])[1]
    assert again["meta"]["model"] == "gemini:played" and again["meta"]["notice"] is None
