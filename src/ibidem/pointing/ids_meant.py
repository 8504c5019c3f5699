"""Which of the ids in a message are meant, and what is wanted of them."""

import re

from ibidem.domain.conversation import Intent
from ibidem.language.scripts import scripts_of
from ibidem.pointing.contrast import corrects_with_ah, refusals, told_before
from ibidem.pointing.english.clauses import asking
from ibidem.pointing.english.told import without_what_is_told_of_others
from ibidem.pointing.groups import Group
from ibidem.pointing.intent import intent_of, shown_at_last
from ibidem.pointing.korean.clauses import without_context
from ibidem.pointing.lexicon import Lexicon
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token, scan
from ibidem.pointing.stored_names import IdFound
from ibidem.pointing.taken_back import spans, takes_back
from ibidem.pointing.unsettled import without_what_is_liked_less


def places_of(found: list[IdFound]) -> dict[int, int]:
    """Where the ids stand, start to end; the further ones of a range stand nowhere."""
    return {one.start: one.end for one in found if one.end > one.start}


def ids_meant(lowered: str, lexicon: Lexicon, found: list[IdFound]) -> tuple[list[IdFound], Intent]:
    """Those of the ids found that the message asks for, and what it wants of them."""
    tokens = list(scan(lowered, lexicon, places_of(found)).tokens)
    found = [one for one in found if not _of_a_year(tokens, one)]
    tokens = list(scan(lowered, lexicon, places_of(found)).tokens)
    kinds = kinds_of(tokens)
    places = [i for i, kind in enumerate(kinds) if kind == "I"]
    taken = [i for i in places if re.match("I[PoKA]*(?:JI[PoKA]*)*X", kinds[i:]) or _set_aside(tokens, kinds, i)]
    kept = [one for one, place in zip(found, places, strict=True) if place not in taken] if len(places) == len(found) else found
    kept = _without_refused(lowered, _asked_for(tokens, kept))
    scripts = scripts_of(lowered)
    if not scripts.hangul and not scripts.japanese:
        return kept, _wanted_of_ids(tokens, lowered, {one.start for one in kept})
    if places and scripts.hangul:
        tokens = without_context(tokens)
        places = [i for i, token in enumerate(tokens) if token.kind == "I"]
    first, last = (places[0], places[-1] + 1) if places else (0, 0)
    if (noun := _NOUN_AFTER.match(kinds_of(tokens), last)) is not None:
        last = noun.end()  # gcb 8841の文書を見せて
    asked_before = re.search("[SWVvpfk]", kinds_of(tokens[first + 1 : last])) is not None
    instead = len(kept) == 1 and len(places) > 1 and kept[0].start == tokens[places[-1]].start
    if instead and asked_before and _ASKED.search(kinds_of(tokens[last:])) is None:
        back = next((at for at in range(first, last) if tokens[at].takes_back), len(tokens))
        last, tokens = first + 1, tokens[:back]  # sop 1203에 뭐라고 적혀 있어? 아니 sop 1204: what is wanted still holds
    intent = intent_of(re.sub("[KAa]", "F", kinds_of(_without_why(tokens, last))), first, last)
    return kept, "whole" if shown_at_last(tokens, last) else intent


_ASKED = re.compile("[SWVvpkfUuHqc]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d$")


def _of_a_year(tokens: list[Token], one: IdFound) -> bool:
    """ "The gcb 2024 statistics": a year, and what there is of it, where it may be an id as well."""
    if one.named.certain or _YEAR.search(one.named.spelled) is None:
        return False
    following = next((t for t in tokens if t.start >= one.end), None)
    return following is not None and following.kind in "UH" and following.text.isascii()


def _wanted_of_ids(tokens: list[Token], lowered: str, starts: set[int]) -> Intent:
    """What an English message wants of the ids that begin at `starts`: not of those that it refuses, and not why."""
    asked = without_what_is_liked_less(asking(tokens, lowered))
    places = [at for at, token in enumerate(asked) if token.kind == "I" and token.start in starts]
    first, last = (places[0], places[-1] + 1) if places else (0, 0)
    told = [t if t.kind != "I" or t.start in starts else t._replace(kind="F") for t in _without_why(asked, last)]
    intent = intent_of(re.sub("[KAa]", "F", kinds_of(told)), first, last)
    return "whole" if shown_at_last(asked, last) else intent


def _without_why(tokens: list[Token], last: int) -> list[Token]:
    """The tokens without what only tells why after the ids, in English: "open sop 1203? The auditor is here."."""
    for at in range(last, len(tokens)):
        why = tokens[at + 1 :]
        if tokens[at].kind == ";" or tokens[at].text in _BECAUSE:
            told = re.search("[QVWSkvpIG]", kinds_of(why)) is None and all(t.text != "?" and t.text.isascii() for t in why)
            return tokens[:at] if why and told else tokens
    return tokens


_NOUN_AFTER = re.compile("o[AaKG]")
_NOT_THAT_ONE = re.compile("の間違い|(?:の(?:ほう|方))?(?:でした|だった)")
_SENTENCE_ENDS = re.compile("[。.!?]")
_BECAUSE = frozenset({"because", "since"})
_LISTED = re.compile("^[^I]*I(?:J+I)+[^I]*$")


def _asked_for(tokens: list[Token], found: list[IdFound]) -> list[IdFound]:
    """Those that are asked for: not one that another is preferred to, nor one of which something is only told."""
    named = [Group(at, at + 1, (at,), (), "A", None) for at, token in enumerate(tokens) if token.kind == "I"]
    if len(named) < 2 or _LISTED.search(kinds_of(tokens)) is not None:
        return found
    rest = without_what_is_liked_less(without_what_is_told_of_others(tokens, named))
    starts = {token.start for token in rest if token.kind == "I"}
    return [one for one in found if one.start in starts or one.end == one.start] if len(rest) < len(tokens) and starts else found


def _without_refused(lowered: str, found: list[IdFound]) -> list[IdFound]:
    """ "gcb 7712 was wrong, open gcb 7721"; "gcb 8377... 아니 gcb 8733"."""
    starts = [0, *(one.end for one in found)]
    ends = [*(one.start for one in found[1:]), len(lowered)]
    said = [
        (lowered[start : one.start].strip(), lowered[one.end : end]) for start, one, end in zip(starts, found, ends, strict=False)
    ]
    told = [at < len(said) - 1 and told_before(said[at][1], said[-1][1]) for at in range(len(said))]
    kept = [one for one, refused, why in zip(found, refusals(said), told, strict=True) if not refused and not why]
    put_right = len(found) > 1 and (takes_back(said[-1][0]) or corrects_with_ah(*said[-1]) or _put_right(lowered, found))
    if put_right:
        return found[-1:]
    return kept or found


def _put_right(lowered: str, found: list[IdFound]) -> bool:
    """ "gcb 8841を見せて。あ、gcb 5520でした": what is said after the last id shows that what stands before it takes back."""
    parted = _SENTENCE_ENDS.search(lowered, found[-2].end, found[-1].start) is not None
    if parted and _NOT_THAT_ONE.match(lowered, found[-1].end):
        return True
    return any(found[-2].end <= start and end <= found[-1].start for start, end in spans(lowered))


def _set_aside(tokens: list[Token], kinds: str, at: int) -> bool:
    """Whether the id at `at` is one that is not meant: all of "except A, B", and A of "not A, B"."""
    negation = re.search("x[hFD]*(?:I[J])*$", kinds[:at])
    if negation is None:
        return False
    return tokens[negation.start()].text not in ("not", "but not") or not any(
        t.text == "," for t in tokens[negation.start() : at]
    )
