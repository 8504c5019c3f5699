"""How well ibidem answers what people asked the example corpora in their own words: `python bench/asked.py DATA`.

DATA holds `WORLD.LANGUAGE.txt`, one message a line, asked in order in one session over `examples/WORLD` with the profile of that
name, and `gold.jsonl`, a row a line: `{world, lang, line, question, kind, docs, must, must_not}`. Any of `docs` is right. Of each
list in `must` one string has to stand in the answer, and the first list is what should lead; of `must_not`, a twin's values,
none may stand in the answer without the twin's name.
Everything goes through the doors that users have, as in `worlds.py`; letters are compared as there, middle dots ignored besides.
"""

import json
import re
import tempfile
import urllib.error
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import click

from ibidem.evaluation.phrase_match import stands_in
from ibidem.finding.former import FORMER
from worlds import post, served

EXAMPLES = Path(__file__).parent.parent / "examples"
UNANSWERABLE = "unanswerable"
# Characters within which an answer should have said it.
WITHIN = {"ko": 300, "en": 500, "ja": 300}
SHOWN = 300
_DOTS = re.compile(r"[·・･∙⋅]")
_SLOT = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True, slots=True)
class Gold:
    """One message and what a good answer to it holds."""

    world: str
    lang: str
    line: int
    question: str
    kind: str
    docs: list[str]
    must: list[list[str]]
    must_not: list[str]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the product said; `found` is answered, closest or none, and `asks` is whether it asks which one is meant."""

    answer: str = ""
    cited: list[str] = field(default_factory=list[str])
    found: str = "none"
    asks: bool = False
    error: str | None = None
    # What is quoted outside rows, which their first cells name, and not as a former value: the document, the text, and whether
    # its title stands above.
    bare: list[tuple[str, str, bool]] = field(default_factory=list[tuple[str, str, bool]])


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reply held against its gold."""

    gold: Gold
    reply: Reply

    @property
    def answerable(self) -> bool:
        return bool(self.gold.docs)

    @property
    def cited(self) -> bool:
        return not set(self.gold.docs).isdisjoint(self.reply.cited)

    @property
    def first(self) -> bool:
        return self.reply.cited[:1] != [] and self.reply.cited[0] in self.gold.docs

    @property
    def said(self) -> bool:
        return all(any(said(one, self.reply.answer) for one in either) for either in self.gold.must)

    @property
    def said_soon(self) -> bool:
        """Whether all of it stands within the first characters, slots not counted."""
        soon = _SLOT.sub("", self.reply.answer)[: WITHIN[self.gold.lang]]
        return all(any(said(one, soon) for one in either) for either in self.gold.must)

    @property
    def leads(self) -> bool:
        first_line = next(iter(self.reply.answer.strip().splitlines()), "")
        return any(said(one, first_line) for one in self.gold.must[0])

    @property
    def twin(self) -> bool:
        """Whether a twin's value stands in the answer without the name of what it is a value of: in no row, and either in a
        document that answers, or in another one whose title does not stand above it."""
        return any(
            said(one, text)
            for one in self.gold.must_not
            for doc_id, text, titled in self.reply.bare
            if not titled or doc_id in self.gold.docs
        )


@dataclass(frozen=True, slots=True)
class Measure:
    """A share: of the verdicts that `counts`, those that `holds`."""

    name: str
    counts: Callable[[Verdict], bool]
    holds: Callable[[Verdict], bool]


MEASURES = (
    Measure("cited", lambda v: v.answerable, lambda v: v.cited),
    Measure("first", lambda v: v.answerable, lambda v: v.first),
    Measure("said", lambda v: v.answerable, lambda v: v.said),
    Measure("said_soon", lambda v: v.answerable, lambda v: v.said_soon),
    Measure("first_line", lambda v: v.answerable, lambda v: v.leads),
    Measure("none", lambda v: v.answerable, lambda v: v.reply.found == "none" and not v.reply.asks),
    Measure("asked_back", lambda v: v.answerable, lambda v: v.reply.asks),
    Measure("twin", lambda v: bool(v.gold.must_not), lambda v: v.twin),
    Measure("refused", lambda v: v.gold.kind == UNANSWERABLE, lambda v: v.reply.found != "answered"),
    Measure("errors", lambda _: True, lambda v: v.reply.error is not None),
)
GROUPINGS: tuple[Callable[[Verdict], str], ...] = (
    lambda v: f"{v.gold.world} {v.gold.lang}",
    lambda v: v.gold.lang,
    lambda v: v.gold.kind,
    lambda _: "all",
)


def said(phrase: str, text: str) -> bool:
    """As `stands_in`, middle dots ignored."""
    return stands_in(_DOTS.sub("", phrase), _DOTS.sub("", text))


def read_gold(data: Path) -> list[Gold]:
    """Raises click.ClickException where the messages and the gold are not of each other."""
    rows = [Gold(**json.loads(line)) for line in (data / "gold.jsonl").read_text(encoding="utf-8").splitlines() if line.strip()]
    for gold in rows:
        messages = (data / f"{gold.world}.{gold.lang}.txt").read_text(encoding="utf-8").splitlines()
        if messages[gold.line - 1].strip() != gold.question:
            raise click.ClickException(f"{gold.world}.{gold.lang}.txt, line {gold.line} is not {gold.question!r}")
    return rows


def converse(messages: Sequence[Gold], address: str) -> Iterator[Verdict]:
    """Asks the messages one after the other in one session."""
    session: str | None = None
    for gold in messages:
        try:
            body = post(f"{address}/v1/chat", {"message": gold.question} | ({"session_id": session} if session else {}))
        except urllib.error.HTTPError as error:
            yield Verdict(gold, Reply(error=f"HTTP {error.code}: {error.read().decode(errors='replace')[:SHOWN]}"))
        except OSError as error:
            yield Verdict(gold, Reply(error=f"{type(error).__name__}: {error}"))
        else:
            session = body["session_id"]
            yield Verdict(gold, read_reply(body))


def read_reply(body: dict[str, Any]) -> Reply:
    """A reply of POST /v1/chat."""
    cited = [source["doc_id"] for source in body["sources"]]
    found = body["meta"].get("found", "answered" if cited and body["meta"]["rag_used"] else "none")
    answer = body["answer"] or ""
    lines = answer.splitlines()
    titles = {source["slot"]: (source["doc_id"], source["title"]) for source in body["sources"]}
    bare = [
        (
            titles[part["slot"]][0],
            part["text"],
            any(titles[part["slot"]][1] in line and f"[{part['slot']}]" in line for line in lines),
        )
        for part in body["parts"]
        if part["kind"] != "row" and not FORMER.search(part["text"])
    ]
    if not body["parts"]:  # a model's own words
        bare = [(next(iter(cited), ""), answer, False)]
    return Reply(answer, cited, found, asks=body["status"] == "needs_input", bare=bare)


def show(verdicts: Sequence[Verdict]) -> None:
    """The shares as a table for people."""
    click.echo(f"{'':<16}{'turns':>6}" + "".join(f"{m.name:>12}" for m in MEASURES) + f"{'length':>8}")
    for key in GROUPINGS:
        for group in dict.fromkeys(map(key, verdicts)):
            those = [v for v in verdicts if key(v) == group]
            lengths = [len(v.reply.answer) for v in those if v.answerable and v.reply.found != "none"]
            shares = "".join(f"{share(m, those):>12}" for m in MEASURES)
            click.echo(f"{group:<16}{len(those):>6}{shares}{median(lengths) if lengths else 0:>8.0f}")


def share(measure: Measure, verdicts: Sequence[Verdict]) -> str:
    counted = [v for v in verdicts if measure.counts(v)]
    return f"{sum(map(measure.holds, counted)) / len(counted):.3f}" if counted else "-"


def show_misses(verdicts: Sequence[Verdict]) -> None:
    """Every reply that falls short in some way, with what was wanted."""
    for v in verdicts:
        wrong = [name for name, holds in shortcomings(v) if holds]
        if wrong:
            click.echo(f"\n{v.gold.world}.{v.gold.lang}:{v.gold.line} {v.gold.kind}: {v.gold.question}\n  {', '.join(wrong)}")
            click.echo(f"  wanted {v.gold.docs}: {v.gold.must} not {v.gold.must_not}")
            click.echo(f"  got {v.reply.cited}: {v.reply.error or v.reply.answer[: 2 * SHOWN]}")


def shortcomings(v: Verdict) -> tuple[tuple[str, bool], ...]:
    if v.reply.error:
        return (("error", True),)
    if not v.answerable:
        return (("answered", v.gold.kind == UNANSWERABLE and v.reply.found == "answered"),)
    if v.reply.found == "none":
        return (("asked back" if v.reply.asks else "none", True),)
    return (
        ("wrong document", not v.cited),
        ("not first", v.cited and not v.first),
        ("not said", not v.said),
        ("late", v.said and not v.said_soon),
        ("not in the first line", v.said_soon and not v.leads),
        ("a twin's value", v.twin),
    )


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--documents", type=click.Path(exists=True, file_okay=False, path_type=Path), default=EXAMPLES)
@click.option("--embedder", default=None, help="IBIDEM_EMBEDDER of the measurement; the default's otherwise.")
@click.option("--misses", is_flag=True, help="Show every reply that falls short, with what was wanted.")
@click.option("--json", "for_program", is_flag=True, help="Print a JSON object a message instead, with gold and reply.")
def main(*, data: Path, documents: Path, embedder: str | None, misses: bool, for_program: bool) -> None:
    gold = read_gold(data)
    settings = {} if embedder is None else {"IBIDEM_EMBEDDER": embedder}
    verdicts: list[Verdict] = []
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ibidem-")))
        for world in dict.fromkeys(row.world for row in gold):
            click.echo(f"{world} ...", err=True)
            with served(documents / world, work / world, world, settings) as address:
                for lang in dict.fromkeys(row.lang for row in gold if row.world == world):
                    verdicts += converse([row for row in gold if (row.world, row.lang) == (world, lang)], address)
    if for_program:
        for v in verdicts:
            click.echo(json.dumps({"gold": asdict(v.gold), "reply": asdict(v.reply)}, ensure_ascii=False))
        return
    show(verdicts)
    if misses:
        show_misses(verdicts)


if __name__ == "__main__":
    main()
