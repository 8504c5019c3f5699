"""A span for each turn and each of its steps, for whoever collects traces (https://opentelemetry.io)."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from importlib import import_module
from importlib.metadata import version
from typing import Any

from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer, set_span_in_context

from ibidem.domain.conversation import Turn
from ibidem.domain.errors import SettingsError
from ibidem.domain.events import StepFinished, StepStarted, TurnDone, TurnEvent, TurnFailed

SENDING_SECONDS = 5  # for a collector that does not answer, also when the service stops
MOST_OF_A_TEXT = 8_000  # characters of a message or an answer


class Spans:
    """Writes a span for each turn, with its calls of models as events, and below it one for each step.

    No text of a person, a document or an answer is in them; with `texts`, the message and the answer are.
    """

    def __init__(self, tracer: Tracer, texts: Callable[[str], str | None]) -> None:
        self._tracer = tracer
        self._texts = texts

    def searched(self) -> None:
        """See domain.events.Observer; a search is no turn."""

    async def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:
        """See domain.events.Observer."""
        whole = self._tracer.start_span("turn", kind=SpanKind.SERVER, attributes={"ibidem.session_id": session_id})
        inside = set_span_in_context(whole)
        self._say(whole, "ibidem.message", message)
        running: dict[str, Span] = {}
        try:
            async with aclosing(events):
                async for event in events:
                    match event:
                        case StepStarted(step=step):
                            running[step] = self._tracer.start_span(step, inside)
                        case StepFinished(step=step) if step in running:
                            running.pop(step).end()
                        case TurnDone(turn=turn):
                            self._finish(whole, turn)
                        case TurnFailed(type=kind):
                            whole.set_status(StatusCode.ERROR, kind)
                        case _:
                            pass
                    yield event
        except BaseException as error:  # also when nobody listens any more
            whole.set_status(StatusCode.ERROR, type(error).__name__)
            raise
        finally:
            for step in running.values():
                step.end()
            whole.end()

    def _finish(self, whole: Span, turn: Turn) -> None:
        content = turn.content
        whole.set_attribute("ibidem.turn_id", turn.turn_id)
        whole.set_attribute("ibidem.route", content.route)
        whole.set_attribute("ibidem.found", content.found)
        whole.set_attribute("ibidem.sources", len(content.doc_refs))
        whole.set_attribute("ibidem.language", content.language)
        if content.pause is not None:
            whole.set_attribute("ibidem.pause", content.pause.kind)
        for call in content.trace.calls:
            attributes = {
                "gen_ai.request.model": call.model,
                "gen_ai.usage.input_tokens": call.input_tokens,
                "gen_ai.usage.output_tokens": call.output_tokens,
                "ibidem.step": call.step,
                "ibidem.prompt": call.prompt,
                "ibidem.outcome": call.outcome,
                "ibidem.milliseconds": call.milliseconds,
            }
            whole.add_event("model call", attributes)
        self._say(whole, "ibidem.answer", content.assistant_text)

    def _say(self, span: Span, name: str, text: str) -> None:
        said = self._texts(text)
        if said is not None:
            span.set_attribute(name, said)


def without_texts(_: str) -> None:
    """No text is written."""


def with_texts(text: str) -> str:
    """The beginning of the text is written."""
    return text[:MOST_OF_A_TEXT]


class Exporting:
    """Sends spans to a collector over OTLP/HTTP, in the background."""

    def __init__(self, endpoint: str) -> None:
        """Raises SettingsError where the packages of the extra are not installed."""
        try:
            exporters: Any = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            needed = "IBIDEM_OTLP_ENDPOINT needs further packages: pip install 'ibidem[otel]'"
            raise SettingsError(f"otlp_endpoint: {needed} ({error})") from error
        self._provider = TracerProvider(resource=Resource({"service.name": "ibidem", "service.version": version("ibidem")}))
        self._provider.add_span_processor(BatchSpanProcessor(exporters.OTLPSpanExporter(endpoint, timeout=SENDING_SECONDS)))
        self.tracer: Tracer = self._provider.get_tracer("ibidem", version("ibidem"))

    def close(self) -> None:
        """Sends what waits, and ends."""
        self._provider.shutdown()
