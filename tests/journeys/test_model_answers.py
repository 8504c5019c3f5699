"""A question is answered by a model through the real doors: fast and verified, streamed and whole, in three languages."""

import re
from typing import Any

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import Language
from ibidem.turn.wording import WORDINGS
from journeys.doors import Service
from journeys.machines import CAUSE, CAUSE_TOLD, FILTER, LANGUAGES, PUMP, RINGS, RINGS_TOLD, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, inputs_of, saying, stored

LABEL = re.compile(r"([a-z_]+)\.(ko|en|ja)@\d+-[0-9a-f]{8}")
MODES: tuple[Mode, ...] = ("fast", "verified")
# The documents are shown as 3 and 2, and become 1 and 2.
TWICE = {language: told.replace(f"[{PUMP[language]}]", "[sop_5102][sop_5101]") for language, told in TORQUE_TOLD.items()}
CALLS = {
    "fast": ["answer_setup"],
    "verified": ["answer_setup", "judge_setup"],
}
BOTH = {"doc_ids": ["sop_5101", "sop_5102", "sop_5103"]}  # of documents that were chosen, all is read
# What the diary says beside the torque: longer than a summary may be.
LONG = {
    "ko": "꺼진 조명을 새것으로 바꾸고 안내판의 글자를 다시 칠하였습니다{0}. 창문을 닦고 환기창의 그물을 씻어 말렸습니다{0}. "
    "바닥의 물기를 닦고 통로에 놓인 상자를 창고로 옮겼습니다{0}. 저녁에는 열쇠를 경비실에 돌려주고 일지에 서명하였습니다{0}. "
    "휴게실의 찻잔을 정리하고 화분에 물을 주었으며, 빌려 온 사다리는 옆 동에 돌려주었습니다{0}. ",
    "en": "Lamps that had gone out were replaced, and faded letters on signs painted anew{0}. In the evening keys were handed "
    "back to the porter and the diary was signed{0}. ",
    "ja": "切れた照明を新品にし、案内板の文字を塗り直しました{0}。窓を磨き、換気口の網を洗って乾かしました{0}。夕方には鍵を"
    "守衛室へ返し、日誌に署名しました{0}。休憩室の湯飲みを片付け、花に水をやりました{0}。床の水気を拭き取り、通路の箱を倉庫へ"
    "運びました{0}。借りていた脚立は隣の棟に返し、帰りに門を閉めて灯りを消しました{0}。",
}
NAMED = {
    "ko": ("SUPRA XP의 로드락 도어 간극을 절차서에서 찾아 주세요", "SUPRA XP, 작업 절차서"),
    "en": ("What does the procedure of the SUPRA XP say about the load lock door gap?", "SUPRA XP, Procedure"),
    "ja": ("SUPRA XPのロードロックドアの隙間は手順書では何mmですか", "SUPRA XP, 作業手順書"),
}


def check_meta(done: dict[str, Any], language: Language, mode: Mode) -> None:
    meta = done["meta"]
    assert (meta["route"], meta["language"], meta["mode"], meta["model"]) == ("setup", language, mode, "openai:played")
    assert meta["attempts"] == 1 and meta["faithful"] is (True if mode == "verified" else None) and meta["notice"] is None
    assert meta["rag_used"] is True and meta["rag_source_count"] == len(done["sources"]) == 2
    assert meta["tokens"]["input"] > 500 and meta["tokens"]["output"] > 5


def check_trace(turn: dict[str, Any], language: Language, mode: Mode) -> None:
    trace = turn["trace"]
    labels = [LABEL.fullmatch(call["prompt"]) for call in trace["calls"]]
    assert sorted(label[1] for label in labels if label) == CALLS[mode]
    assert {call["outcome"] for call in trace["calls"]} <= {"ok", "unreadable"}, "no query was to be had from the model"
    assert {label[2] for label in labels if label and not label[1].startswith("queries")} == {language}
    assert trace["translations"] == [] and "write_queries" not in trace["timings_ms"], "the search was sure"
    assert trace["queries"][0] == TORQUE[language]
    assert 10 < len(trace["candidates"]) <= 20 and trace["hits"] == len(trace["candidates"])
    path = trace["critical_path"]
    assert any(re.fullmatch(rf"answer/answer_setup\.{language}@.+", part["part"]) for part in path)
    assert sum(part["ms"] for part in path) == pytest.approx(sum(trace["timings_ms"].values()), abs=1.0)
    assert trace["troubles"] == [] and trace["thoughts"] == "" and trace["dropped_citations"] == 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_answer_has_its_citations_sources_meta_and_trace(
    modelled: Service, player: Player, language: Language, mode: Mode
) -> None:
    player.play(answer=saying(TWICE[language]))
    done = modelled.ask(TORQUE[language], mode=mode, session_id=f"whole-{language}-{mode}", filters=BOTH)
    assert done["status"] == "answered" and done["answer"] == as_told(TWICE[language])
    assert [(source["slot"], source["doc_id"]) for source in done["sources"]] == [(1, "sop_5102"), (2, "sop_5101")]
    assert "9 N·m" in done["sources"][0]["snippet"] or "9 N·m" in TORQUE_TOLD[language]
    check_meta(done, language, mode)
    turn = stored(modelled, done)
    assert turn["assistant_text"] == done["answer"] and turn["summary"] == done["summary"]
    check_trace(turn, language, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_streamed_answer_is_the_whole_one(modelled: Service, player: Player, language: Language, mode: Mode) -> None:
    player.play(answer=saying(TWICE[language]))
    events = list(modelled.events(TORQUE[language], mode=mode, session_id=f"streamed-{language}-{mode}", filters=BOTH))
    names = [name for name, _ in events]
    deltas = [str(data["text"]) for name, data in events if name == "delta"]
    done: dict[str, Any] = events[-1][1]
    assert names[-1] == "done" and names.index("sources") < len(names) - 1
    assert "".join(deltas) == done["answer"] == as_told(TWICE[language])
    assert [data["sources"] for name, data in events if name == "sources"][-1] == done["sources"]
    assert (len(deltas) > 1) == (mode == "fast"), "a verified answer is shown once it is accepted"
    if mode == "verified":
        judged = next(n for n, (_, data) in enumerate(events) if data.get("step") == "judge" and data["state"] == "started")
        assert judged < names.index("delta")
    steps = [data["step"] for name, data in events if name == "step" and data["state"] == "finished"]
    assert steps[:4] == ["mask_question", "recall", "resolve_reference", "parse_question"] and steps[-1] in (
        "summarise",
        "record_turn",
    )
    check_meta(done, language, mode)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_follow_up_tells_the_model_what_was_said_before(modelled: Service, player: Player, language: Language) -> None:
    further = {
        "ko": "그 볼트는 어느 순서로 조이나요?",
        "en": "And in which order are those bolts tightened?",
        "ja": "では、そのボルトはどの順に締めますか?",
    }
    player.play(answer=saying(TORQUE_TOLD[language]))
    first = modelled.ask(TORQUE[language], session_id=f"follow-{language}")
    second = modelled.ask(further[language], session_id=f"follow-{language}")
    told = player.inputs("answer")[-1]["conversation"]
    assert TORQUE[language] in told and first["summary"] in told
    assert second["turn_id"] == 2 and second["meta"]["model"] == "openai:played"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_verified_answer_is_summed_up_by_the_model(modelled: Service, player: Player, language: Language) -> None:
    summary = {"ko": "배기 플랜지 볼트 9 N·m", "en": "Exhaust flange bolts: 9 N·m", "ja": "排気フランジのボルトは9 N·m"}
    player.play(answer=saying(LONG[language].format(f" [{PUMP[language]}]") + TORQUE_TOLD[language]), summary=summary[language])
    done = modelled.ask(TORQUE[language], mode="verified", session_id=f"long-{language}")
    assert done["summary"] == summary[language] and stored(modelled, done)["summary_model"] == "openai:played"


@pytest.mark.parametrize("language", LANGUAGES)
def test_trouble_takes_the_route_for_trouble(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer_ts=saying(CAUSE_TOLD[language]))
    done = modelled.ask(CAUSE[language], mode="verified", session_id=f"cause-{language}")
    assert done["answer"] == as_told(CAUSE_TOLD[language]) and done["meta"]["route"] == "ts"
    assert {"answer_ts", "judge_ts"} <= set(player.tasks) and "route" not in player.tasks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", ["general", "ts"])
def test_where_no_word_tells_the_route_the_model_does(modelled: Service, player: Player, language: Language, said: str) -> None:
    player.play(answer=saying(RINGS_TOLD[language]), route=said)
    done = modelled.ask(RINGS[language], mode="verified", session_id=f"route-{language}-{said}")
    assert done["meta"]["route"] == said and f"answer_{said}" in player.tasks and f"judge_{said}" in player.tasks
    assert done["answer"] == as_told(RINGS_TOLD[language])


@pytest.mark.parametrize("language", ["ko", "ja"])  # the document is in English
def test_what_only_another_language_tells_is_found_by_the_translation(
    modelled: Service, player: Player, language: Language
) -> None:
    player.play(answer=saying(RINGS_TOLD[language]))
    done = modelled.ask(RINGS[language], session_id=f"rings-{language}")
    assert done["ref_doc_ids"] == ["gcb_5501"] and done["meta"]["language"] == language
    trace = stored(modelled, done)["trace"]
    assert {*trace["translations"], RINGS[language]} == set(RINGS.values())
    assert set(trace["queries"]) == set(RINGS.values())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_understood_is_told(modelled: Service, player: Player, language: Language, mode: Mode) -> None:
    question, understood = NAMED[language]
    player.play(answer="[[no answer]]")
    events = list(modelled.events(question, mode=mode, session_id=f"understood-{language}-{mode}"))
    (noted,) = [data for name, data in events if name == "step" and data["state"] == "noted"]
    assert noted["step"] == "parse_question" and noted["text"] == WORDINGS[language].understood.format(understood)
    trace = stored(modelled, events[-1][1])["trace"]
    assert (trace["devices"], trace["doc_types"]) == (["SUPRA XP"], ["sop"])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_document_tells_is_said_so(modelled: Service, player: Player, language: Language, mode: Mode) -> None:
    refusal = {
        "ko": "약액 필터를 몇 시간 쓰는지는 이 문서들에 나와 있지 않습니다.",
        "en": "These documents do not say how long a chemical filter lasts.",
        "ja": "薬液フィルターを何時間使うかは、これらの文書には書かれていません。",
    }
    player.play(answer="[[no answer]]", refusal=refusal[language])
    events = list(modelled.events(FILTER[language], mode=mode, session_id=f"refused-{language}-{mode}"))
    done: dict[str, Any] = events[-1][1]
    assert done["answer"].startswith(refusal[language]) and WORDINGS[language].nearest in done["answer"]
    assert done["sources"] == [] and done["meta"]["rag_used"] is False and done["status"] == "answered"
    assert not any("no answer" in str(data) for _, data in events)
    assert inputs_of(player.requests[-1])["question"] == FILTER[language]
