"""The JSON of how a turn came to its answer."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from ibidem.domain.trace import (
    Attempt,
    CallOutcome,
    Candidate,
    Decision,
    Exploration,
    ExploreEnding,
    Lookup,
    ModelCall,
    Rung,
    Trace,
    Verdict,
)
from ibidem.shapes.scores import by_place


class CallShape(BaseModel):
    """One call of a model."""

    step: str
    prompt: str = Field(examples=["judge_setup.ko@1-3f2a9c1b"])
    model: str
    started_ms: float = Field(description="Since the turn began.")
    ms: float
    outcome: CallOutcome = Field(description="`ok`, or why the step's rule stood in for the model.")
    input_tokens: int
    output_tokens: int

    @classmethod
    def of(cls, call: ModelCall) -> "CallShape":
        return cls(
            step=call.step,
            prompt=call.prompt,
            model=call.model,
            started_ms=round(call.started, 2),
            ms=round(call.milliseconds, 2),
            outcome=call.outcome,
            input_tokens=call.input_tokens,
            output_tokens=call.output_tokens,
        )


class VerdictShape(BaseModel):
    """What a judge, or the person who reviewed it, said of a draft."""

    faithful: bool
    issues: list[str]
    hint: str
    elsewhere: bool = Field(description="Whether it is about something else than the question.")

    @classmethod
    def of(cls, verdict: Verdict) -> "VerdictShape":
        issues = list(verdict.issues)
        return cls(faithful=verdict.faithful, issues=issues, hint=verdict.hint, elsewhere=verdict.elsewhere)


class AttemptShape(BaseModel):
    """One rung of the ladder: the checks by rule that its draft failed, and the verdicts on it."""

    rung: Rung
    drafted: bool = Field(description="False where nothing new was found to write a draft from.")
    failed_checks: list[str]
    verdicts: list[VerdictShape]

    @classmethod
    def of(cls, attempt: Attempt) -> "AttemptShape":
        verdicts = [VerdictShape.of(verdict) for verdict in attempt.verdicts]
        return cls(rung=attempt.rung, drafted=attempt.drafted, failed_checks=list(attempt.failed_checks), verdicts=verdicts)


class CandidateShape(BaseModel):
    """A passage that was found."""

    doc_id: str
    version: str
    title: str
    chunk_id: str
    score: float = Field(description="1 divided by its place among the candidates.")
    by_words: float | None = Field(description="1 divided by its place in the search by words; null where that did not find it.")
    by_meaning: float | None = Field(
        description="How near it is in meaning, about 0 to 1; null where that search did not find it."
    )
    by_reader: float | None = Field(
        description="1 divided by its place among those that a reader read, by their best lines; null where none read it."
    )
    words: list[str] = Field(description="The words of the question that it holds, as the question writes them.")

    @classmethod
    def of_turn(cls, found: Sequence[Candidate]) -> list["CandidateShape"]:
        """The candidates of one turn."""
        scores = by_place([one.score for one in found])
        words = by_place([one.match.by_words for one in found])
        read = by_place([one.match.by_reader for one in found])
        shown = zip(found, scores, words, read, strict=True)
        return [cls._of(one, score or 0.0, by_words, by_reader) for one, score, by_words, by_reader in shown]

    @classmethod
    def _of(cls, found: Candidate, score: float, by_words: float | None, by_reader: float | None) -> "CandidateShape":
        return cls(
            doc_id=found.doc_id,
            version=found.version,
            title=found.title,
            chunk_id=found.chunk_id,
            score=score,
            by_words=by_words,
            by_meaning=found.match.by_meaning,
            by_reader=by_reader,
            words=list(found.match.words),
        )


class PathShape(BaseModel):
    """A part of the turn that nothing else ran beside."""

    part: str
    ms: float


class ToolUseShape(BaseModel):
    """A call of a tool by a model that looked around."""

    tool: str
    arguments: str = Field(description="As JSON, shortened.")
    bytes: int = Field(description="What it gave the model to read.")
    problem: str = Field(description="Why it gave nothing; empty where it gave something.")


class ExplorationShape(BaseModel):
    """How a model looked around in the conversation and the documents."""

    uses: list[ToolUseShape]
    notes: list[str] = Field(description="What it wrote down.")
    ended: ExploreEnding = Field(description="`answered`, the limit that was reached, or what went wrong.")

    @classmethod
    def of(cls, exploration: Exploration) -> "ExplorationShape":
        return cls(
            uses=[
                ToolUseShape(tool=use.tool, arguments=use.arguments, bytes=use.size, problem=use.problem)
                for use in exploration.uses
            ],
            notes=list(exploration.notes),
            ended=exploration.ended,
        )


class TraceShape(BaseModel):
    """How a stored turn came to its answer."""

    queries: list[str]
    translations: list[str]
    understood: str = Field(description="The notice of how the question was understood.")
    devices: list[str]
    doc_types: list[str]
    owners: list[str]
    hits: int
    model: str | None
    faithful: bool | None
    reviewed: Decision | None = Field(description="What a person decided on the draft.")
    dropped_citations: int = Field(description="Citations in drafts that named no source, and were taken out.")
    candidates: list[CandidateShape]
    calls: list[CallShape]
    attempts: list[AttemptShape]
    troubles: list[str] = Field(description="What went wrong on the way without ending the turn.")
    thoughts: str = Field(description="What a reasoning model thought; never part of an answer.")
    critical_path: list[PathShape]
    exploration: ExplorationShape | None = Field(description="Null where no model looked around.")
    timings_ms: dict[str, float]
    history: list[str] = Field(description="The roles of what the turn looked back on, the oldest first.")
    lookup: Lookup = Field(description="Whether documents that the message names were found, or it fell back to a search.")
    searches: int = Field(description="How many searches were made.")
    confidence: float | None = Field(description="The probability that what is quoted answers; null where no reader read it.")

    @classmethod
    def of(cls, trace: Trace) -> "TraceShape":
        return cls(
            queries=list(trace.queries),
            translations=list(trace.translations),
            understood=trace.understood,
            devices=list(trace.devices),
            doc_types=list(trace.doc_types),
            owners=list(trace.owners),
            hits=trace.hits,
            model=trace.model,
            faithful=trace.faithful,
            reviewed=trace.reviewed,
            dropped_citations=trace.dropped_citations,
            candidates=CandidateShape.of_turn(trace.candidates),
            calls=[CallShape.of(call) for call in trace.calls],
            attempts=[AttemptShape.of(attempt) for attempt in trace.attempts],
            troubles=list(trace.troubles),
            thoughts=trace.thoughts,
            critical_path=[PathShape(part=part.part, ms=round(part.milliseconds, 2)) for part in trace.critical_path],
            exploration=None if trace.exploration is None else ExplorationShape.of(trace.exploration),
            timings_ms=timings(trace),
            history=list(trace.history),
            lookup=trace.lookup,
            searches=trace.searches,
            confidence=trace.probability,
        )


def timings(trace: Trace) -> dict[str, float]:
    """Milliseconds by step; of a step that was taken more than once, all of them together."""
    spent: dict[str, float] = {}
    for time in trace.steps:
        spent[time.step] = spent.get(time.step, 0.0) + time.milliseconds
    return {step: round(milliseconds, 2) for step, milliseconds in spent.items()}
