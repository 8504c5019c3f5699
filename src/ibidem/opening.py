"""From settings and profile to what a turn asks: its models, and the hosted search."""

from ibidem.backends.registry import open_chat_model, open_hosted_corpus
from ibidem.domain.errors import InvalidInput
from ibidem.profile import Profile
from ibidem.prompts.catalog import load_catalog
from ibidem.settings import Settings
from ibidem.turn.context import Hosted, Models


def open_models(settings: Settings, profile: Profile) -> Models | None:
    """The models that the settings name, with the prompts of the profile; None where they name none.

    Raises SettingsError and PromptError.
    """
    if settings.model is None:
        return None
    main = open_chat_model(settings.model)
    light = open_chat_model(settings.light_model) if settings.light_model else main
    others = {name: open_chat_model(name) for name in settings.choices if name != settings.model}
    return Models(main, light, load_catalog(profile.prompts, [route.name for route in profile.routes]), others)


def require_choice(name: str | None, settings: Settings) -> None:
    """Raises InvalidInput for a model that a question names and may not."""
    if name is not None and name not in settings.choices:
        allowed = f"one of {', '.join(settings.choices)}" if settings.choices else "leave it out: no model is configured"
        raise InvalidInput("model", "is none of the models that answer here", allowed)


def open_hosted(settings: Settings, profile: Profile) -> Hosted | None:
    """The hosted search that the settings name; None where they name none. Raises SettingsError and PromptError."""
    if settings.hosted_search is None:
        return None
    prompts = load_catalog(profile.prompts, [route.name for route in profile.routes])
    corpus = open_hosted_corpus(settings.hosted_search)
    return Hosted(corpus, tuple(sorted(settings.hosted_stores)), prompts, settings.hosted_foreign)
