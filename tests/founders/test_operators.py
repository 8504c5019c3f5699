"""Who operates the services: one line a turn in the log."""

import json
from typing import Any
from uuid import uuid4

import pytest

from founders.conftest import posted
from founders.test_chat_client import ASKED, CITED, SHOW
from ibidem.domain.languages import Language
from journeys.doors import Service

MISSING = {"ko": "sop 9999 보여줘", "en": "show me sop 9999", "ja": "sop 9999を見せて"}
in_three_languages = pytest.mark.parametrize("language", tuple(ASKED))


def lines(service: Service, session: str) -> list[dict[str, Any]]:
    written = [json.loads(line) for line in service.log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    return [line for line in written if line["logger"] == "ibidem.turns" and line["session"] == session]


@in_three_languages
def test_a_turn_is_one_line_with_what_operators_look_for(equipment: Service, language: Language) -> None:
    session = uuid4().hex
    for message in (ASKED[language], SHOW[language], MISSING[language]):
        posted(equipment, {"message": message, "session_id": session})
    first, shown, missing = lines(equipment, session)
    assert (first["history"], first["roles"], first["lookup"], first["searches"]) == (0, [], "none", 1)
    assert (shown["roles"], shown["lookup"], shown["route"]) == (["user", "assistant"], "found", "doc_lookup")
    assert (missing["history"], missing["lookup"]) == (4, "fell_back") and missing["ms"] > 0
    assert first["message"].startswith(f"turn session={session} turn=1 history=0 roles= lookup=none route={first['route']} ")
    assert ASKED[language] not in json.dumps([first, shown, missing], ensure_ascii=False) and CITED[language] not in str(shown)


def test_the_entries_of_a_client_count(equipment: Service) -> None:
    session = uuid4().hex
    log = [{"role": "user", "text": "a"}, {"role": "model", "text": "b"}, {"role": "user", "text": "c"}]
    posted(equipment, {"message": ASKED["en"], "session_id": session, "chat_history": log})
    assert lines(equipment, session)[0]["roles"] == ["user", "assistant", "user"]
