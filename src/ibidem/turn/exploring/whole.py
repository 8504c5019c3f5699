"""The conversation as a model that explores is shown it at first: as much as the question may be about."""

from ibidem.domain.conversation import Turn
from ibidem.domain.errors import NotFound
from ibidem.turn.exploring.environment import Conversation
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.models.inputs import conversation, recalled_turns
from ibidem.understanding.recollecting import may_recollect

MOST_TURNS = 50
ROOM = 3_000  # characters: a dozen questions with their answers


async def said_so_far(inquiry: Inquiry, turns: Conversation) -> str:
    """All turns under their numbers, but those that were asked anew, where the question may be about what was said and they fit:
    "list what I asked" is then answered in one call. Else the last ones."""
    if may_recollect(inquiry.message) and inquiry.history[-1].turn_id <= MOST_TURNS:
        whole = recalled_turns([one for one in await all_turns(turns) if not one.withheld and one.replaced_by is None])
        if len(whole) <= ROOM:
            return whole
    return conversation(inquiry.history)


async def all_turns(turns: Conversation) -> tuple[Turn, ...]:
    """The turns of the session; none where it is not the principal's."""
    try:
        return tuple(await turns.store.turns(turns.session_id, turns.principal, MOST_TURNS, 0))
    except NotFound:
        return ()
