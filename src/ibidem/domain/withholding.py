"""Removes from a turn what comes from documents that the caller may no longer read."""

from collections.abc import Iterable, Set
from dataclasses import replace

from ibidem.domain.conversation import Choice, DocRef, HeldWork, NewTurn, Pause, Turn
from ibidem.domain.documents import UNEXPLAINED
from ibidem.domain.trace import Candidate, Trace

Versions = Set[tuple[str, str]]


def held_versions(content: NewTurn) -> frozenset[tuple[str, str]]:
    """The (doc_id, version) pairs that the turn quotes, cites or offers; the version is "" where none is named."""
    return frozenset(_shown(content)) | {(one.doc_id, one.version) for one in _found(content)}


def without(turn: Turn, withheld: Versions) -> Turn:
    """The turn without anything from those of its `held_versions` that are `withheld`.

    An answer cannot be split by its sources: it is removed whole, and so are a question about them and a draft. Numbers and ids
    stay, so that a reference to them is checked like any other.
    """
    if not withheld:
        return turn
    content = turn.content
    candidates = _nameless_candidates(content.trace.candidates, withheld)
    if withheld.isdisjoint(_shown(content)):
        # What a model noted may come from any of the passages that it read.
        return replace(turn, content=replace(content, trace=replace(content.trace, candidates=candidates, exploration=None)))
    kept = content.trace
    trace = Trace(
        kept.queries, kept.devices, kept.doc_types, kept.hits, owners=kept.owners, steps=kept.steps, candidates=candidates
    )
    left = replace(
        content,
        assistant_text="",
        summary="",
        notice=None,
        pause=None if content.pause is None else _nameless_pause(content.pause, withheld),
        doc_refs=_nameless(content.doc_refs, withheld),
        trace=trace,
        parts=(),
    )
    return replace(turn, content=left, withheld=True)


def _shown(content: NewTurn) -> Iterable[tuple[str, str]]:
    """Documents that the answer cites, and those that a person is to choose from or to review."""
    yield from ((ref.doc_id, ref.version) for ref in content.doc_refs)
    if content.pause is not None:
        yield from ((choice.doc_id, choice.version or "") for choice in content.pause.choices if choice.doc_id is not None)
        if content.pause.work is not None and content.pause.work.draft is not None:
            yield from ((ref.doc_id, ref.version) for ref in content.pause.work.draft.refs)


def _found(content: NewTurn) -> Iterable[Candidate]:
    """Passages from which the answer may be regenerated, cited or not."""
    yield from content.trace.candidates
    if content.pause is not None and content.pause.work is not None:
        yield from content.pause.work.passages


def _nameless(refs: tuple[DocRef, ...], withheld: Versions) -> tuple[DocRef, ...]:
    return tuple(
        replace(
            ref,
            title=ref.doc_id,
            owner="",
            source="",
            uri="",
            page=None,
            chunk_ids=(),
            snippet="",
            score=None,
            relevance=None,
            figures=(),
            devices=(),
        )
        if (ref.doc_id, ref.version) in withheld
        else ref
        for ref in refs
    )


def _nameless_candidates(candidates: tuple[Candidate, ...], withheld: Versions) -> tuple[Candidate, ...]:
    return tuple(
        replace(one, title=one.doc_id, match=UNEXPLAINED) if (one.doc_id, one.version) in withheld else one for one in candidates
    )


def _nameless_pause(pause: Pause, withheld: Versions) -> Pause:
    work = None if pause.work is None else _nameless_work(pause.work, withheld)
    return replace(pause, question="", choices=tuple(_nameless_choice(one, withheld) for one in pause.choices), work=work)


def _nameless_choice(choice: Choice, withheld: Versions) -> Choice:
    if choice.doc_id is None or (choice.doc_id, choice.version or "") not in withheld:
        return choice
    return replace(choice, title=choice.doc_id, page=None, snippet="")


def _nameless_work(work: HeldWork, withheld: Versions) -> HeldWork:
    passages = _nameless_candidates(work.passages, withheld)
    if work.draft is None:
        return replace(work, passages=passages)
    return replace(
        work, passages=passages, draft=replace(work.draft, text="", refs=_nameless(work.draft.refs, withheld), issues=())
    )
