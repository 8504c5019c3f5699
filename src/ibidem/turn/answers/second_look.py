"""What a judge reads when it looks a second time: the sentences that it doubted, with the passages that they come from."""

from collections.abc import Mapping, Sequence

from ibidem.checks.claims import Statement, read_statements
from ibidem.domain.documents import Passage
from ibidem.language.normal import normalise
from ibidem.turn.documents.numbering import numbered, pairs_of, shown
from ibidem.turn.values.searching import Draft

# A judge quotes the sentence, shortened at times: the share of its letters that the issue has to hold.
_NAMED = 0.6
_PASSAGES = 2  # of each cited document: a sentence that joins two of them is no fault


def doubted(draft: Draft, issues: Sequence[str]) -> tuple[Statement, ...]:
    """The statements of a draft that the issues quote, or its only one; none where they quote no statement."""
    _, statements = read_statements(normalise(draft.text))
    if len(statements) == 1:
        return statements
    said = [pairs_of(issue) for issue in issues]
    return tuple(s for s in statements if (own := pairs_of(s.text)) and any(len(own & one) >= _NAMED * len(own) for one in said))


def second_look(draft: Draft, statements: Sequence[Statement]) -> Mapping[str, str]:
    """The inputs of the judge for these statements alone. There is no question: whether the whole answers it was not doubted."""
    cited = {slot for statement in statements for slot in statement.slots} or {ref.slot for ref in draft.refs}
    wanted = frozenset[str]().union(*(pairs_of(statement.text) for statement in statements))
    documents = {passages[0].document.doc_id: passages for passages in numbered(draft.reading).documents}
    passages = "\n\n".join(
        f"[{ref.slot}] {shown(_nearest(documents[ref.doc_id], wanted, len(statements)))}"
        for ref in draft.refs
        if ref.slot in cited
    )
    answer = "\n".join(f"{one.text} {''.join(f'[{slot}]' for slot in one.slots)}".rstrip() for one in statements)
    return {"question": "", "passages": passages, "answer": answer}


def _nearest(passages: Sequence[Passage], wanted: frozenset[str], statements: int) -> Sequence[Passage]:
    """The passages of a document that hold most of the letters and numbers of the statements, in their order."""
    best = sorted(passages, key=lambda passage: -len(wanted & pairs_of(passage.chunk.text)))[: _PASSAGES * statements]
    return [passage for passage in passages if passage in best]
