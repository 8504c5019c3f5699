"""Whether one sentence answers a question by itself: then what only shares words with it is noise beside it."""

from collections.abc import Sequence

from ibidem.language.limiting import limits
from ibidem.language.question_words import asked_values, asks_procedure, subject
from ibidem.language.search_text import passage_tokens, question_terms
from ibidem.language.sentences import is_row
from ibidem.search.passages import Ranking
from ibidem.search.rows import cell_meant
from ibidem.search.sections import of_one_key, says_otherwise
from ibidem.search.sentence_scores import Sentence, table_of
from ibidem.search.support import word_share, words_held

# Of 1,444 questions of KorQuAD half are answered so, and 3 of 1,000 lose what answers; of 164 questions in people's own words
# none does.
_COVERS, _AHEAD = 0.8, 0.15
# Of a question in words of its own the best passage holds little, and what shares some of them is noise beside a sentence that is
# so far ahead by meaning. Of 460 answers to four sets of strangers, 247 of which lead with what answers, 134 are right and short,
# 95 without this; 6 of the 329 that say what answers no longer do, and of 700 of KorQuAD 1 of the 663.
_OWN_WORDS, _FAR_AHEAD = 0.6, 0.2
# A sentence that holds less of the question than this, but for what its title and its heading hold, was found by what stands
# around it, and what answers is often there. Of 43 questions to two companies' handbooks .67 are answered in words that answer,
# of .61 without; the median answer to people's own words has 148 characters, of 120.
_ITSELF = 0.5


def answers_alone(
    question: str, best: Sentence, quotable: Sequence[Sentence], found: Sequence[Sentence], ranking: Ranking
) -> bool:
    """Whether a sentence holds, with what stands over it, the subject of the question and a value as it asks for, and no other
    comes near it; or is far ahead where the question is in words of its own."""
    values = asked_values(question)
    if asks_procedure(question) or (values and not any(value.search(best.text) for value in values)):
        return False
    about = _subject(question, ranking)
    over = _over(best)
    table = table_of(best, found) if is_row(best.text) else []
    head = table[0].tokens if table else frozenset[str]()
    covers = word_share(ranking, about, best.tokens | best.title | over | head)
    others = [s.score for s in quotable if s is not best and not completes(s, best)]
    ahead = best.score - max(others, default=0.0)
    if covers < _COVERS:
        own_words = words_held(question, ranking.by_words or ranking) < _OWN_WORDS
        return own_words and ahead >= _FAR_AHEAD * abs(best.score)
    return ahead >= _AHEAD * abs(best.score) or bool(cell_meant(best, table, ranking.worth))


def says_little(question: str, best: Sentence, ranking: Ranking) -> bool:
    """Whether a sentence itself holds little of what the question asks about its subject, and not the value that it asks for."""
    if any(value.search(best.text) for value in asked_values(question)):
        return False
    asked = _subject(question, ranking) - best.title - _over(best)
    return word_share(ranking, asked, best.tokens) < _ITSELF


def _over(best: Sentence) -> frozenset[str]:
    return frozenset(passage_tokens(f"{best.heading}\n{best.passage.chunk.section}").split())


def _subject(question: str, ranking: Ranking) -> set[str]:
    return {term.token for term in question_terms(subject(question))} - ranking.earlier


def completing(quotable: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The sentence, with what may stand beside it where it answers alone: what goes on with it, and the same of another value
    or owner."""
    return [s for s in quotable if s is best or completes(s, best)]


def completes(sentence: Sentence, best: Sentence) -> bool:
    """Whether a sentence goes on with the best one, or says the same of another value or owner."""
    document, other = best.passage.document, sentence.passage.document
    if document.doc_id != other.doc_id:
        return says_otherwise(sentence, best) or (bool(other.owner) and other.owner != document.owner)
    if of_one_key(sentence, best):
        return True
    if sentence.place != best.place or sentence.order != best.order + 1:
        return False
    gap = best.passage.chunk.text[best.start + len(best.text) : sentence.start]
    return "\n" not in gap or limits(sentence.text)
