"""What keeps: documents, turns and folders, and the backend that has them all."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from ibidem.domain.conversation import (
    Citation,
    Feedback,
    ModelSummary,
    NewTurn,
    ScoredTurn,
    Session,
    SessionDocument,
    Turn,
    TurnMoment,
    TurnQuery,
)
from ibidem.domain.documents import EVERYTHING, Chunk, CorpusWords, Document, PreparedDocument, Principal, SearchFilters
from ibidem.domain.health import Differences, Health, Remark
from ibidem.domain.languages import Language
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.ports.collections import CollectionStore
from ibidem.ports.described import DescribedDocuments
from ibidem.ports.folders import FolderStore
from ibidem.ports.holdings import Holdings
from ibidem.ports.indexes import KeptVectors, Progress, SearchIndex
from ibidem.ports.keys import KeyStore
from ibidem.ports.models import Embedder
from ibidem.ports.others import TurnsForOthers

NOTHING_NEAR: Mapping[int, float] = {}


class TurnStore(TurnsForOthers, Protocol):
    """Sessions and their turns. A session belongs to the principal whose turn began it.

    Of a turn that cites what the principal may no longer read, every method returns only what `domain.withholding` leaves of it.
    A turn that was replaced is returned by its number and in the list of `turns`; the others pass it over. To every method a
    session that has expired does not exist.
    """

    async def append(
        self, turn: NewTurn, principal: Principal, after: int | None = None, lifetime: timedelta | None = None
    ) -> Turn:
        """Stores the turn under the session's next number, durably and whole, and returns it.

        The session begins with its first turn. A `client_turn_id` that the session has already answered stores nothing and
        returns the turn stored under it. Concurrent appends to one session get distinct numbers without gaps.
        With `after`, it is stored only while the session's last turn has that number: so a pause is answered once. A turn that
        `replaces` another one is stored only while that is the last. The session expires a `lifetime` from now; without one,
        never.
        Raises NotFound when the session belongs to somebody else, AlreadyAnswered when the session went on after `after`,
        NotLastTurn when it went on after the turn that is replaced, and InvalidInput for a lone surrogate or a NUL.
        """
        ...

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """The turn of this session stored under `client_turn_id`, or None."""
        ...

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """False when the session exists and belongs to somebody else; True when it is the principal's or does not exist."""
        ...

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """One turn. Raises NotFound."""
        ...

    async def last_turns(self, session_id: str, count: int, principal: Principal, before: int | None = None) -> Sequence[Turn]:
        """The last `count` turns in their order, of those before the turn `before` where one is given; fewer, or none, when the
        session is shorter or not the principal's."""
        ...

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """At most `limit` turns in their order, after the first `offset`; none beyond the last. Raises NotFound, and InvalidInput
        for a negative limit or offset."""
        ...

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """The turns of the session that are about the query, best first, as `search.turns` ranks them, by what was said in them
        and around them; none where nothing of it was. Quick in a session of a thousand turns.

        `nearness` is what `VectorIndex.near_turns` gave. What the principal may no longer read of a turn is not searched. Raises
        NotFound, and InvalidInput for a limit below 1.
        """
        ...

    async def make_searchable(self, session_id: str, principal: Principal) -> None:
        """Makes what the latest turns of the session are found by, at least, where `append` has left that to be made. A search
        makes up for all that is missing before it ranks: this is for the time after an answer has gone out, so that no question
        has to wait. Quick where nothing is missing, in any session. Raises NotFound."""
        ...

    async def moments(self, session_id: str, principal: Principal) -> Sequence[TurnMoment]:
        """When each turn of the session was stored, in their order, without those asked anew; none when there is none, or it is
        not the principal's. Quick in a session of a thousand turns."""
        ...

    async def citing_turn(self, session_id: str, number: int, principal: Principal, before: int | None = None) -> Turn | None:
        """The `number`-th turn that cited documents, of those before the turn `before` where one is given: 1 is the first, -1 the
        latest; None without one. Quick in any session, also in a long one that cites nothing."""
        ...

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """The session's document of that number: distinct ones in the order of their first appearance, 1 the first, -1 the last;
        where it first appeared. None when there is none. Quick in any session."""
        ...

    async def asking(self, question: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """The principal's latest turns with this question, the last one first, whatever the numbers of its placeholders. Quick
        however many turns there are. Raises InvalidInput for a negative limit."""
        ...

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """The principal's turns stored `since` that wait for a reply, the oldest first. Raises InvalidInput as `sessions`."""
        ...

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """How many turns such a list holds in all."""
        ...

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """The principal's turns with feedback, the one rated last first. Raises InvalidInput for a negative limit or offset."""
        ...

    async def count_rated(self, principal: Principal) -> int:
        """How many turns of the principal have feedback."""
        ...

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """What the principal's turns stored `since` took, in the order of their times; of more than `most` turns the last ones.
        Raises InvalidInput for a negative `most`."""
        ...

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """The documents of the session by their numbers, each with the turns that cited it. Raises NotFound, and InvalidInput
        for a negative limit or offset."""
        ...

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """How many documents the session has in all. Raises NotFound."""
        ...

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """Stores what the person thinks of the answer, in place of what they thought before; None takes it back. Raises NotFound,
        and InvalidInput for text that cannot be stored."""
        ...

    async def not_summed_up(self, session_id: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """The latest turns of the session, at most `limit`, the last one first, of which `sum_up` has not been called."""
        ...

    async def sum_up(self, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal) -> None:
        """Stores the summary of a turn and when that was; with None the summary stays as it is. Question and answer are never
        changed. Raises NotFound."""
        ...

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """What stands for personal data in the session, by kind and number: the `placeholders` of its turns, and those
        that were added; none when the session does not exist or is not the principal's. Quick in any session."""
        ...

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """Stores placeholders of what belongs to the session and is no turn: a title, a comment. Raises NotFound."""
        ...

    async def session(self, session_id: str, principal: Principal) -> Session:
        """One session, without its turns. Quick in any session. Raises NotFound."""
        ...

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """The principal's sessions, the one that moved last first. Raises InvalidInput for a negative limit or offset."""
        ...

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """Gives the session a title; an empty one takes it back. Raises NotFound, and InvalidInput for unsuitable text."""
        ...

    async def count_sessions(self, principal: Principal) -> int:
        """How many sessions the principal has."""
        ...

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """Deletes the session with its turns and everything made from them, all in one transaction. Raises NotFound."""
        ...

    async def branch(
        self, session_id: str, turn_id: int, branch_id: str, principal: Principal, lifetime: timedelta | None = None
    ) -> Session:
        """Begins the session `branch_id`, which there is none of yet, with copies of the turns up to `turn_id`: under the same
        numbers and times, with what they cite, what they are found by and their placeholders, without feedback and client ids,
        all in one transaction. Its times are those of now, and it expires a `lifetime` from now. Neither session knows of what
        happens to the other later.

        Raises NotFound when the session or the turn is none of the principal's, and InvalidInput for another `branch_id`.
        """
        ...

    async def sweep_expired(self, most: int) -> int:
        """Deletes at most `most` expired sessions of anybody, one in each transaction; returns how many."""
        ...


class DocumentStore(DescribedDocuments, Protocol):
    """Documents, their versions, their whole texts and their chunks.

    An earlier version may be read by whoever may read both it and the current one: restricting a document restricts its past,
    and deleting it lifts nothing.
    """

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores each as the current version of its doc_id, all in one durable transaction, with the original bytes.

        Earlier versions stop being searched and stay readable by version while a turn cites them; those that no turn cites go
        later, but none within the hour after it was replaced, for a turn that is running may come to cite it. Searchable once
        `SearchIndex.catch_up` returned. Raises InvalidInput for text with a lone surrogate or a NUL: then nothing of the batch
        was stored.
        """
        ...

    async def put_for(self, prepared: PreparedDocument, principal: Principal) -> None:
        """As `put`, for a document that a principal gives, where the principal may replace what is current under its id: is one
        of its readers, also where it is hidden because it is not masked as the profile wants. What was deleted counts as it was
        last. Looking and storing are one transaction. A version that is current already stays. Raises InvalidInput for `doc_id`.
        """
        ...

    async def keep(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores each as a version that is not current, all in one transaction: no search and no list has it, and it is readable
        by version for its readers, while a turn cites it and for an hour. One that is there already stays as it is.

        For excerpts of documents that are kept elsewhere. Raises InvalidInput as `put`.
        """
        ...

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        """doc_id -> version of everything current, readable or not: for the indexer alone, to skip what is unchanged."""
        ...

    async def current_version(self, doc_id: str, tenant: str) -> str | None:
        """The version that is current under this id, readable or not; None without one. For the indexer alone, as above."""
        ...

    async def get(self, doc_id: str, principal: Principal, version: str | None = None) -> Document:
        """The current version, or the named one. Raises NotFound."""
        ...

    async def versions(self, doc_id: str, principal: Principal) -> Sequence[Document]:
        """The versions that are kept and that the principal may read, the current one first, then the latest. Raises NotFound."""
        ...

    async def text(self, doc_id: str, principal: Principal, version: str | None = None) -> str:
        """The whole text of the current version, or of the named one. Raises NotFound."""
        ...

    async def original(self, doc_id: str, principal: Principal, version: str | None = None) -> bytes:
        """The bytes that the version was read from. Raises NotFound."""
        ...

    async def picture(self, doc_id: str, figure_id: str, principal: Principal, version: str | None = None) -> bytes:
        """The bytes of a figure of the version. Raises NotFound, for a figure of another document too."""
        ...

    async def chunks(self, doc_id: str, version: str, first: int, last: int, principal: Principal) -> Sequence[Chunk]:
        """The chunks whose order is in first..last (both inclusive), in their order; none when nothing is readable."""
        ...

    async def documents(
        self, principal: Principal, limit: int, offset: int = 0, filters: SearchFilters = EVERYTHING
    ) -> Sequence[Document]:
        """The current versions that the principal may read, by doc_id.

        Unlike in a search, a document without devices passes no `devices` filter: a list of a device's documents names it.
        """
        ...

    async def count(self, principal: Principal, filters: SearchFilters = EVERYTHING) -> int:
        """How many documents such a list holds in all."""
        ...

    async def readable(self, doc_ids: Sequence[str], principal: Principal) -> frozenset[str]:
        """Those of the ids, written exactly so, under which there is a current version that the principal may read."""
        ...

    async def words(self, principal: Principal) -> CorpusWords:
        """What the readable part of the corpus holds. Quick: called once a turn."""
        ...

    async def field_values(self, name: str, principal: Principal, most: int) -> Sequence[str]:
        """The values of a field of the current documents that the principal may read, each once, in order, `most` at most."""
        ...

    async def delete(self, doc_id: str, principal: Principal) -> None:
        """Takes the document out of the corpus, where the principal may replace it, which is looked at as in `put_for`. Versions
        that a turn cites stay readable by version; the others go at once.

        Raises NotFound.
        """
        ...

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """As `delete` for each, readable or not, all in one transaction; an id of nothing is passed over. For the indexer."""
        ...


class Backend(Protocol):
    """Everything that is kept, as one thing: the stores see each other, so that what a turn cites stays, and what the documents
    hold is found. Several processes may use one backend at once."""

    @property
    def turns(self) -> TurnStore:
        """Sessions and their turns."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """Documents, their versions and their texts."""
        ...

    @property
    def folders(self) -> FolderStore:
        """The files of the folders that were indexed."""
        ...

    @property
    def keys(self) -> KeyStore:
        """The API keys that were made."""
        ...

    @property
    def collections(self) -> CollectionStore:
        """What people have saved of the library."""
        ...

    @property
    def index(self) -> SearchIndex:
        """Text search over the current chunks."""
        ...

    @property
    def holdings(self) -> Holdings:
        """Everything that is kept, for whoever moves it to another backend."""
        ...

    def search_by_meaning(self, embedder: "Embedder", languages: frozenset[Language] = frozenset()) -> KeptVectors:
        """From now on there are vectors of this embedder, which is used for these languages; without any, for those that it is
        found to understand. The caller closes the embedder. Raises SettingsError where the backend cannot."""
        ...

    @property
    def secret(self) -> bytes:
        """32 random bytes, the same as long as the store lives, kept apart from what it keeps. Raises StoreUnavailable."""
        ...

    async def in_step(self) -> bool:
        """Whether everything that the document store has acknowledged can be found. Raises StoreUnavailable."""
        ...

    async def check(self) -> None:
        """Raises StoreUnavailable while the documents cannot be searched; what can be done about it is being done then."""
        ...

    async def obstacle(self) -> str:
        """What keeps everything from being stored now, while searches go on; empty where nothing is known to."""
        ...

    async def health(self) -> Health:
        """How it stands. Raises StoreUnavailable."""
        ...

    async def differences(self) -> Differences:
        """Where the search index and the document store disagree. Raises StoreUnavailable."""
        ...

    async def remarks(self) -> Sequence[Remark]:
        """What is worth knowing of the place where things are kept. Raises StoreUnavailable."""
        ...

    async def rebuild(self, progress: Progress) -> None:
        """Builds the search index anew from the stored documents and removes what nothing refers to any more; the old one is
        searched until then. `progress` gets chunks done and chunks in all, from any thread. Raises StoreUnavailable."""
        ...

    def close(self) -> None:
        """Waits for what is being written, and lets go of everything. Nothing may be called afterwards."""
        ...
