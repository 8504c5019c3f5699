"""What people do with their conversations besides asking."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from ibidem.domain.conversation import DocRef, Feedback, Session, Turn
from ibidem.domain.documents import Principal, order_of
from ibidem.domain.errors import NotFound
from ibidem.domain.unanswered import Unanswered, masked
from ibidem.finding.alike_questions import grouped
from ibidem.finding.opening_questions import further_questions
from ibidem.ports.backend import Backend
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import Profile
from ibidem.turn.answers.today import SourceToday, Today

_FOLLOW_UPS, _LOOKED_BACK = 2, 5
_UNANSWERED = 500  # questions that are grouped, each by its words


class SessionCare:
    """Ratings, names and branches of sessions, and turns looked at again. What is written for them is masked as a question is."""

    def __init__(self, backend: Backend, maskings: Maskings, profile: Profile) -> None:
        self._turns = backend.turns
        self._documents = backend.documents
        self._maskings = maskings
        self._profile = profile

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback, principal: Principal) -> Turn:
        """Stores what a person thinks of an answer. Raises NotFound and InvalidInput."""
        masking = await self._maskings.of(session_id, principal)
        safe = replace(feedback, comment=masking.questions.text(feedback.comment))
        rated = await self._turns.rate(session_id, turn_id, safe, principal)
        await self._turns.add_placeholders(session_id, masking.used, principal)
        return rated

    async def rename(self, session_id: str, title: str, principal: Principal) -> Session:
        """Gives a session a title. Raises NotFound and InvalidInput."""
        masking = await self._maskings.of(session_id, principal)
        renamed = await self._turns.rename_session(session_id, masking.questions.text(title), principal)
        await self._turns.add_placeholders(session_id, masking.used, principal)
        return renamed

    async def branch(self, session_id: str, turn_id: int, principal: Principal) -> Session:
        """A new session with copies of the turns up to that one. Raises NotFound."""
        return await self._turns.branch(session_id, turn_id, uuid4().hex, principal, self._profile.session_lifetime)

    async def follow_ups(self, session_id: str, turn_id: int, principal: Principal) -> Sequence[str]:
        """Questions that one may ask after a turn, on other sections of the documents that it cites. Raises NotFound."""
        turn = await self._turns.turn(session_id, turn_id, principal)
        before = await self._turns.last_turns(session_id, _LOOKED_BACK, principal, before=turn_id)
        said = " ".join([one.content.user_text for one in (*before, turn)] + [part.text for part in turn.content.parts])
        masking = await self._maskings.of(session_id, principal)
        found: list[str] = []
        for ref in turn.content.doc_refs:
            try:
                document = await self._documents.get(ref.doc_id, principal)
                text = await self._documents.text(ref.doc_id, principal, document.version)
                quoted = await self._sections(ref, principal)
            except NotFound:
                continue
            asked = (document.title, text, f"{said} {quoted}", turn.content.language)
            found += (await asyncio.to_thread(further_questions, *asked))[:_FOLLOW_UPS]  # a text may be long
        # A heading that holds personal data is no question: what stands in its place would find nothing.
        return [question for question in found if masking.answers.text(question) == question][:_FOLLOW_UPS]

    async def _sections(self, ref: DocRef, principal: Principal) -> str:
        """The headings over what was taken from a source, but for the title."""
        orders = sorted({order_of(chunk_id) for chunk_id in ref.chunk_ids})
        chunks = [
            one for order in orders for one in await self._documents.chunks(ref.doc_id, ref.version, order, order, principal)
        ]
        return " ".join(chunk.section.removeprefix(ref.title) for chunk in chunks)

    async def unanswered(self, principal: Principal) -> Sequence[Sequence[Unanswered]]:
        """The questions that were not answered, or badly by what the person said, in groups of alike ones, each with the last one
        first: the principal's own, and those of everybody in its tenant where it administers."""
        masking = self._maskings.outside().questions  # what was stored before the profile masked questions
        found = [masked(one, masking.text) for one in await self._turns.unanswered(principal, _UNANSWERED)]
        groups = await asyncio.to_thread(grouped, [one.question for one in found])
        return [[found[place] for place in group] for group in groups]

    async def today(self, session_id: str, turn_id: int, principal: Principal) -> tuple[SourceToday, ...]:
        """The sources of a turn that say otherwise today, or hold no longer. Raises NotFound."""
        turn = await self._turns.turn(session_id, turn_id, principal)
        masking = await self._maskings.of(session_id, principal)
        found = await Today(self._documents, principal, masking.answers).of(turn.content)
        if masking.used:
            await self._turns.add_placeholders(session_id, masking.used, principal)
        return found
