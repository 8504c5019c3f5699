"""Whether a document is asked for whole or to be used."""

import re

from ibidem.turn.pointing.pointer import Intent

_CONTENT = re.compile("[UuHqmIc]")
# After the pointer: the document whole ("전체를 보여줘"), or shown, with nothing of its own asked in between.
_WHOLE_AFTER = re.compile("[PtFGEYAaKo23DhCQ]*J?[PtFGEYAaKo23DhCQ]*W[PtFEGoAaYK]*(?:[SvF;]|$)")
_SHOWN_AFTER = re.compile("[PtFGEWAaYKJNnB23hDRCQ]*S")
# Before it, where the verb comes first: "show me the full text of", followed by nothing but an end.
_SHOWN_BEFORE = re.compile("(?:S|W)[FhoPDMWGTC1E2aKp]*$")
# "It looks like the right one. Show me all of it": what is said of the document itself is no question put to it.
_WHOLE_AT_LAST = re.compile("P[^lo]*W[PEF]*S[F;]*|[^lop]*u[FD]*W[WPEF]*[S;]*F*[F;]*")
# "I meant the second one. Please show me that one in full": nothing of its own is asked in between, and then it is to be shown.
_SHOWN_AT_LAST = re.compile("[^UuHqmIcpvk]*[J;][Fh]*S[FQDMGhRoW23EtP]*[F;]*")
_ENDED = re.compile("(?:[F;WGED]|J(?=F)|$)[^UuHqc]*|[F;]*;")


def intent_of(kinds: str, first: int, last: int) -> Intent:
    """The intent of a message whose pointer stands at `first` up to `last` (exclusive) of its kinds."""
    before, after = re.sub("x[^J;]*J|.*X", "", kinds[:first]), kinds[last:]
    if "V" in kinds:
        return "use"
    if _CONTENT.search(before) is None and _CONTENT.search(after) is None:
        return _of_nothing_but_a_pointer(before, after)
    if (
        _WHOLE_AFTER.match(after)
        or _SHOWN_AFTER.match(after)
        or _WHOLE_AT_LAST.fullmatch(after)
        or _SHOWN_AT_LAST.fullmatch(after)
    ):
        return "whole"
    if _SHOWN_BEFORE.search(before) and _ENDED.fullmatch(after):
        return "whole"
    return "use"


def _of_nothing_but_a_pointer(before: str, after: str) -> Intent:
    asked = before + after
    if "W" in asked and "k" not in asked:
        return "whole"
    if re.search("SQ[F;]*$", asked) or _SHOWN_AT_LAST.fullmatch(after):  # "what was the third one? show it"
        return "whole"
    if re.search("[pvfk]", asked):
        return "use"
    if "S" in asked:
        return "whole"
    if re.match("[Po]*[tl]", after) or re.search("(?<!T)l[hFD]*$", before):
        return "use"
    return "whole"
