"""A file that holds a task for several routes: what comes of it for each, and what is said of one that does not hold together."""

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.prompt_file import read_prompt
from ibidem.prompts.route_file import read_route_prompts
from ibidem.prompts.tasks import ROUTE_TASKS

ASKS: dict[Language, dict[str, str]] = {
    "ko": {"general": "답이 있는 문서를 찾으세요.", "ts": '"고장"의 원인을 찾으세요.'},
    "en": {"general": "Find what answers the question.", "ts": 'Find what is behind the "fault".'},
    "ja": {"general": "答えのある文書を探してください。", "ts": "「故障」の原因を探してください。"},
}
USER = "<conversation>{{conversation}}</conversation>\n<tried>{{tried}}</tried>\n<question>{{question}}</question>\n"

NO_FORM = "is not a table in TOML between two lines `+++`, the system text, one line `=== user ===` and the user text"


def written(asks: dict[str, str], shared: str = "", general: str = "", ts: str = "", system: str = "{{route.ask}}\n") -> str:
    return (
        f'+++\ninputs = ["question", "conversation", "tried"]\nreply = "queries"\nmax_tokens = 64\n{shared}'
        f"[routes.general]\nversion = 3\nask = '{asks['general']}'\nhint = ''\n{general}"
        f"[routes.ts]\nversion = 4\nask = '{asks['ts']}'\nhint = '''\n- 1\n- 2'''\n{ts}"
        f"+++\nTask: queries_{{{{route}}}}\n{system}{{{{route.hint}}}}\n[1], {{}}: {{{{route.hint}}}}.\n=== user ===\n{USER}"
    )


def read(text: str, language: Language = "en") -> dict[str, Prompt]:
    prompts, problems = read_route_prompts(text, "queries", language)
    assert problems == []
    return {prompt.name: prompt for prompt in prompts}


def problems(text: str) -> list[str]:
    return read_route_prompts(text, "queries", "en")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_route_has_what_all_share_and_its_own(language: Language):
    asks = ASKS[language]
    found = read(written(asks), language)
    assert list(found) == ["queries_general", "queries_ts"]
    general, ts = found.values()
    assert general.system == f"Task: queries_general\n{asks['general']}\n[1], {{}}: ."
    assert ts.system == f"Task: queries_ts\n{asks['ts']}\n- 1\n- 2\n[1], {{}}: - 1\n- 2."
    assert (general.version, ts.version) == (3, 4) and general.user == ts.user == USER
    assert {prompt.language for prompt in found.values()} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_the_prompt_that_a_file_of_its_own_would_give(language: Language):
    ts = read(written(ASKS[language]), language)["queries_ts"]
    head = 'version = 4\ninputs = ["question", "conversation", "tried"]\nreply = "queries"\nmax_tokens = 64\n'
    alone = f"+++\n{head}+++\n{ts.system}\n=== user ===\n{ts.user}"
    assert read_prompt(alone, "queries_ts", language, ROUTE_TASKS["queries"]) == ts


def test_a_route_may_have_a_value_of_its_own_for_a_key():
    assert {p.max_tokens for p in read(written(ASKS["en"], ts="max_tokens = 128\n")).values()} == {64, 128}


def test_what_changes_for_one_route_changes_no_other():
    before, after = read(written(ASKS["en"])), read(written({**ASKS["en"], "ts": "Find why it fails."}))
    assert before["queries_general"] == after["queries_general"]
    assert before["queries_ts"].digest != after["queries_ts"].digest


def test_a_text_is_no_template():
    asks = {**ASKS["en"], "ts": "{{route.hint}} {{route}} {{question}}"}
    assert problems(written(asks)) == [
        f"route 'ts': the system text holds {name}; inputs stand after the line `=== user ===` only"
        for name in ("{{route.hint}}", "{{route}}", "{{question}}")
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            written(ASKS["en"], ts="hnit = ''\n"),
            "route 'ts': there is no {{route.hnit}} in the text; allowed are version, inputs, reply, max_tokens, ask, hint",
        ),
        (
            written(ASKS["en"], ts="more = ''\n", system="{{route.ask}}{{route.more}}\n"),
            "route 'general': more is missing; the text names it as {{route.more}}",
        ),
        (
            written(ASKS["en"]).replace("hint = ''\n", "hint = 1\n"),
            "route 'general': hint must be a text, not 1",
        ),
        (written(ASKS["en"]).replace("version = 4\n", ""), "route 'ts': version is missing"),
        (
            written(ASKS["en"]).replace("version = 4", "version = 0"),
            "route 'ts': version must be a whole number from 1 up, not 0",
        ),
        (written(ASKS["en"], shared="[routes]\nsetup = 1\n"), "route 'setup': must be a table, [routes.setup], not 1"),
        (
            written({**ASKS["en"], "ts": ""}).replace("ask = ''", "ask = '''\nx\n=== user ===\n'''"),
            f"route 'ts': {NO_FORM}",
        ),
        (
            "+++\nversion = 1\n+++\nTask: queries_general\n=== user ===\n",
            "there is no table of a route; write [routes.NAME] with what stands for that route alone",
        ),
        (
            "+++\nroutes = 1\n+++\nTask: queries_general\n=== user ===\n",
            "there is no table of a route; write [routes.NAME] with what stands for that route alone",
        ),
        (
            "Task: queries_general\n",
            NO_FORM,
        ),
    ],
)
def test_a_file_that_does_not_hold_together(text: str, problem: str):
    assert problems(text) == [problem]


def test_what_all_share_is_checked_for_each_route():
    wrong = written(ASKS["en"], shared="verison = 1\n").replace("Task: queries_{{route}}", "Task: queries")
    assert problems(wrong) == [
        f"route {route!r}: {problem}"
        for route in ("general", "ts")
        for problem in (
            "there is no key 'verison'; allowed are version, inputs, reply, max_tokens",
            f"the system text must begin with the line 'Task: queries_{route}', not 'Task: queries'",
        )
    ]


def test_the_routes_that_hold_together_are_read_beside_one_that_does_not():
    prompts, wrong = read_route_prompts(written(ASKS["en"]).replace("version = 4", "version = 0"), "queries", "en")
    assert [prompt.name for prompt in prompts] == ["queries_general"] and len(wrong) == 1
