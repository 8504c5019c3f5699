"""What is quoted of each side of a comparison, and of each owner that a question names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ibidem.answering.lines import ScoredLine, head_tokens
from ibidem.answering.sections import answers_alike
from ibidem.language.comparisons import compared_sides, compared_subject
from ibidem.language.question_words import subject
from ibidem.language.search_text import BIGRAM, IDENTIFIER, WORD, passage_tokens, question_terms
from ibidem.language.tables import is_row

# A sentence that names a side and less than this share of what the sides are compared in is not about it, unless it supports
# the question as well as this share of the best one.
_OF_SUBJECT, _AS_WELL = 0.5, 0.75


@dataclass(frozen=True, slots=True)
class Sides:
    """The sentences that begin what is quoted of each side, none where the question compares nothing; and whether each names its
    side."""

    leads: tuple[ScoredLine, ...] = ()
    all_named: bool = True


def of_sides(question: str, quotable: Sequence[ScoredLine], worth: Mapping[str, float]) -> Sides:
    """The best sentence of each side, which it or its title names, first of the documents that bear its name, and what differs
    from that of the other side in a value only; or the row of a table that has both.

    Beside a side that no sentence names, the best one of another language is quoted: its document may name the side in its own.
    """
    sides = [{term.token for term in question_terms(side) if term.token[0] != BIGRAM} for side in compared_sides(question)]
    if not sides:
        return Sides()
    ranked = sorted(quotable, key=lambda s: -s.score)
    about = {token: worth[token] for token in _words(subject(compared_subject(question))) & worth.keys()}
    least = _OF_SUBJECT * sum(about.values())
    documents = {s.passage.document.doc_id: s.passage.document for s in ranked}
    titles = {i: frozenset(passage_tokens("", " ".join((d.title, *d.devices))).split()) for i, d in documents.items()}
    names = {s: _names_in(s, titles[s.passage.document.doc_id]) for s in ranked}
    well = ranked[0].score - (1 - _AS_WELL) * abs(ranked[0].score)
    named = {
        s: held for s, held in names.items() if s.score >= well or sum(about[token] for token in held & about.keys()) >= least
    }
    of_both = next((s for s in named if is_row(s.text) and all(_is_named(side, named[s]) for side in sides)), None)
    if of_both is not None:
        return Sides((of_both,))
    each: list[ScoredLine | None] = []
    for side in sides:
        of_side = [s for s in named if _is_named(side, named[s])]
        of_side.sort(key=lambda s: not _is_named(side, titles[s.passage.document.doc_id]))
        of_side.sort(key=lambda s: _refers_across(s, titles[s.passage.document.doc_id], side, sides))
        of_side.sort(key=lambda s: not any(lead is not None and answers_alike(s, lead) for lead in each))
        each.append(next(iter(of_side), None))
    leads = [lead or ranked[0] for lead in each]
    if None in each:
        known = {lead.passage.document.language for lead in leads}
        leads += [s for s in ranked if s.passage.document.language not in known][:1]
    return Sides(tuple(dict.fromkeys(leads)), None not in each)


def of_owners(quotable: Sequence[ScoredLine], owners: Sequence[str]) -> Sides:
    """The best sentence of each of several owners that has one."""
    ranked = sorted(quotable, key=lambda s: -s.score)
    leads = [next((s for s in ranked if s.passage.document.owner == owner), None) for owner in owners]
    return Sides(tuple(lead for lead in leads if lead is not None))


def _words(text: str) -> set[str]:
    return {term.token for term in question_terms(text) if term.token[0] == WORD}


def _is_named(side: set[str], held: frozenset[str]) -> bool:
    """Whether the tokens name the side: all its words, or where it is a code, a code that ends in it ("12A" names CV-12A)."""
    codes = [token for token in side if token[0] == IDENTIFIER]
    if codes:
        return all(any(one[0] == IDENTIFIER and one.endswith(code[1:]) for one in held) for code in codes)
    return bool(side) and side <= held


def _refers_across(sentence: ScoredLine, title: frozenset[str], side: set[str], sides: Sequence[set[str]]) -> bool:
    """Whether a sentence of the side's own document names another side: it marks the difference, and says what holds there."""
    others = [other for other in sides if other != side]
    return _is_named(side, title) and any(_is_named(o, sentence.tokens) and not _is_named(o, title) for o in others)


def _names_in(sentence: ScoredLine, title: frozenset[str]) -> frozenset[str]:
    return sentence.tokens | title | head_tokens(sentence)
