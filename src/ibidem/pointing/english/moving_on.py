"""Where an English message leaves the document that it speaks of, and goes on to something else."""

import re

_NUMBER = r"(?:first|second|third|fourth|fifth|last|other|1st|2nd|3rd|4th)"
_DOCUMENT = (
    rf"(?:(?:the|that|this|your|those|these|both) )?(?:{_NUMBER} )?(?:documents?|docs?|sources?|ones?|references?|articles?)"
    r"(?: (?:number |no\.? ?|#)?\d{1,2})?"
)
_DONE = r"(?:answer(?:s|ed)|solv(?:es|ed)|settl(?:es|ed)|fixed|did|clear(?:s|ed)(?: up)?|cover(?:s|ed)|explain(?:s|ed))"
# "I'm done with document 2.", "that document is enough, thanks.", "never mind document 3."
_LEFT = re.compile(
    r"^(?:(?:ok|okay|thanks|thank you|great|good|perfect|right|alright|all right|well|nice|cool|and|so|now|yes|ah|oh|got it)"
    r"[,.! ]+)*"
    r"(?:"
    rf"(?:(?:i'm|i am|we're|we are|i'm now|all) )?(?:done|finished|through|good) (?:reading|with) {_DOCUMENT}"
    r"|(?:(?:that's|that is|that was|this is) )?(?:all|everything|what|enough)(?: that)? (?:i|we) (?:need|want)(?:ed)?"
    rf"(?: to know)? (?:from|of|in|about|out of) {_DOCUMENT}"
    rf"|(?:thanks|thank you|cheers) for {_DOCUMENT}"
    rf"|(?:that's )?enough (?:of|about|from|on) {_DOCUMENT}"
    rf"|(?:never mind|nevermind|forget|forget about|so much for|that's it for) {_DOCUMENT}"
    rf"|{_DOCUMENT} (?:is|was|will be) (?:now )?(?:enough|sufficient|all i|what i|everything i|clear|done|settled"
    r"|no longer)[^.;?!]{0,20}"
    rf"|{_DOCUMENT} {_DONE} (?:it|that|this|my question|everything|the problem|the question|the trick|that one)"
    r")(?: (?:for|by) (?:now|today|me|us))?(?: (?:now|already|then))?(?:,? (?:thanks|thank you|cheers|many thanks|thanks a lot))?"
    r"(?P<end> ?[.;!] ?| [-–—] )"
)
# "Another question: ...", "on a different note, ...", "unrelated: ..."
_NEW = re.compile(
    r"[.;!,] (?:and |but |now |so |then |just )*(?P<end>"
    r"(?:a |my |the |one )?(?:another|next|different|new|other|separate|second|unrelated|last|more|quick)"
    r"(?: (?:other|different|new|unrelated|separate|quick))? (?:question|topic|subject|matter|issue)s?(?: now| then)?(?: is)?"
    r"|(?:on|to) (?:a|an|another) ?(?:completely |totally |quite )?(?:different|other|separate|new|unrelated)? ?"
    r"(?:topic|note|subject|matter|question)"
    r"|(?:something|a question) (?:completely |totally |quite )?(?:else|different|unrelated)(?: now)?"
    r"|(?:completely |totally )?unrelated(?:ly)?(?: question)?|separately|moving on|changing (?:the )?(?:subject|topic)s?"
    r"|by the way|btw"
    r"|one more thing|on to (?:the next|something)[^,.:]{0,20}"
    r") ?[,:.;–—-] "
)
# What still speaks of the document: "... By the way, what is its revision?"
_STILL = re.compile(
    r"\b(?:it|its|it's|that|this|those|these|them|they|(?<!is )(?<!are )there|ones?|documents?|docs?"
    r"|sources?|references?|articles?|titles?|revision|author|version|both|same|says?|said|mentions?|above|earlier|shown?|listed"
    r"|cited|\#\d|number \d+|first|second|third|last)\b"
    r"|\[\d"
)
_ASKS = re.compile(r"\?|^(?:who|what|when|where|why|which|how|is|are|do|does|can|could|should|may|must)\b")
_REQUESTS = re.compile(
    r"\?|\b(?:open|show|display|print|read me|see|summari[sz]e|translate|explain|compare|give|send|bring|pull|get me|tell|use"
    r"|want|please|need to see|look at)\b"
)


def asked_next(lowered: str) -> int:
    """Where the question begins that is all of the message, what is before it only leaving a document behind; else 0."""
    if (left := _LEFT.match(lowered)) is not None and _asks_anew(lowered[left.end() :]):
        return left.end()
    new = _NEW.search(lowered)
    if new is not None and _REQUESTS.search(lowered, 0, new.start()) is None and _asks_anew(lowered[new.end() :]):
        return new.end()
    return 0


def _asks_anew(said: str) -> bool:
    return _ASKS.search(said) is not None and _STILL.search(said) is None
