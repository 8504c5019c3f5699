"""What a judge reads when it looks a second time: the sentences that it doubted, with the passages that they come from."""

from collections.abc import Mapping, Sequence

from ibidem.checks.claims import Statement, read_statements
from ibidem.checks.codes import find_codes
from ibidem.domain.documents import Passage
from ibidem.domain.trace import Verdict
from ibidem.language.normal import normalise
from ibidem.turn.documents.numbering import NUMBER, numbered, pairs_of
from ibidem.turn.values.searching import Draft

# A judge quotes the sentence, shortened at times: the share of its letters that the issue has to hold.
_NAMED = 0.6
_PASSAGES = 2  # of each cited document: a sentence that joins two of them is no fault
PART = "…"  # in front of some sentences of an answer: the judge does not miss the others


def doubted(draft: Draft, issues: Sequence[str]) -> tuple[Statement, ...]:
    """The statements of a draft that the issues quote, or its only one; none where they quote no statement."""
    _, statements = read_statements(normalise(draft.text))
    if len(statements) == 1:
        return statements
    said = [pairs_of(issue) for issue in issues]
    return tuple(s for s in statements if (own := pairs_of(s.text)) and any(len(own & one) >= _NAMED * len(own) for one in said))


def is_elsewhere(draft: Draft, doubt: Verdict) -> bool:
    """Whether a doubt is that the answer is about something else than the question: it says so, or it names a device, an owner
    or a code that stands neither in the question nor in the draft. Such a doubt is not looked at a second time: alone, the
    sentence and its passage agree."""
    if doubt.elsewhere:
        return True
    parsed = draft.plan.parsed
    documents = [passages[0].document for passages in numbered(draft.reading).documents]
    ours = normalise("\n".join((draft.plan.inquiry.text, draft.text, *parsed.devices, *parsed.owners))).casefold()
    ids = frozenset[str]().union(*(names_in(document.doc_id) for document in documents))
    names = {normalise(name).casefold() for one in documents for name in (*one.devices, one.owner) if name}
    said = normalise("\n".join(doubt.issues))
    return bool(names_in(said) - names_in(ours) - ids) or any(name in said.casefold() and name not in ours for name in names)


def names_in(text: str) -> frozenset[str]:
    """The codes of a text, in one spelling."""
    return frozenset("".join(code.pieces) for code in find_codes(normalise(text)))


def part_of(draft: Draft, statements: Sequence[Statement]) -> str:
    """These statements with their citations; a mark says where the draft has others."""
    text = "\n".join(f"{one.text} {''.join(f'[{slot}]' for slot in one.slots)}".rstrip() for one in statements)
    return text if len(statements) == len(read_statements(normalise(draft.text))[1]) else f"{PART} {text}"


def looked_at_again(
    documents: Mapping[int, Sequence[Passage]], statements: Sequence[Statement], issues: Sequence[str]
) -> dict[int, Sequence[Passage]]:
    """Of what was judged, the passages that these statements come from and those that the issues are about."""
    named = {int(number) for issue in issues for number in NUMBER.findall(issue) if number.isdecimal()}
    cited = ({slot for statement in statements for slot in statement.slots} | named) & documents.keys()
    said = frozenset[str]().union(*(pairs_of(statement.text) for statement in statements))
    wanted = [said, *(pairs_of(issue) - said for issue in issues)]
    kept = sorted(cited) or documents
    return {number: _nearest(documents[number], wanted, len(statements)) for number in kept}


def _nearest(passages: Sequence[Passage], wanted: Sequence[frozenset[str]], statements: int) -> Sequence[Passage]:
    """The passages of a document that hold most of the letters and numbers of each text that is wanted, in their order."""
    best = {
        passage.chunk.chunk_id
        for one in wanted
        for passage in sorted(passages, key=lambda each, one=one: -len(one & pairs_of(each.chunk.text)))[: _PASSAGES * statements]
    }
    return [passage for passage in passages if passage.chunk.chunk_id in best]
