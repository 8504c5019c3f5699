"""The JSON of what there is to ask about."""

from collections.abc import Sequence, Set

from pydantic import BaseModel, Field

from ibidem.domain.access import SCOPES, Scope
from ibidem.domain.documents import CorpusWords
from ibidem.domain.fields import FieldKind
from ibidem.domain.languages import Language
from ibidem.profile import DeclaredField, DocType

MOST_OFFERED = 200  # values of a field


class FieldShape(BaseModel):
    """Something that documents say of themselves, to filter by."""

    name: str = Field(examples=["department"])
    type: FieldKind
    label: str = Field(description="As people call it, in the language asked for.")
    values: list[str] = Field(description=f"Of texts and lists, up to {MOST_OFFERED} values that there are.")

    @classmethod
    def of(cls, field: DeclaredField, language: Language, values: Sequence[str]) -> "FieldShape":
        return cls(name=field.name, type=field.type, label=field.label.get(language, field.name), values=list(values))


class TypeShape(BaseModel):
    """A type of documents."""

    name: str = Field(examples=["sop"])
    label: str = Field(description="As people call it, in the language asked for; its name where the profile has no other.")

    @classmethod
    def of(cls, name: str, language: Language, declared: Sequence[DocType]) -> "TypeShape":
        return cls(name=name, label=next((one.label.get(language, name) for one in declared if one.name == name), name))


class CorpusShape(BaseModel):
    """What the documents that you may read hold, and how they are answered from."""

    profile: str = Field(examples=["general"])
    title: str = Field(description="What the profile is about, in the language asked for.")
    model: str | None = Field(description="The model that writes answers; null: passages, quoted as they stand.")
    models: list[str] = Field(description="The models that a question may name, the default first; none without a model.")
    documents: int = Field(description="How many there are.")
    doc_types: list[str]
    types: list[TypeShape] = Field(description="The same types, with how people call them.")
    devices: list[str]
    owners: list[str]
    fields: list[FieldShape] = Field(description="What the profile declares that documents can be filtered by.")
    languages: list[Language]
    questions: list[str] = Field(description="Up to three questions that the documents answer, made from their headings.")
    scopes: list[Scope] = Field(description="What you may do here.")

    @classmethod
    def of(
        cls,
        words: CorpusWords,
        *,
        profile: str,
        title: str,
        models: Sequence[str],
        types: Sequence[TypeShape],
        fields: Sequence[FieldShape],
        questions: tuple[str, ...],
        scopes: Set[Scope],
    ) -> "CorpusShape":
        return cls(
            profile=profile,
            title=title,
            model=models[0] if models else None,
            models=list(models),
            documents=words.documents,
            doc_types=list(words.doc_types),
            types=list(types),
            devices=list(words.devices),
            owners=list(words.owners),
            fields=list(fields),
            languages=list(words.languages),
            questions=list(questions),
            scopes=[scope for scope in SCOPES if scope in scopes],
        )
