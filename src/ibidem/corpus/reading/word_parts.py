# pyright: reportPrivateUsage=false
"""What a Word document keeps beside its body: notes, comments, running heads, charts, and where its links lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self, cast

from docx.document import Document
from lxml import etree

from ibidem.corpus.reading.word_styles import attribute, is_on, qualified

_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


@dataclass(frozen=True, slots=True)
class WordParts:
    """The parts that the body refers to: notes and comments by their ids, charts, addresses and pictures by those of their
    relations."""

    footnotes: Mapping[str, etree._Element] = field(default_factory=dict[str, etree._Element])
    endnotes: Mapping[str, etree._Element] = field(default_factory=dict[str, etree._Element])
    comments: Mapping[str, etree._Element] = field(default_factory=dict[str, etree._Element])
    charts: Mapping[str, etree._Element] = field(default_factory=dict[str, etree._Element])
    addresses: Mapping[str, str] = field(default_factory=dict[str, str])
    heads: tuple[etree._Element, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    @classmethod
    def of(cls, document: Document) -> Self:
        """Reads the parts that are there. Raises XMLSyntaxError."""
        inside: dict[str, list[tuple[str, bytes]]] = {}
        addresses: dict[str, str] = {}
        for key, relation in document.part.rels.items():
            if relation.is_external:
                addresses[key] = relation.target_ref
            else:
                inside.setdefault(relation.reltype.rpartition("/")[2], []).append((key, relation.target_part.blob))
        heads = {key: _parsed(blob) for kind in ("header", "footer") for key, blob in inside.get(kind, [])}
        even = any(
            is_on(one) for _, blob in inside.get("settings", []) for one in _parsed(blob).iter(qualified("evenAndOddHeaders"))
        )
        body = cast("etree._Element", document.element)
        return cls(
            footnotes=_by_id(inside.get("footnotes", [])),
            endnotes=_by_id(inside.get("endnotes", [])),
            comments=_by_id(inside.get("comments", [])),
            charts={key: _parsed(blob) for key, blob in inside.get("chart", [])},
            addresses=addresses,
            heads=tuple(
                heads[key]
                for key in dict.fromkeys(_heads(body, {"default", "first", *(("even",) if even else ())}))
                if key in heads
            ),
            pictures=dict(inside.get("image", [])),
        )


def _parsed(blob: bytes) -> etree._Element:
    return etree.fromstring(blob, etree.XMLParser(resolve_entities=False, no_network=True))


def _by_id(parts: list[tuple[str, bytes]]) -> dict[str, etree._Element]:
    """The notes or comments of a part; separators, which have a type, are none."""
    each = (one for _, blob in parts for one in _parsed(blob) if attribute(one, "type") in (None, "normal"))
    return {number: one for one in each if (number := attribute(one, "id")) is not None}


def _heads(body: etree._Element, kinds: set[str]) -> Iterator[str]:
    """The ids of the running heads, then of the feet, that a page shows."""
    for wanted in ("headerReference", "footerReference"):
        for section in body.iter(qualified("sectPr")):
            title = section.find(qualified("titlePg"))
            for one in section.iterfind(qualified(wanted)):
                kind = attribute(one, "type") or "default"
                if kind in kinds and (kind != "first" or (title is not None and is_on(title))):
                    yield one.get(_ID) or ""
