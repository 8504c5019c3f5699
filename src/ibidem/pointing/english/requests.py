"""English requests that are made, not listed: what is wanted of a document, what is set aside, what is asked so politely."""

import re
from collections.abc import Iterator

# What a phrase becomes: one letter a token (see `lexicon.KINDS`), with what it is then taken to say.
Made = tuple[tuple[str, str], ...]

_NUMBER = (
    r"(?:first|second|third|fourth|fifth|sixth|last|final|1st|2nd|3rd|\d(?:st|nd|rd|th)|one|two|three|four|five|#? ?\d{1,2}"
    r"|\[\d{1,2}\]|\(\d{1,2}\)|[\"“]\d)"
)
_NOUN = r"(?:documents?|docs?|sources?|references?|refs?|citations?|articles?|results?|links?|numbers?|no\.?)"
# The beginning of what names a document by its number, as it follows a word.
_MENTION = (
    rf"(?:both |either )?(?:the |your |that )?(?:{_NOUN} ?(?:number |no\.? ?|nr\.? ?|(?:you )?(?:numbered|labell?ed|marked) )?)?"
    rf"{_NUMBER}(?![a-z0-9])"
)
_ANOTHER = (
    rf"(?:\b{_NOUN} ?(?:number |no\.? ?)?{_NUMBER}|\bthe {_NUMBER}"
    r"|\b(?:now|only|open|show|number|no\.?|and|just) #?\d)(?![a-z0-9])"
)
_NAMED = r"[a-z]+(?:[_-][a-z0-9]+)+|[a-z]+[ -]?(?:#|no\.? ?)?\d{3,6}\b"
_ALL_OR_THAT = (
    r"(?:(?:all|both|every|each|those|these|that|this|just|only|the) (?:[a-z0-9]+ ){0,3}?)?"
    r"(?:documents?|docs?|sources?|ones?|three|two|both|all|them|those|it|everything)\b"
)
_PART = (
    r"(?:lines?|sentences?|passages?|bits?|parts?|paragraphs?|sections?|points?|key points|main points|takeaways|steps|figures"
    r"|warnings?|instructions|definitions?|facts)"
)
_MADE_OF_IT = (
    r"(?:table|check ?list|list|summary|cheat ?sheet|slides?|procedure|flow ?chart|e-?mail|note|memo|poster|faq|timeline)"
)
_SHOW = r"(?:see|show|open|view|read|get|have|display|print|pull|bring|put|look)"
_SCREEN = r"(?:screen|monitor|display|projector|tv)"
_LANGUAGE = (
    r"(?:korean|japanese|english|german|french|spanish|chinese|vietnamese|polish|italian|portuguese|russian|hindi|thai|dutch"
    r"|turkish)"
)

_I_WANT = (
    r"(?:i|we)(?:'d| would| had|'m| am| was)?(?: (?:have|really|actually|only|just))?"
    r" (?:want(?:ed)?|liked?|need(?:ed)?|meant?|asked for|after|looking for)(?: to (?:see|read|have|get|open|view))?\b"
)

PHRASES: tuple[tuple[str, Made], ...] = (
    (
        rf"(?:what|the (?:one|document|doc|source)) (?:that )?{_I_WANT}(?: (?:opened|printed|displayed"
        rf"|shown))? (?:was|is|would be)(?= {_MENTION})",
        (("S", "what i wanted was"),),
    ),
    (
        rf"(?:what|the (?:one|document|doc|source)) (?:that )?{_I_WANT} (?:summari[sz]ed|translated|explained"
        rf"|paraphrased|condensed|shortened|simplified)"
        rf" (?:was|is|would be)(?= {_MENTION})",
        (("V", "what i wanted was"),),
    ),
    # "My shift ends at six"
    (
        r"(?:ends?|starts?|finish(?:es)?|begins?|opens?|closes?|leave|meet|meeting|due|over|is|off|back|out|here|home) "
        r"(?:at|by|until|till) (?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight"
        r"|nine|ten|eleven|twelve)\b"
        r"(?! (?:documents|docs|sources|of)\b)",
        (("U", "then"),),
    ),
    (
        rf"(?<!your )(?<!the )(?<!this )(?<!that )(?<!last )(?<!first )(?<!second )answer(?: (?:it|that|this"
        rf"|again|only|just|solely))*"
        rf" (?:from|using|with|based on|by)(?= (?:{_MENTION}|only|just|all|every|everything|those|these|both))",
        (("V", "answer from"),),
    ),
    (
        r"(?:(?:i|we|he|she|they|there)(?:'ve|'s| have| has|'s got|'ve got| is)? )?no (?:use|need|time"
        r"|interest)(?: whatsoever)? (?:for|in|of)(?= (?:document|doc|source|number|no\b|the\b|\#|\d))",
        (("x", "no need for"),),
    ),
    # "Could document 1 please be shown once more?", "call up the second one"
    (
        r"be (?:shown|opened|displayed|printed|put up|brought up|pulled up)(?: (?:up|out))?\b(?! (?:by|with|without)\b)",
        (("S", "be shown"),),
    ),
    (rf"call(?:ing)? up(?= (?:{_MENTION}|{_NAMED}|{_ALL_OR_THAT}))", (("S", "call up"),)),
    (
        r"(?:when|once|whenever|as soon as|if) (?:you|u)(?:'ve| have| get| can find)(?: got)?(?: (?:a|some"
        r"|any|the|spare|free|half a))*"
        r" (?:minute|moment|sec|second|chance|time|mo|min)s?\b|(?:when|whenever|if) (?:you|u) can\b(?= *(?:$|[.,;!?]))",
        (("F", "at ease"),),
    ),
    # Asked politely, or said about the time there is
    (
        rf"(?:is|would) (?:it|there)(?: be)? (?:possible|(?:a|any) (?:way|chance))(?: (?:for (?:me|us)|(?:i|we|you) (?:could|can)"
        rf"|of me))?(?: to)?(?= {_SHOW}\b)",
        (("F", "please"),),
    ),
    (
        r"(?:please )?take your time|(?:there's |there is )?no (?:rush|hurry|pressure)|whenever you(?:'re| are)?"
        r" (?:ready|can|like)"
        r"|when you(?:'re| are) ready|at your (?:convenience|leisure)",
        (("F", "at ease"),),
    ),
    (
        rf"(?:can|could|may|might) (?:i|we)(?: please| just| maybe)? (?:have|get|see|view|read)(?= (?:{_MENTION}"
        r"|(?:the |a )?(?:full|whole|complete|entire)\b|(?:that|those|these|all|both)\b))",
        (("S", "can i have"),),
    ),
    (r"(?:answered|answers|covered|covers|solved|solves) (?:my|our|his|her|the) (?:[a-z]+ )?questions?\b", (("U", "helped"),)),
    (
        rf"on (?:the|my|our|your|this|that|a) (?:(?:big|main|large|wall|other|meeting[ -]room|conference[ -]room|shared)"
        rf" )*{_SCREEN}\b",
        (("S", "on the screen"),),
    ),
    (
        r"so (?:that )?(?:i|we|he|she|they|(?:the|my|our) [a-z]+) (?:can|could|may|might)"
        r"(?: (?!doc|source|number|no\b|first|second|third|fourth|last|one\b|two\b|three\b|other)[a-z]+){1,5}(?= *(?:$|[.?!]))",
        (("F", "so that"),),
    ),
    (
        r"(?:i'm |i am )?not (?:really |quite |entirely |so )?sure(?: (?:i|we) (?:got|get|understood|understand|followed|follow)"
        r"(?: (?:it|that|this)(?: all| right)?)?)?\b",
        (("F", "unsure"),),
    ),
    (
        r"to answer(?: (?:me|this|that|it|(?:my|the|this|that) question))?(?= *(?:$|[.,;:!?]|please|thanks|thx))",
        (("F", "for that"),),
    ),
    (
        r"(?:nice|good|great|helpful|excellent|useful|clear|quick|perfect|brilliant|lovely|solid|fantastic|thorough|long)"
        r" (?:answer|reply|response|list|job|work|stuff)(?= *[.,!;])",
        (("F", "nice"),),
    ),
    (rf"turn(?= {_MENTION}[^.,;?!]{{0,30}}? into )", (("V", "turn"),)),
    (
        r"(?:that|this|it)(?: was|'s| is|s) (?:so |very |really |pretty |quite )?(?:quick|fast|great|nice|good|helpful|useful"
        r"|clear|perfect|brilliant|impressive|interesting|odd|weird|strange|handy|fine|enough)(?= *[.,!;])",
        (("F", "nice"),),
    ),
    (r"that (?:really )?(?:helps|helped|did it|worked|works)(?: a lot| a bit)?(?= *[.,!;])", (("F", "nice"),)),
    (
        r"(?:last|next) (?:week|month|year|night|evening|shift|quarter|summer|winter|spring|autumn"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
        (("U", "lately"),),
    ),
    (r"by hand\b", (("U", "by hand"),)),
    (
        r"to (?:double[ -]check|check|verify|confirm|look up|cross[ -]check|compare|make sure of) "
        r"(?:(?:some|one |a )?(?:thing|detail|number|value|fact|figure)s?|it|this|that)\b(?= *(?:$|[.,;!?]|please|thanks))",
        (("F", "so that"),),
    ),
    # "Whole" by other words, and "short" by other words
    (
        r"(?:short|shorter|brief|condensed|abridged|one[ -]line|simpler?|simplified|quick)"
        r" (?:version|form|overview|rundown|account|explanation|recap|take)\b",
        (("V", "in short"),),
    ),
    (
        rf"(?:i|we) (?:don't|dont|do not|didn't|can't|cannot) (?:\w+ )?(?:understand|get|follow|grasp)(?= {_MENTION})",
        (("V", "explain"),),
    ),
    (
        rf"(?:i'm |i am |we're )?(?:struggling with|confused by|lost in|stuck on)"
        rf"(?= (?:the |your )?(?:{_NUMBER} )?(?:doc|source|reference|article))",
        (("V", "explain"),),
    ),
    (
        rf"(?:quote|copy|paste|cite|pull out|extract|find|give|show|tell|read)(?: me| us| out)*"
        rf" (?:the|a|any|its|just the|only the) (?:[a-z]+ )?{_PART} (?:in|from|of|out of)(?= {_MENTION})",
        (("V", "extract"), ("l", "from")),
    ),
    (
        rf"(?:make|create|build|write|draw up|put together|do|give)(?: me| us)? (?:a|an|one) (?:[a-z]+ )?{_MADE_OF_IT}"
        rf" (?:out of|from|of|based on)(?= {_MENTION})",
        (("V", "into"), ("o", "of")),
    ),
    (rf"who (?:wrote|authored)(?= {_MENTION})", (("f", "who"), ("p", "author"), ("o", "of"))),
    (
        rf"(?:asked (?:me|us|you) |(?:asking|asks|looking|waiting|begging|calling|pushing) (?:me |us |you )?)for(?= {_MENTION})",
        (("F", "wants"),),
    ),
    (r"(?:got|has|have) to (?=(?:say|tell)\b)", (("F", "to"),)),
    (rf"(?<=-> ){_LANGUAGE}\b|(?<=->){_LANGUAGE}\b", (("V", "into"),)),
    (
        rf"(?<!i )(?<!we )(?<!you )(?<!to )use(?= (?:the |your )?(?:documents?|docs?|sources?|references?) ?{_NUMBER}"
        rf"| (?:the |your ){_NUMBER} (?:documents?|docs?|source|reference|one)\b| {_NUMBER} (?:document|doc|source|reference)\b)",
        (("V", "use"),),
    ),
    (r"(?:for|in) (?:the|your|this|that|my) (?:next )?answer\b(?= *(?:$|[.,;:!?]|thanks|please|thx))", (("F", "for that"),)),
    # "Does 1 contradict 2?", "both 1 and 2 say so": only what is written does that
    (
        r"(?:do|does|did) (?=#?\d(?: and #?\d)? (?:contradict|supersede|override|agree|conflict|disagree|overlap)"
        r"(?: (?:with )?(?:#?\d|each other))?(?: on| about| or|[ .?!]*$))",
        (("f", "does"), ("A", "document")),
    ),
    (
        r"both (?=#?\d and #?\d (?:say|state|mention|cover|describe|recommend|list)\b)",
        (("A", "document"),),
    ),
    # A verb, and what somebody documents
    (
        r"(?:should|shall|must|do|did|may) (?:i|we|you|they|anyone|somebody|someone|he|she) (?:have to |need to )?"
        r"document(?= \d)",
        (("f", "should"), ("U", "record")),
    ),
    (r"(?:that|this|these|those) (?:kinds?|sorts?|types?|classe?s?|style) of\b", (("U", "of that kind"),)),
    (
        r"mean (?:in|on|under) (?:the |my |this |our |an? )?(?!doc|source|answer|reply|text|list|that\b|it\b)(?=[a-z])",
        (("U", "mean"),),
    ),
    # What is taken away, and what is over with
    (
        r"(?:leav(?:e|ing)|put(?:ting)?|set(?:ting)?)(?: (?:aside|out|to one side)|ting aside)"
        r"(?= (?:the |your )?(?:doc|source|number"
        rf"|no\b|ref|{_NUMBER}))",
        (("x", "except"),),
    ),
    (
        rf"(?:(?:i'm|i am|we're|we are|i've|i have|now|all) )?(?:already )?(?:(?:done|finished|through) with"
        r"|(?:went|been|gone|read|looked)"
        rf" (?:through|over))(?= {_MENTION}(?: one| document)?[,.;][^?]*?{_ANOTHER})",
        (("x", "not"),),
    ),
    (
        r"(?<=open )em\b|(?<=show )em\b|(?<=print )em\b|(?<=compare )em\b|(?<=translate )em\b|(?<=read )em\b|(?<=of )em\b",
        (("M", "them"),),
    ),
    (r"(?<=\d )n (?=[#\[]?\d)", (("J", "and"),)),
    (
        r"(?:document|doc|source|article|reference)s? (?:that(?:'s| is) |which is )?(?:numbered|marked|labell?ed|tagged)"
        r"(?: (?:as|under|with))?(?: (?:number|no\.?))? ?(?=#?\d|\[\d)",
        (("A", "document"),),
    ),
)

# Two words that belong together with what they are of between them: "boil document 2 down", "need the second one open".
_BETWEEN = rf" (?:{_MENTION}|{_NAMED}|{_ALL_OR_THAT})[^.,;:?!]{{0,60}}?"


def _parted(at: int, first: str, second: str) -> str:
    return rf"(?P<a{at}>{first}){_BETWEEN} (?P<b{at}>{second})"


_PARTED: tuple[tuple[str, str, Made, Made], ...] = (
    (
        r"(?:cut|trim|strip|pare|whittle)(?:ing)?",
        r"down(?= to (?:a|one|two|three|four|five|\d|bullets?|the (?:essentials|main|key|basics|bare))\b)",
        (("V", "boil"),),
        (("F", "down"),),
    ),
    (r"(?:boil|break|narrow)(?:ing)?", r"down\b", (("V", "boil"),), (("F", "down"),)),
    (
        r"(?:get|have|call|keep|put|bring|pull)(?:ting|ing)?",
        rf"(?:back )?up(?! (?:to|until|with)\b)\b(?: on (?:the|my|our|a) (?:\w+ )?{_SCREEN}\b)?|on (?:the|my"
        rf"|our|a) (?:\w+ )?{_SCREEN}\b",
        (("S", "get"),),
        (("F", "up"),),
    ),
    (
        r"needs?|needed|want",
        rf"(?:open(?:ed)?|displayed|printed(?: out)?|up)(?! (?:to|until))\b(?: on (?:the|my|our|a) (?:\w+ )?{_SCREEN}\b)?",
        (("S", "i need"),),
        (("F", "open"),),
    ),
    (
        r"leav(?:e|ing)|put(?:ting)?|set(?:ting)?",
        r"(?:aside|out|to one side)\b(?! of| on)",
        (("x", "except"),),
        (("F", "aside"),),
    ),
    (
        r"(?:i|we)(?:'ve| have)?(?: already| also| just)? (?:have|had|got|keep)",
        r"(?:on paper|printed(?: out)?|in (?:front|print|hard copy)(?: of (?:me|us))?|here|at hand|by heart|already"
        rf"|pinned(?: up)?|saved|(?:on|in) my [a-z]+)(?=[,.;]? [^?]*?{_ANOTHER})",
        (("x", "not"),),
        (("F", "at hand"),),
    ),
    # "It was document 2 I wanted explained"
    (
        r"(?:it|that)(?:'s| is| was| would be|'d be|s)(?: (?:only|just|actually|really|rather))?",
        rf"(?:that |which )?{_I_WANT}",
        (("F", "it is"),),
        (("S", "i want"),),
    ),
    (r"swap|switch|exchange|trade", rf"for(?= {_MENTION})", (("x", "not"),), (("b", "but"),)),
)
_WITH_MORE = re.compile("|".join(rf"\b{_parted(at, first, second)}" for at, (first, second, _, _) in enumerate(_PARTED)))
# "All three, but start with the second": still all of them.
_IN_WHICH_ORDER = re.compile(
    r"\b(?:all (?:three|of (?:them|those|these)|the (?:documents|docs|sources)|four)|both|everything)\b[^.;?!]{0,20}?[, ]"
    rf"(?P<b>(?:and )?not (?:just|only) {_MENTION}(?: one)?|(?:but |and )?(?:start|begin|starting"
    rf"|beginning) (?:with|from) {_MENTION}(?: one)?)(?= *(?:$|[.,;!?]|please))"
)


def parted(lowered: str) -> Iterator[tuple[int, int, Made]]:
    """Where such words stand, start and end, and the tokens that they become."""
    for match in _WITH_MORE.finditer(lowered):
        at = int((match.lastgroup or "b0")[1:])
        yield *match.span(f"a{at}"), _PARTED[at][2]
        yield *match.span(f"b{at}"), _PARTED[at][3]
    for match in _IN_WHICH_ORDER.finditer(lowered):
        yield *match.span("b"), (("F", "first"),)
