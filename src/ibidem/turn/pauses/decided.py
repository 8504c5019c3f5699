"""What an answer that came through a pause's own door means: numbers of choices, or a decision. No words are read for it."""

from ibidem.domain.conversation import Pause, PauseAnswer
from ibidem.language.bounding import bounded
from ibidem.turn.replies import (
    ChoicesPicked,
    DraftApproved,
    DraftEdited,
    OtherQuery,
    PauseReply,
    Rejected,
    SourcesApproved,
)


def decided(answer: PauseAnswer, pause: Pause) -> PauseReply | None:
    """The reply that a checked answer is; None where it is words alone, which have to be read."""
    places = tuple(pause.numbers.index(number) for number in answer.choices)
    match pause.kind, answer.decision:
        case "sources", "edit":
            return OtherQuery(bounded(answer.text))
        case "sources", "reject":
            return Rejected()
        case "sources", "approve":
            return SourcesApproved(places or tuple(range(len(pause.choices))))
        case "sources", _ if places:
            return SourcesApproved(places)
        case _, "approve":
            return DraftApproved()
        case _, "edit":
            return DraftEdited(answer.text)
        case _, "reject":
            return Rejected(answer.text)
        case _:
            return ChoicesPicked(places) if places else None
