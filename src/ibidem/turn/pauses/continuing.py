"""The value with which a paused turn continues when its pause is answered."""

from dataclasses import replace

from ibidem.domain.conversation import PauseAnswer, Question, Turn
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import SafeText
from ibidem.language.bounding import bounded
from ibidem.turn.inquiry import Inquiry, read_again
from ibidem.turn.pauses.decided import decided
from ibidem.turn.replies import Declined, DocumentsNamed, PauseReply, WhichUnclear
from ibidem.turn.values.asking import PauseAnswered


def answered_outright(paused: Turn, history: tuple[Turn, ...], answer: PauseAnswer) -> PauseAnswered | None:
    """The value with which a run continues from a turn that paused, the last of `history`; None where the reply is only words.

    The stored message is the text of the reply, which is masked already, or the decision or the numbers themselves.
    """
    content = paused.content
    reply = None if content.pause is None else decided(answer, content.pause)
    if reply is None:
        return None
    message = SafeText(answer.text or answer.decision or ", ".join(map(str, answer.choices)))
    question = Question(bounded(message), content.session_id)
    inquiry = Inquiry(
        question=question,
        written=message,
        language=content.language,
        text=question.message,
        history=tuple(map(read_again, history)),
        answers=paused.turn_id,
    )
    return continued(inquiry, paused, reply, content.language)


def continued(inquiry: Inquiry, paused: Turn, reply: PauseReply, language: Language) -> PauseAnswered:
    """The reply, with its inquiry: the message that waited, in the mode of the turn that paused.

    A turn with held work continues with its filters and the history before it: the turn that asked would mislead a search,
    above all one with another query.
    """
    pause = paused.content.pause
    assert pause is not None, "only a turn that paused is gone on with"
    question = replace(inquiry.question, mode=paused.content.mode)
    history, work = inquiry.history, pause.work
    if work is not None and not isinstance(reply, DocumentsNamed | WhichUnclear | Declined):
        question = replace(question, filters=work.filters, confirm_sources=work.confirm_sources)
        history = history[:-1]
    resumed = replace(inquiry, question=question, language=language, text=pause.message, history=history)
    return PauseAnswered(inquiry=resumed, pause=pause, refs=paused.content.doc_refs, turn_id=paused.turn_id, reply=reply)
