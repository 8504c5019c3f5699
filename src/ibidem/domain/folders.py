"""What is known of a folder that was indexed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A file of an indexed folder, and the document that it became; `doc_id` is "" where there was none in it.

    `folder` is an absolute path, "" where a document was stored before folders were recorded; `path` is relative to it.
    `reading` changes with what the profile says of ids and devices, without a document with what was looked for.
    """

    folder: str
    path: str
    doc_id: str
    version: str
    reading: str
