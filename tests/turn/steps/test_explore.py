"""A model looks around in a session of sixty turns, within each of its limits, whatever it replies."""

import asyncio
import json
from dataclasses import replace

import pytest

from ibidem.domain.conversation import Question, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.events import StepNoted
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.domain.trace import Exploration
from ibidem.testing.script import NONSENSE, Play, Reply, stalls, task_of, unavailable
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import TurnContext
from ibidem.turn.exploring.choosing import NO_MODEL
from ibidem.turn.exploring.exploring_wording import EXPLORING_WORDINGS
from ibidem.turn.exploring.tool_wording import TOOL_WORDINGS
from turn.acting import ANSWERS, events_of, model, turn_of, with_model
from turn.exploring.long_session import ASKED, CHATTER, SERIAL, THIRD, call, exploring, long_session
from turn.library import TEXTS, store

SOUGHT = {"ko": "밸브 볼트", "en": "torque screws", "ja": "締め付け"}
UNFINISHED = {language: wording.unfinished for language, wording in EXPLORING_WORDINGS.items()}


def explored(turn: Turn) -> Exploration:
    exploration = turn.content.trace.exploration
    assert exploration is not None
    return exploration


def searching(limit: int = 40) -> list[Reply]:
    """A model that finds a chunk and notes it, and then looks on and on for something else."""
    return [
        call("search_turns", query="bolt torque"),
        lambda request: call("get_turn", turn_id=3),
        lambda request: call("note", text="볼트 12 N·m", chunk_ids=[chunk_in(request.user)]),
        *(call("list_turns", limit=5, offset=n) for n in range(limit)),
    ]


def chunk_in(prompt: str) -> str:
    """The id of the first chunk that a prompt shows."""
    return prompt.partition('"chunk_ids":["')[2].partition('"')[0]


def check_partial(turn: Turn, why: str) -> None:
    """The answer is from what was noted before the limit, and says which limit it was, in the language of the question."""
    content = turn.content
    assert explored(turn).ended == why
    assert explored(turn).notes == ("볼트 12 N·m",)
    assert content.assistant_text == ANSWERS["ko"] and [ref.doc_id for ref in content.doc_refs] == ["sop_1203"]
    assert content.notice == UNFINISHED["ko"].format(EXPLORING_WORDINGS["ko"].why[explored(turn).ended])


async def partial(context: TurnContext, played: ScriptedModel, **limits: float) -> Turn:
    await long_session(context, "ko")
    return await turn_of(with_model(exploring(context, **limits), played), ASKED["ko"], "fast")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_said_long_ago_is_answered_from_its_document(context: TurnContext, language: Language):
    chunk_id = await long_session(context, language)
    played = model(
        ANSWERS[language],
        explore=[
            call("search_turns", query=SOUGHT[language]),
            call("get_turn", turn_id=3),
            call("answer_from_chunks", chunk_ids=[chunk_id]),
        ],
    )
    told, turn = await events_of(with_model(exploring(context), played), Question(ASKED[language], "s"))
    assert turn.turn_id == 61 and turn.content.assistant_text == ANSWERS[language]
    assert [ref.chunk_ids for ref in turn.content.doc_refs] == [(chunk_id,)] and turn.content.notice is None
    assert [use.tool for use in explored(turn).uses] == ["search_turns", "get_turn", "answer_from_chunks"]
    assert explored(turn).ended == "answered"
    notes = [one.text for one in told if isinstance(one, StepNoted) and one.step == "explore"]
    wording = EXPLORING_WORDINGS[language]
    assert notes == [wording.in_turns.format(SOUGHT[language]), wording.reading.format(3)]
    answering = next(request for request in played.requests if task_of(request).startswith("answer"))
    assert THIRD[language][0] in answering.user, "the turn that was read is quoted"
    assert all(CHATTER[language].format(3) not in request.user for request in played.requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_only_the_conversation_holds_is_answered_from_it(context: TurnContext, language: Language):
    await long_session(context, language)
    said = {
        "ko": "5번째 질문에서 KX-7741이라고 하셨습니다.",
        "en": "In turn 5 you said that it is KX-7741.",
        "ja": "5番目のご質問でKX-7741とおっしゃいました。",
    }[language]
    played = model(
        "[[no answer]]",
        explore=[
            call("search_turns", query=SERIAL[language]),
            call("answer_from_turns", answer=said.replace("7741", "7714"), turn_ids=[5]),  # a value that nobody said
            call("answer_from_turns", answer=said, turn_ids=["5"]),
        ],
    )
    turn = await turn_of(with_model(exploring(context), played), SERIAL[language], "fast")
    assert turn.content.assistant_text == said and turn.content.doc_refs == ()
    assert turn.content.notice == EXPLORING_WORDINGS[language].from_turns and turn.content.route == "said_before"
    problems = [use.problem for use in explored(turn).uses]
    assert problems[0] == problems[2] == "" and "KX-7714" in problems[1]


async def test_the_limit_of_calls_ends_it_with_what_was_found(context: TurnContext):
    played = model(ANSWERS["ko"], explore=searching())
    check_partial(await partial(context, played, calls=5), "calls")
    assert played.tasks.count("explore") == 5


async def test_the_limit_of_tokens_ends_it_with_what_was_found(context: TurnContext):
    played = model(ANSWERS["ko"], explore=searching())
    check_partial(await partial(context, played, tokens=6_000), "tokens")
    assert 3 < played.tasks.count("explore") < 12


async def test_the_limit_of_bytes_ends_it_with_what_was_found(context: TurnContext):
    turn = await partial(context, model(ANSWERS["ko"], explore=searching()), bytes_read=3_000)
    check_partial(turn, "bytes_read")
    assert sum(use.size for use in explored(turn).uses[:-1]) < 3_000 <= sum(use.size for use in explored(turn).uses)


async def test_the_limit_of_time_ends_it_with_what_was_found(context: TurnContext):
    played = model(ANSWERS["ko"], explore=[*searching(0), stalls()])
    check_partial(await partial(context, played, seconds=3.0), "seconds")
    assert [one.state for one in played.calls if one.task == "explore"][-1] == "left", "the request was closed"


async def test_the_depth_of_sub_ask_bounds_its_calls(context: TurnContext):
    await long_session(context, "en")
    long = "The pump needs 5 L of oil. " * 1_000  # 27,000 characters
    await context.turns.append(
        replace((await context.turns.turn("s", 1, context.principal)).content, assistant_text=long), context.principal
    )
    asked = [call("sub_ask", question="How much oil?", turn_id=61), call("get_turn", turn_id=5)]
    read: dict[int, int] = {}
    for depth in (0, 1, 2, 3):
        last = call("answer_from_turns", answer="KX-7741", turn_ids=[5])
        played = model("", explore=[*asked, last], sub_ask="5 L of oil.")
        turn = await turn_of(with_model(exploring(context, depth=depth), played), SERIAL["en"], "fast", f"s{depth}")
        assert turn.content.trace.exploration is None, "a session without turns has nothing to explore"
        turn = await turn_of(with_model(exploring(context, depth=depth, calls=50), played), SERIAL["en"], "fast")
        assert explored(turn).ended == "answered"
        read[depth] = played.tasks.count("sub_ask")
        assert ("off here" in explored(turn).uses[0].problem) == (depth == 0)
    assert read == {0: 0, 1: 1, 2: 4, 3: 13}


@pytest.mark.parametrize("cycle", [1, 2, 3])
async def test_a_trajectory_that_repeats_itself_is_stopped(context: TurnContext, cycle: int):
    again = [call("search_turns", query=f"line {n % cycle}") for n in range(20)]
    played = model(ANSWERS["ko"], explore=[*searching(0), *again])
    check_partial(await partial(context, played), "repeated")
    assert played.tasks.count("explore") == 3 + cycle + 2


async def test_rubbish_ends_it_with_what_was_found(context: TurnContext):
    played = model(ANSWERS["ko"], explore=[*searching(0), NONSENSE])
    check_partial(await partial(context, played), "unreadable")
    assert played.tasks.count("explore") == 6


@pytest.mark.parametrize("rubbish", ["", "[]", "{}", '{"tool": 3}', '{"tool": {"a": []}}', "I would search.", "null", "{" * 500])
async def test_a_model_that_only_writes_rubbish_is_searched_past(context: TurnContext, rubbish: str):
    await long_session(context, "en")
    played = model("The cover screws get 3.5 N·m [1].", explore=rubbish)
    turn = await turn_of(with_model(exploring(context), played), "What torque do the cover screws get?", "fast")
    assert turn.content.assistant_text == "The cover screws get 3.5 N·m [1]."
    wording = EXPLORING_WORDINGS["en"]
    assert turn.content.notice == wording.searched.format(wording.why["unreadable"])


async def test_a_model_that_is_down_is_searched_past(context: TurnContext):
    await long_session(context, "en")
    played = model(unavailable(), explore=unavailable())
    turn = await turn_of(with_model(exploring(context), played), "What torque do the cover screws get?", "fast")
    assert "3.5 N·m" in turn.content.assistant_text and explored(turn).ended == "unavailable"
    assert played.tasks.count("explore") == 1


async def test_a_slow_model_is_not_waited_for_beyond_its_time(context: TurnContext):
    await long_session(context, "en")
    played = model("The cover screws get 3.5 N·m [1].", explore=Play("{}", seconds=3600.0))
    turn = await turn_of(with_model(exploring(context, seconds=1.0), played), "What torque do the cover screws get?", "fast")
    assert turn.content.assistant_text == "The cover screws get 3.5 N·m [1]." and explored(turn).ended == "seconds"


async def test_notes_are_shown_where_they_are_all_there_is(context: TurnContext):
    await long_session(context, "en")
    looking = [call("note", text="The serial number was told in turn 5."), *searching()]
    for mode, shown in (("fast", True), ("verified", False)):
        played = model("[[no answer]]", explore=looking)
        turn = await turn_of(with_model(exploring(context, calls=1), played), SERIAL["en"], mode)
        assert ("- The serial number was told in turn 5." in turn.content.assistant_text) == shown
        assert "limit of calls" in (turn.content.notice or "")
        assert (turn.content.found == "closest") == shown


FORGED: list[tuple[str, dict[str, object], str]] = [
    ("read_chunk", {"chunk_id": "sop_4040@{secret}#0"}, "no chunk"),
    ("read_chunk", {"chunk_id": "sop_9999@0123456789abcdef#0"}, "no chunk"),
    ("read_chunk", {"chunk_id": "sop_1422@{version}#99999999999999999999"}, "no chunk"),
    ("read_chunk", {"chunk_id": "../../etc/passwd"}, "no chunk"),
    ("read_chunk", {"chunk_id": "x@y#-1"}, "no chunk"),
    ("read_chunk", {"chunk_id": "\ud800@\0#0"}, "no chunk"),
    ("read_chunk", {"chunk_id": 7}, "chunk_id: "),
    ("answer_from_chunks", {"chunk_ids": ["sop_4040@{secret}#0"]}, "no chunk"),
    ("answer_from_chunks", {"chunk_ids": []}, "chunk_ids: "),
    ("note", {"text": "x", "chunk_ids": ["sop_4040@{secret}#0"]}, "no chunk"),
    ("sub_ask", {"question": "?", "chunk_id": "sop_4040@{secret}#0"}, "no chunk"),
    ("sub_ask", {"question": "?"}, "either chunk_id or turn_id"),
    ("get_turn", {"turn_id": 61}, "no turn"),
    ("get_turn", {"turn_id": 0}, "turn_id: "),
    ("get_turn", {"turn_id": 10**30}, "turn_id: "),
    ("get_turn", {"turn_id": 3, "session_id": "theirs"}, "session_id: "),
    ("get_turn_docs", {"turn_id": "the third"}, "turn_id: "),
    ("answer_from_turns", {"answer": "KX", "turn_ids": [61]}, "no turn"),
    ("search_turns", {"query": " "}, "query: is not allowed"),
    ("search_turns", {"query": "bolt", "limit": 10**9}, "limit: "),
    ("list_turns", {"offset": -1}, "offset: "),
    ("search_chunks", {}, "query: "),
    ("drop_tables", {}, "there is no tool 'drop_tables'"),
]


async def test_forged_ids_and_arguments_answer_in_words_as_if_nothing_were_there(context: TurnContext):
    chunk_id = await long_session(context, "en")
    version = chunk_id.partition("@")[2].partition("#")[0]
    secret = await context.documents.get("sop_4040", Principal("chief", frozenset({"safety"})))
    written = json.dumps([[tool, given] for tool, given, _ in FORGED])
    filled = json.loads(written.replace("{secret}", secret.version).replace("{version}", version))
    last = call("answer_from_chunks", chunk_ids=[chunk_id])
    played = model(ANSWERS["en"], explore=[*(call(tool, **given) for tool, given in filled), last])
    turn = await turn_of(with_model(exploring(context, calls=60), played), ASKED["en"], "fast")
    uses = explored(turn).uses
    assert explored(turn).ended == "answered" and len(uses) == len(FORGED) + 1
    for use, (_, _, expected) in zip(uses, FORGED, strict=False):
        assert expected in use.problem and use.size == 0, use
    hidden, missing = uses[0].problem, uses[1].problem
    assert hidden.replace(f"sop_4040@{secret.version}", "ID") == missing.replace("sop_9999@0123456789abcdef", "ID")
    assert not any("아무도 읽지 못한다" in request.user for request in played.requests)


async def test_turns_of_another_tenant_are_not_there(context: TurnContext):
    await long_session(context, "en")
    theirs = replace(context, principal=Principal("local", tenant="other"))
    await long_session(theirs, "en", "theirs")
    looking = [call("get_turn", turn_id=5), call("search_turns", query="serial number KX-7741"), call("list_turns")]
    played = model("[[no answer]]", explore=[*looking, NONSENSE])
    asker = replace(context, principal=Principal("stranger"))
    session = "mine"
    await turn_of(with_model(asker, model("[[no answer]]")), "What is the serial number?", "fast", session)
    turn = await turn_of(with_model(exploring(asker), played), SERIAL["en"], "fast", session)
    assert "no turn" in explored(turn).uses[0].problem
    assert not any(
        "KX-7741" in request.user.partition("<steps>")[2].replace("serial number KX-7741", "") for request in played.requests
    )


async def test_a_person_who_leaves_leaves_the_trace_of_it(context: TurnContext):
    await long_session(context, "en")
    played = model("", explore=[call("get_turn", turn_id=5), stalls()])
    asking = asyncio.create_task(turn_of(with_model(exploring(context), played), SERIAL["en"], "fast"))
    while played.tasks.count("explore") < 2:
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert [one.state for one in played.calls if one.task == "explore"] == ["ended", "left"] and played.running == 0


async def test_without_a_model_the_session_is_searched_and_the_trace_says_so(context: TurnContext):
    await long_session(context, "en")
    turn = await turn_of(exploring(context), "What torque do the cover screws get?", "fast")
    assert "3.5 N·m" in turn.content.assistant_text and NO_MODEL in turn.content.trace.troubles


@pytest.mark.parametrize(
    ("policy", "auto", "message", "expected"),
    [
        ("auto", False, SERIAL["en"], 0),
        ("auto", True, "What torque do the cover screws get?", 0),
        ("auto", True, "Which colour of paint did we decide on at the start?", 1),
        ("search", True, SERIAL["en"], 0),
        ("recent", True, SERIAL["en"], 0),
        ("explore", False, "What torque do the cover screws get?", 1),
    ],
)
async def test_auto_explores_only_where_the_profile_lets_it_and_a_search_finds_nothing(
    context: TurnContext,
    policy: str,
    auto: bool,
    message: str,
    expected: int,
):
    await long_session(context, "en")
    played = model(
        "[[no answer]]", explore=[call("get_turn", turn_id=5), call("answer_from_turns", answer="KX-7741", turn_ids=[5])]
    )
    await turn_of(with_model(exploring(context, policy, auto=auto), played), message, "fast")
    assert min(1, played.tasks.count("explore")) == expected


WHOLE: dict[Language, tuple[str, str]] = {
    "ko": ("지금까지 내가 물어본 것 정리해줘", "지금까지 나온 값들 다 정리해줘"),
    "en": ("list what I asked", "summarise all values so far"),
    "ja": ("これまでの質問を一覧にして", "これまでに出た数値を全部まとめて"),
}
LISTED: dict[Language, str] = {
    "ko": "1번째 질문에서 {}라고 물으셨고, 답은 {}입니다.",
    "en": "In turn 1 you asked: {} The answer: {}",
    "ja": "1番目のご質問は「{}」、回答は「{}」でした。",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_request_about_the_whole_conversation_takes_one_call(context: TurnContext, language: Language):
    await store(context, TEXTS[language])
    asked, told = THIRD[language]
    listed = LISTED[language].format(asked, told.replace(" [1]", "").replace("[1]", ""))
    for session, message in enumerate(WHOLE[language]):
        await turn_of(with_model(context, model(told)), asked, "fast", f"s{session}")
        await turn_of(with_model(context, model("[[no answer]]")), SERIAL[language], "fast", f"s{session}")
        played = model("", explore=call("answer_from_turns", answer=listed, turn_ids=[1, 2]))
        turn = await turn_of(with_model(exploring(context), played), message, "fast", f"s{session}")
        assert turn.content.assistant_text == listed and [task for task in played.tasks if task != "summary"] == ["explore"]
        (request,) = [request for request in played.requests if task_of(request) == "explore"]
        assert f"Turn 1\nQ: {asked}" in request.user and "Turn 2\n" in request.user


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_prompt_has_what_the_question_finds_and_tools_in_its_language(context: TurnContext, language: Language):
    await long_session(context, language)
    played = model(ANSWERS[language], explore=[call("read_chunk", chunk_id="c9"), call("answer_from_chunks", chunk_ids=["c1"])])
    turn = await turn_of(with_model(exploring(context), played), THIRD[language][0], "fast")
    wording = TOOL_WORDINGS[language]
    first, second = [request.user for request in played.requests if task_of(request) == "explore"]
    assert '1. search_chunks {"' in first and '"chunk_id":"c1"' in first and "@" not in first.partition("<steps>")[2]
    assert all(about in first for about in wording.about.values()) and wording.most.format(20) in first
    assert wording.longest_list.format(10) in first and "list_documents(" in first
    assert f"ERROR: {wording.not_there['chunk'].format('c9')}" in second
    assert [ref.doc_id for ref in turn.content.doc_refs] == [TEXTS[language][0]]
    assert [use.tool for use in explored(turn).uses] == ["read_chunk", "answer_from_chunks"], "its own search is no call"


async def test_documents_are_listed_as_far_as_they_may_be_read(context: TurnContext):
    await long_session(context, "en")
    played = model(ANSWERS["en"], explore=[call("list_documents"), call("answer_from_chunks", chunk_ids=["c1"])])
    await turn_of(with_model(exploring(context), played), THIRD["en"][0], "fast")
    steps = [request.user for request in played.requests if task_of(request) == "explore"][-1].partition("<steps>")[2]
    assert '{"total":1,"documents":[{"doc_id":"sop_1422"' in steps and "sop_4040" not in steps


def test_every_tool_is_described_in_each_language() -> None:
    assert len({frozenset(wording.about) for wording in TOOL_WORDINGS.values()}) == 1
