"""Finds the owners that a question names: the companies, organisations and products whose documents there are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ibidem.language.comparisons import without_comparing
from ibidem.language.normal import normalise
from ibidem.profile import Owner
from ibidem.turn.question.devices import LATIN_LEFT, LATIN_RIGHT, SEPARATOR, Mention, device_key, names_of
from ibidem.turn.question.subjects import cut, only_names, subject_words
from ibidem.understanding.excluding import excluded

_MOST_NAMED = 20  # in one message; a pasted list is no question about more

# What stands before or after a company's name and is left out as often.
_LEGAL = (
    r"株式会社|有限会社|合同会社|㈱|\(株\)|주식회사|유한회사|㈜|\(주\)"
    r"|,?\s{0,3}\b(?:incorporated|inc|limited|ltd|llc|corporation|corp|gmbh|co\.?,?\s{0,3}ltd|plc)\b\.?"
)
_LEGAL_ENDS = re.compile(rf"^(?:{_LEGAL})\s{{0,3}}|\s{{0,3}}(?:{_LEGAL})$", re.IGNORECASE)

_KANA = "ァ-ヶー"
# Words that attach an owner to a question, in no document of its own: "at Sourcegraph", 가비아에서는, ツクロアでは.
_BEFORE = r"(?:\b(?:according\s{1,3}to|at|in|for|from|of|within|under|by|with)\s{1,3}(?:the\s{1,3})?)?"
_KOREAN = (
    r"(?:\s?(?:측|쪽|사))?(?:의\s경우(?:에는|에|는|엔)?|에서(?:는|도|의|만)?|에(?:는|도)?|에선|엔|의|은|는|이|가|을|를|과|와|이랑|랑"
    r"|하고|도|만|라면|이라면|이라는|라는|이란|란|네)?(?![가-힣])"
)
_JAPANESE = (
    r"(?:の場合(?:には|は|も)?|において(?:は|も)?|における|について(?:は)?|では|でも|での|で(?![きすあ])|には|にも|に"
    r"|とは|とも|は|が|の|も|と)?"
)
_AFTER = rf"(?:['’](?:s\b)?|\s?(?:社|さん)(?=[のでにはがも]))?(?:{_KOREAN}|)(?:{_JAPANESE})"
_PARTICLES = re.compile(_AFTER)

# "What is Beacon Works?" asks about the owner itself, and repeats no earlier question.
_DEFINES = re.compile(
    r"(?:이?란|뭐야|뭐예요|뭔가요|무엇|어떤\s?(?:회사|곳))|とは|何ですか|どんな会社|\b(?:what|who)\s+(?:is|are)\b", re.IGNORECASE
)
_ENDS = " ,、，:：;"
_JOINS = re.compile(r"\s(?:and|or|vs\.?|versus|between)(?=\s*[?.!]?$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedOwners:
    """The owners that a question means and those that it excludes, under every stored name.

    `rest` is the question without them: the documents of an owner need not say its name. It is "" where nothing else is asked.
    """

    owners: tuple[str, ...]
    excluded: tuple[str, ...]
    rest: str


@dataclass(frozen=True)
class OwnerFinder:
    """Finds owners by their names and aliases; `stored` maps the key of a spelling to the names that documents have."""

    pattern: re.Pattern[str] | None
    stored: dict[str, tuple[str, ...]]

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Every place where a text (normalised) names an owner, with the particle, preposition or legal form there."""
        found: list[Mention] = []
        for match in self._matches(text):
            names = self.stored[device_key(match["name"])]
            aside = excluded(text, match.start(), match.end("name"))
            if aside is None:
                found.append(Mention(names, *match.span()))
            elif (particles := _PARTICLES.match(text, aside[1])) is not None:
                found.append(Mention(names, aside[0], max(match.end(), particles.end()), excluded=True))
        return tuple(found)

    def names(self, text: str) -> tuple[Mention, ...]:
        """Every name of an owner in a text (normalised), by itself."""
        return tuple(Mention(self.stored[device_key(match["name"])], *match.span("name")) for match in self._matches(text))

    def _matches(self, text: str) -> Iterable[re.Match[str]]:
        return () if self.pattern is None else islice(self.pattern.finditer(text), _MOST_NAMED)

    def named(self, question: str) -> NamedOwners:
        """The owners of a question, and what it asks of them."""
        text = normalise(question)
        mentions = self.mentions(text)
        if not mentions:
            return NamedOwners((), (), question)
        owners = names_of(mention for mention in mentions if not mention.excluded)
        excluded = tuple(name for name in names_of(mentions) if name not in owners)
        rest = " ".join(cut(text, mentions).split())
        if len(owners) > 1:
            rest = _JOINS.sub("", without_comparing(rest))
        rest = rest.strip(_ENDS)
        if _DEFINES.search(text) and not subject_words(_DEFINES.sub(" ", rest)):
            return NamedOwners(owners, excluded, question)
        return NamedOwners(owners, excluded, "" if only_names(text, mentions) else rest)


def owner_key(name: str) -> str:
    """An owner's name without its legal form, and without differences in spelling that do not matter."""
    return device_key(core_name(name))


def core_name(name: str) -> str:
    """An owner's name without its legal form."""
    plain = normalise(name).strip()
    return _LEGAL_ENDS.sub("", plain).strip() or plain


@lru_cache(maxsize=64)
def owner_finder(owners: tuple[Owner, ...], held: tuple[str, ...]) -> OwnerFinder:
    """A finder for the owners whose documents there are (`held`), also by their aliases in the profile."""
    spellings = {owner_key(name): core_name(name) for name in held}
    same = {key: key for key in spellings}
    for owner in owners:
        known = {owner_key(spelling): core_name(spelling) for spelling in (owner.name, *owner.aliases)}
        if not known.keys().isdisjoint(spellings):
            first = next(key for key in known if key in spellings)
            spellings |= known
            same |= dict.fromkeys(known, first)
    stored: dict[str, list[str]] = {}
    for name in held:
        stored.setdefault(same[owner_key(name)], []).append(name)
    named = {key: tuple(stored[first]) for key, first in same.items() if len(key) > 1}
    longest = sorted((spellings[key] for key in named), key=len, reverse=True)
    return OwnerFinder(_pattern(longest) if longest else None, named)


def _pattern(spellings: Iterable[str]) -> re.Pattern[str]:
    either = "|".join(map(_spelling, spellings))
    return re.compile(rf"{_BEFORE}(?:(?:{_LEGAL})\s{{0,3}})?(?P<name>{either})(?:\s{{0,3}}(?:{_LEGAL}))?{_AFTER}", re.IGNORECASE)


def _spelling(name: str) -> str:
    """One spelling: separators are optional, and it stands alone as words of its script do; Korean particles follow at once."""
    letters = SEPARATOR.join(re.escape(letter) for letter in re.sub(SEPARATOR, "", name))
    return f"{_edge(name[0], LATIN_LEFT, '<!')}{letters}{_edge(name[-1], LATIN_RIGHT, '!')}"


def _edge(letter: str, latin: str, side: str) -> str:
    if letter.isascii():
        return latin
    if re.match("[가-힣]", letter):
        return "(?<![가-힣])" if side == "<!" else rf"(?={_KOREAN})"
    return f"(?{side}[{_KANA}])" if re.match(f"[{_KANA}]", letter) else ""
