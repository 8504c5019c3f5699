"""An answer with its personal data replaced."""

from dataclasses import replace

from ibidem.privacy.turn_masking import TextMasking
from ibidem.turn.values.answering import Accepted, SafeAnswer


def masked_answer(accepted: Accepted, masking: TextMasking) -> SafeAnswer:
    """The answer with its parts, sources, pause and trace, safe.

    The text is what was streamed. The rest says the same in other pieces, where a value may stand without the word that gave it
    away.
    """
    rest = masking.beside(accepted.text).value(replace(accepted, text=""))
    return SafeAnswer(replace(rest, text=masking.text(accepted.text)))
