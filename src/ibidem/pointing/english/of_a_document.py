"""What shows that a number without a noun of its own is of a document, in an English message that says other things as well."""

import re

from ibidem.pointing.english.clauses import clause_at, counts_things, says_what_it_is
from ibidem.pointing.groups import Group
from ibidem.pointing.pointer import NamedTurn, Scope
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What is done with texts, and with nothing else that is numbered.
_DONE_WITH_TEXTS = re.compile(
    r"(?:summar|translat|paraphras|rephras|rewrit|rewrot|condens|shorten|tldr|tl dr|gist|recap|digest|synopsis|key points"
    r"|main points"
    r"|highlights|takeaway|key takeaway|main takeaway|bullet|in short|simply$|in simple|in plain|into$|in a nutshell"
    r"|simplif|elaborat|explain|detail|more "
    r"detail|outline|overview"
    r"|rundown|sum up|boil|distill|in brief|briefly|proofread|quote|into |in one|in two|in three|in a )"
)
_PUT_ON_SCREEN = re.compile(
    r"(?:open|show|display|print|pull|bring|read|see|put|reopen|re|load|fetch|i was after|i'm after|i wanted|i want|i need"
    r"|gimme|give|get|send|can i have"
    r"|could i have|let me|have a|take a|look|hand|throw|pop|share|surface|view|up)"
)
_HELD_AGAINST = re.compile("(?:differ|compar|contrast|merge|summar|translat|combin)")
# What a text does, beside saying.
_SAYS = re.compile(
    "(?:say|state|mention|cover|recommend|describe|specif|suggest|explain|discuss|address|talk|define|claim|give|list"
    "|contain|include|tell|go into|advise)"
)
_DOES_IT = re.compile(
    r"^, (?:does|do|did|will|would) it (?:also |even )?(?:apply|cover|allow|permit|require|recommend"
    r"|refer|list|include|go into)\b"
)
_WHAT_IT_SAYS = re.compile(
    r"^, (?:so |and )?(?:what|how|when|who|where|why|which)\b[^,.;?]*? it"
    r" (?:about|say|recommend|mention|cover|suggest|describe|state|specif|explain|list|give|tell|require)"
)
_ANYTHING = re.compile(
    r"\b(?:anything|something|nothing|info|information) (?:about|on|regarding|concerning)\b.* (?:in"
    r"|from)(?: the)?$"
)
_PART_OF_IT = re.compile(
    "(?:title|abstract|conclusion|introduction|author|contents?|summary|gist|key points|main points|overview|outline|text"
    "|steps|point)s?$"
)
_SHOWN = ("you ", "u ", "on your list", "in ", "on ", "from ", "of ", "we ")


def evident(tokens: list[Token], kinds: str, group: Group, scope: Scope, beside: list[Group]) -> bool:
    """Whether the number of a weak `group` is that of a document: by what was shown, by what is wanted, by what else is named.

    `beside` are the groups of documents in the same message. Something else is meant where a noun follows, where the number
    belongs to the word before it, and where other things are counted.
    """
    members = [t for t in tokens[group.first : group.last] if t.kind in "NnB"]
    if not all(t.text.isascii() for t in tokens) or _of_something_else(tokens, kinds, group, members):
        return False
    if _as_shown(tokens, kinds, group, scope):
        return True
    if _beside_documents(tokens, kinds, group, beside):
        return True
    if (
        _put_right(tokens, kinds, group)
        or _told_apart(tokens, kinds, group)
        or _according(tokens, group)
        or _held_to_what_is_written(tokens, group)
    ):
        return True
    if counts_things(tokens) or says_what_it_is(tokens) or not _names_one(kinds, group, members):
        return False
    first, last = clause_at(tokens, group.first)
    before, after = kinds[first : group.first], kinds[group.last : last]
    said = [t.text for t in tokens[first:last]]
    asks_for_it = _worked_on(tokens, before, group) or _says(tokens, before, after, group) or _part(tokens, before, group)
    shown = re.fullmatch("[^UuHqcf]*", before + after) is not None and any(_PUT_ON_SCREEN.match(word) for word in said)
    return asks_for_it or (shown and re.search("[SW]", before + after) is not None) or _spoken_of(tokens, kinds, group)


def _put_right(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "Make that the last one, and just a short summary": what is put right, where something is asked for."""
    put_right = any(t.takes_back for t in tokens[max(0, group.first - 2) : group.first])
    return put_right and group.anchor == "G" and re.search("[SVW]", kinds) is not None


def _told_apart(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "What's the difference between 1 and 2?", and nothing else."""
    asked = re.fullmatch("[fFhJ;]*(V)f?h?", kinds[: group.first])
    if asked is None or len(group.numbers) < 2:
        return False
    return tokens[asked.start(1)].text.startswith("diff") and re.fullmatch("[F;]*", kinds[group.last :]) is not None


def _of_something_else(tokens: list[Token], kinds: str, group: Group, members: list[Token]) -> bool:
    """ "Number 2 pump", "pump number 2", "the second of May", "first, open the valve", "my second one"."""
    if not members or any(t.kind == "n" and not t.text.isdigit() for t in members):
        return True
    if kinds[group.last : group.last + 1] in tuple("uHqc"):
        return True
    named = group.anchor in ("G", "K", "a") or members[-1].kind == "B" or not members[-1].text.isalpha()
    if kinds[group.last : group.last + 1] == "U" and not (named and _asked(kinds, group)):
        return True
    before = tokens[group.first - 1] if group.first else None
    if before is not None and (before.kind in "UHqup" or before.text in _OWN):
        return True
    following = kinds[group.last :]
    return re.match("D?o[hFD]*[UuHq]", following) is not None


_OWN = frozenset({"my", "our", "his", "her", "their", "a", "an", "another", "every", "each", "per"})


def _asked(kinds: str, group: Group) -> bool:
    """ "Does the second one supersede it": the verb follows."""
    return re.search("f[hFD]*$", kinds[: group.first]) is not None


def _names_one(kinds: str, group: Group, members: list[Token]) -> bool:
    """ "The second one", "number 2", "#2", "[2]", "the last of those"; not "first", which orders what is done."""
    if group.anchor in ("G", "K", "a", "B") or members[-1].kind == "B":
        return True
    if not members[-1].text.isalpha():
        listed = len(group.numbers) > 1 and re.search("V[FhoD]*$", kinds[: group.first]) is not None
        return members[-1].kind == "N" or listed or (len(group.numbers) > 1 and kinds[group.last : group.last + 1] == "k")
    return kinds[: group.first].endswith("h") and re.match("$|[;J]|F*[;J]|o?M|F*[VSW]|F*$", kinds[group.last :]) is not None


def _as_shown(tokens: list[Token], kinds: str, group: Group, scope: Scope) -> bool:
    """ "The second one you listed", "number 2 in that list", "the first of those", "from your answer"."""
    following = tokens[group.last] if group.last < len(tokens) else None
    if isinstance(scope, NamedTurn):
        if group.anchor in ("G", "a") and re.match("[;J]F*f", kinds[group.last :]) is not None:
            return True  # "from the first list, the second one: what's the torque?"
        return len(group.numbers) > 1 or (_asks(tokens, kinds) and _is_name(tokens, kinds, group))
    if following is not None and following.text == "on your list":
        return _asks(tokens, kinds) or _according(tokens, group)
    if following is not None and following.kind == "D" and following.text.startswith(_SHOWN):
        return True
    if re.match("oM(?![UuHK])", kinds[group.last :]) or re.match("oh?[YG]D", kinds[group.last :]):
        return True
    return re.search("(?:oM|oh?[YGa]D|^D)[FJh;]*$", kinds[: group.first]) is not None and any(
        t.text.startswith("you ") or t.kind == "M" or t.text == "on your list" for t in tokens[: group.first]
    )


def _asks(tokens: list[Token], kinds: str) -> bool:
    """Whether something is asked for that texts are asked for."""
    return re.search("[SVvWkp]", kinds) is not None or any(t.kind == "f" and _SAYS.match(t.text) for t in tokens)


def _according(tokens: list[Token], group: Group) -> bool:
    """ "According to the second one": somebody has written it."""
    led = [t.text for t in tokens[: group.first] if t.text != "the"][-1:]
    return led != [] and led[0] in ("according to", "based on", "as per", "going by")


_WRITTEN_ONLY = frozenset({"contradict", "contradicts", "contradicting", "consistent with", "consistent"})


def _held_to_what_is_written(tokens: list[Token], group: Group) -> bool:
    """ "Does the first one contradict the second one?": only what is written does."""
    beside = [t.text for t in tokens[: group.first] if t.kind not in "Fh"][-1:]
    return any(text in _WRITTEN_ONLY for text in (*beside, *(t.text for t in tokens[group.last : group.last + 1])))


def _is_name(tokens: list[Token], kinds: str, group: Group) -> bool:
    """Whether the number is one that names: "the second", "number 2", and neither a 2 that counts nor "first, ..."."""
    named = [t for t in tokens[group.first : group.last] if t.kind in "NB"]
    led = kinds[: group.first][-1:] in ("h", "D", "M", "F", "l", "")
    return bool(group.anchor) or any((led and kinds[: group.first] != "") or not t.text.isalpha() for t in named)


def _beside_documents(tokens: list[Token], kinds: str, group: Group, beside: list[Group]) -> bool:
    """ "I have read document 1, put the second up": documents are spoken of, and nothing else that is numbered."""
    others = (
        any(other.last <= group.first for other in beside)
        or re.search("D[FhD]*[n23](?:Y|[;J])", kinds[: group.first]) is not None
    )
    if kinds[: group.first].rstrip("h").endswith("x"):  # "apart from the second one, explain these documents"
        others = others or re.search("[MDE][FDho]*Y|O(?![oP]*G)", kinds[group.last :]) is not None
    if not others or "H" in kinds or re.search("q", kinds) is not None:
        return False
    following = kinds[group.last :]
    led = (
        re.search("h$", kinds[: group.first]) is not None
        or tokens[group.first].kind == "B"
        or not tokens[group.first].text.isalpha()
    )
    return led and re.match("U", following) is None


def _worked_on(tokens: list[Token], before: str, group: Group) -> bool:
    """ "Translate the second one", "number 2 in bullet points": what is done is done to texts."""
    led = re.search("[Vv][FhDoGlpvf]*$", before)
    if led is not None and len(group.numbers) > 1 and _HELD_AGAINST.match(tokens[group.first - len(before) + led.start()].text):
        return True
    if led is not None and _DONE_WITH_TEXTS.match(tokens[group.first - len(before) + led.start()].text):
        return True
    if led is not None and any(t.text == "for that" for t in tokens[group.last : group.last + 2]):
        return True  # "use the second link for the answer"
    return re.match("[FGPhDWSJ;E]*[VW]", kinds_of(tokens[group.last :])) is not None


def _says(tokens: list[Token], before: str, after: str, group: Group) -> bool:
    """ "What does number 2 say about it?", "does the second one cover it?", "#3 says"."""
    if re.match("F*k", after) is not None and re.search("(?:^|f)[hFDJ;]*$", before):
        return True
    led = re.search("fQF*kF*lh?$|f{1,2}F*lh?$", before)
    ended = re.match("[FDJ]*(?:;|$)", kinds_of(tokens[group.last :])) is not None
    if (
        led is not None
        and ended
        and ("k" in led.group() or tokens[group.first - len(before) + led.start()].text.startswith("what"))
    ):
        return tokens[group.first - 1 - before.endswith("h")].text in ("in", "inside")  # "what does it say in number 2?"
    asked = re.search("f[hFD]*$", before) is not None
    about = next((t for t in tokens[group.last :] if t.kind != "D"), None)
    if asked and about is not None and about.text == "about" and re.match("D*l[F;J]*$", after) is not None:
        return True  # "what is the second one about?"
    if re.search("lh?$", before) is not None and _ANYTHING.search(" ".join(t.text for t in tokens[: group.first])) is not None:
        return True  # "is there anything about helium in the third one?"
    following = next((t for t in tokens[group.last :] if t.kind != "F"), None)
    return asked and following is not None and _SAYS.match(following.text) is not None


# "Sorry for asking again, but the second one, ...", "about the second one: ..."
_SUBJECT = re.compile("(?:^|[J;vb])[FhDJ;]*(?:lh)?$")


def _spoken_of(tokens: list[Token], kinds: str, group: Group) -> bool:
    """ "Number 3 sounds relevant, what does it say?", "the second one is what we need, open it": "it" is a text."""
    before, after = kinds[: group.first], kinds[group.last :]
    subject = _SUBJECT.search(before) is not None and re.match("F*[fk;J]", after) is not None
    asked = (
        _DOES_IT.search(said := " ".join(t.text for t in tokens[group.last :])) is not None
        or _WHAT_IT_SAYS.match(said) is not None
        or re.search("[J;][FJ;]*(?:f+[hFD]*(?:Q|DG)[FhD]*k|[SV][FhD]*(?:Q|DG|W|D(?=[F;J]*$)|[F;J]*$))", after) is not None
    )
    headed = re.fullmatch("[FhJ;]*", before) is not None and re.match(";[FhJ]*f[^;]*[pk]", after) is not None
    return (subject and asked) or headed  # "#1: what's the conclusion?"


def _part(tokens: list[Token], before: str, group: Group) -> bool:
    """ "The title of the first one", "the conclusion of number 2"."""
    led = re.search("(.)[ol]h?$", before)
    if led is not None and tokens[group.first - len(before) + led.end(1)].text not in ("of", "in", "from"):
        return False
    return led is not None and _PART_OF_IT.match(tokens[group.first - len(before) + led.start(1)].text) is not None
