"""What is left of a turn for somebody who may no longer read a document that it holds something of."""

from collections.abc import Iterable, Set
from dataclasses import replace

from ibidem.domain.conversation import DocRef, NewTurn, Turn
from ibidem.domain.trace import Candidate, Trace


def held_versions(content: NewTurn) -> frozenset[tuple[str, str]]:
    """Everything that the turn holds something of: doc_id and version, "" where none is named."""
    return frozenset(_shown(content)) | {(one.doc_id, one.version) for one in _found(content)}


def without(turn: Turn, withheld: Set[tuple[str, str]]) -> Turn:
    """The turn without anything that comes from those of its `held_versions` that are `withheld`.

    An answer cannot be told apart by its sources, and what a turn waits for shows them: both go whole. Numbers and ids stay, so
    that what is pointed at by them meets the gate of the documents.
    """
    if not withheld:
        return turn
    content = turn.content
    if withheld.isdisjoint(_shown(content)):
        return replace(turn, content=_without_found(content, withheld))
    trace = Trace(content.trace.queries, content.trace.devices, content.trace.doc_types, content.trace.hits)
    left = replace(
        content,
        assistant_text="",
        summary="",
        notice=None,
        pause=None,
        doc_refs=tuple(_nameless(ref) if (ref.doc_id, ref.version) in withheld else ref for ref in content.doc_refs),
        trace=replace(trace, steps=content.trace.steps),
    )
    return replace(turn, content=left, withheld=True)


def _shown(content: NewTurn) -> Iterable[tuple[str, str]]:
    """What the answer cites, and what a person is to choose from or to review."""
    yield from ((ref.doc_id, ref.version) for ref in content.doc_refs)
    if content.pause is not None:
        yield from ((choice.doc_id, choice.version or "") for choice in content.pause.choices if choice.doc_id is not None)
        if content.pause.work is not None and content.pause.work.draft is not None:
            yield from ((ref.doc_id, ref.version) for ref in content.pause.work.draft.refs)


def _found(content: NewTurn) -> Iterable[Candidate]:
    """Passages that an answer may be made from again, cited or not."""
    yield from content.trace.candidates
    if content.pause is not None and content.pause.work is not None:
        yield from content.pause.work.passages


def _without_found(content: NewTurn, withheld: Set[tuple[str, str]]) -> NewTurn:
    trace = replace(content.trace, candidates=_kept(content.trace.candidates, withheld))
    if content.pause is None or content.pause.work is None:
        return replace(content, trace=trace)
    work = replace(content.pause.work, passages=_kept(content.pause.work.passages, withheld))
    return replace(content, trace=trace, pause=replace(content.pause, work=work))


def _kept(candidates: tuple[Candidate, ...], withheld: Set[tuple[str, str]]) -> tuple[Candidate, ...]:
    return tuple(one for one in candidates if (one.doc_id, one.version) not in withheld)


def _nameless(ref: DocRef) -> DocRef:
    return replace(ref, title=ref.doc_id, source="", uri="", page=None, chunk_ids=(), snippet="", score=None)
