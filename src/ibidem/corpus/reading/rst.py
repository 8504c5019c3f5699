# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportPrivateUsage=false
"""reStructuredText by way of docutils, and what Sphinx adds to it. Nothing is included, run or fetched."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar, cast

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles
from docutils.utils import Reporter

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line, tidy, unwrapped
from ibidem.corpus.reading.numbering import written

_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:\|[^|\n]{1,80}\| )?([A-Za-z][\w:.+-]{0,60})::", re.MULTILINE)
_ROLE = re.compile(r":([A-Za-z][\w:.+-]{0,60}):`")
_TARGET = re.compile(r"\A([^<>]*\S)\s*<[^<>]*>\Z", re.DOTALL)
_LISTINGS = frozenset(
    {"code-block", "sourcecode", "highlight", "prompt", "doctest", "testcode", "parsed-literal", "mermaid", "graphviz"}
)
_UNSEEN = frozenset({"toctree", "index", "include", "literalinclude", "raw", "image", "autosummary", "contents", "meta", "role"})
_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": Reporter.SEVERE_LEVEL + 1,
    "halt_level": Reporter.SEVERE_LEVEL + 1,
    "_disable_config": True,
    "warning_stream": False,
    "line_length_limit": 10_000_000,
    "syntax_highlight": "none",
    "doctitle_xform": False,
    "smart_quotes": False,
}
_UNREAD = (nodes.system_message, nodes.comment, nodes.substitution_definition, nodes.target, nodes.image, nodes.raw)


class _AnyOption(dict[str, Any]):
    """Options of any name."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, _: str) -> object:
        return directives.unchanged


class _OfSphinx(Directive):
    """A directive that docutils does not know: its argument is a line, what stands in it is read."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = _AnyOption()

    def run(self) -> list[nodes.Node]:
        if self.name in _UNSEEN:
            return []
        if self.name in _LISTINGS:
            text = "\n".join(self.content)
            return [nodes.literal_block(text, text, language=self.arguments[0] if self.arguments else "")]
        inside = nodes.container()
        if self.arguments:
            inside += nodes.paragraph("", "", nodes.Text(self.arguments[0]))
        self.state.nested_parse(self.content, self.content_offset, inside)
        return [inside]


def _role(_: str, rawtext: str, text: str, *__: object, **___: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A role that docutils does not know: the words that it shows."""
    named = _TARGET.match(text)
    shown = named[1] if named is not None else text.lstrip("~!")
    return [nodes.inline(rawtext, shown)], []


def read_rst(text: str) -> ReadText:
    """Reads reStructuredText; what is wrong in it is read as far as it goes."""
    source = tidy(text)
    # By names that the published stubs leave out.
    known = {*cast("Any", directives)._directive_registry, *cast("Any", directives)._directives}
    known_roles = cast("Any", roles)._role_registry
    for name in {*_DIRECTIVE.findall(source)}:
        if name in _UNSEEN | _LISTINGS or name not in known:
            directives.register_directive(name, _OfSphinx)
    for name in {*_ROLE.findall(source)} - {*known_roles}:
        roles.register_local_role(name, cast("Any", _role))
    builder = TextBuilder()
    _Reader(builder).walk(publish_doctree(source, settings_overrides=_SETTINGS), 1)
    return builder.finish()


class _Reader:
    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._lists = 0
        self._mark: str | None = None  # of the list item that has no text yet

    def walk(self, parent: nodes.Element, level: int) -> None:
        """Adds what stands below; `level` is that of the headings there."""
        for node in parent.children:
            if isinstance(node, nodes.section):
                self.walk(node, level + 1)
            elif isinstance(node, nodes.title | nodes.rubric) and isinstance(parent, nodes.section | nodes.document):
                self._builder.heading(level - 1 if isinstance(node, nodes.title) else level, _words(node))
            elif isinstance(node, nodes.docinfo | nodes.field_list):
                self._fields(node)
            elif isinstance(node, nodes.literal_block | nodes.doctest_block):
                self._builder.code(node.astext(), str(node.get("language", "")))
            elif isinstance(node, nodes.math_block):
                self._builder.paragraph(f"$${one_line(node.astext())}$$")
            elif isinstance(node, nodes.table):
                self._table(node)
            elif isinstance(node, nodes.bullet_list | nodes.enumerated_list):
                self._list(node, level)
            elif isinstance(node, nodes.definition_list_item):
                self._text(": ".join(_words(one) for one in node.children if isinstance(one, nodes.term | nodes.classifier)))
                self.walk(cast("nodes.Element", node.children[-1]), level)
            elif isinstance(node, nodes.footnote | nodes.citation):
                self._text(" ".join(_words(one) for one in node.children))
            elif isinstance(node, nodes.TextElement) and not isinstance(node, _UNREAD):
                self._text(_words(node))
            elif isinstance(node, nodes.Element) and not isinstance(node, _UNREAD):
                self.walk(node, level)

    def _text(self, text: str) -> None:
        if not self._lists:
            self._builder.paragraph(text)
        elif text:
            self._builder.item(self._mark or "", text, self._lists - 1 + (self._mark is None))
            self._mark = None

    def _list(self, node: nodes.Element, level: int) -> None:
        self._lists += 1
        first = int(node.get("start", 1))
        for number, item in enumerate(node.children, first):
            self._mark = "-" if isinstance(node, nodes.bullet_list) else _number(node, number)
            if isinstance(item, nodes.Element):
                self.walk(item, level)
        self._mark = None
        self._lists -= 1

    def _fields(self, node: nodes.Element) -> None:
        """Names and values: who wrote it and when, parameters of a function."""
        lines = (
            f"{_words(one[0])}: {_words(one[1])}" if isinstance(one, nodes.field) else f"{one.tagname}: {_words(one)}"
            for one in node.children
            if isinstance(one, nodes.Element)
        )
        self._text("\n".join(line for line in lines if line.split(": ", 1)[-1]))

    def _table(self, table: nodes.Element) -> None:
        for title in table.findall(nodes.title):
            self._builder.paragraph(_words(title))
        rows = [[_words(entry) for entry in row.children] for row in table.findall(nodes.row)]
        self._builder.table(rows)


_FORMATS = {"loweralpha": "lowerLetter", "upperalpha": "upperLetter", "lowerroman": "lowerRoman", "upperroman": "upperRoman"}


def _number(node: nodes.Element, number: int) -> str:
    shown = written(number, _FORMATS.get(str(node.get("enumtype", "")), "decimal"))
    return f"{node.get('prefix', '')}{shown}{node.get('suffix', '.')}"


def _words(node: nodes.Node) -> str:
    """What a reader sees of a paragraph or a cell."""
    return unwrapped("".join(_pieces(node)).strip())


def _pieces(node: nodes.Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield child.astext()
        elif isinstance(child, nodes.math):
            yield f"${child.astext()}$"
        elif isinstance(child, nodes.footnote_reference | nodes.citation_reference):
            continue
        elif not isinstance(child, _UNREAD):
            yield from _pieces(child)
            yield "" if isinstance(child, nodes.Inline) else "\n"
