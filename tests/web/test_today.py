"""A stored answer beside what its documents say today, over HTTP, in three languages."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from ibidem.app import App
from ibidem.profile import load_profile
from ibidem.settings import Settings
from ibidem.web.server import create_api
from web.scripted import client_of

RULE = "---\ntitle: {title}\n{more}---\n# {title}\n\n## {heading}\n\n{text}\n"
# Title, heading, line with the value, the same written anew, question.
TEXTS = {
    "ko": (
        "출장 규정",
        "일비",
        "출장 일비는 하루 {} 원이다.",
        "출장 일비는 하루 {} 원으로 하며 국내외가 같다.",
        "출장 일비는 하루 얼마인가요?",
    ),
    "en": (
        "Travel rule",
        "Allowance",
        "The daily allowance on a trip is {} won.",
        "The daily allowance on a trip is {} won, at home and abroad.",
        "How much is the daily allowance on a trip?",
    ),
    "ja": (
        "出張規程",
        "日当",
        "出張の日当は1日{}ウォンとする。",
        "出張の日当は国内外とも1日{}ウォンとする。",
        "出張の日当は1日いくらですか?",
    ),
}
LANGUAGES = pytest.mark.parametrize("language", list(TEXTS))


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    async def opened() -> App:
        return await App.open(settings, load_profile("general"))

    async with client_of(create_api(settings, opened)) as speaking:
        yield speaking


def rule(language: str, value: str, line: int = 2, more: str = "", name: str = "") -> str:
    title, heading, *_ = TEXTS[language]
    return RULE.format(title=f"{title}{name}", heading=heading, text=TEXTS[language][line].format(value), more=more)


async def put(client: httpx2.AsyncClient, name: str, text: str) -> None:
    response = await client.post("/v1/documents", files={"file": (f"{name}.md", text.encode())})
    assert response.status_code == 201, response.text


async def asked(client: httpx2.AsyncClient, language: str) -> str:
    answer = (await client.post("/v1/chat", json={"message": TEXTS[language][4], "session_id": "s-1"})).json()
    assert "20,000" in answer["answer"], answer["answer"]
    return "/v1/sessions/s-1/turns/1/today"


@LANGUAGES
async def test_a_new_version_is_shown_line_beside_line(client: httpx2.AsyncClient, language: str) -> None:
    await put(client, "rule", rule(language, "20,000"))
    address = await asked(client, language)
    assert (await client.get(address)).json() == {"session_id": "s-1", "turn_id": 1, "sources": []}
    await put(client, "rule", rule(language, "30,000", line=3))
    [source] = (await client.get(address)).json()["sources"]
    [line] = source["lines"]
    assert (source["slot"], source["change"], source["instead"]["doc_id"]) == (1, "changed", "rule")
    assert line["was"] == TEXTS[language][2].format("20,000")
    assert line["now"] == TEXTS[language][3].format("30,000")
    assert line["section"].endswith(TEXTS[language][1])
    text = (await client.get("/v1/documents/rule")).json()["text"]
    assert text[line["start"] : line["end"]] == line["now"]


@LANGUAGES
async def test_a_new_version_that_says_the_same_changes_nothing(client: httpx2.AsyncClient, language: str) -> None:
    await put(client, "rule", rule(language, "20,000"))
    address = await asked(client, language)
    await put(client, "rule", rule(language, "20,000", more="owner: Travel desk\n"))
    assert (await client.get(address)).json()["sources"] == []


@LANGUAGES
async def test_a_document_that_superseded_the_cited_one_is_named_with_its_line(client: httpx2.AsyncClient, language: str) -> None:
    await put(client, "rule-2020", rule(language, "20,000", name=" 2020"))
    address = await asked(client, language)
    await put(
        client, "rule-2024", rule(language, "30,000", name=" 2024", more="supersedes: [rule-2020]\neffective: 2024-03-01\n")
    )
    [source] = (await client.get(address)).json()["sources"]
    assert (source["change"], source["instead"]["doc_id"]) == ("superseded", "rule-2024")
    assert source["instead"]["effective"] == "2024-03-01"
    assert [line["now"] for line in source["lines"]] == [TEXTS[language][2].format("30,000")]
    # The one that superseded it is superseded in its turn.
    await put(client, "rule-2026", rule(language, "40,000", name=" 2026", more="supersedes: [rule-2024]\n"))
    [source] = (await client.get(address)).json()["sources"]
    assert (source["instead"]["doc_id"], source["lines"][0]["now"]) == ("rule-2026", TEXTS[language][2].format("40,000"))
    shown = (await client.get("/v1/documents/rule-2020/view")).json()
    assert [one["doc_id"] for one in shown["superseded_by"]] == ["rule-2026"]


@LANGUAGES
async def test_what_is_gone_or_no_longer_in_force_is_said_without_lines(client: httpx2.AsyncClient, language: str) -> None:
    await put(client, "rule", rule(language, "20,000"))
    address = await asked(client, language)
    await put(client, "rule", rule(language, "20,000", more="status: repealed\n"))
    [source] = (await client.get(address)).json()["sources"]
    assert (source["change"], source["instead"], source["lines"]) == ("not_in_force", None, [])
    [known] = (await client.get("/v1/sessions/s-1/documents")).json()["documents"]
    assert known["in_force"] is False and known["indexed_at"] is not None
    await client.delete("/v1/documents/rule")
    [source] = (await client.get(address)).json()["sources"]
    assert source["change"] == "gone"
    assert (await client.get("/v1/sessions/s-1/turns/2/today")).status_code == 404


@LANGUAGES
async def test_two_documents_that_disagree_are_named(client: httpx2.AsyncClient, language: str) -> None:
    assert await sides(client, language, ("owner: Alpha\n", "owner: Beta\n")) == [1, 2]


@LANGUAGES
async def test_documents_about_two_devices_do_not_disagree(client: httpx2.AsyncClient, language: str) -> None:
    assert await sides(client, language, ("devices: [SUPRA N]\n", "devices: [SUPRA XP]\n")) == []


async def sides(client: httpx2.AsyncClient, language: str, more: tuple[str, str]) -> list[int]:
    """Which sources are said to disagree, of two documents with this metadata that are both quoted."""
    for name, value, said in (("Alpha", "20,000", more[0]), ("Beta", "30,000", more[1])):
        await put(client, f"rule-{name.lower()}", rule(language, value, more=said, name=f" {name}"))
    answer = (await client.post("/v1/chat", json={"message": TEXTS[language][4], "session_id": "s-1"})).json()
    assert "20,000" in answer["answer"] and "30,000" in answer["answer"], answer["answer"]
    return (await client.get("/v1/sessions/s-1/turns/1")).json()["disagreeing"]


@LANGUAGES
async def test_questions_lead_on_to_other_sections_and_not_to_what_was_asked(client: httpx2.AsyncClient, language: str) -> None:
    other = {"ko": "숙박비", "en": "Lodging", "ja": "宿泊費"}[language]
    await put(client, "rule", rule(language, "20,000") + f"\n## {other}\n\n100,000\n")
    address = (await asked(client, language)).replace("/today", "/follow-ups")
    [question] = (await client.get(address)).json()["questions"]
    assert other.lower() in question.lower() and TEXTS[language][1].lower() not in question.lower()
    answer = (await client.post("/v1/chat", json={"message": question, "session_id": "s-1"})).json()
    assert "100,000" in answer["answer"]
    assert (await client.get(address.replace("turns/1", "turns/2"))).json()["questions"] == []
