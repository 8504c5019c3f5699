"""Turns of a session that are about something: by the words of a search, over what was said last."""

from collections.abc import Sequence

from ibidem.domain.conversation import Turn
from ibidem.language.search_text import passage_tokens, question_terms

MOST_TURNS = 100  # the last ones of a session are looked at
MOST_OF_AN_ANSWER = 500  # characters of each, for to analyse a text takes a second for some 200,000 of them


def best_turns(query: str, turns: Sequence[Turn], limit: int) -> Sequence[Turn]:
    """The turns that hold most of what the query weighs, best first, of equal ones the latest; none that holds nothing of it."""
    terms = question_terms(query)
    scored = [(sum(term.weight for term in terms if term.token in tokens), turn) for turn, tokens in map(_tokens, turns)]
    found = sorted((one for one in scored if one[0] > 0), key=lambda one: (-one[0], -one[1].turn_id))
    return [turn for _, turn in found[:limit]]


def _tokens(turn: Turn) -> tuple[Turn, frozenset[str]]:
    content = turn.content
    titles = " ".join(ref.title for ref in content.doc_refs)
    text = "\n".join((content.user_text[:MOST_OF_AN_ANSWER], content.assistant_text[:MOST_OF_AN_ANSWER]))
    return turn, frozenset(passage_tokens(text, titles[:MOST_OF_AN_ANSWER]).split())
