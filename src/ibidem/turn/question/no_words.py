"""A message that is no words: "asdkjh qwpoeiru" after a question. What the question before was about is not its answer."""

from ibidem.finding.history import points_back
from ibidem.finding.passages import Ranking
from ibidem.finding.support import of_earlier_turns_alone
from ibidem.turn.values.searching import SearchPlan
from ibidem.understanding.acts import read_acts

# The likeliest act of a message that says something has a greater share. Of 300 random strings of letters in five alphabets and
# rows of the keyboard 281 stay below it, of 700 short messages that ask something 47.
_SURE = 0.75


def says_nothing(plan: SearchPlan, ranking: Ranking) -> bool:
    """Whether a message that neither refers back nor does anything that is known holds no word that any document holds: what
    was found for it, the turns before have found."""
    if not of_earlier_turns_alone(ranking.by_words or ranking) or points_back(plan.query):
        return False
    return max(read_acts(plan.inquiry.message).shares.values()) < _SURE
