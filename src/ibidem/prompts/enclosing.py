r"""What stands in a tag of a prompt cannot close it, nor speak in the name of the system or the model.

A model does not see text as a parser does: to it `<\/ Question>` ends a question as well as `</question>`, and many servers read
the control words of their models in what a person wrote too. So a value is compared as it looks: without what is invisible, in
one width and case, a slash being as good as a space. Of what then begins like a tag of the prompt or is a control word, the
opening bracket becomes `‹`: still to be read, but no tag. All else stays to the letter, "p < 5 mTorr" and `<br>` included.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from string import ascii_lowercase

# A bracket, in any of the characters that decompose into it, and what stands up to the next one: so each character is read once.
_BRACKET = re.compile(r"([<≮﹤＜\[﹇［])([^<≮﹤＜\[﹇［]*)")
# Characters as they look; more than the longest of these patterns, its letters spaced.
_READ = 200

_SLASHES = frozenset("/\\\N{FRACTION SLASH}\N{DIVISION SLASH}\N{SET MINUS}\N{BIG SOLIDUS}\N{REVERSE SOLIDUS OPERATOR}╱╲")
# Letters and symbols in name only. All other characters without a look are of the categories C (control, format, not assigned)
# and M (marks, which join the letter before).
_BLANK = frozenset("\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}")

# Read in the templates of Llama, Mistral, Gemma, Qwen, DeepSeek, GLM, EXAONE, Seed, Phi, StarCoder and InternLM, or in their
# vocabularies. Words that people write in brackets too (`<user>`, `[MASK]`) are not among them: no server reads them.
_ANGLED = (
    *("s", "bos", "eos", "pad", "unk", "sop", "eop", "sys", "think", "image"),
    *("im_start", "im_end", "im_sep", "mask"),
    *("tools", "tool_call", "tool_calls", "tool_response", "function_call", "function_calls"),
)
_SQUARE = (
    *("inst", "system_prompt", "available_tools", "tool_calls", "tool_results", "tool_content"),
    *("cls", "sep", "gmask", "smask", "think", "img_break", "img_end"),
)
# What a tag or a control word begins with: the `[1]` of a passage is looked at no further.
_BEGINNINGS = frozenset(f"{ascii_lowercase}_|0")
# Places that a vocabulary keeps free, by their number: `<reserved_106>`, `[UNUSED_TOKEN_145]`.
_BYTE = "0[ ]?x[ ]?[0-9a-f][ ]?[0-9a-f]"  # `<0x0A>`, as a vocabulary writes what it has no piece for
_NUMBERED = "(?:unused|reserved|special|extra|control)[a-z_]*[0-9]+"


def enclosed(value: str, tags: frozenset[str]) -> str:
    """The value, to be put into one of these tags. As long as before."""
    after = {"<": _after_angle(tags), "[": _after_square()}

    def harmless(found: re.Match[str]) -> str:
        bracket, rest = found.groups()
        may = _begins(rest) in _BEGINNINGS
        return f"‹{rest}" if may and after[_look(bracket)].match(_looks(rest)) else found[0]

    return _BRACKET.sub(harmless, value)


def _begins(text: str) -> str:
    """The first character of a text as it looks, without spaces; "" where it shows none."""
    return next((part for part in chain.from_iterable(map(_look, text)) if part != " "), "")


def _looks(text: str) -> str:
    """The beginning of a text as it looks; white space and slashes that stand together are one space."""
    seen: list[str] = []
    for part in chain.from_iterable(map(_look, text)):
        if part != " " or seen[-1:] != [" "]:
            seen.append(part)
        if len(seen) == _READ:
            break
    return "".join(seen)


@lru_cache(maxsize=4096)
def _look(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).casefold()
    return "".join(
        " " if part in _SLASHES or part.isspace() else part
        for part in parts
        if part.isspace() or not (part in _BLANK or unicodedata.category(part)[0] in "CM")
    )


@lru_cache
def _after_angle(tags: frozenset[str]) -> re.Pattern[str]:
    return re.compile(
        rf"""
          [ ]?{_any(tags)}(?![a-z0-9_])                            # a tag of the prompt, whatever stands in it then
        | [|] | [a-z_]+[|]>                                        # <|im_start|>, <turn|>
        | [ ]?(?:[a-z]+:)?{_any(_ANGLED)}[ ]?>                     # </s>, <seed:bos>
        | [ ]?(?:start|begin|end)_of_[a-z_]+[ ]?>                  # <start_of_turn>
        | [ ]?(?:fim[_-][a-z]+|{_NUMBERED}|{_BYTE})[ ]?>           # <fim_prefix>, <reserved_106>
        | [ ]?(?:[a-z]+:)?{_any(["invoke"])}(?![a-z0-9_])          # <invoke name="...">
        """,
        re.VERBOSE,
    )


@lru_cache
def _after_square() -> re.Pattern[str]:
    return re.compile(rf"[ ]?(?:{_any(_SQUARE)}|{_NUMBERED})[ ]?\]|[|][a-z_]+[|]\]")  # [/INST], [|user|]


def _any(words: Iterable[str]) -> str:
    """Any of the words, with a space or none between its letters."""
    return f"(?:{'|'.join('[ ]?'.join(word) for word in words)})"
