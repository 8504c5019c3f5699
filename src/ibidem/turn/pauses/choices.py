"""The choices of a pause as a list for a person."""

from ibidem.domain.conversation import Pause


def titles_of(pause: Pause) -> list[str]:
    """A line for each choice: its number and its title."""
    return [f"{number}. {choice.title}" for number, choice in zip(pause.numbers, pause.choices, strict=True)]


def documents_of(pause: Pause) -> list[str]:
    """A line for each choice that is a document; documents of the same title are distinguished by their ids."""
    titles = [choice.title for choice in pause.choices]
    labels = [one.title if titles.count(one.title) == 1 else f"{one.title} ({one.doc_id})" for one in pause.choices]
    return [f"{number}. {title}" for number, title in zip(pause.numbers, labels, strict=True)]
