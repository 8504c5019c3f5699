"""Families of things that differ in a name: documents with alike titles, the columns of a table, and its rows.

"And the 400 t one?" after a question about one member of a family asks the same of another one.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ibidem.language.comparisons import without_comparing
from ibidem.language.everyday import everyday_tokens
from ibidem.language.normal import normalise
from ibidem.language.search_text import WORD, tokens_in
from ibidem.language.sizes import comparison_in, picked, sizes_of
from ibidem.turn.question.subjects import filler_words

# Shared words by all words of both titles, as of twins (`answering.twins`).
_ALIKE = 0.4
# Of more the person has to say which ones.
_MOST_PICKED = 3
# "Timers" and "time": a longer Latin word may go on where the other ends.
_BEGINS = 4
_ONE = "짜리 쪽 것 거 건 게 놈 애 그쪽 one ones やつ 方 ほう もの"
# A number with its unit, and words of one script.
_WORD = re.compile(
    r"\d[\d.,]*(?: ?(?:[A-Za-z]{1,4}(?:/[A-Za-z]{1,3})?(?![A-Za-z])|[가-힣]{1,2}(?![가-힣])|[ァ-ヶー一-鿿]{1,3}))?"
    r"|[A-Za-z0-9][A-Za-z0-9.&/-]*|[가-힣]+|[一-鿿々]+|[ァ-ヶー]+"
)
_DIGITS = re.compile(r"\d+")
_HAN = re.compile("[一-鿿々]")
_BEGINNING = re.compile(r"^\d[\d.,]*|^\S+")  # "250" of 250톤, 2019年 of "2019年 制定"
# What stands before these is not meant: 프로 말고, 東京以外.
_EXCLUDES = re.compile(r"말고|말구|빼고|제외|아닌|\b(?:except|other than|instead of|but not|besides)\b|以外|ではなく|じゃなく")


@dataclass(frozen=True, slots=True)
class Member:
    """One of a family: its name as written, and the other names that a text gives it ("known as Big Bertha")."""

    name: str
    nicknames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """Things that differ in a name; `subject` is the place of the one that was asked about, None where several were."""

    members: tuple[Member, ...]
    subject: int | None

    def meant(self, message: str) -> tuple[int, ...]:
        """The places of the members that a message (normalised) consists of naming, or picks by a comparison; none where it says
        anything else."""
        if len(self.members) < 2:
            return ()
        excluding = _EXCLUDES.search(message)
        rest = message[excluding.end() :].strip() if excluding else message
        named = self._named(said_words(plain := without_comparing(rest)))
        if named is not None:
            return (named,) if self.subject is None or plain == " ".join(rest.split()) else (self.subject, named)
        compared = None if excluding else comparison_in(message)
        if compared is None or not self._all_common(said_words(compared.rest)):
            return ()
        sizes = sizes_of([member.name for member in self.members])
        places = picked(compared.comparison, sizes, range(len(self.members)), self.subject)
        return places if len(places) <= _MOST_PICKED else ()

    def asked_of(self, question: str, places: Sequence[int]) -> str:
        """A question about the subject, as a question about the members at these places."""
        names = [self._called(place) for place in places]
        if self.subject is None:
            return f"{', '.join(names)} {question}"
        old = self._called(self.subject)
        if len(names) > 1:
            return f"{', '.join(names)} {replaced(question, old, ' ').strip()}"
        old, new = contrast(self.members[self.subject].name, self.members[places[0]].name)
        numbers = (_DIGITS.findall(old), _DIGITS.findall(new)) if _DIGITS.sub("", old) == _DIGITS.sub("", new) else ((), ())
        for one, other in ((old, new), (_BEGINNING.findall(old)[:1], _BEGINNING.findall(new)[:1]), numbers):
            if (instead := replaced(question, "".join(one), "".join(other))) != question:
                return instead
        return f"{new} {question}"

    def _called(self, place: int) -> str:
        """What distinguishes a member from the subject, or from the first other one."""
        name = self.members[place].name
        beside = self.subject if self.subject not in (None, place) else int(place == 0)
        return contrast(name, self.members[beside or 0].name)[0] or name

    def _named(self, said: frozenset[str]) -> int | None:
        """The place of the only member that is not the subject, whose name holds all words said and one that no other holds."""
        words = [words_of(member.name) for member in self.members]
        subject = frozenset[str]() if self.subject is None else words[self.subject]
        particular = said - everyday_tokens() or said
        found = [
            place
            for place, held in enumerate(words)
            if place != self.subject
            and all_in(particular, held)
            and any(in_words(token, held) and not in_words(token, subject) for token in said)
        ]
        if not found:
            found = [at for at, m in enumerate(self.members) if said and any(said <= words_of(name) for name in m.nicknames)]
        return found[0] if len(found) == 1 else None

    def _all_common(self, said: frozenset[str]) -> bool:
        return all(all_in(said - everyday_tokens(), words_of(member.name)) for member in self.members)


def said_words(text: str) -> frozenset[str]:
    """The words of a message, without those that only say that something is asked of another one."""
    return words_of(text) - filler_words() - words_of(_ONE)


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as search tokens; everyday ones too."""
    return frozenset(token for token in tokens_in(text) if token[0] == WORD)


def all_in(said: Iterable[str], held: frozenset[str]) -> bool:
    return all(in_words(token, held) for token in said)


def in_words(token: str, held: frozenset[str]) -> bool:
    """Whether a word is among these, or begins as one of them does."""
    if token in held:
        return True
    begins = token.isascii() and len(token) > _BEGINS
    return begins and any(len(one) > _BEGINS and (one.startswith(token) or token.startswith(one)) for one in held)


def alike(title: str, other: str) -> bool:
    """Whether two titles share most of their words, and not all."""
    one, two = words_of(title), words_of(other)
    return one != two and len(one & two) >= _ALIKE * len(one | two)


def contrast(name: str, other: str) -> tuple[str, str]:
    """The first words of the one name that do not stand in the other, and those in their place there: 250톤 and 400톤, 東京 and
    大阪, full-time and part-time."""
    one, two = _WORD.findall(name), _WORD.findall(other)
    for _, start, end, first, last in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if one[start:end] != two[first:last]:
            return _without_shared_ends(" ".join(one[start:end]), " ".join(two[first:last]))
    return "", ""


def _without_shared_ends(old: str, new: str) -> tuple[str, str]:
    """Two Han compounds without the characters in which they end alike: 東京倉庫 and 大阪倉庫."""
    while len(old) > 1 < len(new) and old[-1] == new[-1] and _HAN.match(old[-1]):
        old, new = old[:-1], new[:-1]
    return old, new


def replaced(question: str, old: str, new: str) -> str:
    """The question (normalised) with one name in place of the other; as it is where it does not hold that."""
    if not old:
        return question
    left = r"(?<![A-Za-z0-9.])" if old[0].isascii() else ""
    right = r"(?![0-9])" if old[-1].isdigit() else ""
    spelt = r"\s*".join(map(re.escape, normalise(old).split()))
    return re.sub(f"{left}{spelt}{right}", lambda _: new, question, count=1, flags=re.IGNORECASE)
