"""What a judge reads of a draft: the question as it was asked, what the draft cites, and what else was found."""

from collections.abc import Mapping, Sequence

from ibidem.domain.documents import Passage
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.numbering import described, numbered, shown
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.question.asked import as_asked
from ibidem.turn.question.remembering import quoted
from ibidem.turn.values.searching import Draft

_UNCITED = 2  # documents of which the best passage is read beside what the draft cites
_OTHERS = 6  # documents named by their titles alone


def documents_judged(draft: Draft) -> dict[int, Sequence[Passage]]:
    """The passages by the number of their document: those of the cited documents under their slots, then the best one of each of
    the best documents that the draft does not cite. All that was read, where it cites nothing."""
    read = {passages[0].document.doc_id: passages for passages in numbered(draft.reading).documents}
    if not draft.refs:
        return dict(enumerate(read.values(), 1))
    cited = {ref.slot: read.pop(ref.doc_id) for ref in draft.refs}
    best = [(max(passages, key=lambda passage: passage.score),) for passages in read.values()][:_UNCITED]
    return {**cited, **dict(enumerate(best, max(cited) + 1))}


def judged(draft: Draft, documents: Mapping[int, Sequence[Passage]], answer: str, context: TurnContext) -> Mapping[str, str]:
    """The inputs of the judge for an answer, or for a part of it, by these passages."""
    parsed = draft.plan.parsed
    return {
        "conversation": quoted(parsed, context.profile.history),
        "passages": "\n\n".join(f"[{number}] {shown(passages)}" for number, passages in documents.items()),
        "others": bullet_list(others(draft, documents)),
        "question": as_asked(parsed),
        "today": context.today,
        "answer": answer,
    }


def others(draft: Draft, documents: Mapping[int, Sequence[Passage]]) -> Sequence[str]:
    """What else was found: the titles of documents, with their devices and owners."""
    known = {passages[0].document.doc_id for passages in documents.values()}
    found = draft.reading.found
    names: dict[str, str] = {}
    for passage in (*draft.reading.ranking.passages, *found.ranking.passages, *found.kept):
        if passage.document.doc_id not in known:
            names.setdefault(passage.document.doc_id, described(passage.document))
    return tuple(names.values())[:_OTHERS]
