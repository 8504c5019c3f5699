"""A prompt, and how what it asks about is filled in."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ibidem.domain.errors import PromptError
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest

ReplyKind = Literal["text", "choice", "queries", "verdict", "yes_no"]

# An input stands in a tag of its own name and nowhere else: `<question>{{question}}</question>`, on one line or on three.
INPUT = re.compile(r"<([a-z_]+)>(\s*)\{\{([a-z_]+)\}\}(\s*)</\1>\n?")

# What may stand unseen inside a tag: white space, soft hyphens, zero-width and direction marks.
_UNSEEN = r"[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*+"
# By these the servers of open models mark who speaks; many read them in what a person wrote too.
_SPEAKERS = ("s", "start_of_turn", "end_of_turn", "think")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One task for a model in one language, as its file gives it. `digest` is of the file's text: 8 hexadecimal digits."""

    name: str
    language: Language
    version: int
    reply: ReplyKind
    max_tokens: int
    inputs: frozenset[str]
    system: str
    user: str
    digest: str

    @property
    def label(self) -> str:
        """How a trace names it: `gate.ko@1-3f2a9c1b`."""
        return f"{self.name}.{self.language}@{self.version}-{self.digest}"

    def fill(self, inputs: Mapping[str, str]) -> ModelRequest:
        """The call that asks about `inputs`: exactly those that the prompt declares. Raises PromptError for others.

        One pass over the file's text puts each value where its name stands; a value is never read as a template, so braces in it
        stay as they are. An empty value takes its tag along. A value cannot close its tag: see `enclosed`.
        """
        if frozenset(inputs) != self.inputs:
            raise PromptError(f"prompt {self.label} takes {_listed(self.inputs)}, not {_listed(inputs)}")
        lookalike = _lookalike(self.inputs)

        def block(found: re.Match[str]) -> str:
            tag, before, _, after = found.groups()
            value = inputs[tag].strip()
            return f"<{tag}>{before}{enclosed(value, lookalike)}{after}</{tag}>\n" if value else ""

        return ModelRequest(system=self.system, user=INPUT.sub(block, self.user).strip(), max_tokens=self.max_tokens)


def enclosed(value: str, lookalike: re.Pattern[str]) -> str:
    """The value with what looks like a tag of the prompt, or like a mark of who speaks, made harmless.

    Of `<question>`, `</ Question >`, `＜/question＞` (any case and width, with unseen characters in it), `<|im_start|>`,
    `<start_of_turn>` or `[INST]` the opening bracket becomes `‹`: still to be read, but no tag. All else stays to the letter,
    "p < 5 mTorr" and `<br>` included.
    """
    return lookalike.sub("‹", value)


@lru_cache
def _lookalike(inputs: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(
        _UNSEEN.join(f"[{letter}{chr(ord(letter) + 0xFEE0)}]" for letter in name) for name in (*sorted(inputs), *_SPEAKERS)
    )
    # Possessive throughout: a "<" before a hundred thousand spaces costs one look at each.
    return re.compile(
        rf"[<＜﹤](?={_UNSEEN}(?:[|｜]|(?:[/／∕⁄\\]{_UNSEEN})?+(?:{names})(?!\w)))|\[(?=/?INST\])",
        re.IGNORECASE,
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
