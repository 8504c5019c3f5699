"""English phrases that are made, not listed: which answer, what was shown, how short. Each becomes known tokens."""

import re
from collections.abc import Iterator

from ibidem.language.scripts import scripts_of
from ibidem.pointing.english.requests import PHRASES as _REQUESTS
from ibidem.pointing.english.requests import Made, parted

_ANSWER = r"(?:answer|reply|response|message|list)"
_LATEST = r"(?:last|latest|most recent|current|previous)"
_ORDINAL = r"(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|last|latest|previous)"
_CHAT = r"(?:chat|session|conversation|thread|talk|discussion)"
_HAVE = r"(?:(?:'ve|’ve|'d|ve| have| had| just| already| originally| first| also)*)"
_SHOWN = (
    r"(?:gave|given|listed|cited|showed|shown|mentioned|found|quoted|brought up|pulled up|came up with|come up with|referenced"
    r"|referred to|linked(?: to)?|sent|provided|suggested|recommended|presented|returned|used|dug up|turned up|put up|posted)"
)
_WHEN = (
    r"(?: (?:above|before|earlier|just now|up there|a (?:moment|minute|second|bit|while) ago|today|earlier on"
    r"|on(?! (?:the|my|our|your|this|that|a|screen)\b)))?"
)
_NUMBER_NEXT = r"(?=(?:\[)?\d)"
_NAMES_NO_MORE = r"(?= *(?:$|[.,;:!?]|(?:please|documents|docs|sources|ones|on your list|in your list|and|in full)\b))"
_SESSION: Made = (("C", "session"),)
_FIRST: Made = (("1", "first"), ("T", "answer"))
_BEFORE_LAST: Made = (("D", "before last"), ("T", "answer"))
_LATEST_ONE: Made = (("D", "latest"), ("T", "answer"))

_PHRASES: tuple[tuple[str, Made], ...] = (
    # "If you number all the docs since we started", "by the session numbering", "across everything you've shown me"
    (
        r"(?:if (?:you|we|i|one) )?(?:number|count)(?:ing|ed|s)?\b[^,.;:?!\d]{0,40}?\b(?:since|from|over|across|through) "
        r"[^,.;:?!\d]{0,30}?"
        rf"\b(?:(?:start|beginning|top) of (?:the |our |this )?(?:whole )?{_CHAT}|started(?: (?:chatting|talking))?|began"
        rf"|{_CHAT})\b",
        _SESSION,
    ),
    (
        r"(?:by|in|per|using|with|going by|according to) (?:the |your |our )?(?:session|conversation|chat|overall"
        r"|running)(?:'s)?[ -]?"
        r"(?:wide )?(?:number\w*|order|count\w*)\b",
        _SESSION,
    ),
    (
        rf"(?:over|across|throughout|in|from|of|for) (?:the |our |this )?(?:whole|entire|full|complete) {_CHAT}(?: so far)?\b",
        _SESSION,
    ),
    (
        rf"(?:if (?:you|u|we|i|one) )?(?:number|count)(?:ing|ed|s)? (?:all|every|each)\b[^.;?!\d]{{0,40}}?\b{_CHAT}\b"
        r"(?:(?: from)?(?: \d(?: ?, ?\d)+)(?:,? ?(?:\.\.+|etc\.?|and so on))?)?",
        _SESSION,
    ),
    (
        r"(?:(?:count|number)(?:ed|ing|s)? )?(?:over|across|throughout|through) all (?:of )?(?:your|the|our) "
        r"(?:answers|replies|responses)(?: so far)?\b",
        _SESSION,
    ),
    (rf"(?:across|of|in|among) everything you{_HAVE} {_SHOWN}(?: me| us)?(?: so far| today)?\b", _SESSION),
    (
        r"of (?:january|february|march|april|may|june|july|august|september|october|november|december)\b",
        (("o", "of"), ("U", "month")),
    ),
    (
        r"(?:that |which )?(?:we|i)(?:'ve|'re| have| were| are| was|'d| had)?(?: (?:just|been|already|only))*"
        r" (?:discuss(?:ed|ing)|talk(?:ed|ing) about|speaking (?:of|about)|asked about)"
        r"(?: (?:just now|earlier|before|a (?:moment|minute|second) ago|above))?\b",
        (("D", "we discussed"),),
    ),
    (
        r"(?:that |which )?we(?:'ve|'re| have| were| are|'d| had)?(?: (?:just|been|already|only))*"
        r" (?:look(?:ed|ing) at|saw|seen|(?:gone|going|went) (?:through|over))"
        r"(?: (?:just now|earlier|before|a (?:moment|minute|second) ago|above))?\b",
        (("D", "we discussed"),),
    ),
    # "Not by this answer", "not in this one": where it is not, beside where it is
    (
        rf"(?:but )?not (?:the ones? )?(?:in|of|from|by) (?:this|that|the {_LATEST}|your {_LATEST})(?: (?:one"
        rf"|{_ANSWER}))?(?= *(?:[,.;:!?]|$))",
        (("F", "elsewhere"),),
    ),
    (
        r"not the (?:one|document|doc|source) (?:that )?(?:i|you)(?: just)? (?:asked for|said|typed|gave|opened|showed"
        r"|sent)(?: me)?\b",
        (("F", "else"),),
    ),
    # "It's document 2 I wanted", "document 2 is the one I need", "the whole of it, not just the excerpt", "no summary"
    (
        r"(?:it|that)(?:'s| is| was| would be|'d be|s)(?: (?:only|just|actually|really))? (?=(?:the )?(?:document|doc"
        r"|source|number|first|second|third|fourth|fifth"
        r"|last|\#?\d"
        r"|\[\d)\b[^,.;?!]{0,12}"
        r" (?:i|we|he|she|they|(?:the|my) \w+)(?:'d|'m|'s|'re| was| am| is| are| should have| should've| had)?"
        r" (?:want|need|mean|like|asked|after|looking|said|typed|written|given|picked|named))",
        (("F", "it is"),),
    ),
    (
        r"(?:is|was) (?:the one|what) (?:that )?i(?:'m| am|'ve|'d)? (?:want(?:ed)?|need(?:ed)?|asked for|was after|am "
        r"after|(?:was )?looking for)(?: to)?\b",
        (("S", "is wanted"),),
    ),
    (
        r"(?:no|(?:but )?not an?|(?:but )?not the|without (?:an?|the|any)|(?:i )?(?:don't|do not|dont) (?:want|need) "
        r"(?:an?|the|any)|instead "
        r"of an?|rather than an?)"
        r" (?:summar(?:y|ies)|outline|gist|short version|bullet points)(?: of it)?\b",
        (("F", "no summary"),),
    ),
    (
        r"(?:not (?:just|only)|rather than|instead of)(?: (?:the|an?|that|this|your))? (?:excerpt|snippet|summary|bit"
        r"|extract|short version)\b(?: you \w+)?",
        (("W", "in full"),),
    ),
    (r"(?:(?:put|throw|pop|stick|bring|pull|get) (?:it|that|them|this)(?: one)?(?: back)? (?:up|out|on))\b", (("S", "put up"),)),
    (
        r"the one (?:that|which) (?:says|mentions|talks about|covers|describes|explains|deals with|discusses|states)\b",
        (("k", "says"),),
    ),
    (r"(?:whether|if) (?:you|u) (?:could|can|would|might|may)(?: please| kindly)?\b", (("F", "please"),)),
    # "Use it", "use that for the answer: how heavy is it?", "use 2", and what is written without a space
    (
        r"use (?:it|that|this)(?: one)?(?: (?:for|in) (?:the|your|that|this) (?:answer|reply)| to answer(?: (?:this|me"
        r"|that|the question))?"
        r"| as (?:the|your) (?:source|reference))?(?= *(?:[:,.;!]|$))",
        (("D", "that"), ("A", "document"), ("V", "use")),
    ),
    (
        r"(?<!i )(?<!we )(?<!you )use(?= (?:the |number |no\.? |source |option )?(?:\#?\d"
        r"|\[\d|first|second|third|fourth|fifth|last|both)\b)",
        (("V", "use"),),
    ),
    (r"(?<![a-z] )option(?= \#?\d+\W*$)", (("F", "option"),)),
    (
        r"(?:open|show|see|get|give|print|read|display|view)(?:me)?(?:the)?(?:doc|document|source)(?=\s?\#?\d)",
        (("S", "open"), ("A", "document")),
    ),
    (
        r"what (?:i|we) (?:don't|do not|dont|can't|cant|cannot) (?:get|understand|follow|see)(?= (?:about|in|of|from) )",
        (("V", "explain"),),
    ),
    (
        r"(?:(?:i|we) (?:just|only|really|actually|still)(?: (?:just|only|really))?|(?<![a-z] )just) (?:need"
        r"|want)(?:ed)?\b(?! (?:it|this|that) to)",
        (("S", "i need"),),
    ),
    (
        r"(?:instead of|rather than) (?:telling|explaining|summari[sz]ing|describing|quoting)(?: (?:it|me|us|to|from|about"
        r"|what|is|in|says))*\b",
        (("F", "no summary"),),
    ),
    (
        r"neither (?:of )?(?=(?:the )?(?:documents? |docs? |number )?(?:\#?\d|first|second|third|fourth|last))"
        r"(?!.{4,80}\b(?:both|either)\b)",  # "neither the first nor the second is clear: explain them both"
        (("x", "neither"),),
    ),
    (r"both (?=(?:of )?(?:documents? |docs? |number )?(?:\#?\d))", (("F", "both"),)),
    # "One line on each of them", "print the lot", "the three of them"
    (
        r"(?:a|one|two|three|a few) (?:short |brief |quick )?(?:bullet(?: point)?|line|sentence|paragraph)s? (?:on|for"
        r"|about|per|of)"
        r" (?=(?:each|every one|all|both)(?: \w+)? of (?:them|those|these|the (?:docs|documents|sources))\b)",
        (("V", "in short"),),
    ),
    (r"the (?:whole )?lot(?: of them)?\b(?= *(?:$|[.,!?;]|please|for |in |now))", (("E", "all"), ("M", "them"))),
    (
        r"into (?:a|an|one) (?:\w+ )?(?:check ?list|cheat ?sheet|list|table|procedure|summary|slide|flow ?chart|e-?mail"
        r"|note|memo|poster|faq)s?\b",
        (("V", "into"),),
    ),
    (
        r"the (?:one|document|doc|source) in the middle\b(?! of (?!those|these|the (?:three|five|3|5|list)\b|your list|them))",
        (("h", "the"), ("y", "middle"), ("A", "document")),
    ),
    (r"last (?:document|doc|source|one) but one\b", (("z", "penultimate"), ("A", "document"))),
    (r"the three of them\b", (("3", "all three"),)),
    (r"the two of them\b", (("2", "both"),)),
    (
        r"(?:pop|throw|stick|chuck|slap|whack|fling|bung|ping|put|toss)(?= (?:me )?(?:the|number|document|doc|no\.?|\#|source)\b"
        r"[^,.;?!]{0,24} (?:up|on (?:the|my|our) screen|over|across)\b)",
        (("S", "put up"),),
    ),
    # "Before I reply to the customer": what is done, and no answer of the conversation
    (
        r"(?:i|we|they|he|she) (?:reply|respond|answer)(?: to)?\b|to (?:reply|respond) (?:to|back)\b",
        (("F", "reply"),),
    ),
    (r"have in common\b", (("k", "have in common"),)),
    (r"tl;? ?dr\b|sum (?:it|that|this|them|each)(?: all)? up\b", (("V", "in short"),)),
    (r"(?:in|from) there\b|there(?= *(?:$|[.,!;]|please))", (("F", "there"),)),
    # "The very first time I asked", "at the very beginning of this chat you gave me a list", "your opening answer"
    (
        r"(?:the |that )?(?:very )?first time (?:i|we) (?:asked|wrote|talked)(?: (?:you|here))?\b(?! (?:for|to|if|my|him"
        r"|her|them|about))",
        _FIRST,
    ),
    (
        rf"(?:(?:way )?back )?(?:right )?(?:at|in|from) the (?:very )?(?:start|beginning|top|outset) of (?:this|the|our"
        rf"|your) {_CHAT}\b"
        r"(?:,? you(?: had)? (?:gave|listed|showed|cited|mentioned)(?: me| us)?(?: (?:a|some) (?:list|few (?:documents"
        r"|docs|sources)))?)?",
        _FIRST,
    ),
    (
        rf"(?:{_ANSWER} (?:that |which )?)?you{_HAVE} {_SHOWN}(?: me| us)? (?:right )?(?:at|in) the (?:very )?(?:start"
        rf"|beginning|outset)\b(?! of)",
        _FIRST,
    ),
    (
        r"(?:(?:way )?back )?when (?:we|i) (?:first )?(?:started|began)(?: (?:chatting|talking|this chat|out))?\b(?= *,| you\b)",
        _FIRST,
    ),
    (rf"(?:very first|opening|initial|original|earliest|first ever) {_ANSWER}\b(?! of)", _FIRST),
    (rf"(?:first) list\b(?! of)(?: you{_HAVE} {_SHOWN}(?: me| us)?)?", _FIRST),
    (rf"first thing you{_HAVE} (?:answered|replied|wrote|told me|said)\b(?! about)", _FIRST),
    (rf"{_ANSWER} (?:that |which )?you{_HAVE} (?:gave|sent|wrote)(?: me| us)? (?:at )?first\b", _FIRST),
    # "The answer to my second question" is the second answer
    (
        rf"{_ANSWER} (?:you gave (?:me )?)?(?:to|for) (?:my|our|the) "
        rf"(?=(?:very )?(?:{_ORDINAL}) (?:question|message|query|prompt)\b)",
        (("F", "my"),),
    ),
    (
        rf"(?:i )?(?:don't|do not|dont|didn't|did not|am not talking about|'m not talking about) mean"
        rf"(?= (?:(?:from|in) )?(?:the|your|this|that) (?:{_ORDINAL}|{_LATEST})? ?{_ANSWER}\b)",
        (("x", "not"),),
    ),
    # "The answer before your last one", "your last answer but one"
    (rf"{_ANSWER} before (?:your |the |that )?{_LATEST}(?: (?:one|{_ANSWER}))?\b(?! (?:document|doc|source))", _BEFORE_LAST),
    (rf"(?:{_ANSWER}|one) before (?:this|that|your {_LATEST}|the {_LATEST}) {_ANSWER}\b", _BEFORE_LAST),
    (rf"{_ANSWER} before (?:this|that) one\b", _BEFORE_LAST),
    (rf"{_LATEST} {_ANSWER} but one\b|last but one {_ANSWER}\b", _BEFORE_LAST),
    (r"(?:previous|earlier|preceding) list\b(?! of)", _BEFORE_LAST),
    (rf"(?:(?:in|from|of) )?(?:the|your) {_ANSWER} (?:just )?above\b|(?:most recent|newest) {_ANSWER}\b", _LATEST_ONE),
    (
        rf"(?:(?:going|go|coming|getting|jumping|looking) )?back (?:to|in)(?= (?:the|your"
        rf"|my) (?:\S+ ){{0,3}}(?:{_ANSWER}|question)\b)",
        (("l", "from"),),
    ),
    (
        r"(?:in|from|of) your (?:answer|reply|response)\b"
        r"(?! (?:about|to(?! (?:me|us)\b)|on(?! (?:the |my |our )?screen)|when|where|that|before"
        r"|from|for|regarding|no\b|number|\#|\d))",
        (("D", "on your list"),),
    ),
    # "The one you've numbered 2"
    (
        rf"(?:one|document|doc|source|article)s? (?:that |which )?you{_HAVE} (?:numbered|marked|labell?ed|tagged|listed"
        rf"|cited|shown|put|called)"
        rf"(?: down)?(?: (?:as|under|with|at))?(?: (?:number|no\.?|nr\.?))? ?#?{_NUMBER_NEXT}",
        (("A", "document"),),
    ),
    # "Item 2 on your list", "the document marked with a 2", "the document behind [2]"
    (
        r"(?:item|entry|row|line|bullet|point) (?:number |no\.? ?)?(?=(?:\#?\d{1,2}|one|two|three|four|five)"
        r" (?:on|in|of|from) (?:your|that|this) list\b)",
        (("A", "document"),),
    ),
    (
        r"(?:document|doc|source|one) (?:that's |that is )?(?:(?:marked|labell?ed|tagged|numbered)(?: as| with)?(?: a| the)?"
        r"(?: number| no\.?)? |behind (?:the )?(?:number )?(?=\[))(?=\[?\d)",
        (("A", "document"),),
    ),
    # "The two at the top", "the bottom two"
    (
        rf"(?:the )?(?:two|2) (?:at|on|from) the top\b(?! of the (?!list))|top (?:two|2)\b{_NAMES_NO_MORE}",
        (("1", "first"), ("2", "two")),
    ),
    (
        rf"(?:the )?(?:two|2) (?:at|on|from) the (?:bottom|end)\b(?! of the (?!list))|bottom (?:two|2)\b{_NAMES_NO_MORE}",
        (("L", "last"), ("2", "two")),
    ),
    # "The one you listed second"
    (
        rf"one (?:that |which )?(?:you|u){_HAVE} (?:{_SHOWN}|put|placed|named|ranked|numbered)(?: (?:me|us|here))?"
        r" (?=(?:first|second|third|fourth|fifth|last)"
        r"(?: *(?:$|[.,;:?!])| (?:and|does|say|says|is|please|in full|on|to me)\b))",
        (("A", "document"),),
    ),
    (rf"(?:that |which )?(?:you|u|ya){_HAVE} {_SHOWN}(?: (?:me|us|here))?{_WHEN}\b", (("D", "you showed"),)),
    (
        r"(?:in|on|from|of|off|among) (?:that|this|the|your|ur|those) "
        r"(?:(?:list|selection|lot|search results|list of (?:documents|docs|sources|results))\b(?! of)|ones you showed)",
        (("D", "on your list"),),
    ),
    # "One sentence on each", "down to three bullet points", "for a ten year old"
    (
        r"(?:in|into|down to|to|as|with)(?: just| only| no more than| at most| under| about)? (?:a|an|one|two|three|four"
        r"|five|six|\d{1,2}|a few|a couple of)"
        r"(?: short| brief| simple| key| quick| single| main)? (?:bullet(?: point)?|line|sentence|paragraph|point|word"
        r"|takeaway)s?\b(?! [a-z]*\d)",
        (("V", "in short"),),
    ),
    (
        r"(?:a|one|two|three|a few) (?:short |brief |quick )?(?:bullet(?: point)?|line|sentence|paragraph)s?"
        r" (?:each|apiece|(?:on|for|about|per|of) (?:each|both|it|them|every one))\b(?! of)",
        (("V", "in short"),),
    ),
    (r"(?:a )?(?:couple of|few) (?:short |brief |quick )?(?:bullet(?: point)?|line|sentence|paragraph)s\b", (("V", "in short"),)),
    (
        r"(?:in|into|to|using|with) (?:more |much |very )?(?:plain|simple|simpler|everyday|layman's|easy|easier|basic) "
        r"(?:english|words|terms|language)\b",
        (("V", "simply"),),
    ),
    (
        r"(?:like|as if|as though) i(?:'m| am|'m a| were|'m only) (?:five|5|six|ten|a (?:child|kid|beginner|\w+ year old))\b",
        (("V", "simply"),),
    ),
    (
        r"(?:in|into|to) (?:korean|japanese|english|german|french|spanish|chinese|vietnamese|polish|italian|portuguese"
        r"|russian|hindi|thai|dutch|turkish)\b",
        (("V", "into"),),
    ),
)
_ALL = (*_REQUESTS, *_PHRASES)
_MADE = {f"p{at}": made for at, (_, made) in enumerate(_ALL)}
# A word begins here, and each alternative with its letters: only then are most of them passed over at the first one.
_ANY = re.compile(rf"\b(?=[a-z])(?:{'|'.join(f'(?:{pattern})(?P<p{at}>)' for at, (pattern, _) in enumerate(_ALL))})")


def phrases(lowered: str) -> Iterator[tuple[int, int, Made]]:
    """Where such phrases stand, start and end, and the tokens that they become."""
    if not scripts_of(lowered).latin:
        return  # the pattern is a long one, and most messages in other scripts hold no letter of it
    yield from parted(lowered)
    for match in _ANY.finditer(lowered):
        yield match.start(), match.end(), _MADE[match.lastgroup or ""]
