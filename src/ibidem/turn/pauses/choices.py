"""The choices of a pause as they are listed for a person."""

from ibidem.domain.conversation import Pause


def titles_of(pause: Pause) -> list[str]:
    """A line for each choice: the number to answer for it, and its title."""
    return [f"{number}. {choice.title}" for number, choice in zip(pause.numbers, pause.choices, strict=True)]


def documents_of(pause: Pause) -> list[str]:
    """A line for each choice that is a document; those of the same title are told apart by their ids."""
    titles = [choice.title for choice in pause.choices]
    told = [one.title if titles.count(one.title) == 1 else f"{one.title} ({one.doc_id})" for one in pause.choices]
    return [f"{number}. {title}" for number, title in zip(pause.numbers, told, strict=True)]
