"""Lists of steps in a passage."""

import re
from collections.abc import Iterator, Sequence

from ibidem.language.sentences import is_step
from ibidem.search.sentence_scores import Sentence


def lists_of_steps(passage: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Runs from a first step to a last one. A heading ends a run, and so does a number that is not higher than the one before."""
    run: list[Sentence] = []
    pending: list[Sentence] = []
    for sentence in passage:
        if is_step(sentence.text) and not sentence.lead:
            if run and not _goes_on([s for s in run if is_step(s.text)][-1], sentence):
                yield run
                run, pending = [], []
            run += [*pending, sentence]
            pending = []
        elif sentence.lead and run:
            yield run
            run, pending = [], []
        elif run:
            pending.append(sentence)
    if run:
        yield run


def _goes_on(step: Sentence, following: Sentence) -> bool:
    return _number(following.text) > _number(step.text)


def _number(step: str) -> int:
    """The place of a step in its alphabet or its number: 3 for "3.", "(3)", "③", "Step 3:", and a letter's code for "다."."""
    digits = re.search(r"\d+", step[:12])
    if digits:
        return int(digits.group())
    return ord(step[0])


def rest_of_lists(chosen: Sequence[Sentence], found: Sequence[Sentence]) -> Iterator[Sentence]:
    """The other steps of the lists of which several are chosen: a procedure with gaps misleads."""
    for place in dict.fromkeys(s.place for s in chosen if is_step(s.text)):
        for steps in lists_of_steps([s for s in found if s.place == place]):
            if len([s for s in steps if s in chosen]) > 1:
                yield from (s for s in steps if s not in chosen)
