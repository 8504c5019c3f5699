"""Which reader reads a file, and what every reader promises."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, ReadText, TooMuchText
from ibidem.corpus.reading.encodings import decode
from ibidem.corpus.reading.tesseract import INSTALL_RECOGNISER, installed, languages
from ibidem.domain.errors import EmptyDocument, UnreadableDocument, UnsupportedFormat

CODE = (
    *("py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "vue", "svelte", "java", "kt", "kts", "scala", "groovy"),
    *("c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "fs", "vb", "go", "rs", "swift", "m", "mm", "dart", "zig"),
    *("rb", "php", "pl", "pm", "lua", "r", "jl", "hs", "ml", "ex", "exs", "erl", "clj", "elm", "nim"),
    *("sql", "proto", "graphql", "gql", "tf", "cmake", "gradle"),
    *("toml", "ini", "cfg", "conf", "properties", "bib"),
)
# What programs write for programs, and a person never asks about.
GENERATED = (".min.js", ".min.mjs", ".bundle.js", "-lock.json", "-lock.yaml", ".lock.json", ".d.ts", ".map")
MOST_BYTES = 64 * 1024 * 1024


def _markdown(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.markdown import read_markdown

    return read_markdown(decode(name, original))


def _plain(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.plain import read_plain

    return read_plain(decode(name, original))


def _html(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.html import MOST_ATTRIBUTES, TooManyAttributes, read_html

    try:
        return read_html(decode(name, original))
    except TooManyAttributes as error:
        problem = f"a tag in it has more than {MOST_ATTRIBUTES:,} attributes"
        raise UnreadableDocument(name, problem, "save it anew, or as text") from error


def _pdf(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.pdf import read_pdf

    return read_pdf(name, original)


def _docx(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.docx import read_docx

    return read_docx(name, original)


def _sheets(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.sheets import read_sheets

    return read_sheets(name, original)


def _delimited(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.delimited import read_delimited

    return read_delimited(decode(name, original))


def _hwp(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.hwp import read_hwp

    return read_hwp(name, original)


def _hwpx(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.hwpx import read_hwpx

    return read_hwpx(name, original)


def _picture(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.ocr import read_picture

    return read_picture(name, original)


def _pptx(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.pptx import read_pptx

    return read_pptx(name, original)


def _odt(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.odt import read_odt

    return read_odt(name, original)


def _rtf(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.rtf import read_rtf

    return read_rtf(name, original)


def _mail(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.mail import read_mail

    return read_mail(name, original, read)


def _msg(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.mail import read_mail
    from ibidem.corpus.reading.msg import as_message

    return read_mail(name, as_message(name, original), read)


def _epub(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.epub import read_epub

    return read_epub(name, original)


def _odp(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.odp import read_odp

    return read_odp(name, original)


def _notebook(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.notebook import read_notebook

    return read_notebook(name, decode(name, original))


def _captions(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.captions import read_captions

    return read_captions(decode(name, original))


def _rst(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.rst import read_rst

    return read_rst(decode(name, original))


def _asciidoc(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.asciidoc import read_asciidoc

    return read_asciidoc(decode(name, original))


def _org(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.org import read_org

    return read_org(decode(name, original))


def _tex(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.tex import read_tex

    return read_tex(decode(name, original))


def _doc(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.office_binary import converted

    return _docx(name, converted(name, original, "docx"))


def _ppt(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.office_binary import converted

    return _pptx(name, converted(name, original, "pptx"))


def _json(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.data import read_json

    return read_json(decode(name, original))


def _yaml(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.data import read_yaml

    return read_yaml(decode(name, original))


def _xml(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.xml_records import read_xml

    return read_xml(name, original)


def _code(name: str, original: bytes) -> ReadText:
    from ibidem.corpus.reading.code import read_code

    return read_code(decode(name, original))


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read; its reader imports what it needs only when it is first called."""

    media_type: str
    extensions: tuple[str, ...]
    reader: Callable[[str, bytes], ReadText]


_FORMATS = (
    Format("text/markdown", ("md", "markdown"), _markdown),
    Format("text/x-rst", ("rst", "rest"), _rst),
    Format("text/asciidoc", ("adoc", "asciidoc"), _asciidoc),
    Format("text/org", ("org",), _org),
    Format("application/x-tex", ("tex", "latex"), _tex),
    Format("text/plain", ("txt", "text", "log"), _plain),
    Format("text/html", ("html", "htm", "xhtml"), _html),
    Format("application/pdf", ("pdf",), _pdf),
    Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", ("docx",), _docx),
    Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ("xlsx", "xlsm"), _sheets),
    Format("application/vnd.ms-excel", ("xls",), _sheets),
    Format("application/vnd.ms-excel.sheet.binary.macroEnabled.12", ("xlsb",), _sheets),
    Format("application/vnd.oasis.opendocument.spreadsheet", ("ods",), _sheets),
    Format("application/vnd.openxmlformats-officedocument.presentationml.presentation", ("pptx",), _pptx),
    Format("application/vnd.oasis.opendocument.text", ("odt",), _odt),
    Format("application/rtf", ("rtf",), _rtf),
    Format("application/vnd.oasis.opendocument.presentation", ("odp",), _odp),
    Format("application/msword", ("doc",), _doc),
    Format("application/vnd.ms-powerpoint", ("ppt",), _ppt),
    Format("application/epub+zip", ("epub",), _epub),
    Format("message/rfc822", ("eml",), _mail),
    Format("application/vnd.ms-outlook", ("msg",), _msg),
    Format("application/x-ipynb+json", ("ipynb",), _notebook),
    Format("text/vtt", ("vtt",), _captions),
    Format("application/x-subrip", ("srt",), _captions),
    Format("application/x-hwp", ("hwp",), _hwp),
    Format("application/hwp+zip", ("hwpx",), _hwpx),
    Format("application/json", ("json", "jsonl", "ndjson"), _json),
    Format("application/yaml", ("yaml", "yml"), _yaml),
    Format("application/xml", ("xml",), _xml),
    Format("text/x-source", CODE, _code),
    Format("text/csv", ("csv",), _delimited),
    Format("text/tab-separated-values", ("tsv",), _delimited),
)
# Documents only where a program is installed that recognises their text.
_PICTURES = (
    Format("image/png", ("png",), _picture),
    Format("image/jpeg", ("jpg", "jpeg"), _picture),
    Format("image/tiff", ("tif", "tiff"), _picture),
    Format("image/bmp", ("bmp",), _picture),
    Format("image/webp", ("webp",), _picture),
)
_PICTURE_EXTENSIONS = {extension: form for form in _PICTURES for extension in form.extensions}
_BY_EXTENSION: Mapping[str, Format] = {extension: form for form in _FORMATS for extension in form.extensions}


def format_of(name: str) -> Format:
    """The format that the file's name says. Raises UnreadableDocument for a name that says none or another one."""
    extension = PurePath(name).suffix.lower().removeprefix(".")
    if name.lower().endswith(GENERATED):
        raise UnsupportedFormat(name, "written by a program for programs", "leave it out")
    if extension in _PICTURE_EXTENSIONS:
        if not installed():
            raise UnreadableDocument(name, "a picture, and no Tesseract is there to recognise its text", INSTALL_RECOGNISER)
        return _PICTURE_EXTENSIONS[extension]
    if extension not in _BY_EXTENSION:
        problem = f"files ending in .{extension} are not read" if extension else "no extension says what kind of file it is"
        raise UnsupportedFormat(name, problem, f"save it as one of {', '.join('.' + e for e in _BY_EXTENSION if e not in CODE)}")
    return _BY_EXTENSION[extension]


def is_picture(name: str) -> bool:
    """Whether the file's name says that it is a picture."""
    return PurePath(name).suffix.lower().removeprefix(".") in _PICTURE_EXTENSIONS


def recognition_of(name: str) -> str:
    """What decides, beside its bytes, whether a file holds text: for a picture the languages that are recognised."""
    return "+".join(languages()) if is_picture(name) else ""


def read(name: str, original: bytes) -> ReadText:
    """Reads a file by its name's extension. Raises UnreadableDocument, also when there is no text in it."""
    form = format_of(name)
    if not original:
        raise EmptyDocument(name, "empty: the file holds no bytes", "leave it out, or copy it again")
    if len(original) > MOST_BYTES:
        raise UnreadableDocument(name, f"larger than {MOST_BYTES >> 20} MB", "split it into parts")
    try:
        found = form.reader(name, original)
    except TooMuchText as error:
        problem = f"holds more than {MOST_CHARACTERS:,} characters of text"
        raise UnreadableDocument(name, problem, "split it into parts") from error
    if not any(char.isalnum() for char in found.text):
        raise EmptyDocument(
            name, "nothing to read: no letter and no digit in it", "leave it out, or run OCR if it holds pictures"
        )
    return found
