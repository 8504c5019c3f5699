"""What the service did, counted for Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats)."""

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from ibidem.app import App
from ibidem.domain.conversation import Rating, Turn
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.events import StepFinished, TurnDone, TurnEvent, TurnFailed
from ibidem.web.callers import Places

STEP_SECONDS = (0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120)
TURN_SECONDS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)
DOWN = ("unavailable", "refused")


class Metrics:
    """Counts what it observes. Labels come from the profile, the diagram and the settings alone, never from a message."""

    def __init__(self, places: Places) -> None:
        registry = self._registry = CollectorRegistry()
        self._turns = Counter("ibidem_turns", "Turns by route and outcome.", ["route", "outcome"], registry=registry)
        self._seconds = Histogram("ibidem_turn_seconds", "Seconds of a turn.", registry=registry, buckets=TURN_SECONDS)
        self._steps = Histogram("ibidem_step_seconds", "Seconds of a step.", ["step"], registry=registry, buckets=STEP_SECONDS)
        self._searches = Counter("ibidem_searches", "Searches in turns and outside.", ["origin"], registry=registry)
        self._calls = Counter("ibidem_model_calls", "Calls of models.", ["model", "step", "outcome"], registry=registry)
        self._tokens = Counter("ibidem_model_tokens", "Tokens of models.", ["model", "direction"], registry=registry)
        self._fallbacks = Counter("ibidem_fallbacks", "Calls of models that a rule replaced.", ["step"], registry=registry)
        self._retries = Counter("ibidem_retries", "Drafts after the first of a turn.", registry=registry)
        self._pauses = Counter("ibidem_pauses", "Turns that ended with a question to the person.", ["kind"], registry=registry)
        self._feedback = Counter(
            "ibidem_feedback", "Feedback on answers; a changed mind counts anew.", ["rating"], registry=registry
        )
        running = Gauge("ibidem_running", "Turns and searches that are being answered.", registry=registry)
        running.set_function(lambda: places.taken)
        self._stands = {
            name: Gauge(f"ibidem_{name}", what, registry=registry)
            for name, what in (
                ("index_lag", "Changes of documents that the search index does not know yet; -1 while it is built anew."),
                ("documents", "Documents."),
                ("chunks", "Passages."),
                ("turns_stored", "Turns that are stored."),
                ("vectors_waiting", "Passages without a vector yet."),
            )
        }
        ProcessCollector(registry=registry)
        self._last_calls: dict[str, tuple[str, float]] = {}

    def searched(self) -> None:
        """See domain.events.Observer."""
        self._searches.labels("search").inc()

    def rated(self, rating: Rating) -> None:
        """A person said what they think of an answer."""
        self._feedback.labels(rating).inc()

    async def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:  # noqa: ARG002
        """See domain.events.Observer."""
        began, route, outcome = time.perf_counter(), "", "left"
        try:
            async with aclosing(events):
                async for event in events:
                    match event:
                        case StepFinished(step=step, milliseconds=milliseconds):
                            self._steps.labels(step).observe(milliseconds / 1000)
                            if step == "retrieve":
                                self._searches.labels("turn").inc()
                        case TurnDone(turn=turn):
                            route, outcome = turn.content.route, self._count(turn)
                        case TurnFailed(type=kind):
                            outcome = kind
                        case _:
                            pass
                    yield event
        except InvalidInput as error:
            outcome = error.type
            raise
        finally:
            self._turns.labels(route, outcome).inc()
            self._seconds.observe(time.perf_counter() - began)

    def _count(self, turn: Turn) -> str:
        content, trace = turn.content, turn.content.trace
        for call in trace.calls:
            self._calls.labels(call.model, call.step, call.outcome).inc()
            self._tokens.labels(call.model, "input").inc(call.input_tokens)
            self._tokens.labels(call.model, "output").inc(call.output_tokens)
            if call.outcome != "ok":
                self._fallbacks.labels(call.step).inc()
            self._last_calls[call.model] = (call.outcome, time.monotonic())
        self._retries.inc(max(0, sum(attempt.drafted for attempt in trace.attempts) - 1))
        if content.pause is not None:
            self._pauses.labels(content.pause.kind).inc()
        return "needs_input" if content.needs_input else content.found

    def failing(self, seconds: float) -> Mapping[str, str]:
        """The models whose last call of these seconds failed, each with how."""
        then = time.monotonic() - seconds
        return {name: outcome for name, (outcome, at) in self._last_calls.items() if at > then and outcome in DOWN}

    async def look_at(self, app: App) -> None:
        """Takes down how things stand now; where the store does not say, what it said before stays."""
        try:
            health = await app.backend.health()
            counts = None if app.meaning is None else await (await app.meaning.opened()).counts()
        except StoreUnavailable:
            return
        lag = -1 if health.indexed is None else health.acknowledged - health.indexed
        waiting = 0 if counts is None else counts.waiting
        values = (lag, health.documents, health.chunks, health.turns, waiting)
        for gauge, value in zip(self._stands.values(), values, strict=True):
            gauge.set(value)

    def text(self) -> bytes:
        """All of it, in the text format."""
        return generate_latest(self._registry)
