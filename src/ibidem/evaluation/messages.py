"""How well it is read what messages do: rows of messages with their acts, such as `training/messages` holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibidem.domain.errors import InvalidInput, ModelError
from ibidem.domain.languages import Language
from ibidem.evaluation.beir import Line, json_line, text_lines
from ibidem.evaluation.references import ReferenceScores
from ibidem.ports.models import Embedder
from ibidem.understanding.acts import ACTS, Act, Acts, read_acts
from ibidem.understanding.resolve import Unclear

_EXPLAINED = 3
# What rows that know no `recollect` call it: both ask about the conversation.
_COARSER: Mapping[Act, Act] = {"recollect": "recount"}


class ActRow(Line):
    """One line: a message, its language, and what it does."""

    lang: Language
    act: Act
    text: str


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """A row, and how likely each act is of it; `finer` rows tell `recollect` from `recount`."""

    row: ActRow
    acts: Acts
    finer: bool

    @property
    def act(self) -> Act:
        """What it is read as."""
        likeliest = max(self.acts.shares, key=lambda act: self.acts.shares[act])
        return likeliest if self.finer else _COARSER.get(likeliest, likeliest)

    @property
    def right(self) -> bool:
        """Whether that is what the row says."""
        return self.act == self.row.act

    def ways(self) -> str:
        """The likeliest acts in a line: `approve .93 | yes .05`."""
        ordered = sorted(self.acts.shares.items(), key=lambda one: -one[1])[:_EXPLAINED]
        return " | ".join(f"{act} {f'{share:.2f}'.removeprefix('0')}" for act, share in ordered)


def holds_acts(file: Path) -> bool:
    """Whether the lines of the file are messages with their acts; else they point at documents."""
    first = next((text for _, text in text_lines(file)), "")
    return '"act"' in first


def read_act_rows(file: Path) -> list[ActRow]:
    """The rows of a file. Raises InvalidInput, which names the line and the field."""
    rows = [json_line(f"{file.name} line {number}", text, ActRow) for number, text in text_lines(file)]
    if not rows:
        raise InvalidInput(file.name, "holds no messages", f"one JSON object a line with lang, act ({', '.join(ACTS)}) and text")
    return rows


async def evaluate_acts(rows: Sequence[ActRow], encoder: Embedder | None) -> tuple[ReadMessage, ...]:
    """What is read of the rows, with the encoder's vectors where there is one."""
    finer = any(row.act in _COARSER for row in rows)
    return tuple([ReadMessage(row, read_acts(row.text, await _vector(row.text, encoder)), finer) for row in rows])


async def _vector(text: str, encoder: Embedder | None) -> Sequence[float] | None:
    if encoder is None:
        return None
    try:
        return await encoder.embed_question(text)
    except ModelError:
        return None


def act_scores(read: Sequence[ReadMessage]) -> dict[str, object]:
    """How many rows there are and how many are right: in all, by language and by act; and approvals taken for rejections, or the
    other way round."""

    def counted(among: Sequence[ReadMessage]) -> dict[str, int]:
        return {"rows": len(among), "right": sum(one.right for one in among)}

    swapped = sum({one.act, one.row.act} == {"approve", "reject"} for one in read)
    languages = sorted({one.row.lang for one in read})
    acts = [act for act in ACTS if any(one.row.act == act for one in read)]
    return {
        **counted(read),
        "approve_reject_confused": swapped,
        "languages": {name: counted([one for one in read if one.row.lang == name]) for name in languages},
        "kinds": {act: counted([one for one in read if one.row.act == act]) for act in acts},
    }


def pointer_scores(scores: ReferenceScores) -> dict[str, object]:
    """The same for messages that point at documents, with the wrong documents and the needless questions among them."""
    outcomes = scores.outcomes
    return {
        "rows": len(outcomes),
        "right": sum(one.verdict == "right" for one in outcomes),
        "wrong_documents": scores.wrong_documents(),
        "needless_questions": sum(isinstance(one.resolution, Unclear) and one.verdict != "right" for one in outcomes),
    }
