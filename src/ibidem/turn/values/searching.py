"""What is searched for, what is found, and what is drafted from it."""

from dataclasses import dataclass, field

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Passage, SearchFilters
from ibidem.domain.trace import Attempt, Rung
from ibidem.finding.passages import Ranking
from ibidem.turn.inquiry import Inquiry, LookedUp
from ibidem.turn.values.asking import ParsedQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """The drafts of a verified turn so far: the attempts made, the best draft, and what not to repeat.

    `rung` is the current rung. `feedback` are the problems of the last draft, `hint` what to search for instead; `queries` were
    searched, `read` are the chunks that a draft was written from.
    """

    rung: Rung = "first"
    made: tuple[Attempt, ...] = ()
    best: "Draft | None" = None
    best_made: Attempt | None = None
    feedback: tuple[str, ...] = ()
    hint: str = ""
    queries: tuple[str, ...] = ()
    read: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """The question names only a family of devices, which may differ: the person has to choose one."""

    parsed: ParsedQuestion


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The question with its route, and the attempts so far."""

    parsed: ParsedQuestion
    route: str
    attempts: Attempts = field(default_factory=Attempts)

    @property
    def inquiry(self) -> Inquiry:
        """What the turn knows of its question."""
        return self.parsed.inquiry


@dataclass(frozen=True, slots=True)
class WrittenQueries:
    """Queries written for the question, of which some are to be selected."""

    routed: RoutedQuestion
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlan:
    """The queries, their filters, and the document types that this route prefers.

    `query` is the question itself, and `further` are rewritten queries. In documents that were pointed at, `query` is the
    question without the pointing words, "" where nothing is left. `attempts` are those before this search.
    """

    parsed: ParsedQuestion
    route: str
    query: str
    filters: SearchFilters
    preferred_types: frozenset[str] = frozenset()
    further: tuple[str, ...] = ()
    attempts: Attempts = field(default_factory=Attempts)

    @property
    def inquiry(self) -> Inquiry:
        """What the turn knows of its question."""
        return self.parsed.inquiry


@dataclass(frozen=True, slots=True)
class HostedSearch:
    """A question for the hosted search; the plan is what is searched for here where it does not answer."""

    plan: SearchPlan


@dataclass(frozen=True, slots=True)
class ToExplore:
    """A question for which a model looks around itself; the plan is what is searched for where it finds nothing."""

    plan: SearchPlan


@dataclass(frozen=True, slots=True)
class Found:
    """Passages for the plan, best first; `kept` are more than are read, so that the answer can be regenerated from them."""

    plan: SearchPlan
    ranking: Ranking
    kept: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesToConfirm:
    """Sources that the person has to confirm before the answer."""

    found: Found


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages to answer from, the number of pages to read around each, and the attempts so far."""

    found: Found
    pages: int
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class NoEvidence:
    """Nothing in the corpus supports an answer, or it could not be searched (`reachable`), or is not searched for such questions
    (`searched`); `nearest` are the closest passages, if any."""

    plan: SearchPlan
    nearest: tuple[Passage, ...]
    confidence: float
    reachable: bool = True
    searched: bool = True


@dataclass(frozen=True, slots=True)
class NotInDocument:
    """The documents that were pointed at do not hold the answer."""

    plan: SearchPlan
    looked_up: LookedUp


@dataclass(frozen=True, slots=True)
class NothingInParticular:
    """A request to describe, sum up or compare the documents that were pointed at, without a particular question. `notice` says
    why they are quoted."""

    plan: SearchPlan
    looked_up: LookedUp
    notice: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The best passages, widened by their surroundings; `chunks` are the ids of everything read."""

    found: Found
    ranking: Ranking
    attempts: Attempts
    chunks: frozenset[str] = frozenset()

    @property
    def plan(self) -> SearchPlan:
        """What was searched for."""
        return self.found.plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A model's answer to a reading, with its citations resolved; `dropped` of them named no source.

    `cut` says that it was cut off.
    """

    reading: Reading
    text: str
    refs: tuple[DocRef, ...]
    model: str
    dropped: int = 0
    cut: bool = False

    @property
    def plan(self) -> SearchPlan:
        """What was searched for."""
        return self.reading.plan

    @property
    def attempts(self) -> Attempts:
        """What was tried before this draft."""
        return self.reading.attempts
