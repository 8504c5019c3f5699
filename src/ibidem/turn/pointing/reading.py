"""Reads what a message points at: language only, nothing is looked up."""

import re

from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.turn.pointing.ids import IdFound, id_reader
from ibidem.turn.pointing.implicit import point_without_number
from ibidem.turn.pointing.intent import intent_of
from ibidem.turn.pointing.lexicon import Lexicon, lexicon_of
from ibidem.turn.pointing.pointer import DocumentIds, Intent, NamedTurn, Pointer, Scope, Together
from ibidem.turn.pointing.positions import kinds_of, settle_words
from ibidem.turn.pointing.scanning import Token, scan
from ibidem.turn.pointing.scope import take_scopes
from ibidem.turn.pointing.slots import point_at_slots
from ibidem.turn.pointing.together import point_at_all, this_time

# Nobody points back in the middle of a page: of a long message the beginning and the end are read.
_HEAD, _TAIL = 500, 200
# "We need to write a second document": one that is still to be made was not cited.
_MAKING = re.compile(
    r"새로\s?(?:만들|작성|등록|추가)|만들어야|만들려|만드는|만들고|작성해야|新しく|新規に|作る必要|作成する必要|\b(?:write|create|draft|prepare|submit|upload|add)\s+(?:a|an|another|one)\b"
    r"|(?:문서|자료|파일)(?:들)?(?:을|를|만|이|가)?\s?(?:(?:두|세)\s?개를?\s?)?"
    r"(?:저장|편집|삭제|지우|지워|합치|합칠|합쳐|동기화|복구|복원|보호하|잠그|암호|옮기|되돌|사라[졌지]|날아갔|업로드|내보내|병합|열면)"
    r"|\b(?:copy|delete|move|rename|duplicate|merge|sync|restore)\s+(?:the|my|our|both|all)\s+(?:\w+\s+){0,2}(?:doc|document|file|note)s?\b",
    re.IGNORECASE,
)


def read_pointer(message: str, profile: Profile) -> Pointer | None:
    """What the message points at, or None for a question like any other."""
    text = normalise(message)
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]} . {text[-_TAIL:]}"
    lowered = text.lower() if len(text.lower()) == len(text) else text
    lexicon = lexicon_of(profile)
    found = id_reader(profile).find(text)
    sure = {one.start: one.end for one in found if one.named.certain}
    otherwise = _by_words(lowered, lexicon, sure)
    if not found:
        return _or_a_number(text, profile, otherwise)
    named, intent = _by_ids(lowered, lexicon, found)
    if not named:
        return otherwise
    return DocumentIds(tuple(one.named for one in named), intent, None if any(o.named.certain for o in named) else otherwise)


def _by_ids(lowered: str, lexicon: Lexicon, found: list[IdFound]) -> tuple[list[IdFound], Intent]:
    tokens = list(scan(lowered, lexicon, {one.start: one.end for one in found}).tokens)
    kinds = kinds_of(tokens)
    places = [i for i, kind in enumerate(kinds) if kind == "I"]
    taken = [i for i in places if re.match("I[PoKA]*(?:JI[PoKA]*)*X", kinds[i:]) or _set_aside(tokens, kinds, i)]
    kept = [one for one, place in zip(found, places, strict=True) if place not in taken] if len(places) == len(found) else found
    first, last = (places[0], places[-1] + 1) if places else (0, 0)
    return kept, intent_of(re.sub("[KAa]", "F", kinds), first, last)


def _set_aside(tokens: list[Token], kinds: str, at: int) -> bool:
    """Whether the id at `at` is one that is not meant: all of "except A, B", and A of "not A, B"."""
    negation = re.search("x[hFD]*(?:I[J])*$", kinds[:at])
    if negation is None:
        return False
    return tokens[negation.start()].text != "not" or not any(t.text == "," for t in tokens[negation.start() : at])


def _or_a_number(text: str, profile: Profile, otherwise: Pointer | None) -> Pointer | None:
    """ "29392번 문서": a number too long for a slot may be the id of one family or another."""
    match = re.search(
        r"(?<![\w.,])#?\d{3,12}\s?(?:번|番の?)\s?(?:문서|자료|文書|資料)|(?:document|doc|문서|文書)\s?(?:#|no\.?\s?|number\s)?\d{3,12}(?!\d)",
        text,
        re.IGNORECASE,
    )
    if match is None:
        return otherwise
    named = id_reader(profile).numbered(match.group())
    return DocumentIds(tuple(named), intent_of("S", 1, 1), otherwise) if named else otherwise


def _by_words(lowered: str, lexicon: Lexicon, ids: dict[int, int]) -> Pointer | None:
    tokens = list(scan(lowered, lexicon, ids).tokens)
    if _MAKING.search(lowered):
        return None
    parts = [_in_scope(settle_words(rest), scope, lowered) for scope, rest in take_scopes(tokens)]
    if len(parts) == 1:
        return parts[0]
    found = tuple(part for part in parts if part is not None)
    if not parts or len(found) < len(parts):
        return None
    kinds = kinds_of(tokens)
    return Together(found, intent_of(re.sub("[Nnm10zZ]?T", "F", kinds), *_span(kinds)))


def _span(kinds: str) -> tuple[int, int]:
    """From the first to the last of what points, the places in the kinds."""
    places = [match.start() for match in re.finditer("[NnBAYK]", kinds)]
    return (places[0], places[-1] + 1) if places else (0, 0)


def _in_scope(tokens: list[Token], scope: Scope, lowered: str) -> Pointer | None:
    return (
        point_at_slots(tokens, scope)
        or point_at_all(tokens, scope)
        or this_time(tokens, scope)
        or point_without_number(tokens, scope, lowered, named=isinstance(scope, NamedTurn))
    )
