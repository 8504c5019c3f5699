"""How whole conversations end with a model, and what they cost it: `python bench/played.py`.

A reader who sees nothing but the prompts plays the model once; the replies are kept in `bench/played/replies.jsonl` by the hash
of their prompt and given again, so that the conversations in `bench/played/conversations.toml` can be replayed at any time
against the real `ibidem serve`. A prompt that has changed has no reply: its turn and the rest of its conversation count as
unanswered. To play:

    python bench/played.py --play FOLDER          writes each prompt that waits to FOLDER/prompts/KEY.txt
    (write the reply to each into FOLDER/replies/KEY.txt, reading only that prompt, and call it again until none waits)
    python bench/played.py --play FOLDER --keep   writes the replies that are in use into bench/played/replies.jsonl

With `--stand-in` a prompt without a reply is answered by a script that quotes what it is shown, so that every turn ends: its
outcome still counts as unanswered, its calls, its characters and its right share do not need a right reply.

A call takes 0.2 s, so that calls made at once overlap and those in sequence do not. `false alarms` are right answers that are
marked as doubtful, `misses` wrong ones that are not. `before`: the calls in sequence before the first draft. `characters`: of all
prompts of a turn. `right share`: of the characters in the prompts of its drafts that come from documents, those that come from a
right one. All are means of the turns that were answered.
"""

import json
import tempfile
import tomllib
import urllib.error
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from importlib import resources
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

import click

from asked import EXAMPLES, SHOWN, UNANSWERABLE, Gold, Reply, Verdict, read_reply
from ibidem.testing.quoting_model import quoting
from player import Call, Player, before_draft, drafts, in_sequence, model_server, waiting
from worlds import DIRECT, post, served

HERE = Path(__file__).parent / "played"
# Shorter lines, such as the cells of a table, stand in documents by chance.
LINE_CHARACTERS = 8
COURTESY = "courtesy"  # asks for nothing, and is to cost no call

Mode = Literal["fast", "verified"]
Outcome = Literal["right", "refused", "wrong", "unanswered"]
OUTCOMES: tuple[Outcome, ...] = ("right", "refused", "wrong", "unanswered")


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation over one world, in one mode; `history` is the history policy of its profile, where that is not its own."""

    id: str
    world: str
    mode: Mode
    turns: tuple[Gold, ...]
    history: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """One turn: how it ended, and what was asked of the model for it; `lost` where a prompt of it, or before it, has no reply,
    and `doubtful` where the answer says that it did not pass the checks."""

    talk: Talk
    verdict: Verdict
    calls: tuple[Call, ...] = ()
    right_share: float | None = None
    lost: bool = False
    doubtful: bool = False

    @property
    def outcome(self) -> Outcome:
        gold, reply = self.verdict.gold, self.verdict.reply
        if self.lost or any(call.stood_in for call in self.calls):
            return "unanswered"
        if reply.error is not None or self.verdict.twin:
            return "wrong"
        if gold.kind == COURTESY:
            return "wrong" if self.calls else "right"
        if gold.kind == UNANSWERABLE:
            return "wrong" if reply.found == "answered" or reply.asks else "refused"
        if gold.kind == "ambiguous" and reply.asks:
            return "right"
        return "right" if reply.found == "answered" and self.verdict.cited and self.verdict.said else "wrong"

    @property
    def false_alarm(self) -> bool:
        return self.doubtful and self.outcome == "right"

    @property
    def miss(self) -> bool:
        said = self.verdict.reply.found == "answered" and not self.verdict.reply.asks
        return not self.doubtful and said and self.outcome == "wrong"

    @property
    def name(self) -> str:
        return f"{self.talk.id} {self.verdict.gold.line}"


def right_share(calls: Sequence[Call], texts: Mapping[str, str], docs: Sequence[str]) -> float | None:
    """Of the lines in prompts of drafts that stand in any of the texts, the share in one of `docs`, by characters.

    None where no text is right, or none stands in them.
    """
    lines = [flat(line) for call in drafts(calls) for line in call.request.user.splitlines()]
    quoted = [line for line in lines if len(line) >= LINE_CHARACTERS and any(line in text for text in texts.values())]
    right = [line for line in quoted if any(line in texts.get(doc, "") for doc in docs)]
    return sum(map(len, right)) / sum(map(len, quoted)) if docs and quoted else None


def flat(text: str) -> str:
    return "".join(text.split())


def read_talks(file: Path) -> list[Talk]:
    """Raises click.ClickException for a file that is not in the format."""
    try:
        talks = tomllib.loads(file.read_text(encoding="utf-8"))["talk"]
        return [
            Talk(
                talk["id"],
                talk["world"],
                talk["mode"],
                tuple(
                    Gold(world=talk["world"], lang=talk["lang"], line=number, **turn)
                    for number, turn in enumerate(talk["turns"], 1)
                ),
                talk.get("history"),
            )
            for talk in talks
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise click.ClickException(f"{file}: not in the format ({type(error).__name__}: {error})") from error


def read_replies(file: Path, folder: Path | None) -> dict[str, str]:
    """The replies that are kept, and those in the folder of somebody who plays."""
    rows = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    replies: dict[str, str] = {row["prompt"]: row["reply"] for row in map(json.loads, filter(None, rows))}
    for path in sorted((folder / "replies").glob("*.txt")) if folder else ():
        replies[path.stem] = path.read_text(encoding="utf-8").rstrip("\n")
    return replies


def converse(talk: Talk, address: str, player: Player, texts: Mapping[str, str]) -> Iterator[Played]:
    """Asks the messages one after the other in one session, up to the first whose prompt nobody has answered."""
    session: dict[str, str] = {}
    lost = False
    for gold in talk.turns:
        doubtful = False
        if lost:
            yield Played(talk, Verdict(gold, Reply()), lost=True)
            continue
        try:
            body = post(f"{address}/v1/chat", {"message": gold.question, "mode": talk.mode, **session})
        except urllib.error.HTTPError as error:
            reply = Reply(error=f"HTTP {error.code}: {error.read().decode(errors='replace')[:SHOWN]}")
        except OSError as error:
            reply = Reply(error=f"{type(error).__name__}: {error}")
        else:
            session, reply = {"session_id": body["session_id"]}, read_reply(body)
            # The profile policy says false where nothing was checked: the trace tells.
            turn = got(f"{address}/v1/sessions/{body['session_id']}/turns/{body['turn_id']}")
            doubtful = turn["trace"]["faithful"] is False
        calls = player.take()
        lost = any(call.reply is None for call in calls)
        yield Played(talk, Verdict(gold, reply), calls, right_share(calls, texts, gold.docs), lost, doubtful)


def texts_of(address: str) -> dict[str, str]:
    """The documents by id, without white space."""
    listed = got(f"{address}/v1/documents?limit=200")["documents"]
    ids = [document["doc_id"] for document in listed]
    return {doc_id: flat(got(f"{address}/v1/documents/{urllib.parse.quote(doc_id)}")["text"]) for doc_id in ids}


def got(url: str) -> dict[str, Any]:
    with DIRECT.open(url, timeout=60) as response:
        return json.load(response)


def replay(talks: Sequence[Talk], player: Player, documents: Path, embedder: str | None) -> list[Played]:
    """Serves each world with the model, and holds its conversations."""
    played: list[Played] = []
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ibidem-")))
        url = stack.enter_context(model_server(player))
        settings = {"IBIDEM_MODEL": "openai:played", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": "x"}
        settings |= {} if embedder is None else {"IBIDEM_EMBEDDER": embedder}
        for world, history in dict.fromkeys((talk.world, talk.history) for talk in talks):
            click.echo(f"{world}{f', {history}' if history else ''} ...", err=True)
            with served(documents / world, work / f"{world}-{history}", profile_of(world, history, work), settings) as address:
                texts = texts_of(address)
                for talk in (talk for talk in talks if (talk.world, talk.history) == (world, history)):
                    played += converse(talk, address, player, texts)
    return played


def profile_of(world: str, history: str | None, work: Path) -> str:
    """The profile of a world: the shipped one, or a file with another history policy."""
    if history is None:
        return world
    shipped = (resources.files("ibidem") / "profiles" / f"{world}.toml").read_text(encoding="utf-8")
    file = work / f"{world}-{history}.toml"
    file.write_text(f'history = "{history}"\n{shipped}', encoding="utf-8")
    return str(file)


@dataclass(frozen=True, slots=True)
class Row:
    """A group of turns. The figures of the model's calls are means of the finished turns; None where there are none."""

    group: str
    turns: int
    outcomes: dict[Outcome, int]
    false_alarms: int = field(kw_only=True)
    misses: int = field(kw_only=True)
    calls: float | None = field(kw_only=True)
    sequence: float | None = field(kw_only=True)
    before: float | None = field(kw_only=True)
    characters: float | None = field(kw_only=True)
    right_share: float | None = field(kw_only=True)

    @classmethod
    def of(cls, group: str, played: Sequence[Played]) -> "Row":
        finished = [turn for turn in played if not turn.lost]
        return cls(
            group,
            len(played),
            {outcome: sum(turn.outcome == outcome for turn in played) for outcome in OUTCOMES},
            false_alarms=sum(turn.false_alarm for turn in played),
            misses=sum(turn.miss for turn in played),
            calls=mean(len(turn.calls) for turn in finished),
            sequence=mean(in_sequence(turn.calls) for turn in finished),
            before=mean(before_draft(turn.calls) for turn in finished),
            characters=mean(sum(call.characters for call in turn.calls) for turn in finished),
            right_share=mean(turn.right_share for turn in finished),
        )


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


GROUPINGS: tuple[Callable[[Played], str], ...] = (
    lambda p: p.verdict.gold.lang,
    lambda p: p.talk.history or p.talk.mode,
    lambda _: "all",
)


def report(played: Sequence[Played]) -> list[Row]:
    """By language, by mode, and all together."""
    return [
        Row.of(group, [turn for turn in played if key(turn) == group])
        for key in GROUPINGS
        for group in dict.fromkeys(map(key, played))
    ]


def show(rows: Iterable[Row]) -> None:
    heads = ("false alarms", "misses", "calls", "in sequence", "before", "characters", "right share")
    click.echo(f"{'':<10}{'turns':>6}" + "".join(f"{name:>13}" for name in (*OUTCOMES, *heads)))
    for row in rows:
        figures = (
            *(str(row.outcomes[outcome]) for outcome in OUTCOMES),
            str(row.false_alarms),
            str(row.misses),
            *(shown(value, ".1f") for value in (row.calls, row.sequence, row.before)),
            shown(row.characters, ".0f"),
            shown(row.right_share, ".0%"),
        )
        click.echo(f"{row.group:<10}{row.turns:>6}" + "".join(f"{figure:>13}" for figure in figures))


def shown(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def show_turns(played: Iterable[Played]) -> None:
    """Every turn with its calls and what was said."""
    for turn in played:
        gold, reply = turn.verdict.gold, turn.verdict.reply
        click.echo(f"\n{turn.outcome}: {turn.name}, {gold.kind}: {gold.question}")
        click.echo(f"  wanted {gold.docs}: {gold.must} not {gold.must_not}")
        click.echo(f"  got {reply.cited}, {reply.found}{', asks' * reply.asks}: {reply.error or reply.answer}")
        click.echo(f"  calls {', '.join(call.task for call in turn.calls)}; right share {shown(turn.right_share, '.0%')}")


def show_waiting(played: Iterable[Played], folder: Path | None) -> None:
    """Names the prompts that wait, and leaves them, and no others, in the folder of somebody who plays."""
    for path in (folder / "prompts").glob("*.txt") if folder else ():
        path.unlink()
    for turn in played:
        for call in waiting(turn.calls):
            path = folder / "prompts" / f"{call.key}.txt" if folder else None
            click.echo(f"unanswered: {turn.name}, {call.task}, {path or call.key}", err=True)
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"{call.request.system}\n----- user -----\n{call.request.user}\n", encoding="utf-8")


def keep(played: Sequence[Played], file: Path) -> None:
    """Writes the replies that are in use, in the order in which they are.

    Raises click.ClickException while a prompt waits: the replies that come after it would be dropped.
    """
    if any(turn.outcome == "unanswered" for turn in played):
        raise click.ClickException("nothing is kept while a prompt waits")
    rows: dict[str, dict[str, str]] = {}
    for turn in played:
        for call in turn.calls:
            if call.reply is not None:
                rows.setdefault(call.key, {"prompt": call.key, "turn": turn.name, "task": call.task, "reply": call.reply})
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows.values()), encoding="utf-8")


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=HERE)
@click.option("--documents", type=click.Path(exists=True, file_okay=False, path_type=Path), default=EXAMPLES)
@click.option("--talk", "only", multiple=True, help="The id of a conversation to hold; may be repeated. All otherwise.")
@click.option("--embedder", default=None, help="IBIDEM_EMBEDDER of the measurement; the default's otherwise.")
@click.option("--play", type=click.Path(file_okay=False, path_type=Path), help="Write the waiting prompts, take the replies.")
@click.option("--stand-in", "stands_in", is_flag=True, help="Let a script that quotes answer what nobody has answered.")
@click.option("--keep", "keeps", is_flag=True, help="Keep the replies that are in use, and no others.")
@click.option("--turns", is_flag=True, help="Show every turn, with what was wanted and what was said.")
@click.option("--json", "for_program", is_flag=True, help="Print the figures as a JSON object a row instead.")
def main(
    *,
    data: Path,
    documents: Path,
    only: tuple[str, ...],
    embedder: str | None,
    play: Path | None,
    stands_in: bool,
    keeps: bool,
    turns: bool,
    for_program: bool,
) -> None:
    if keeps and only:
        raise click.UsageError("--keep needs all conversations: it drops the replies that none of them uses")
    talks = [talk for talk in read_talks(data / "conversations.toml") if not only or talk.id in only]
    player = Player(read_replies(data / "replies.jsonl", play), quoting if stands_in else None)
    played = replay(talks, player, documents, embedder)
    show_waiting(played, play)
    if for_program:
        for row in report(played):
            click.echo(json.dumps(asdict(row)))
    else:
        if turns:
            show_turns(played)
        show(report(played))
    if keeps:
        keep(played, data / "replies.jsonl")


if __name__ == "__main__":
    main()
