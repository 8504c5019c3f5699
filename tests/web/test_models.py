"""A question names the model that answers it, where there are several."""

from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.web.server import create_api
from web.scripted import client_of

QUESTIONS = {"ko": "토크는 얼마인가요?", "en": "What is the torque?", "ja": "トルクは?"}


@pytest.mark.parametrize("language", list(QUESTIONS))
@pytest.mark.parametrize("models", [(), ("openai:large", "openai:small")])
async def test_a_model_that_is_none_of_them_is_refused_with_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, models: tuple[str, ...], language: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-played")
    settings = load_settings(data=tmp_path / "data", models=models)

    async def opened() -> App:
        return await App.open(settings, load_profile("general"))

    async with client_of(create_api(settings, opened)) as client:
        corpus = (await client.get("/v1/corpus")).json()
        assert (corpus["model"], tuple(corpus["models"])) == (models[0] if models else None, models)
        for path in ("/v1/chat", "/v1/pauses/s-1~1"):
            said = {"message": QUESTIONS[language]} if path == "/v1/chat" else {"reply": QUESTIONS[language]}
            response = await client.post(path, json={**said, "model": "openai:unknown"})
            assert response.status_code == 422, response.text
            [detail] = response.json()["error"]["details"]
            assert detail["field"] == "model"
            assert detail["allowed"] == (f"one of {', '.join(models)}" if models else "leave it out: no model is configured")
