"""What comes through a pause's own door is decided outright: no words are read for it."""

from ibidem.domain.conversation import Choice, Pause, PauseAnswer
from ibidem.turn.pauses.decided import decided
from ibidem.turn.replies import ChoicesPicked, DraftApproved, DraftEdited, OtherQuery, Rejected, SourcesApproved
from turn.pauses import SOURCES

DEVICES = Pause("device", "?", (Choice(None, None, "SUPRA XP"), Choice(None, None, "SUPRA N")), "토크는?", "use")
REVIEW = Pause("review", "?", (), "토크는?", "use")


def test_sources():
    assert decided(PauseAnswer(decision="approve"), SOURCES) == SourcesApproved((0, 1, 2))
    assert decided(PauseAnswer(choices=(1, 3), decision="approve"), SOURCES) == SourcesApproved((0, 2))
    assert decided(PauseAnswer(choices=(2,)), SOURCES) == SourcesApproved((1,))
    assert decided(PauseAnswer(decision="reject"), SOURCES) == Rejected()
    assert decided(PauseAnswer("leak check", decision="edit"), SOURCES) == OtherQuery("leak check")


def test_a_draft():
    assert decided(PauseAnswer(decision="approve"), REVIEW) == DraftApproved()
    assert decided(PauseAnswer("12 N·m [1]", decision="edit"), REVIEW) == DraftEdited("12 N·m [1]")
    assert decided(PauseAnswer(decision="reject"), REVIEW) == Rejected()
    assert decided(PauseAnswer("What is this?", decision="reject"), REVIEW) == Rejected("What is this?")


def test_choices_are_picked_by_their_numbers_and_words_alone_decide_nothing():
    assert decided(PauseAnswer(choices=(2,)), DEVICES) == ChoicesPicked((1,))
    assert decided(PauseAnswer("승인", choices=()), SOURCES) is None
