"""What searches documents that it keeps itself, and answers from them."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from ibidem.domain.hosted import HostedDocument, HostedEvent, HostedQuestion, HostedUpload


class HostedCorpus(Protocol):
    """Copies of documents at a service that searches them and answers from them.

    A store is named by its display name, or as the service names it. Deadlines of questions are the caller's.
    """

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        ...

    def ask(self, question: HostedQuestion) -> AsyncGenerator[HostedEvent]:
        """The answer piece by piece, as `ChatModel.stream`; before ModelEnd, one Grounding with all that the answer rests on.

        The history may hold several utterances of one side in a row, and begin or end with either side. Raises ModelUnavailable
        and ModelRefused.
        """
        ...

    async def create(self, store: str) -> None:
        """Makes the store where there is none of this name. Raises HostedUnavailable and HostedRefused."""
        ...

    async def documents(self, store: str) -> Sequence[HostedDocument]:
        """Everything in a store. Raises HostedUnavailable, and HostedRefused also where there is no such store."""
        ...

    async def upload(self, store: str, upload: HostedUpload) -> HostedDocument:
        """Copies a document to a store, and returns once it can be found there. Copies of earlier versions stay.

        Raises HostedUnavailable where the service cannot take it now (down, or no quota left), and HostedRefused where it does
        not take this document: too large, or not to be processed.
        """
        ...

    async def delete(self, document: HostedDocument) -> None:
        """Removes a copy; one that is gone already is passed over. Raises HostedUnavailable and HostedRefused."""
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...
