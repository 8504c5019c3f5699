"""Domains of a profile: answered by a model alone, or from no more documents than the profile allows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.backends.ragflow import SimpleSearch
from ibidem.backends.registry import Storage, open_backend
from ibidem.backends.services import Services, open_services
from ibidem.domain.conversation import Question, Turn
from ibidem.domain.errors import ProfileError, SettingsError
from ibidem.domain.events import TurnDone
from ibidem.domain.languages import Language
from ibidem.profile import Profile, load_profile, parse_profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import load_settings
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from ibidem.turn.wording import WORDINGS
from vendors.ragflow_server import KEY, Held, ragflow_server

POLICY = load_profile("policy")
ALONE = POLICY.model_copy(
    update={"domains": tuple(one.model_copy(update={"answers": "model"}) for one in POLICY.domains), "general_help": False}
)
ASKED: dict[Language, tuple[str, str]] = {
    "ko": ("연차 신청 규정은 어떻게 되나요?", "보통은 상급자에게 먼저 말씀드리고 신청서를 냅니다."),
    "en": ("What is the rule for asking for leave?", "Usually you tell your manager first and hand in a form."),
    "ja": ("休暇申請の規程を教えてください", "一般的には、まず上司に伝えてから申請書を提出します。"),
}


@asynccontextmanager
async def opened(
    folder: Path, profile: Profile, models: Models | None = None, services: Services | None = None
) -> AsyncIterator[App]:
    app = App(load_settings(data=folder / "data"), profile, open_backend(Storage(folder / "data")), models, services=services)
    async with app:
        yield app


async def told(app: App, message: str) -> Turn:
    last = [event async for event in app.ask(Question(message, "s"), app.principal)][-1]
    assert isinstance(last, TurnDone), last
    return last.turn


@pytest.mark.parametrize("language", ASKED)
async def test_a_domain_may_be_answered_by_a_model_alone(tmp_path: Path, language: Language) -> None:
    question, answer = ASKED[language]
    played = ScriptedModel.by_task({"general_help": answer}, default="…")
    async with opened(tmp_path, ALONE, Models(played, played, load_catalog())) as app:
        content = (await told(app, question)).content
    wording = WORDINGS[language]
    assert content.assistant_text.startswith(answer) and content.notice == wording.in_general
    assert content.trace.route_name == "ROUTE_LLM_ONLY" and content.trace.domain == "POLICY" and not content.doc_refs
    assert played.tasks[0] == "general_help", "nothing is searched for"


@pytest.mark.parametrize("language", ASKED)
async def test_without_its_model_that_domain_says_so(tmp_path: Path, language: Language) -> None:
    async with opened(tmp_path, ALONE) as app:
        content = (await told(app, ASKED[language][0])).content
    assert content.assistant_text.startswith(WORDINGS[language].no_general)
    assert content.trace.route_name == "ROUTE_FALLBACK"


async def test_an_answer_cites_no_more_documents_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGFLOW_API_KEY", KEY)
    rules = [Held(f"r{n}", f"Leave rule {n}.pdf", f"The annual leave of plant {n} is {n + 10} days.", 1) for n in range(9)]
    every = {"POLICY": rules, "INCIDENT": [], "EDUCATION": []}
    cites = "".join(f" Plant {n} [{n}]." for n in range(1, 10))
    played = ScriptedModel.by_task({"answer": f"The annual leave differs.{cites}"}, default="…")
    async with ragflow_server(every) as server:
        services = Services(source=SimpleSearch(server.url))
        async with opened(tmp_path, POLICY, Models(played, played, load_catalog()), services) as app:
            content = (await told(app, "What is the annual leave policy of the plants?")).content
    assert 1 < len(content.doc_refs) <= POLICY.most_sources == 5


def test_a_retriever_without_datasets_is_refused() -> None:
    with pytest.raises(SettingsError, match="no domain with datasets"):
        open_services(None, "search:http://127.0.0.1:1", load_profile("equipment").datasets)


@pytest.mark.parametrize(
    ("domains", "problem"),
    [
        ('[[domains]]\nname = "A"\nroutes = ["none"]', "names routes that are not listed: none"),
        ('[[domains]]\nname = "A"\nroutes = ["general"]\n[[domains]]\nname = "B"\nroutes = ["general"]', "more than once"),
        ('[[domains]]\nname = "a"\nroutes = ["general"]', "domains.0.name"),
    ],
)
def test_domains_that_do_not_fit(domains: str, problem: str) -> None:
    text = f'name = "x"\ntitle = {{ en = "X" }}\n[[routes]]\nname = "general"\npriority = 0\n{domains}'
    with pytest.raises(ProfileError, match=problem):
        parse_profile(text, "x.toml")
