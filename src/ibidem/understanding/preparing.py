"""Gets the reading of messages ready: what is built once a profile, and the networks."""

from ibidem.profile import Profile
from ibidem.understanding.acts import read_acts
from ibidem.understanding.network import shipped
from ibidem.understanding.pointer_reader import read_pointer

_MESSAGES = ("2번 문서 보여줘", "show me document 2", "2番の文書を見せて")


def prepare(profile: Profile) -> None:
    """Reads a message of each language and loads the networks, so that the first messages of people need not wait for it."""
    shipped()
    for message in _MESSAGES:
        read_acts(message)
        read_pointer(message, profile)
