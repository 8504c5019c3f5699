"""A question in the other languages that the corpus is written in."""

import asyncio
from collections.abc import Iterable

from ibidem.domain.languages import Language
from ibidem.language.search_text import WORD, question_terms
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_text

# What languages are called in the prompts of each.
NAMES: dict[Language, dict[Language, str]] = {
    "ko": {"ko": "한국어", "en": "영어", "ja": "일본어"},
    "en": {"ko": "Korean", "en": "English", "ja": "Japanese"},
    "ja": {"ko": "韓国語", "en": "英語", "ja": "日本語"},
}
LONGEST = 400  # characters: a longer question brings its words along, and takes long to translate


async def translations(text: str, language: Language, held: Iterable[Language], context: TurnContext) -> tuple[str, ...]:
    """The question in each other language of the corpus, those that came about; none without a model.

    What has no words of its own (an id, a part number) is the same in every language, and is not translated.
    """
    models = context.models
    if models is None or len(text) > LONGEST or not any(term.token[0] == WORD for term in question_terms(text)):
        return ()
    prompt = models.prompts.get("translate", language)
    wanted = [NAMES[language][other] for other in held if other != language]
    calls = [ask(models.light, prompt, {"question": text, "target": target}, read_text, context) for target in wanted]
    told = dict.fromkeys(await asyncio.gather(*calls))
    return tuple(other for other in told if other is not None and other != text)
