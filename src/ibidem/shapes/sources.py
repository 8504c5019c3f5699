"""The JSON of what an answer cites."""

from collections.abc import Sequence
from urllib.parse import quote

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Figure
from ibidem.shapes.scores import as_shown


class FigureShape(BaseModel):
    """A picture in a document, near what is cited."""

    id: str = Field(description="The SHA-256 of its bytes.")
    url: str = Field(description="Where the picture is: for whoever may read the document.")
    caption: str = Field(description='What the document calls it; "" where it says nothing.')
    width: int = Field(description="In pixels.")
    height: int

    @classmethod
    def of(cls, figure: Figure, doc_id: str, version: str) -> "FigureShape":
        return cls(
            id=figure.figure_id,
            url=f"/v1/documents/{quote(doc_id, safe='')}/figures/{figure.figure_id}?version={version}",
            caption=figure.caption,
            width=figure.width,
            height=figure.height,
        )


class SourceShape(BaseModel):
    """A document that the answer cites, under the number by which the answer cites it."""

    slot: int = Field(description="The n of `[n]` in this answer; 1 is the first.", examples=[1])
    doc_id: str = Field(examples=["sop_1203"])
    title: str = Field(examples=["게이트 밸브 교체"])
    page: int | None = Field(description="The page that was used, in formats that have pages.")
    score: float | None = Field(
        description="0 to 1. The score that a retriever sent, or the probability that a reader gives it, where the profile wants "
        "that; else 1 divided by its place among the sources, the best match first. Null where none was searched for.",
        examples=[1.0],
    )
    snippet: str
    uri: str
    version: str = Field(description="The version that was cited (a checksum); it stays readable.")
    owner: str = Field(description='Whose document it is; "" where nothing says so.')
    in_force: bool = Field(description="False: a draft, repealed, superseded, or of a date to come, when it was cited.")
    chunk_ids: list[str]
    figures: list[FigureShape] = Field(description="The pictures near what is cited, at most three.")

    @staticmethod
    def of_answer(refs: Sequence[DocRef]) -> list["SourceShape"]:
        """The sources of one answer."""
        scores = as_shown([ref.score for ref in refs], [ref.relevance for ref in refs])
        return [_source(ref, score) for ref, score in zip(refs, scores, strict=True)]


def _source(ref: DocRef, score: float | None) -> SourceShape:
    return SourceShape(
        slot=ref.slot,
        doc_id=ref.doc_id,
        title=ref.title,
        page=ref.page,
        score=score,
        snippet=ref.snippet,
        uri=ref.uri,
        version=ref.version,
        chunk_ids=list(ref.chunk_ids),
        owner=ref.owner,
        in_force=ref.in_force,
        figures=[FigureShape.of(one, ref.doc_id, ref.version) for one in ref.figures],
    )


class StoredSource(SourceShape):
    """A source as it is kept with its turn."""

    source: str
    retrieval_method: str

    @classmethod
    def of_turn(cls, refs: Sequence[DocRef]) -> list["StoredSource"]:
        """The sources of a stored turn."""
        shown = SourceShape.of_answer(refs)
        return [
            cls(**one.model_dump(), source=ref.source, retrieval_method=ref.retrieval_method)
            for one, ref in zip(shown, refs, strict=True)
        ]
