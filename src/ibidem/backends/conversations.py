"""A session as stores without tables keep it: one document, which every turn brings forward."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from ibidem.backends.stored_turns import stamp
from ibidem.domain.conversation import BranchPoint, NewTurn, Session, SessionDocument
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.holdings import KeptSession
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.sharing import opens


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """`key` is new whenever a session begins, so that one that is begun again under the same id has none of the old turns.

    `documents` are in the order of their numbers in the session, each with the turns that cited it; `answered` are the numbers of
    turns by the ids that clients gave them; `replaced` are the numbers of turns that were asked anew, each with that of the turn
    that does so; `waiting_since` is the time of the last turn where that waits for a reply. From `expires` on, nobody reads it.
    """

    session_id: str
    key: str
    tenant: str
    owner: str
    started: str
    last_turn: str
    turns: int = 0
    first_question: str = ""
    title: str = ""
    waiting_since: str | None = None
    expires: str | None = None
    branched_from: BranchPoint | None = None
    last_doc_turn_id: int | None = None
    replaced: tuple[tuple[int, int], ...] = ()
    documents: tuple[tuple[str, tuple[int, ...]], ...] = ()
    answered: tuple[tuple[str, int], ...] = ()
    placeholders: tuple[Placeholder, ...] = ()
    shared: str = ""

    @classmethod
    def begun(cls, turn: NewTurn, principal: Principal, ts: str) -> "Conversation":
        """One without turns."""
        return cls(
            session_id=turn.session_id,
            key=uuid4().hex,
            tenant=principal.tenant,
            owner=principal.name,
            started=ts,
            last_turn=ts,
            first_question=turn.user_text,
        )

    @classmethod
    def of_source(cls, source: Mapping[str, Any]) -> "Conversation":
        """From its stored form."""
        state = source["state"]
        return cls(
            session_id=source["session_id"],
            key=state["key"],
            tenant=source["tenant"],
            owner=source["owner"],
            started=source["started"],
            last_turn=source["last_turn"],
            turns=source["turns"],
            first_question=state["first_question"],
            title=state["title"],
            waiting_since=source["waiting_since"],
            expires=source["expires"],
            branched_from=None if state["branched_from"] is None else BranchPoint(*state["branched_from"]),
            last_doc_turn_id=source.get("last_doc_turn_id"),
            replaced=tuple((number, by) for number, by in state["replaced"]),
            documents=tuple((doc_id, tuple(turns)) for doc_id, turns in state["documents"]),
            answered=tuple((client_id, number) for client_id, number in state["answered"]),
            placeholders=tuple(Placeholder(*one) for one in state["placeholders"]),
            shared=state.get("shared", ""),
        )

    def stored(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "session_id": self.session_id,
            "tenant": self.tenant,
            "owner": self.owner,
            "started": self.started,
            "last_turn": self.last_turn,
            "turns": self.turns,
            "waiting_since": self.waiting_since,
            "expires": self.expires,
            "last_doc_turn_id": self.last_doc_turn_id,
            "state": {
                "key": self.key,
                "first_question": self.first_question,
                "title": self.title,
                "branched_from": None if self.branched_from is None else astuple(self.branched_from),
                "replaced": self.replaced,
                "documents": self.documents,
                "answered": self.answered,
                "placeholders": [(one.kind, one.number, one.digest) for one in self.placeholders],
                "shared": self.shared,
            },
        }

    @classmethod
    def of_kept(cls, kept: KeptSession, key: str) -> "Conversation":
        """From the record of a migration, under that `key`."""
        session, cited, answered = kept.session, dict[str, tuple[int, ...]](), list[tuple[str, int]]()
        for one in kept.turns:
            content, number = one.turn.content, one.turn.turn_id
            for doc_id in dict.fromkeys(ref.doc_id for ref in content.doc_refs):
                cited[doc_id] = (*cited.get(doc_id, ()), number)
            if content.client_turn_id is not None:
                answered.append((content.client_turn_id, number))
        last = kept.turns[-1].turn
        whole = cls(
            session_id=session.session_id,
            key=key,
            tenant=kept.tenant,
            owner=kept.owner,
            started=stamp(session.started),
            last_turn=stamp(session.last_turn),
            turns=session.turns,
            first_question=session.first_question,
            title=session.title,
            waiting_since=None if last.content.pause is None else stamp(last.ts),
            expires=None if session.expires is None else stamp(session.expires),
            branched_from=session.branched_from,
            replaced=tuple((one.turn.turn_id, by) for one in kept.turns if (by := one.turn.replaced_by) is not None),
            documents=tuple(cited.items()),
            answered=tuple(answered),
            placeholders=kept.placeholders,
            shared=session.shared,
        )
        return whole.with_last_doc_turn()

    def branched(self, branch_id: str, last: int) -> "Conversation":
        """A branch with its turns up to `last`, that has expired already: until it has what it takes from them."""
        now = stamp(datetime.now(UTC))
        cited = ((doc_id, tuple(number for number in turns if number <= last)) for doc_id, turns in self.documents)
        return replace(
            self,
            session_id=branch_id,
            key=uuid4().hex,
            started=now,
            last_turn=now,
            turns=last,
            title="",
            waiting_since=None,
            expires=now,
            branched_from=BranchPoint(self.session_id, last),
            # A turn of the branch is replaced by no turn that the branch does not have.
            replaced=tuple((number, by) for number, by in self.replaced if by <= last),
            documents=tuple((doc_id, turns) for doc_id, turns in cited if turns),
            answered=(),
            placeholders=(),
            shared="",
        )

    def with_turn(self, turn: NewTurn, ts: str, expires: str | None) -> "Conversation":
        """As it is after its next turn, until it expires."""
        number = self.turns + 1
        cited = dict(self.documents)
        for doc_id in dict.fromkeys(ref.doc_id for ref in turn.doc_refs):
            cited[doc_id] = (*cited.get(doc_id, ()), number)
        answered = self.answered if turn.client_turn_id is None else (*self.answered, (turn.client_turn_id, number))
        replaced = self.replaced if turn.replaces is None else (*self.replaced, (turn.replaces, number))
        # A session goes by the first question that was not asked anew.
        names = {one for one, _ in replaced}.issuperset(range(1, number))
        moved = replace(
            self,
            turns=number,
            last_turn=ts,
            first_question=turn.user_text if names else self.first_question,
            waiting_since=None if turn.pause is None else ts,
            expires=expires,
            replaced=replaced,
            documents=tuple(cited.items()),
            answered=answered,
        )
        return moved.with_last_doc_turn().with_placeholders(turn.placeholders)

    def with_last_doc_turn(self) -> "Conversation":
        """With the last of its turns that cites documents and was not asked anew."""
        return replace(self, last_doc_turn_id=max(self.citing(), default=None))

    def with_placeholders(self, placeholders: Sequence[Placeholder]) -> "Conversation":
        """With those of which it does not know the value yet, in the order of kinds and numbers."""
        known = {(one.kind, one.digest): one for one in (*placeholders, *self.placeholders)}
        return replace(self, placeholders=tuple(sorted(known.values(), key=lambda one: (one.kind, one.number))))

    def belongs_to(self, principal: Principal) -> bool:
        """Whether the principal's turn began it."""
        return (self.tenant, self.owner) == (principal.tenant, principal.name)

    def answer_of(self, client_turn_id: str) -> int | None:
        """The number of the turn that answered the client's turn; None without one."""
        return next((number for one, number in self.answered if one == client_turn_id), None)

    def has_turn(self, turn_id: int) -> bool:
        """Whether it has a turn of that number."""
        return 1 <= turn_id <= self.turns

    def has_standing(self, key: str, turn_id: int) -> bool:
        """Whether a stored turn with this key and number is one of its, and was not asked anew."""
        return self.exists and key == self.key and self.has_turn(turn_id) and self.replaced_by(turn_id) is None

    def replaced_by(self, turn_id: int) -> int | None:
        """The number of the turn that asks this one anew; None without one."""
        return dict(self.replaced).get(turn_id)

    def standing(self, before: int | None = None) -> list[int]:
        """The numbers of the turns that were not asked anew, before the turn `before` where one is given, in their order."""
        end = self.turns + 1 if before is None else min(before, self.turns + 1)
        replaced = dict(self.replaced)
        return [number for number in range(1, end) if number not in replaced]

    def citing(self, before: int | None = None) -> list[int]:
        """Those of them that cited documents."""
        cited = {number for _, turns in self.documents for number in turns}
        return [number for number in self.standing(before) if number in cited]

    @property
    def exists(self) -> bool:
        """Whether it has turns, and has not expired."""
        return self.turns > 0 and (self.expires is None or self.expires > stamp(datetime.now(UTC)))

    @property
    def session(self) -> Session:
        """As it is listed."""
        return Session(
            session_id=self.session_id,
            started=datetime.fromisoformat(self.started),
            last_turn=datetime.fromisoformat(self.last_turn),
            turns=self.turns,
            first_question=self.first_question,
            title=self.title,
            branched_from=self.branched_from,
            expires=None if self.expires is None else datetime.fromisoformat(self.expires),
            last_doc_turn_id=self.last_doc_turn_id,
            shared=self.shared,
        )

    @property
    def session_documents(self) -> list[SessionDocument]:
        """Its documents by their numbers."""
        return [SessionDocument(number, doc_id, turns) for number, (doc_id, turns) in enumerate(self.documents, 1)]


def opened_by(conversation: Conversation | None, session_id: str, link: str, principal: Principal) -> Conversation:
    """The session, where it is of the principal's tenant and the link is its own. Raises NotFound."""
    if conversation is None or conversation.tenant != principal.tenant or not opens(link, conversation.shared):
        raise NotFound("session", session_id)
    return conversation
