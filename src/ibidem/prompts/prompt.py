"""A prompt, and how what it asks about is filled in."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ibidem.domain.errors import PromptError
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.prompts.enclosing import enclosed

ReplyKind = Literal["text", "choice", "queries", "verdict", "yes_no", "tool_call", "numbers"]

# An input stands in a tag of its own name and nowhere else: `<question>{{question}}</question>`, on one line or on three.
INPUT = re.compile(r"<([a-z_]+)>(\s*)\{\{([a-z_]+)\}\}(\s*)</\1>\n?")
_TAG = re.compile(r"</?([a-z_]+)>")


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

    def with_words(self, words: str) -> "Prompt":
        """The same with further instructions at the end of the system text, and a digest of both."""
        digest = hashlib.sha256(f"{self.digest}\0{words}".encode()).hexdigest()[: len(self.digest)]
        return replace(self, system=f"{self.system}\n- {words}", digest=digest)

    def fill(self, inputs: Mapping[str, str]) -> ModelRequest:
        """The call that asks about `inputs`: exactly those that the prompt declares. Raises PromptError for others.

        One pass over the file's text puts each value where its name stands; a value is never read as a template, so braces in it
        stay as they are. An empty value takes its tag along. A value closes no tag: see `enclosing`.
        """
        if frozenset(inputs) != self.inputs:
            raise PromptError(f"prompt {self.label} takes {_listed(self.inputs)}, not {_listed(inputs)}")
        tags = frozenset(_TAG.findall(self.system + self.user))

        def block(found: re.Match[str]) -> str:
            tag, before, _, after = found.groups()
            value = inputs[tag].strip()
            return f"<{tag}>{before}{enclosed(value, tags)}{after}</{tag}>\n" if value else ""

        return ModelRequest(system=self.system, user=INPUT.sub(block, self.user).strip(), max_tokens=self.max_tokens)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
