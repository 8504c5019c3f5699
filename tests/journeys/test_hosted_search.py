"""Support over a hosted search: many turns to two stores, sources that can be referred to, and trouble on the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.languages import Language
from ibidem.testing.script import Play, unavailable
from ibidem.turn.wording import WORDINGS
from journeys.doors import Cli, Service, served
from journeys.hosting import (
    FOLLOW_UP,
    KEPT,
    KEY,
    LANGUAGES,
    QUESTION,
    SWOLLEN,
    TICKETS,
    TOLD,
    WARRANTY,
    HostedPlayer,
    hosting,
    said,
)

FIRST = {"ko": "이전 1번 문서 보여줘", "en": "Show me document 1 from before", "ja": "さっきの1番の文書を見せて"}
SECOND = {"ko": "2번 문서 보여줘", "en": "Show me document 2", "ja": "2番の文書を見せて"}
in_three_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def player() -> Iterator[HostedPlayer]:
    with hosting() as player:
        for name, text in TICKETS.values():
            player.stores.put("tickets", name, text)
        yield player


def indexed(home: Path) -> Cli:
    """A store of the support profile with the documents that are copied."""
    cli = Cli(home, "support")
    folder = home / "corpus"
    folder.mkdir(parents=True)
    for doc_id, text in KEPT.values():
        (folder / f"{doc_id}.md").write_text(text, encoding="utf-8")
    (folder / "secret.md").write_text("---\nreaders: [safety]\n---\n# Secret\n\nNobody reads this.\n", encoding="utf-8")
    assert cli.run("index", str(folder)).returncode == 0
    return cli


@pytest.fixture(scope="module")
def hosted(player: HostedPlayer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The documents copied to the store of common ones, and served with the hosted search."""
    cli = indexed(tmp_path_factory.mktemp("hosted"))
    done = cli.run("hosted", "sync", "common", **player.environment())
    assert done.returncode == 0 and "3 copied" in done.stdout, done.stderr
    with served(cli, **player.environment()) as service:
        yield service


@in_three_languages
def test_a_conversation_over_two_stores(hosted: Service, player: HostedPlayer, language: Language) -> None:
    session = f"support-{language}"
    player.reply = WARRANTY[language]
    events = list(hosted.events(QUESTION[language], session_id=session))
    first: dict[str, Any] = events[-1][1]
    assert first["answer"] == TOLD[language][0] and first["ref_doc_ids"] == [KEPT[language][0]]
    assert first["meta"]["model"] == "gemini:played" and first["meta"]["notice"] is None and first["meta"]["rag_used"]
    shown = "".join(str(data["text"]) for name, data in events if name == "delta")
    assert shown == TOLD[language][0].replace(" [1]", "").replace("[1]", "")
    assert [name for name, _ in events if name == "delta"][3:]  # it came piece by piece

    player.reply = SWOLLEN[language]
    second = hosted.ask(FOLLOW_UP[language], session_id=session)
    assert second["answer"] == TOLD[language][1]
    name, quoted = TICKETS[language]
    assert (second["sources"][0]["title"], second["sources"][0]["snippet"]) == (name, quoted)
    assert second["ref_doc_ids"][1] == KEPT[language][0]
    asked = player.asked[-1]
    conversation = [said(content) for content in asked["contents"]]
    assert [role for role, _ in conversation] == ["user", "model", "user"]
    assert conversation[0][1] == QUESTION[language] and "[1]" not in conversation[1][1] and "24" in conversation[1][1]
    assert FOLLOW_UP[language] in conversation[2][1]
    assert len(asked["tools"][0]["fileSearch"]["file_search_store_names"]) == 2

    kept = hosted.ask(SECOND[language], session_id=session)
    assert kept["document"]["doc_id"] == KEPT[language][0] and kept["document"]["text"].strip() == KEPT[language][1].strip()


@in_three_languages
def test_of_a_document_that_is_not_kept_here_what_was_quoted_is_shown(
    hosted: Service, player: HostedPlayer, language: Language
) -> None:
    session, (name, quoted) = f"quoted-{language}", TICKETS[language]
    player.reply = SWOLLEN[language]
    hosted.ask(FOLLOW_UP[language], session_id=session)
    questions = len(player.asked)
    shown = hosted.ask(FIRST[language], session_id=session)
    assert quoted in shown["answer"] and name in shown["answer"] and shown["document"] is None
    assert shown["answer"].startswith(WORDINGS[language].hosted_quoted.split("{}")[0])
    assert shown["meta"]["lookup_source"] == "history" and len(player.asked) == questions
    again = hosted.ask(FIRST[language], session_id=session)
    assert again["answer"] == shown["answer"]


@in_three_languages
def test_a_verified_answer_is_checked_against_what_is_quoted(hosted: Service, player: HostedPlayer, language: Language) -> None:
    player.reply = WARRANTY[language]
    done = hosted.ask(QUESTION[language], mode="verified", session_id=f"verified-{language}")
    assert done["answer"] == TOLD[language][0] and done["meta"]["notice"] == WORDINGS[language].hosted_checked
    player.reply = WARRANTY[language].replace("24", "36")
    events = list(hosted.events(QUESTION[language], mode="verified", session_id=f"wrong-{language}"))
    wrong: dict[str, Any] = events[-1][1]
    assert "36" not in str([data for name, data in events if name == "delta"]) and "24" in wrong["answer"]
    assert WORDINGS[language].hosted_failed in wrong["meta"]["notice"]
    assert WORDINGS[language].hosted_instead in wrong["meta"]["notice"]


@in_three_languages
@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (unavailable(429, 60.0), "hosted_down"),
        (unavailable(503, 60.0), "hosted_down"),
        (Play(status=400), "hosted_refused"),
        (Play(), "hosted_down"),
        (Play("[[no answer]]", piece_length=3), "hosted_nothing"),
    ],
    ids=["quota", "down", "refused", "empty", "no answer"],
)
def test_where_the_service_does_not_answer_the_documents_here_do(
    hosted: Service, player: HostedPlayer, reply: Play, why: str, language: Language
) -> None:
    player.reply = reply
    session = f"{why}-{reply.status}-{len(reply.text)}-{language}"
    events = list(hosted.events(QUESTION[language], session_id=session))
    done: dict[str, Any] = events[-1][1]
    wording = WORDINGS[language]
    assert "24" in done["answer"] and done["ref_doc_ids"][0] == KEPT[language][0]
    assert done["meta"]["notice"].startswith(f"{getattr(wording, why)} {wording.hosted_instead}")
    turns = hosted.client.get(f"/v1/sessions/{session}/turns").json()["turns"]
    assert len(turns) == 1 and turns[0]["assistant_text"] == done["answer"]
    assert "".join(str(data["text"]) for name, data in events if name == "delta") == done["answer"]
    assert KEY not in str(events) + str(turns)


@in_three_languages
def test_an_answer_without_a_source_says_so(hosted: Service, player: HostedPlayer, language: Language) -> None:
    player.reply = WARRANTY[language].split(" [")[0]
    done = hosted.ask(QUESTION[language], session_id=f"unsourced-{language}")
    assert WORDINGS[language].hosted_unsourced in done["meta"]["notice"]
    assert (done["meta"]["found"], done["sources"], done["meta"]["rag_used"]) == ("none", [], False)


@in_three_languages
def test_an_answer_that_breaks_off_stays_as_far_as_it_came(hosted: Service, player: HostedPlayer, language: Language) -> None:
    player.reply = Play(WARRANTY[language], ending="breaks_off", after=4)
    done = hosted.ask(QUESTION[language], session_id=f"cut-{language}")
    assert done["answer"] == WARRANTY[language][:16].strip() and WORDINGS[language].cut_off in done["meta"]["notice"]


@in_three_languages
def test_a_history_of_questions_alone_is_sent(hosted: Service, player: HostedPlayer, language: Language) -> None:
    player.reply = SWOLLEN[language]
    earlier: list[dict[str, str]] = [
        {"role": "user", "content": QUESTION[language]},
        {"role": "user", "content": FOLLOW_UP[language]},
    ]
    done = hosted.ask(FOLLOW_UP[language], session_id=f"legacy-{language}", chat_history=earlier)
    assert done["answer"] == TOLD[language][1]
    ((role, text),) = [said(content) for content in player.asked[-1]["contents"]]
    assert role == "user" and QUESTION[language] in text
    earlier = [{"role": "assistant", "summary": "..."}, earlier[0], {"role": "assistant", "summary": "24"}]
    done = hosted.ask(FOLLOW_UP[language], session_id=f"summaries-{language}", chat_history=earlier)
    assert done["answer"] == TOLD[language][1]
    assert [said(content)[0] for content in player.asked[-1]["contents"]] == ["user", "model", "user"]


def test_a_filter_with_quotes_stays_a_value(hosted: Service, player: HostedPlayer) -> None:
    player.reply = WARRANTY["en"]
    for doc_id in ('x" OR doc_id = "warranty_en', "x\\", '") OR (tenant != "'):
        done = hosted.ask(QUESTION["en"], filters={"doc_ids": [doc_id]})
        assert done["sources"] == [], doc_id
    done = hosted.ask(QUESTION["en"], filters={"doc_ids": ["warranty_en"], "owners": []})
    assert done["ref_doc_ids"] == ["warranty_en"]


def test_without_documents_here_it_is_said_that_there_is_no_answer(player: HostedPlayer, tmp_path: Path) -> None:
    with served(Cli(tmp_path, "support"), **player.environment()) as service:
        player.reply = unavailable(429, 60.0)
        for language in LANGUAGES:
            done = service.ask(QUESTION[language])
            wording = WORDINGS[language]
            assert (done["answer"], done["meta"]["notice"]) == (wording.unreachable, wording.hosted_down)
        player.reply = SWOLLEN["en"].split(". ")[0]
        assert service.ask(FOLLOW_UP["en"])["sources"][0]["title"] == TICKETS["en"][0]
