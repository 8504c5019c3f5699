"""The placeholders of sessions: kept with them, and shared by turns of a session that run side by side."""

import secrets
from functools import cached_property
from weakref import WeakValueDictionary

from ibidem.domain.documents import Principal
from ibidem.ports.stores import Backend
from ibidem.privacy.contacts import PublicContacts
from ibidem.privacy.documents import DocumentMasking
from ibidem.privacy.finding import PersonalDataFinder
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.turns import Masked, Noting, TurnMasking, Unmasked, unmasked
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
