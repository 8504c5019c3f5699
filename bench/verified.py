"""Whole turns with a model that answers at once: what a turn costs beside its model, in fast and in verified mode.

    python bench/verified.py --chunks 100000 [--data FOLDER] [--turns 10000]

The corpus is that of `turn.py` and the example corpus of this repository, so that questions are asked, translated and searched
for in Korean, English and Japanese. The model is scripted: it translates, writes nine queries, calls every question unclear,
settles on five queries (two of them for the large English part), and answers with sentences of what it was shown, which the
checks then find there. The time that the script itself takes is not counted. Figures are of the 10th turn of a session.

Frameworks measured on a machine of the same size, 10th turn of a plain chain of retrieval and one answer, a model that answers at
once: LlamaIndex 22 ms, LangChain 317 ms, Haystack 1,710 ms.
"""

import argparse
import asyncio
import random
import re
import statistics
import tempfile
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine import memory
from ibidem.app import App
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.conversation import Mode, Question, Turn
from ibidem.domain.events import AnswerDelta, TurnDone
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.domain.models import ModelRequest
from ibidem.language.sentences import sentence_spans
from ibidem.profile import load_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.testing.script import Play, task_of
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from ibidem.turn.question.translations import NAMES
from turn import FRAMES, TURNS, Draw, build, check_tokens

EXAMPLES = Path(__file__).parents[1] / "examples" / "equipment"
MODES: tuple[Mode, ...] = ("fast", "verified")
CALL_SECONDS = 0.2
AT_ONCE = 100
RUN = uuid.uuid4().hex[:8]  # in the names of the sessions, which are new ones where the corpus was kept
SENTENCES = 6
# Each asks the same in Korean, English and Japanese.
ASKED: tuple[dict[Language, str], ...] = (
    {
        "ko": "GENEVA XP 히터 고정 볼트는 어느 정도의 힘으로 조이나요?",
        "en": "How tight do the fixing bolts of the GENEVA XP heater have to be?",
        "ja": "GENEVA XPのヒーターの固定ボルトはどのくらいの力で締めますか?",
    },
    {
        "ko": "SUPRA XP 챔버 리드의 오링을 교체하는 순서를 알려 주세요.",
        "en": "In which order is the O-ring of the SUPRA XP chamber lid replaced?",
        "ja": "SUPRA XPのチャンバーリッドのOリングを交換する手順を教えてください。",
    },
    {
        "ko": "ECOLITE 3000 드라이 펌프를 뺄 때 무엇을 먼저 해야 하나요?",
        "en": "What has to be done first when the dry pump of the ECOLITE 3000 is removed?",
        "ja": "ECOLITE 3000のドライポンプを外すとき、最初に何をしますか?",
    },
    {
        "ko": "칠러 온도가 내려가지 않는 알람의 원인은 무엇인가요?",
        "en": "What is the cause of the alarm that the chiller does not get cold?",
        "ja": "チラーの温度が下がらないアラームの原因は何ですか?",
    },
    {
        "ko": "리프트 핀이 끝까지 올라오지 않으면 어떻게 조치하나요?",
        "en": "What is done when the lift pins do not come up all the way?",
        "ja": "リフトピンが最後まで上がらないときはどう対処しますか?",
    },
    {
        "ko": "샤워헤드 나사의 체결 토크가 언제 바뀌었나요?",
        "en": "When was the torque of the showerhead screws changed?",
        "ja": "シャワーヘッドのねじの締め付けトルクはいつ変わりましたか?",
    },
)
# What an answer says where the passages hold too little in its language.
PLAIN: dict[Language, str] = {
    "ko": "작업을 마치면 문서에 적힌 순서대로 상태를 다시 확인하고 담당자에게 결과를 알립니다 [1].",
    "en": "When the work is done, the state is checked once more in the order of the document, and the result is reported [1].",
    "ja": "作業が終わったら、文書に書かれた順番で状態をもう一度確認し、結果を担当者に知らせます [1]。",
}
SCRIPTS: dict[Language, str] = {"ko": "[가-힣]{3}", "en": "^(?!.*[가-힣ぁ-んァ-ヶ]).*[a-z]{3}", "ja": "[ぁ-んァ-ヶ]{3}"}
BLOCK = re.compile(r"^\[(\d+)\] ", re.MULTILINE)
TAGGED = re.compile(r"<(\w+)>\s*(.*?)\s*</\1>", re.DOTALL)
TICKET = re.compile(r"@\d+@")


@dataclass
class Player:
    """The script: what is said to each prompt, in its language. `spent` are the seconds that it took itself.

    A call takes `seconds`, and each further piece of an answer `pace`.
    """

    dice: random.Random = field(default_factory=lambda: random.Random(17))
    draw: Draw = field(default_factory=lambda: Draw(seed=13))
    seconds: float = 0.0
    pace: float = 0.0
    spent: float = 0.0
    answered: float = 0.0

    def __call__(self, request: ModelRequest) -> Play:
        begun = time.perf_counter()
        task = task_of(request)
        pace = self.pace if task.startswith("answer") else 0.0
        play = Play(self.text(task, request), seconds=self.seconds, piece_seconds=pace)
        self.answered = time.perf_counter()
        self.spent += self.answered - begun
        return play

    def text(self, task: str, request: ModelRequest) -> str:
        language = language_of(request.system)
        told: dict[str, str] = dict(TAGGED.findall(request.user))
        match task.partition("_")[0]:
            case "translate":
                return translated(TICKET.sub("", told["question"]).strip(), told["target"], language)
            case "route":
                return "general"
            case "queries":
                return listed(asked[language] for asked in self.dice.sample(ASKED, 3))
            case "gate":
                return "no"
            case "settle" | "refine":
                return listed([self.made_up(0), self.made_up(1), *(self.dice.choice(ASKED)[one] for one in LANGUAGES)])
            case "answer":
                return " ".join([*cited_sentences(told["passages"], language), *TICKET.findall(told["question"])])
            case "judge":
                return '{"faithful": true, "issues": [], "hint": ""}'
            case "summary":
                return told["answer"][:140]
            case other:
                raise AssertionError(f"a prompt that no turn here needs: {other}")

    def made_up(self, frame: int) -> str:
        return FRAMES[frame].format(*self.draw.words(5))


def language_of(text: str) -> Language:
    return "ko" if re.search("[가-힣]", text) else "ja" if re.search("[ぁ-ん]", text) else "en"


def translated(question: str, target: str, language: Language) -> str:
    wanted: Language = next(one for one, name in NAMES[language].items() if name == target)
    # The names of carried-over devices may stand before it.
    return next(asked[wanted] for asked in ASKED if question.endswith(asked[language]))


def listed(queries: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{query}"' for query in queries) + "]"


def cited_sentences(passages: str, language: Language) -> list[str]:
    """Some sentences of the passages in the language of the question, each with the number of its document."""
    script = re.compile(SCRIPTS[language])
    found: list[str] = []
    edges = [*BLOCK.finditer(passages)]
    for block, after in zip(edges, [*edges[1:], None], strict=True):
        text = passages[block.end() : after.start() if after else len(passages)]
        sentences = [text[start:end].strip(" .。\n") for start, end in sentence_spans(text)]
        told = [s for s in sentences if 15 < len(s) < 200 and "\n" not in s and "(" not in s and script.search(s)]
        found += [f"{sentence} [{block[1]}]." for sentence in told[:3]]
    return [*found[: SENTENCES - 1], PLAIN[language]]


def question_of(session: int, number: int, mode: Mode, of: str) -> Question:
    asked = ASKED[(session + number) % len(ASKED)][LANGUAGES[session % len(LANGUAGES)]]
    return Question(asked, f"{RUN}-{of}-{session}", mode=mode)


@dataclass(frozen=True)
class Heard:
    """A turn as whoever asked hears it, in milliseconds. `whole`, `first` (until its answer begins) and `cpu` are without what
    the script took; `passed_on` is from the model's first piece to the first one that is heard."""

    turn: Turn
    text: str
    whole: float
    first: float
    passed_on: float
    cpu: float


async def hear(app: App, player: Player, question: Question) -> Heard:
    begun, cpu, spent = time.perf_counter(), time.process_time(), player.spent
    pieces: list[str] = []
    first = passed_on = 0.0
    async with aclosing(app.ask(question, app.principal)) as events:
        async for event in events:
            if isinstance(event, AnswerDelta):
                if not pieces:
                    first = time.perf_counter() - begun - (player.spent - spent)
                    passed_on = time.perf_counter() - player.answered
                pieces.append(event.text)
            elif isinstance(event, TurnDone):
                scripted = player.spent - spent
                whole, busy = time.perf_counter() - begun - scripted, time.process_time() - cpu - scripted
                return Heard(event.turn, "".join(pieces), *(1000 * taken for taken in (whole, first, passed_on, busy)))
    raise AssertionError(f"the turn failed: {question}")


async def conversation(app: App, player: Player, session: int, mode: Mode, of: str) -> list[Heard]:
    return [await hear(app, player, question_of(session, number, mode, of)) for number in range(TURNS)]


async def overhead(app: App, player: Player, mode: Mode, sessions: int) -> None:
    for session in range(len(LANGUAGES)):
        await conversation(app, player, session, mode, f"warm-{mode}")
    conversations = [await conversation(app, player, session, mode, mode) for session in range(sessions)]
    tenth = [turns[-1] for turns in conversations]
    contents = [heard.turn.content for heard in tenth]
    steps: dict[str, list[float]] = {}
    for step in (step for turns in conversations for heard in turns for step in heard.turn.content.trace.steps):
        steps.setdefault(step.step, []).append(step.milliseconds)
    confirmed = statistics.mean(bool(c.doc_refs) and c.trace.faithful is not False for c in contents)
    print(
        f"{mode} turn, the {TURNS}th of a session   own time {cuts([h.whole for h in tenth])}"
        f"   cpu {statistics.median(h.cpu for h in tenth):5.1f} ms"
    )
    print(f"  {statistics.mean(len(c.trace.calls) for c in contents):.1f} calls of the model a turn, {confirmed:.0%} confirmed")
    for step, times in steps.items():
        print(f"    {step:20}  p50 {statistics.median(times):6.2f} ms")


async def first_token(app: App, player: Player, sessions: int) -> None:
    """The model writes on while its first piece is passed on, as any model does."""
    player.pace = 0.001
    tenth = [(await conversation(app, player, session, "fast", "first"))[-1] for session in range(sessions)]
    player.pace = 0.0
    print(f"first token of a fast turn   from the model to whoever reads {cuts([h.passed_on for h in tenth])}")
    print(f"                             own time of the turn before it  {cuts([h.first for h in tenth])}")


def cuts(times: Sequence[float]) -> str:
    points = statistics.quantiles(times, n=100)
    return f"p50 {points[49]:6.2f} ms   p95 {points[94]:6.2f} ms"


async def in_sequence(app: App, player: Player, mode: Mode) -> None:
    """Calls that take a while, counted by the clock and in the trace."""
    player.seconds = CALL_SECONDS
    for session in range(len(LANGUAGES)):
        heard = await hear(app, player, question_of(session, 0, mode, f"slow-{mode}"))
        trace = heard.turn.content.trace
        path = [part.part.partition("/")[2].partition("@")[0] for part in trace.critical_path if "/" in part.part]
        long, until = (milliseconds / 1000 / CALL_SECONDS for milliseconds in (heard.whole, heard.first))
        print(
            f"{mode}, {CALL_SECONDS * 1000:.0f} ms a call   {until:.2f} calls until the answer is shown, {long:.2f} in all;"
            f" {len(path)} of {len(trace.calls)} one after the other: {', '.join(path)}"
        )
    player.seconds = 0.0


async def at_once(app: App, player: Player) -> None:
    """Streaming turns of as many sessions, each of which must get its own answer and no other."""
    player.seconds, player.pace = 0.05, 0.002

    async def one(session: int) -> bool:
        ticket = f"@{session}@"
        question = question_of(session, 0, "fast", "crowd")
        question = replace(question, message=f"{question.message} {ticket}")
        heard = await hear(app, player, question)
        content = heard.turn.content
        stored = (heard.turn.turn_id, content.session_id, content.user_text, content.assistant_text)
        return stored == (1, question.session_id, question.message, heard.text) and TICKET.findall(heard.text) == [ticket]

    begun, cpu = time.perf_counter(), time.process_time()
    outcomes = await asyncio.gather(*(one(session) for session in range(AT_ONCE)), return_exceptions=True)
    took, busy = time.perf_counter() - begun, time.process_time() - cpu
    player.seconds = player.pace = 0.0
    errors, mixed = sum(isinstance(outcome, Exception) for outcome in outcomes), outcomes.count(False)
    print(
        f"{AT_ONCE} turns at once   {took:.2f} s, {AT_ONCE / took:.0f} turns/s, cpu {busy / AT_ONCE * 1000:.1f} ms a turn;"
        f" {errors} errors, {mixed} with the answer of another"
    )


async def many(app: App, player: Player, turns: int) -> None:
    """A long run, whose memory is to stay as it is."""
    begun = time.perf_counter()
    for count in range(turns):
        session, number = divmod(count, TURNS)
        await hear(app, player, question_of(session, number, "verified" if number == TURNS - 1 else "fast", "long"))
        if count + 1 in (turns // 10, turns):
            print(f"after {count + 1:6,} turns   {memory()}; {(count + 1) / (time.perf_counter() - begun):.0f} turns/s")


async def run(folder: Path, chunks: int, sessions: int, turns: int) -> None:
    settings, profile = load_settings(data=folder, profile="equipment"), load_profile("equipment")
    fresh = not (folder / "ibidem.sqlite3").exists()
    player = Player()
    model = ScriptedModel(player, remembered=1)
    backend = await asyncio.to_thread(EmbeddedBackend.open, folder)
    async with App(settings, profile, backend, Models(model, model, load_catalog())) as app:
        if fresh:
            await build(app, chunks)
        async for _ in app.index_folder(EXAMPLES):
            pass
        await app.warm()
        print(f"chunks                {(await app.backend.health()).chunks:,}")
        for mode in MODES:
            await overhead(app, player, mode, sessions)
        await first_token(app, player, sessions)
        for mode in MODES:
            await in_sequence(app, player, mode)
        await at_once(app, player)
        if turns:
            await many(app, player, turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--turns", type=int, default=0, help="of a long run, which shows whether memory grows")
    parser.add_argument("--data", type=Path, help="keep the corpus in this folder, and use it when it is there")
    options = parser.parse_args()
    check_tokens()
    with tempfile.TemporaryDirectory(prefix="ibidem-bench-") as scratch:
        asyncio.run(run(options.data or Path(scratch) / "data", options.chunks, options.sessions, options.turns))


if __name__ == "__main__":
    main()
