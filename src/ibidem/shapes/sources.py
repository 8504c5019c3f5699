"""The JSON of what an answer cites."""

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef


class SourceShape(BaseModel):
    """A document that the answer cites, under the number by which the answer cites it."""

    slot: int = Field(description="The n of `[n]` in this answer; 1 is the first.", examples=[1])
    doc_id: str = Field(examples=["sop_1203"])
    title: str = Field(examples=["게이트 밸브 교체"])
    page: int | None = Field(description="The page that was used, in formats that have pages.")
    score: float | None
    snippet: str
    uri: str
    version: str = Field(description="The version that was cited (a checksum); it stays readable.")
    owner: str = Field(description='Whose document it is; "" where nothing says so.')
    in_force: bool = Field(description="False: a draft, repealed, superseded, or of a date to come, when it was cited.")
    chunk_ids: list[str]

    @classmethod
    def of(cls, ref: DocRef) -> "SourceShape":
        return cls(
            slot=ref.slot,
            doc_id=ref.doc_id,
            title=ref.title,
            page=ref.page,
            score=ref.score,
            snippet=ref.snippet,
            uri=ref.uri,
            version=ref.version,
            chunk_ids=list(ref.chunk_ids),
            owner=ref.owner,
            in_force=ref.in_force,
        )


class StoredSource(SourceShape):
    """A source as it is kept with its turn."""

    source: str
    retrieval_method: str

    @classmethod
    def of(cls, ref: DocRef) -> "StoredSource":
        return cls(**SourceShape.of(ref).model_dump(), source=ref.source, retrieval_method=ref.retrieval_method)
