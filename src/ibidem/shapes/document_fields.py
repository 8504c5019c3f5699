"""The JSON of a field that is set on documents."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from ibidem.domain.documents import Document
from ibidem.domain.fields import DocumentField
from ibidem.profile import Profile
from ibidem.shapes.documents import DocumentShape
from ibidem.shapes.filtering import stated
from ibidem.shapes.given import Name, RequestShape
from ibidem.shapes.requests import FieldValue

MOST_SET = 100  # documents of one request


class FieldRequest(RequestShape):
    """What several documents are to say of themselves under one name."""

    doc_ids: list[Name] = Field(min_length=1, max_length=MOST_SET, examples=[["sop_1203", "sop_1204"]])
    field: Name = Field(description="A field that the profile declares.", examples=["department"])
    value: FieldValue | list[FieldValue] = Field(
        description="Its value, for a list also several; an empty list: they say nothing there.", examples=["Sales"]
    )

    def to_domain(self, profile: Profile) -> DocumentField:
        """The field, once it fits what the profile declares. Raises InvalidInput."""
        values = self.value if isinstance(self.value, list) else [self.value]
        return stated(self.field, [str(one) for one in values], profile, "value")


class ChangedDocuments(BaseModel):
    """Documents as they are after a change."""

    documents: list[DocumentShape]

    @classmethod
    def of(cls, documents: Sequence[Document]) -> "ChangedDocuments":
        return cls(documents=[DocumentShape.of(one) for one in documents])
