"""Whether a document is asked for whole or to be used."""

import re
from itertools import pairwise

from ibidem.domain.conversation import Intent
from ibidem.pointing.korean.clauses import clauses
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

_CONTENT = re.compile("[UuHqmIc]")
# After the pointer: the document whole ("전체를 보여줘"), or shown, with nothing of its own asked in between.
_WHOLE_AFTER = re.compile("[PtFGEYAaKo23DhCQ]*J?[PtFGEYAaKo23DhCQ]*W[PtFGEoAaYKWl]*(?:[SvF;]|$)")
_SHOWN_AFTER = re.compile("(?:[PtFGEWAaYKJNnB23hDRCQ]*|D[Ff]*)S(?!.*[J;].*[UuHc].*f[FP;]*$)")
# Before it, where the verb comes first: "show me the full text of", followed by nothing but an end.
_SHOWN_BEFORE = re.compile("(?:S|W)(?:J[WFfD]{1,6}J)?[PFo]*[Jt]?[FhoPDMWGTC1E2aKp]*$")
# "It looks like the right one. Show me all of it": what is said of the document itself is no question put to it.
_WHOLE_AT_LAST = re.compile("P[^lo]*W[PEF]*S[F;]*|[^lop]*u[FD]*W[WPEF]*[S;]*F*[F;]*")
# "I meant the second one. Please show me that one in full": nothing of its own is asked in between, and then it is to be shown.
_SHOWN_AT_LAST = re.compile("[^UuHqmIcpvk]*[J;][Fh]*S[FQDMGhRoW23EtP]*[F;]*|[^fvkp]*[J;][Fh]*S[FQDMGhRoE]*Q[FRoh]*W[F;]*")
# "According to that document, ...", "what deadline does document 2 give us?".
_ASKED_OF = re.compile("(?:^|[FJ;])l[hFDM]*$|f$")
# "From source 3 I only need the recovery steps".
_NEEDED_OF_IT = re.compile("(?:^|[FJ;])l[hFDM]*$")
_ONLY_A_PART = re.compile("J?F*S[FhD]*(?!.*W)[Uc]")
# "Open document 3, the customer hung up": what is said after it is why.
_OPENED = re.compile("(?:^|[J;bxF])S[FhDM]*$")
# "The second one looks like what he meant, open it."
_OPENED_AT_LAST = re.compile("^[^kVvp]*[J;][FhJ;]*S[FhD]*(?:Q|DG|D)[FRoh]*W?[F;]*$")
_CONTEXT = re.compile("W*(?:F+|[J;])[^fvkp]*|lHn[F;]*")  # or where it is to be opened: "at page 5"
_ENDED = re.compile("(?:[F;WGED]|b(?=[F;]*$)|J(?=F)|$)[^UuHqc]*|[F;]*;")


def intent_of(kinds: str, first: int, last: int) -> Intent:
    """The intent of a message whose pointer stands at `first` up to `last` (exclusive) of its kinds."""
    before, after = re.sub("x[^J;]*J|.*X", "", kinds[:first]), re.sub("^[PtFo]*[WU][PtF]*X|J[FJ;]*$", "", kinds[last:])
    if "V" in kinds:
        return "use"
    if _CONTENT.search(before) is None and _CONTENT.search(after) is None:
        return _of_nothing_but_a_pointer(before, after)
    if _ASKED_OF.search(before) and (after[:1] == "J" or before.endswith("f")) and "W" not in after:
        return "use"
    if _NEEDED_OF_IT.search(before) and _ONLY_A_PART.match(after):
        return "use"
    if _OPENED_AT_LAST.search(after):
        return "whole"
    if _OPENED.search(before) and _CONTEXT.fullmatch(after):
        return "whole"
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
    if re.search("SQ[F;]*$|QP?S[F;]*$", asked) or _SHOWN_AT_LAST.fullmatch(after):  # "what was the third one? show it"
        return "whole"
    if re.search("[J;b][FhD]*S[FhoPDMW]*$", before) and re.search("[pvfk]", after) is None:
        return "whole"  # "two and three are no use, open document 1"
    if re.search("[pvfk]", asked):
        return "use"
    if "S" in asked:
        return "whole"
    if re.match("[Po]*[tl]", after) or re.search("(?<!T)l[hFD]*$", before):
        return "use"
    return "whole"


# What ends a clause that only says why: 닫았어요, 봐야 하니까, 見せたいので.
_REASON = re.compile(
    r"(?:ので|んで|けど|けれど|ですが|ますが|ましたが|から|서요|니까|는데|는데요|[었았했렸졌됐겠였]어요?"
    r"|어서|아서|해서|네요|습니다|니다|고요|더니|야죠|거든요?|야 돼서)$"
)
_ONLY_SHOWN = re.compile("[FDPhJ;QG]*(?:W[PoEF]*)*[FE]*S[F;]*")


def shown_at_last(tokens: list[Token], last: int) -> bool:
    """Whether after the pointer (up to `last`) a reason is given, and then nothing but the document asked for."""
    kinds = kinds_of(tokens)
    if _shown_finally(tokens, kinds, last):
        return True
    for at in range(kinds.rfind("S") - 1, last - 1, -1):
        if _REASON.search(tokens[at].text) is not None:
            return (
                "V" not in kinds[at:]
                and re.search("[fkv]", kinds[last:at]) is None
                and _ONLY_SHOWN.fullmatch(kinds[at + 1 :]) is not None
            )
    return _shown_in_the_end(tokens[last:])


# What is said of the document before: 궁금하다, 있냐, 찾았다, 봤어야 했네.
_OF_IT = re.compile("[PtGFEDJ;]*[uUvf]{0,2}[FGPJ;uf]*")
_SHOWN_ALONE = re.compile("[FDPhJ;QGAYE23NW]*S[FP;]*")


def _shown_in_the_end(after: list[Token]) -> bool:
    """Whether the last clause asks for nothing but to be shown it: "3번 문서 궁금하다 그거 보여줘"."""
    parts = clauses(after)
    if len(parts) < 2 or _SHOWN_ALONE.fullmatch(kinds_of(parts[-1])) is None:
        return False
    return _OF_IT.fullmatch(kinds_of([token for part in parts[:-1] for token in part])) is not None


def _shown_finally(tokens: list[Token], kinds: str, last: int) -> bool:
    """Whether a Japanese message ends in showing, and nothing is named after the pointer that would be shown of it."""
    end = len(tokens)
    while end > last and (
        kinds[end - 1] in "FP;" or (kinds[end - 1] == "U" and _SENTENCE_ENDING.fullmatch(tokens[end - 1].text))
    ):
        end -= 1
    if end <= last or kinds[end - 1] != "S" or not "ぁ" <= tokens[end - 1].text[0] <= "鿿" or "V" in kinds:
        return False
    said = tokens[last : end - 1]
    asked = "".join("F" if _NOT_SHOWN.search(token.text) else token.kind for token in said)
    if re.search("^[ol](?!W)|[fkvpc]", asked) or (said and said[0].kind == "D"):
        return False
    return not any(
        one.kind in "UuHqnNBA" and other.text in ("を", "が", "だけ", "のみ") and _reason_after(said[at:]) is None
        for at, (one, other) in enumerate(pairwise(said))
    )


def _reason_after(tokens: list[Token]) -> Token | None:
    """What ends a clause that only says why, where one follows: 客が来るので."""
    return next((token for token in tokens if token.kind in "JR" or _REASON.search(token.text)), None)


# That it was not shown is why it is asked for again: 表示されないから.
_NOT_SHOWN = re.compile("^(?:開|見|表示|ひら)[^。]*(?:ない|ません)(?:から|ので|けど|んで)?$")
_SENTENCE_ENDING = re.compile("[ぁ-んー~〜っw]+")
