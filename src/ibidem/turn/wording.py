"""The sentences of ibidem itself, in the language of the question."""

from dataclasses import dataclass

from ibidem.understanding.courtesies import Courtesy
from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentences in one language. `not_here` and `nearest` are used where nothing supports an answer; `{}` takes a title, an
    id or numbers, with `number_or` between them."""

    quoted: str
    no_model: str
    model_refused: str
    model_silent: str
    model_unusable: str
    model_late: str
    not_here: str
    closest: str
    not_mentioned: str
    steps_left: str
    nearest: str
    empty_corpus: str
    not_readable: str
    deleted: str
    withheld: str
    not_read: str
    changed: str
    too_many: str
    not_in_document: str
    shown: str
    shown_part: str
    how_further: str
    shown_all: str
    no_page: str
    no_page_before: str
    shown_next: str
    not_in_force: str
    not_of_owner: str
    offer_newer: str
    offer_several: str
    offer_answer: str
    not_in_one: str
    which: str
    which_of_none: str
    which_not_readable: str
    no_such_number: str
    number_or: str
    none_in_answer: str
    understood: str
    without: str
    every_device: str
    cut_off: str
    unconfirmed: str
    unjudged: str
    unverified: str
    doubted: str
    unreachable: str
    in_general: str
    no_general: str
    model_failed: str
    contact: str
    excerpt: str
    shown_excerpt: str
    late: str
    no_transforming: str
    not_transformed: str
    left: str
    hosted_down: str
    hosted_refused: str
    hosted_nothing: str
    hosted_failed: str
    hosted_instead: str
    hosted_checked: str
    hosted_unsourced: str
    hosted_quoted: str
    said_before: str
    row: str
    rows: str
    forms: str
    more_rows: str
    without_value: str
    largest_of: str
    smallest_of: str
    courtesies: dict[Courtesy, str]


WORDINGS = worded("turn", Wording)
