"""What a score shows of documents that one may not read: nothing. Ranking counts the words of all documents, and what leaves does
not say how many there are."""

import json
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.documents import EVERYTHING, Principal
from security.locked import MINA, Locked, bearing, locked

# What one may read: two words of the question in one document, one of them alone in the other. What others store holds that one
# too, so that it gets more common: a share of the best score would show that, for the first document has the other word besides.
TEXTS = {
    "ko": (
        "고정 볼트는 토크 렌치로 조입니다.",
        "고정 볼트를 봅니다.",
        "고정 볼트가 있습니다.",
        "토크 렌치로 고정 볼트를 조입니까?",
    ),
    "en": ("Inspect the clamp with a flashlight.", "The clamp is new.", "A clamp is here.", "Which clamp needs a flashlight?"),
    "ja": (
        "センサーのコネクターを差し直します。",
        "センサーを見ます。",
        "センサーがあります。",
        "センサーのコネクターはどうしますか？",
    ),
}
OTHERS = {
    "another tenant": (Principal("mina", frozenset({"maintenance"}), "elsewhere"), ""),
    "another group": (Principal("boss", frozenset({"board"}), "works"), "readers: [board]\n"),
}
SECTIONS = 60


async def shown(here: Locked, key: dict[str, str], question: str, session: str) -> dict[str, Any]:
    """Every score that leaves for a question: of a search, of an answer, of its stream, of the stored turn and its trace, and
    through the door that speaks OpenAI's language."""
    found = (await here.client.post("/v1/search", json={"query": question}, headers=key)).json()
    body = {"message": question, "session_id": session}
    answer = (await here.client.post("/v1/chat", json=body, headers=key)).json()
    streamed = await here.client.post("/v1/chat", json={**body, "session_id": f"{session}-streamed", "stream": True}, headers=key)
    stored = (await here.client.get(f"/v1/sessions/{session}/turns/1", headers=key)).json()
    wanted = {"model": "ibidem", "messages": [{"role": "user", "content": question}]}
    completion = await here.client.post("/v1/chat/completions", json=wanted, headers=key)
    events = [json.loads(line[6:]) for line in streamed.text.splitlines() if line.startswith("data: {")]
    everything = [found, answer, stored, completion.json(), *events]
    return {"scores": scores_of(everything), "order": [one["chunk_id"] for one in found["results"]]}


def scores_of(part: object) -> list[tuple[str, float]]:
    """Every number whose name says that it is a score of something, wherever it stands."""
    if isinstance(part, list):
        return [score for one in part for score in scores_of(one)]
    if not isinstance(part, dict):
        return []
    named = [(name, value) for name, value in part.items() if name in NAMES and isinstance(value, float)]
    return [*named, *(score for value in part.values() for score in scores_of(value))]


NAMES = {"score", "by_words", "by_meaning", "confidence"}


async def upload(here: Locked, key: dict[str, str], doc_id: str, text: str, front_matter: str = "") -> None:
    content = f"---\ndoc_id: {doc_id}\n{front_matter}---\n{text}\n".encode()
    response = await here.client.post("/v1/documents", files={"file": (f"{doc_id}.md", content)}, headers=key)
    assert response.status_code == 201, response.text


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("language", TEXTS)
async def test_no_score_depends_on_what_others_store(tmp_path: Path, language: str, others: str) -> None:
    both, one, theirs, question = TEXTS[language]
    who, front_matter = OTHERS[others]
    async with locked(tmp_path / "data") as here:
        key, other = bearing(await here.key(MINA)), bearing(await here.key(who))
        await upload(here, key, "both", both)
        await upload(here, key, "one", one)
        before, ranked = await shown(here, key, question, "before"), await here.app.search(question, EVERYTHING, 2, MINA)
        sections = "\n".join(f"## {number}\n\n{theirs}\n" for number in range(SECTIONS))
        await upload(here, other, "many", sections, front_matter)
        after, anew = await shown(here, key, question, "after"), await here.app.search(question, EVERYTHING, 2, MINA)
    assert ranked[0].score != anew[0].score, "what ranks depends on all documents"
    assert ranked[1].score / ranked[0].score != pytest.approx(anew[1].score / anew[0].score), "and so does a share of the best"
    assert before == after
    assert len(before["scores"]) > 5 and {value for _, value in before["scores"]} <= {1.0, 0.5}
