"""The citations of a session, for the resolver of references."""

from collections.abc import Sequence

from ibidem.domain.conversation import Citation, Turn
from ibidem.domain.errors import NotFound
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.understanding.cited import CitedDocuments, CitingTurn, ListedDocuments
from ibidem.understanding.titles import Title, title_of


def cited_documents(inquiry: Inquiry, context: TurnContext) -> CitedDocuments:
    """The session's own citations, or those of the history that the client sent."""
    return ClientDocuments(inquiry, context) if inquiry.from_client else SessionDocuments(inquiry, context)


class SessionDocuments:
    """The documents that the stored turns cited. Each method is one look-up in the store, however long the session."""

    def __init__(self, inquiry: Inquiry, context: TurnContext) -> None:
        self._session_id = inquiry.question.session_id
        self._inquiry = inquiry
        self._context = context

    async def turn(self, turn_id: int) -> CitingTurn | None:
        """See CitedDocuments."""
        try:
            return citing(await self._context.turns.turn(self._session_id, turn_id, self._context.principal))
        except NotFound:
            return None

    async def citing_turn(self, number: int) -> CitingTurn | None:
        """See CitedDocuments. The latest one is mostly among the turns recalled already."""
        if number == -1 and (latest := latest_citing(self._inquiry)) is not None:
            return citing(latest)
        before = self._inquiry.question.replaces
        found = await self._context.turns.citing_turn(self._session_id, number, self._context.principal, before)
        return None if found is None else citing(found)

    async def session_document(self, number: int) -> Citation | None:
        """See CitedDocuments."""
        return await self._context.turns.cited_document(self._session_id, number, self._context.principal)

    async def recent(self) -> Sequence[CitingTurn]:
        """See CitedDocuments."""
        return [found for turn in self._inquiry.history if (found := citing(turn)) is not None]

    async def known(self, doc_ids: Sequence[str]) -> frozenset[str]:
        """See CitedDocuments."""
        return await self._context.documents.readable(doc_ids, self._context.principal)


class ClientDocuments(ListedDocuments):
    """The documents that the client reports as cited. The store decides at look-up whether they may be read."""

    def __init__(self, inquiry: Inquiry, context: TurnContext) -> None:
        super().__init__([turn.content.doc_refs for turn in inquiry.history])
        self._context = context

    async def known(self, doc_ids: Sequence[str]) -> frozenset[str]:
        """See CitedDocuments."""
        return await self._context.documents.readable(doc_ids, self._context.principal)


def latest_citing(inquiry: Inquiry) -> Turn | None:
    """The latest of the turns recalled that cited documents, if any did."""
    return next((turn for turn in reversed(inquiry.history) if turn.content.doc_refs), None)


def citing(turn: Turn) -> CitingTurn | None:
    """The turn as its citations; None when it cited nothing."""
    return CitingTurn(turn.turn_id, turn.content.doc_refs) if turn.content.doc_refs else None


def cited_titles(history: Sequence[Turn]) -> tuple[Title, ...]:
    """The documents that the turns cited, by their names."""
    return tuple(dict.fromkeys(title_of(ref.doc_id, ref.title) for turn in history for ref in turn.content.doc_refs))
