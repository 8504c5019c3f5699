"""Decides without a model whether the corpus holds an answer at all."""

import re
from collections.abc import Collection
from math import log

from ibidem.domain.conversation import AnswerDegree
from ibidem.finding.passages import Ranking
from ibidem.language.comparisons import compared_sides
from ibidem.language.detection import detect_language, tells_language
from ibidem.language.everyday import everyday_tokens
from ibidem.language.latin import latin_words
from ibidem.language.normal import normalise
from ibidem.language.question_words import subject
from ibidem.language.search_text import BIGRAM, IDENTIFIER, WORD, question_terms

# What a word of everyday speech counts in the subject of a question.
_EVERYDAY_SHARE = 0.3
# A word the analyser cuts otherwise in the passage is still there by its pairs of letters, if at least half of them are.
_BY_LETTERS, _ENOUGH_LETTERS = 0.8, 0.5

_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s)")
_LONG_NUMBER = re.compile(r"\d{3,}(?:\.\d+)?")
# Of questions whose article is in the corpus 1 in 100 names a code or a number of three digits or more that none of the first
# passages holds; of those whose article is not, half do.
_MISSING = 0.15
# A question that names a document's product and then asks about something it does not cover ("is the S1 waterproof?") holds
# nearly all of its words in the title. Of 43 such and other unanswerable questions to company documents 84 of 100 are refused
# with this, and 70 without, at the same share of answerable ones.
_BY_NAME_ONLY, _OF_THE_REST = 0.1, 0.2

_AMOUNT = re.compile(r"\d+(?:am|pm|[kKM]?W|[kK]?V|[kKMG]?Hz|[mck]?m|[mk]?g|[kM]?Pa|m?L|[KMGT]B|rpm|min|h|s)", re.IGNORECASE)
_LATIN_WORD = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")

# The best of many passages holds more of any question by chance alone, and the best of n grows as log n. Fitted on corpora of 15
# to 1,000 passages in three languages, where this line refuses 1 to 5 of 100 answerable questions. Beyond, it stays.
_LEAST, _LEAST_GROWTH, _MOST_CHUNKS = 0.118, 0.0564, 700
# A follow-up leaves out what its subject would bring. At half the line 1 in 20 follow-ups to company documents is refused,
# against 1 in 4 at the whole.
_EXPECTED_SHARE = 0.5
# Below this share of the line nothing in the corpus is near the question. Nearness in meaning counts beside words, as what a
# question says in other words than the documents has little support by words. Of 100 questions in people's own words that the
# corpus answers none has less than 1.1 together, and the weather about 0.2.
_NEAR_BY_WORDS, _NEAR_BY_BOTH = 0.3, 0.8
# Words and meaning together above this answer, where words alone do not. With it, units before Hangul read and amounts not taken
# for names, 18 instead of 32 of 180 answerable questions are called the closest, and 2 instead of 1 of 16 others answered.
_ANSWERS_BY_BOTH = 1.8


def degree(question: str, ranking: Ranking, expected: frozenset[str] = frozenset()) -> AnswerDegree:
    """Whether the best passage by words holds enough of the question's subject to answer it; less, while some passage is near by
    words or in meaning; or nothing is near.

    `expected` are the documents that a follow-up probably asks about: their subject was named before, so less suffices.
    """
    chunks = min(max(ranking.chunks, 1), _MOST_CHUNKS)
    line = _LEAST + _LEAST_GROWTH * log(chunks)
    # A passage near in meaning may hold no word of the question, so that words decide whether it is answered.
    by_words = ranking.by_words or ranking
    if by_words.passages and by_words.passages[0].document.doc_id in expected:
        line *= _EXPECTED_SHARE
    held = support(question, by_words) / line
    informative = 0.0 if _of_another_language(question, ranking) else held
    together = informative + ranking.nearness if ranking.by_words is not None else 0.0
    if (informative >= 1 or together >= _ANSWERS_BY_BOTH) and not of_earlier_turns_alone(by_words):
        return "answered"
    near = held >= _NEAR_BY_WORDS if ranking.by_words is None else held + ranking.nearness >= _NEAR_BY_BOTH
    return "closest" if near else "none"


def _of_another_language(question: str, ranking: Ranking) -> bool:
    """Whether the best passage was found by meaning, in another language than the question: what the best passage by words holds
    does not tell that this one answers."""
    if ranking.by_words is None or not tells_language(question):
        return False
    by_words = {passage.document.doc_id for passage in ranking.by_words.passages[:1]}
    best = (passage.document for passage in ranking.passages[:1])
    return any(one.doc_id not in by_words and one.language != detect_language(question) for one in best)


def of_earlier_turns_alone(ranking: Ranking) -> bool:
    """Whether the corpus holds nothing of what the question itself says: what was found, earlier turns have found."""
    own = ranking.worth.keys() - ranking.earlier
    return bool(own) and ranking.absent.issuperset(own)


def words_held(question: str, ranking: Ranking) -> float:
    """The share of the words of the question's subject that the best passage holds, by their worth, 0 to 1; 0 without one."""
    if not ranking.passages:
        return 0.0
    return word_share(ranking, {t.token for t in question_terms(subject(question))}, frozenset(ranking.tokens[0].split()))


def support(question: str, ranking: Ranking) -> float:
    """How much of the question's subject the best passage holds, about 0 to 1: the mean of its normalised score and of the share
    of the subject's words that it holds, less what a code or number costs that no passage holds, and what it costs when hardly
    anything but the title fits."""
    if not ranking.passages or not ranking.whole:
        return 0.0
    asked = {term.token for term in question_terms(question)}
    about = {term.token for term in question_terms(subject(question))}
    held = frozenset(ranking.tokens[0].split())
    score = _score_share(ranking, asked, about, held)
    doubts = _MISSING * _names_the_unknown(question, ranking) + _BY_NAME_ONLY * _fits_by_name_only(ranking, about)
    return (score + word_share(ranking, about, held)) / 2 - doubts


def _score_share(ranking: Ranking, asked: set[str], about: set[str], held: frozenset[str]) -> float:
    """The first score as a share of what the subject would score: what only asks, and letters that are part of no word of the
    subject (endings, particles), are expected of no passage."""
    everyday = everyday_tokens()
    letters = {pair for token in about if token[0] == WORD and token not in everyday for pair in _pairs(token)}
    whole = ranking.whole
    for token in asked - held:
        worth = ranking.worth.get(token, 0.0)
        if token[0] == IDENTIFIER:
            continue
        if token not in about or (token[0] == BIGRAM and token not in letters):
            whole -= worth
        elif token in everyday:
            whole -= worth * (1 - _EVERYDAY_SHARE)
    return ranking.passages[0].score / max(whole, 0.2 * ranking.whole)


def word_share(ranking: Ranking, about: Collection[str], held: frozenset[str]) -> float:
    """The share of these words that the tokens hold, by their worth, 0 to 1; words of everyday speech count less."""
    everyday = everyday_tokens()
    whole = found = 0.0
    for token in about:
        if token[0] == WORD:
            worth = ranking.worth.get(token, 0.0) * (_EVERYDAY_SHARE if token in everyday else 1.0)
            whole += worth
            found += worth * (1.0 if token in held else _by_letters(token, held))
    return found / whole if whole else 1.0


def _fits_by_name_only(ranking: Ranking, about: set[str]) -> bool:
    """Whether the question names the best passage's document, and that document hardly holds what else the question is about."""
    title = frozenset(ranking.tokens[0].partition("\n")[0].split())
    words = {token for token in about if token[0] == WORD}
    rest = words - title
    if rest == words or not rest - everyday_tokens():
        return False
    best = ranking.passages[0].document.doc_id
    pairs = zip(ranking.passages, ranking.tokens, strict=True)
    held = frozenset(token for passage, tokens in pairs if passage.document.doc_id == best for token in tokens.split())
    return word_share(ranking, rest, held) <= _OF_THE_REST


def _by_letters(token: str, held: frozenset[str]) -> float:
    pairs = _pairs(token)
    share = sum(pair in held for pair in pairs) / len(pairs) if pairs else 0.0
    return _BY_LETTERS * share if share >= _ENOUGH_LETTERS else 0.0


def _pairs(token: str) -> list[str]:
    return [] if token.isascii() else [BIGRAM + token[i : i + 2] for i in range(1, len(token) - 1)]


def _names_the_unknown(question: str, ranking: Ranking) -> bool:
    codes = {IDENTIFIER + code for code in latin_words(normalise(question)).codes if not _ORDINAL.fullmatch(code)}
    numbers = {t.token for t in question_terms(question) if t.token[0] == WORD and _LONG_NUMBER.fullmatch(t.token[1:])}
    unknown = codes | numbers
    return bool(unknown) and not unknown <= {token for tokens in ranking.tokens[:5] for token in tokens.split()}


def unknown_names(question: str, ranking: Ranking) -> tuple[str, ...]:
    """The codes and products that the question names, and the sides that it compares, where the corpus names none such; as they
    are written in the question."""
    words = [match.group() for match in _LATIN_WORD.finditer(question)]
    names = dict.fromkeys((*filter(_is_name, words), *compared_sides(question)))
    return tuple(name for name in names if _unknown(name, ranking))


def _is_name(word: str) -> bool:
    """Whether it is written as names and codes are: with a letter, and with a capital or a digit; "2000W" is an amount."""
    return (
        not _AMOUNT.fullmatch(word)
        and any(char.isalpha() for char in word)
        and any(char.isupper() or char.isdigit() for char in word)
    )


def _unknown(name: str, ranking: Ranking) -> bool:
    """Whether no chunk holds the name: neither as one code nor, where it is a word, as that word."""
    terms = [term.token for term in question_terms(name)]
    codes = [token for token in terms if token[0] == IDENTIFIER]
    words = [token for token in terms if token[0] == WORD]
    if not words or not ranking.absent.issuperset(codes or words) or _ORDINAL.fullmatch(name):
        return False
    # "12A" is what people call the CV-12A.
    ends = re.compile(rf"(?<!\S){IDENTIFIER}\S*(?:{'|'.join(re.escape(code[1:]) for code in codes)})(?!\S)")
    return not codes or not any(ends.search(tokens) for tokens in ranking.tokens)
