"""Reads what a message points at: language only, nothing is looked up."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.language.normal import normalise
from ibidem.language.scripts import scripts_of
from ibidem.pointing.contrast import set_aside
from ibidem.pointing.english.clauses import asking, names_things, without_refused_deeds
from ibidem.pointing.english.moving_on import asked_next
from ibidem.pointing.groups import groups
from ibidem.pointing.ids import IdReader, id_reader
from ibidem.pointing.ids_meant import ids_meant, places_of
from ibidem.pointing.implicit import point_without_number
from ibidem.pointing.intent import intent_of
from ibidem.pointing.japanese.named import with_more_numbers, with_their_noun
from ibidem.pointing.japanese.pairs import either_place, of_a_pair, other_one
from ibidem.pointing.japanese.sentences import (
    after_another,
    after_the_reason,
    all_but_that,
    alternatives,
    asked_at_last,
    asked_before,
    before_the_reason,
    held_against,
    perhaps_one,
    pointing_alone,
    shown_together,
    with_ranges,
    with_the_next,
    with_the_one_between,
    with_those_left_out,
    without_a_name,
)
from ibidem.pointing.japanese.topics import asks_something_else
from ibidem.pointing.korean.clauses import without_context, without_own_purpose
from ibidem.pointing.korean.contrast import held_together, in_doubt, without_refused
from ibidem.pointing.korean.of_a_document import commented, only_sentence, said_last
from ibidem.pointing.korean.ranges import from_one_on, with_those_before
from ibidem.pointing.korean.turning import after_turning
from ibidem.pointing.learned import readings
from ibidem.pointing.lexicon import Lexicon, lexicon_of
from ibidem.pointing.long_messages import both_ends
from ibidem.pointing.mentions import mask
from ibidem.pointing.others import cites_another
from ibidem.pointing.own import speaks_of_own
from ibidem.pointing.pointer import (
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    OnlyDocument,
    Pointer,
    Scope,
    Slots,
    Titled,
    Together,
    WholeSession,
)
from ibidem.pointing.positions import kinds_of, settle_words
from ibidem.pointing.said import said
from ibidem.pointing.scanning import Token, scan
from ibidem.pointing.scope import take_scopes
from ibidem.pointing.slots import only_points, point_at_slots
from ibidem.pointing.stored_names import LONGEST_ALONE, IdFound, name_alone
from ibidem.pointing.taken_back import first_taken_back
from ibidem.pointing.titles import Title
from ibidem.pointing.together import of_two, one_beside, point_at_all, this_time
from ibidem.profile import Profile

# From which share on the network's likeliest way to read a message counts (decision 13).
SURE = 0.8
# "The second of those you gave me early on": of which answer, it does not say.
_LONG_AGO = re.compile(
    "(?:最初|はじめ|初め|序盤|前|途中|中盤)の(?:ほう|方|頃|ころ|あたり|段階)(?:で|に)|(?:だい(?:ぶ|分)|けっこう|結構|かなり|ずっと|ちょっと|少し)前(?:に|の|で)"
)
# "The first document you ever showed me": of the session, or of the latest answer.
_FIRST_EVER = re.compile(
    r"\bfirst (?:document|doc|source|one|thing) (?:that )?you(?:'ve|’ve| have)? (?:ever )?(?:showed|shown|gave|given|sent"
    r"|brought up|mentioned)\b"
    r"|\b(?:go|going|get|jump|take me|back|return) (?:back )?to the first (?:document|doc|source|one)\b"
    r"|처음\s?(?:문서|자료)(?:로|으로)\s?(?:되?돌아|다시)|(?:最初|はじめ|初め)の(?:文書|資料)(?:に|へ)戻"
)
# "The document before that one": of the answer before, or of the latest one after all.
_BEFORE_THAT = re.compile(r"\b(?:document|doc|source|one) before (?:that|this)\b|前の前の|전전|그\s?전\s?전")


def read_pointer(message: str, profile: Profile, titles: Sequence[Title] = ()) -> Pointer | None:
    """What the message points at, or None for a question like any other; `titles` are those of the documents cited lately.

    The rules come first. Where they find nothing, no more than "that document", or a word that may be the name of a document, the
    network may find words of titles.
    """
    match read_by_rule(message, profile):
        case None | Implicit() | OnlyDocument() as pointer:
            return _by_title(message, profile, titles) or pointer
        case DocumentIds(ids=ids, otherwise=None, plain=plain) as pointer if ids == plain:
            return replace(pointer, otherwise=_by_title(message, profile, titles))
        case pointer:
            return pointer


def _by_title(message: str, profile: Profile, titles: Sequence[Title]) -> Titled | AllSlots | None:
    """Documents that words of titles name, or all but those; where something is asked, a word for a document has to stand there:
    a question about the subject of a document is searched for."""
    if not titles:
        return None
    likeliest = readings(mask(message, profile, titles))[0]
    match likeliest.pointer:
        case Titled() as pointer:
            pointer = replace(pointer, scope=LatestCiting())  # its title says which one it is, in whatever answer
        case AllSlots(but=but, scope=LatestCiting()) as pointer if but:
            pass
        case _:
            return None
    meant = pointer.intent == "whole" or said(message, profile).beside_a_document
    return pointer if meant and likeliest.share >= SURE else None


def read_by_rule(message: str, profile: Profile) -> Pointer | None:
    """What the rules say that the message points at."""
    text = both_ends(normalise(message))
    lowered = text.lower() if len(text.lower()) == len(text) else text
    if asks_something_else(lowered):
        return None
    lexicon = lexicon_of(profile)
    if (turned := after_turning(lowered, lexicon)) > 0:
        text, lowered = text[turned:], lowered[turned:]
    reader = id_reader(profile)
    found = reader.find(text)
    certain = [one for one in found if not one.plain]
    pointer = _read(text, lowered, lexicon, certain, reader)
    if pointer is None and not found and len(lowered) <= LONGEST_ALONE:
        alone = name_alone(lowered, list(scan(lowered, lexicon, {}).tokens))
        found = [] if alone is None else [alone]
    if len(certain) == len(found):
        return pointer
    named, intent = ids_meant(lowered, lexicon, found)
    if not any(one.plain for one in named):
        return pointer
    ids = DocumentIds(tuple(one.named for one in named), intent, pointer, tuple(one.named for one in named if one.plain))
    return _with_slots(lowered, lexicon, found, ids, pointer) or ids


def _read(text: str, lowered: str, lexicon: Lexicon, found: list[IdFound], reader: IdReader) -> Pointer | None:
    otherwise = _by_words(lowered, lexicon, places_of([one for one in found if one.named.certain]))
    if not found:
        return _or_a_number(text, lowered, lexicon, reader, otherwise)
    named, intent = ids_meant(lowered, lexicon, found)
    if not named:
        return otherwise
    if not any(one.named.certain for one in named):
        ids = DocumentIds(tuple(one.named for one in named), intent, otherwise)
        return _with_slots(lowered, lexicon, found, ids, otherwise) or ids
    at = found[-1].end
    if (taken := first_taken_back(lowered, at)) is not None and (instead := _by_words(lowered[taken:], lexicon, {})) is not None:
        return instead  # "open sop 1203, no wait, document 2"
    ids = DocumentIds(tuple(one.named for one in named), intent)
    return _with_slots(lowered, lexicon, found, ids, otherwise) or ids


def _with_slots(
    lowered: str, lexicon: Lexicon, found: list[IdFound], ids: DocumentIds, otherwise: Pointer | None
) -> Pointer | None:
    """ "sop 1203이랑 2번 문서", "document 2 and sop 1203": both, in their order."""
    if not isinstance(otherwise, Slots | Implicit):
        return None
    tokens = list(scan(lowered, lexicon, places_of(found)).tokens)
    kinds = "".join("!" if token.takes_back else token.kind for token in tokens)
    if re.search("I[oPKA]*J[hF]*(?:[NnB]|A[Nn]|D)", kinds):
        return Together((ids, otherwise), ids.intent)
    if re.search("(?:[NnB]o?[AYKG]?|A[Nn]|DA)[oP]*J[hF]*I", kinds):
        return Together((otherwise, ids), ids.intent)
    return None


def _or_a_number(text: str, lowered: str, lexicon: Lexicon, reader: IdReader, otherwise: Pointer | None) -> Pointer | None:
    """ "29392번 문서": a number too long for a slot may be the id of one family or another, or of none, and then that is told."""
    number = reader.numbered(text)
    if number is None:
        return otherwise or _by_numbers_alone(text, lowered, lexicon, reader)
    kinds = kinds_of(list(scan(lowered, lexicon, {number.start: number.end}).tokens))
    asked_for = only_points(kinds.replace("I", "F")) or re.search("I[Ptl]", kinds) is not None
    told = number.digits if asked_for and otherwise is None else None
    if not number.named and told is None:
        return otherwise
    return DocumentIds(number.named, intent_of("S", 1, 1), otherwise, told=told)


def _by_numbers_alone(text: str, lowered: str, lexicon: Lexicon, reader: IdReader) -> DocumentIds | None:
    """ "Show me 30500", "3301と3302を比較して": ids where the store holds them, where nothing else is asked."""
    found = reader.bare(text)
    if not found:
        return None
    kinds = kinds_of(list(scan(lowered, lexicon, places_of(found)).tokens))
    if not only_points(kinds.replace("I", "F")) or _ASKED_FOR.search(kinds) is None:
        return None
    places = [at for at, kind in enumerate(kinds) if kind == "I"]
    return DocumentIds(tuple(one.named for one in found), intent_of(kinds, places[0], places[-1] + 1))


_ASKED_FOR = re.compile("[SVW]|^[IJPF;]*$")


def _by_words(lowered: str, lexicon: Lexicon, ids: dict[int, int]) -> Pointer | None:
    tokens = list(scan(lowered, lexicon, ids).tokens)
    if speaks_of_own(lowered):
        tokens = without_own_purpose(tokens)
        if not tokens:
            return None
    if (begun := asked_next(lowered)) > 0:
        tokens = [token for token in tokens if token.start >= begun]
    tokens = without_refused_deeds(tokens)
    whole = _by_tokens(tokens, lowered)
    kept = asking(tokens, lowered)
    if len(kept) == len(tokens) or (whole is None and names_things(tokens, kept)):
        return whole
    return _by_tokens(kept, lowered) or whole


def _of_the_other_answer(tokens: list[Token], lowered: str) -> Pointer | None:
    """ "Document 1 of the other answer": of the one before the latest, where there are no more than these two."""
    other = kinds_of(tokens).find("OT")
    if other < 0 or tokens[other].text not in _OTHER or tokens[other + 1].text not in _ANSWERS:
        return None
    first, last = other, other + 2
    while first and tokens[first - 1].text in ("from", "of", "in", "the", "your"):
        first -= 1
    if last < len(tokens) and tokens[last].kind in "ol" and not tokens[last].text.isascii():
        last += 1  # 다른 답변의
    pointer = _by_tokens([*tokens[:first], *tokens[last:]], lowered)
    if not isinstance(pointer, Slots | AllSlots) or pointer.scope != LatestCiting():
        return None
    return Either((replace(pointer, scope=NamedTurn(-2)), replace(pointer, scope=NamedTurn(-3), sure=False)))


_ANSWERS = frozenset({"answer", "reply", "response", "답변", "대답", "답", "응답", "回答", "答え", "返答", "ご回答"})
_OTHER = frozenset({"other", "다른", "또 다른", "もう一つの", "別の", "ほかの", "他の"})


def _by_tokens(tokens: list[Token], lowered: str) -> Pointer | None:
    if (of_another := _of_the_other_answer(tokens, lowered)) is not None:
        return of_another
    parts = [_in_scope(settle_words(rest), scope, lowered) for scope, rest in take_scopes(tokens)]
    if len(parts) == 1 and isinstance(parts[0], Slots) and parts[0].scope == LatestCiting() and _LONG_AGO.search(lowered):
        return Either((parts[0], replace(parts[0], scope=WholeSession())))
    if len(parts) == 1 and isinstance(parts[0], Implicit) and parts[0].scope == LatestCiting() and _BEFORE_THAT.search(lowered):
        return Either((parts[0], replace(parts[0], scope=NamedTurn(-2))))
    if len(parts) == 1 and isinstance(parts[0], Slots) and parts[0].numbers == (1,) and _FIRST_EVER.search(lowered):
        return Either((parts[0], replace(parts[0], scope=WholeSession()))) if parts[0].scope == LatestCiting() else parts[0]
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
    scripts = scripts_of(lowered)
    if not scripts.hangul:
        if not scripts.japanese:
            return _pointed_at(tokens, scope, lowered)
        return _in_japanese(tokens, scope, lowered)
    asked = without_context(tokens)
    if (onward := from_one_on(asked, scope)) is not None:
        return onward
    if (ranged := with_those_before(asked)) is not asked:
        tokens = asked = ranged
    if asked is not tokens and (pointer := _pointed_at(asked, scope, lowered)) is not None:
        return pointer
    pointer = _pointed_at(tokens, scope, lowered)
    if isinstance(pointer, Either):
        return _settled(tokens, scope, lowered) or pointer
    if pointer is not None:
        return pointer
    if last := said_last(asked):
        return _pointed_at(last, scope, lowered)
    said = commented(asked)
    pointer = (_pointed_at(said, scope, lowered) if said else None) or _said_instead(tokens, scope)
    if pointer is None and (left := without_refused(tokens)) is not tokens:
        pointer = _in_scope(left, scope, lowered)
    if pointer is None and (sentence := only_sentence(tokens)):
        pointer = _pointed_at(sentence, scope, lowered)
    return pointer or held_together(tokens, scope) or in_doubt(tokens, scope)


def _in_japanese(tokens: list[Token], scope: Scope, lowered: str) -> Pointer | None:
    if (pair := of_a_pair(tokens)) is not tokens:
        return either_place(_in_japanese(pair, scope, lowered))
    tokens = with_those_left_out(with_ranges(with_the_next(with_the_one_between(tokens))))
    if (others := all_but_that(tokens, scope)) is not None:
        return others
    if (other := other_one(tokens, scope)) is not None:
        return other
    if last := after_the_reason(tokens):
        pointer = _said_in_japanese(last, scope, lowered)
        if isinstance(pointer, Slots):
            return pointer
    pointer = _said_in_japanese(tokens, scope, lowered)
    if isinstance(pointer, Slots | Either | None) and (named := with_their_noun(tokens)) is not tokens:
        pointer = with_more_numbers(pointer, _said_in_japanese(named, scope, lowered), tokens)
    if isinstance(pointer, Slots | None) and (asked := before_the_reason(tokens)):
        again = _in_japanese(asked, scope, lowered)
        left = isinstance(again, AllSlots) and (pointer is None or {*pointer.numbers} <= {*again.excluded})
        same = isinstance(again, Slots) and (pointer is None or replace(again, intent=pointer.intent) == pointer)
        return again if left or same else pointer
    return pointer


def _said_in_japanese(tokens: list[Token], scope: Scope, lowered: str) -> Pointer | None:
    pointer = _pointed_at(tokens, scope, lowered)
    if (pointer is None or isinstance(pointer, OnlyDocument)) and scope == LatestCiting() and (plain := without_a_name(tokens)):
        return plain if pointer is None or isinstance(plain, Implicit) else pointer
    if pointer is None and (last := asked_at_last(tokens)):
        pointer = _pointed_at(last, scope, lowered)
    if isinstance(pointer, Either) and (last := after_another(tokens)):
        pointer = _pointed_at(last, scope, lowered) or pointer
    if isinstance(pointer, AllSlots) and (either_one := perhaps_one(tokens, pointer)) is not None:
        return either_one
    if isinstance(pointer, Either) and (both := held_against(tokens, pointer)) is not None:
        pointer = both
    if (pointer is None or isinstance(pointer, OnlyDocument)) and (shown := shown_together(tokens, scope)) is not None:
        pointer = shown
    if isinstance(pointer, Slots | Implicit | AllSlots) and (last := pointing_alone(tokens)):
        again = _pointed_at(last, scope, lowered)
        if isinstance(again, Slots | Implicit | AllSlots) and replace(again, intent=pointer.intent) == pointer:
            pointer = again
    if isinstance(pointer, Slots) and asked_before(tokens):
        pointer = replace(pointer, intent="use")
    if isinstance(pointer, Slots) and (either := alternatives(tokens)) is not None:
        one, other = (replace(pointer, numbers=(number,)) for number in either)
        return Either((one, other))
    return pointer


def _settled(tokens: list[Token], scope: Scope, lowered: str) -> Pointer | None:
    """What two readings come to where one of the numbers is refused, or something is asked about both."""
    left = without_refused(tokens)
    pointer = None if left is tokens else _in_scope(left, scope, lowered)
    return held_together(tokens, scope) if pointer is None else pointer


def _said_instead(tokens: list[Token], scope: Scope) -> Slots | None:
    """ "1번 열어 달라 그랬는데 잘못 말했네요 2번이요": what comes after the slip only points, whatever was said before it."""
    taken = max((at for at, token in enumerate(tokens) if token.takes_back), default=0)
    after = tokens[taken + 1 :]
    before, kinds = kinds_of(tokens[:taken]), kinds_of(after)
    if not all(re.search("[NB]", part) for part in (before, kinds)) or not only_points(kinds) or "H" in before:
        return None
    if re.search("[SVW]", before + kinds) is None:
        return None
    instead = point_at_slots(after, scope)
    if not isinstance(instead, Slots):
        return None
    return replace(instead, intent="use") if "V" in before and re.search("[SVW]", kinds) is None else instead


def _pointed_at(tokens: list[Token], scope: Scope, lowered: str) -> Pointer | None:
    taken = max((at for at, token in enumerate(tokens) if token.takes_back), default=-1)
    if taken > 0 and re.search("[NnB]", kinds_of(tokens[taken:])) is None and re.search("[NnB]", kinds_of(tokens[:taken])):
        instead = point_at_all(tokens[taken + 1 :], scope)  # "document 1, no wait, both"
        if isinstance(instead, AllSlots):
            used = "V" in kinds_of(tokens[:taken])
            return replace(instead, intent="use") if used else instead
    if set_aside(tokens, groups(tokens)):
        return None
    by_number = point_at_slots(tokens, scope)
    if by_number is not None or cites_another(tokens):
        return by_number
    return (
        point_at_all(tokens, scope)
        or this_time(tokens, scope)
        or of_two(tokens, scope)
        or one_beside(tokens, scope)
        or point_without_number(tokens, scope, lowered, named=isinstance(scope, NamedTurn))
    )
