"""Who may ask and not read documents gets no document whole, nor page by page."""

from pathlib import Path

import pytest

from ibidem.domain.access import Scope
from ibidem.domain.languages import Language
from ibidem.language.paging import PAGE
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, SAMPLES, Sample, prepared
from security.locked import MINA, bearing, locked

SAMPLE_OF: dict[Language, Sample] = {sample.language: sample for sample in (KOREAN, ENGLISH, JAPANESE)}
ASKED: dict[Language, tuple[str, str]] = {
    "ko": ("{} 문서 보여줘", "다음 페이지"),
    "en": ("show me the document {}", "next page"),
    "ja": ("文書 {} を見せて", "次のページ"),
}
SECRET = "ZEBRA-1234"
SCOPES: tuple[frozenset[Scope], ...] = (frozenset({"ask"}), frozenset({"ask", "read"}))


@pytest.mark.parametrize("language", ASKED)
@pytest.mark.parametrize("scopes", SCOPES, ids=["ask", "ask and read"])
async def test_pages_are_for_who_may_read(tmp_path: Path, language: Language, scopes: frozenset[Scope]) -> None:
    assert len(SAMPLES) == len(SAMPLE_OF)
    sample, may_read = SAMPLE_OF[language], "read" in scopes
    async with locked(tmp_path / "data") as here:
        text = f"{SECRET}\n" * (4 * PAGE // len(SECRET))
        await here.app.documents.put([prepared(sample, revision=text, readers=("maintenance",), tenant="works")])
        await here.app.index.catch_up()
        headers = bearing(await here.key(MINA, scopes))
        for message in (ASKED[language][0].format(sample.doc_id), ASKED[language][1]):
            asked = {"message": message, "session_id": "paged"}
            answered = await here.client.post("/v1/chat", json=asked, headers=headers)
            body = answered.json()
            assert body["meta"]["route"] == "doc_lookup", body["answer"]
            assert (body["document"] is not None) == may_read
            assert (body["meta"]["notice"] is not None) != may_read
        for path, sent in (
            ("/v1/chat", {"message": ASKED[language][1], "session_id": "paged", "stream": True}),
            (
                "/v1/chat/completions",
                {"model": "ibidem", "messages": [{"role": "user", "content": ASKED[language][0].format(sample.doc_id)}]},
            ),
        ):
            shown = (await here.client.post(path, json=sent, headers=headers)).text
            assert (shown.count(SECRET) > 100) == may_read, path
