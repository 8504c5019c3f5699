"""The JSON of what there is to ask about."""

from pydantic import BaseModel, Field

from ibidem.domain.documents import CorpusWords
from ibidem.domain.languages import Language


class CorpusShape(BaseModel):
    """What the documents that you may read hold, and how they are answered from."""

    profile: str = Field(examples=["equipment"])
    title: str = Field(description="What the profile is about, in the language asked for.")
    model: str | None = Field(description="The model that writes answers; null: passages, quoted as they stand.")
    documents: int = Field(description="How many there are.")
    doc_types: list[str]
    devices: list[str]
    languages: list[Language]
    questions: list[str] = Field(description="Up to three questions that the documents answer, made from their headings.")

    @classmethod
    def of(cls, words: CorpusWords, *, profile: str, title: str, model: str | None, questions: tuple[str, ...]) -> "CorpusShape":
        return cls(
            profile=profile,
            title=title,
            model=model,
            documents=words.documents,
            doc_types=list(words.doc_types),
            devices=list(words.devices),
            languages=list(words.languages),
            questions=list(questions),
        )
