"""What makes a prompt file one, and what is said of one that is none."""

import hashlib

import pytest

from ibidem.prompts.prompt import Prompt
from ibidem.prompts.prompt_file import read_prompt
from ibidem.prompts.tasks import TASKS

HEAD = 'version = 2\ninputs = ["conversation", "question"]\nreply = "yes_no"\nmax_tokens = 32\n'
SYSTEM = "Task: gate\n질문이 그대로 검색해도 될 만큼 분명합니까?\n"
USER = "<conversation>\n{{conversation}}\n</conversation>\n<question>{{question}}</question>\n"


def written(head: str = HEAD, system: str = SYSTEM, user: str = USER) -> str:
    return f"+++\n{head}+++\n{system}=== user ===\n{user}"


def problems(text: str) -> tuple[str, ...]:
    found = read_prompt(text, "gate", "ko", TASKS["gate"])
    assert not isinstance(found, Prompt)
    return found


def test_a_file_that_holds_together():
    text = written()
    prompt = read_prompt(text, "gate", "ko", TASKS["gate"])
    assert isinstance(prompt, Prompt)
    assert (prompt.name, prompt.language, prompt.version, prompt.reply, prompt.max_tokens) == ("gate", "ko", 2, "yes_no", 32)
    assert prompt.inputs == {"question", "conversation"}
    assert prompt.system == SYSTEM.strip() and prompt.user == USER
    assert prompt.label == f"gate.ko@2-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Task: gate\n",
        HEAD + SYSTEM,
        "---\n" + written()[4:],
        written().replace("=== user ===\n", ""),
        written() + "=== user ===\n",
    ],
)
def test_a_file_of_another_form(text: str):
    assert problems(text) == (
        "is not a table in TOML between two lines `+++`, the system text, one line `=== user ===` and the user text",
    )


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        (HEAD + "verison = 1\n", "there is no key 'verison'; allowed are version, inputs, reply, max_tokens"),
        (HEAD.replace("version = 2\n", ""), "version is missing"),
        (HEAD.replace("max_tokens = 32\n", ""), "max_tokens is missing"),
        (HEAD.replace('reply = "yes_no"\n', ""), "reply is missing"),
        (HEAD.replace('inputs = ["conversation", "question"]\n', ""), "inputs is missing"),
        (HEAD.replace("= 2", "= 0"), "version must be a whole number from 1 up, not 0"),
        (HEAD.replace("= 2", "= 1.0"), "version must be a whole number from 1 up, not 1.0"),
        (HEAD.replace("= 2", "= true"), "version must be a whole number from 1 up, not True"),
        (HEAD.replace("= 2", '= "2"'), "version must be a whole number from 1 up, not '2'"),
        (HEAD.replace("32", "4"), "max_tokens must be a whole number from 8 to 16384, not 4"),
        (HEAD.replace("32", "99999"), "max_tokens must be a whole number from 8 to 16384, not 99999"),
        (HEAD.replace("yes_no", "verdict"), "reply must be 'yes_no' for this task, not 'verdict'"),
        (HEAD.replace("yes_no", "maybe"), "reply must be 'yes_no' for this task, not 'maybe'"),
        (
            HEAD.replace('"conversation", ', ""),
            "inputs must be ['conversation', 'question'] for this task, in any order, not ['question']",
        ),
        (
            HEAD.replace('"conversation", ', '"question", "conversation", '),
            "inputs must be ['conversation', 'question'] for this task, in any order, "
            "not ['question', 'conversation', 'question']",
        ),
        (
            HEAD.replace('["conversation", "question"]', '"question"'),
            "inputs must be ['conversation', 'question'] for this task, in any order, not 'question'",
        ),
    ],
)
def test_a_table_that_does_not_fit_the_task(head: str, problem: str):
    assert problems(written(head=head)) == (problem,)


def test_a_table_that_is_nested_without_end():
    (problem,) = problems(written(head="version = " + "[" * 20_000 + "\n"))
    assert problem == "the table between the lines `+++` is nested too deep; it holds names with values"


def test_a_table_that_is_no_toml():
    (problem,) = problems(written(head="version: 2\n"))
    assert problem.startswith("the table between the lines `+++` is not TOML: ")


@pytest.mark.parametrize(
    ("system", "problem"),
    [
        (SYSTEM.replace("gate", "gates"), "the system text must begin with the line 'Task: gate', not 'Task: gates'"),
        (SYSTEM.replace("Task: ", ""), "the system text must begin with the line 'Task: gate', not 'gate'"),
        ("작업\n" + SYSTEM, "the system text must begin with the line 'Task: gate', not '작업'"),
        ("Task: gate\n \n", "the system text is empty after its first line"),
        (SYSTEM + "{{question}}\n", "the system text holds {{question}}; inputs stand after the line `=== user ===` only"),
    ],
)
def test_a_system_text_that_does_not_fit(system: str, problem: str):
    assert problems(written(system=system)) == (problem,)


OUTSIDE = "outside of a tag of its name; write <name>{{name}}</name>"


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        (
            USER.replace("<question>{{question}}</question>\n", ""),
            ("the user text must hold <question>{{question}}</question> once, not 0 times",),
        ),
        (
            USER + "<question>{{question}}</question>\n",
            ("the user text must hold <question>{{question}}</question> once, not 2 times",),
        ),
        (
            USER + "<avoid>{{avoid}}</avoid>\n",
            ("there is no input 'avoid' for this task; allowed are conversation, question",),
        ),
        (USER + "{{question}}\n", (f"the user text holds {{{{question}}}} {OUTSIDE}",)),
        (USER + "{{ 7*7 }}\n", (f"the user text holds {{{{ 7*7 }}}} {OUTSIDE}",)),
        (USER + "{{question\n", (f"the user text holds {{{{ {OUTSIDE}",)),
        (
            USER.replace("</question>", "</conversation>"),
            (
                f"the user text holds {{{{question}}}} {OUTSIDE}",
                "the user text must hold <question>{{question}}</question> once, not 0 times",
            ),
        ),
        (
            USER.replace("{{question}}", "{{message}}"),
            (
                f"the user text holds {{{{message}}}} {OUTSIDE}",
                "the user text must hold <question>{{question}}</question> once, not 0 times",
            ),
        ),
    ],
)
def test_a_user_text_that_does_not_fit(user: str, expected: tuple[str, ...]):
    assert problems(written(user=user)) == expected


def test_every_problem_is_told_at_once():
    assert len(problems(written(HEAD.replace("32", "0") + "x = 1\n", SYSTEM.replace("gate", "g"), "{{question}}\n"))) == 6
