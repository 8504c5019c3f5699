"""The placeholders of sessions: kept with them, and shared by turns of a session that run side by side."""

import hashlib
import secrets
from dataclasses import replace
from functools import cached_property
from weakref import WeakValueDictionary

from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.documents import Principal
from ibidem.domain.holdings import KeptSession, KeptTurn
from ibidem.ports.backend import Backend
from ibidem.privacy.contacts import PublicContacts
from ibidem.privacy.document_masking import VERSION_LENGTH, DocumentMasking
from ibidem.privacy.masker import Masker
from ibidem.privacy.personal_data_finder import PersonalDataFinder
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.turn_masking import Masked, Noting, TurnMasking, Unmasked, unmasked
from ibidem.profile import Masking


class Maskings:
    """Makes what masks the turns of sessions, by the policy of a profile."""

    def __init__(self, policy: Masking, finder: PersonalDataFinder, backend: Backend) -> None:
        self._policy = policy
        self._masker = Masker(finder, policy.kinds, policy.patterns)
        self._backend = backend
        self._contacts = PublicContacts(policy, self._masker, backend.documents)
        self._running: WeakValueDictionary[tuple[str, str, str], Placeholders] = WeakValueDictionary()

    @cached_property
    def documents(self) -> DocumentMasking | None:
        """For documents that are read from now on; None where they are left as they are. Raises StoreUnavailable."""
        policy = self._policy.of_documents
        return DocumentMasking(policy, self._masker, self._backend.secret) if policy else None

    async def of(self, session_id: str, principal: Principal) -> TurnMasking:
        """For a turn of the session, which may not exist yet. Raises StoreUnavailable."""
        if not self._masks_turns:
            return unmasked(self.documents)
        key = (principal.tenant, principal.name, session_id)
        session = self._running.get(key)
        if session is None:
            known = await self._backend.turns.placeholders(session_id, principal)
            # Another turn of the session may have begun meanwhile.
            session = self._running.setdefault(key, Placeholders(self._backend.secret, known))
        return self._with(session.of_a_turn(), self._masker.with_public(await self._contacts.of(principal)))

    async def moved(self, kept: KeptSession) -> KeptSession:
        """A session that another program kept as it was said, as its turns would have been stored here. Raises
        StoreUnavailable."""
        session_id, principal = kept.session.session_id, Principal(kept.owner, tenant=kept.tenant)
        whole = await self.of(session_id, principal)
        turns: list[KeptTurn] = []
        for one in kept.turns:
            masking = await self.of(session_id, principal)
            turns.append(replace(one, turn=replace(one.turn, content=_masked(one.turn.content, masking))))
        return replace(
            kept,
            session=replace(kept.session, first_question=turns[0].turn.content.user_text),
            turns=tuple(turns),
            placeholders=tuple(sorted(whole.placeholders.known, key=lambda one: (one.kind, one.number))),
        )

    def outside(self) -> TurnMasking:
        """For what belongs to no session."""
        placeholders = Placeholders(secrets.token_bytes(32))
        return self._with(placeholders, self._masker) if self._masks_turns else unmasked(self.documents)

    @property
    def _masks_turns(self) -> bool:
        return "questions" in self._policy.where or "answers" in self._policy.where

    def _with(self, placeholders: Placeholders, masker: Masker) -> TurnMasking:
        masked, as_it_is = Masked(masker, Noting(placeholders)), Unmasked()
        answers = masked if "answers" in self._policy.where else as_it_is
        return TurnMasking(
            masked if "questions" in self._policy.where else as_it_is, answers, answers.stream(), placeholders, self.documents
        )


def _masked(turn: NewTurn, masking: TurnMasking) -> NewTurn:
    """A turn with what was written in it safe, and what was said of documents."""
    documents = masking.documents
    said = (turn.assistant_text, turn.summary)
    refs = turn.doc_refs
    if documents is not None:
        said = tuple(map(documents.piece, said))
        refs = tuple(_masked_reference(ref, documents) for ref in refs)
    answered, summary = map(masking.answers.text, said)
    return replace(
        turn,
        user_text=masking.questions.text(turn.user_text),
        assistant_text=answered,
        summary=summary,
        doc_refs=masking.answers.value(refs),
        placeholders=masking.used,
    )


def _masked_reference(ref: DocRef, documents: DocumentMasking) -> DocRef:
    """A cited document of another program, of a version that counts as masked."""
    version = hashlib.sha256(ref.version.encode()).hexdigest()[:VERSION_LENGTH] + documents.policy
    title, uri, snippet = map(documents.piece, (ref.title, ref.uri, ref.snippet))
    return replace(ref, version=version, title=title, uri=uri, snippet=snippet)
