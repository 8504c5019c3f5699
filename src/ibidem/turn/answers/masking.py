"""An answer with its personal data replaced."""

from dataclasses import replace
from functools import cache

from ibidem.privacy.turns import TextMasking
from ibidem.privacy.values import masked_value
from ibidem.turn.values.answering import Accepted, SafeAnswer


def masked_answer(accepted: Accepted, masking: TextMasking) -> SafeAnswer:
    """The answer with its parts, sources, pause and trace, safe.

    The text is what was streamed. The rest says the same in other pieces, where a value may stand without the word that gave it
    away.
    """
    beside = cache(masking.beside(accepted.text).text)  # a title stands in every passage of its document
    return SafeAnswer(replace(masked_value(accepted, beside), text=masking.text(accepted.text)))
