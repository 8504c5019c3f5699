"""The refusal when the documents hold no answer."""

from ibidem.checks.draft import check_answer
from ibidem.language.detection import detect_language
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.documents.doc_refs import shown_title
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.models.reply_parsers import read_text
from ibidem.turn.values.searching import NoEvidence
from ibidem.turn.wording import WORDINGS, Wording

NEAREST_TITLES = 3
LONGEST = 400  # characters: a refusal is a sentence or two
SHORTEST = 10  # letters: "no" and "No answer." are replies to the prompt, and say nothing to a person


async def refusal(nothing: NoEvidence, context: TurnContext) -> str:
    """The refusal in the language of the question, with the nearest titles under it."""
    wording = WORDINGS[nothing.plan.inquiry.language]
    if not nothing.reachable:
        return wording.unreachable
    words = await context.corpus_words()
    if not words.documents and context.source is None and context.hosted is None:
        return wording.empty_corpus
    titles = nearest_titles(nothing, wording)
    written = None
    if context.models is not None and titles:
        written = await refusal_by_model(nothing, titles, context.models, context)
    lines = [written or wording.not_here]
    if titles and not (written and any(title in written for title in titles)):
        lines.append(wording.nearest + " · ".join(titles))
    return "\n".join(lines)


def nearest_titles(nothing: NoEvidence, wording: Wording) -> tuple[str, ...]:
    """The titles of the nearest documents, those in the language of the question where there are any."""
    documents = [passage.document for passage in nothing.nearest]
    own = [document for document in documents if document.language == nothing.plan.inquiry.language]
    return tuple(dict.fromkeys(shown_title(document, wording) for document in own or documents))[:NEAREST_TITLES]


async def refusal_by_model(nothing: NoEvidence, titles: tuple[str, ...], models: Models, context: TurnContext) -> str | None:
    """A refusal that describes the nearest documents; None when it claims anything more than that, names others, is no sentence,
    or the model gives none."""
    question, language = nothing.plan.inquiry.text, nothing.plan.inquiry.language
    prompt = models.prompts.get("refusal", language)
    inputs = {"question": question, "nearest": bullet_list(titles)}
    text = await ask(models.light, prompt, inputs, read_text, context)
    if text is None or sum(map(str.isalpha, text)) < SHORTEST or len(text) > LONGEST:
        return None
    if detect_language(text, language) != language:
        return None
    cited = CitationStream(len(titles))
    said = cited.feed(text) + cited.close()
    known = "\n".join((question, *titles))
    values = [
        issue
        for issue in check_answer(f"{text} [1]", {1: known}, question, language)
        if issue.kind in ("number", "code", "quote")
    ]
    return None if cited.order or said != text or values else text
