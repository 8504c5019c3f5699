"""A conversation as one file that any browser shows, anywhere: no script, nothing fetched, its sources' quotes in it.

Everything is escaped text, but for the answers, which are rendered and cleaned as for the page of the service.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from html import escape

from ibidem.domain.conversation import DocRef, Session, Turn
from ibidem.domain.languages import Language
from ibidem.language.tables import cells_of, is_row
from ibidem.shapes.export_labels import LABELS, Labels, when
from ibidem.shapes.rendering import answer_html
from ibidem.turn.answers.withheld import notice_of

END = "</main>\n</body>\n</html>\n"
_CITATION = re.compile(r"\[(\d{1,3})\]")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; background: #fbfaf8; color: #1d1c1a; overflow-wrap: anywhere; }
main { max-width: 46em; margin: 0 auto; padding: 2em 1.25em 4em; }
h1 { font-size: 1.5em; margin: 0; }
.meta { color: #6b665e; font-size: .85em; margin: .25em 0; }
section { border-top: 1px solid #e2ded6; margin-top: 2em; padding-top: 1em; }
h2 { font-size: 1.1em; white-space: pre-wrap; margin: .25em 0 .75em; }
.answer h1, .answer h2, .answer h3 { font-size: 1em; }
table { border-collapse: collapse; } th, td { border: 1px solid #c9c4ba; padding: .2em .6em; text-align: left; }
.sources { font-size: .9em; padding: 0; list-style: none; }
.sources li { margin: .75em 0; }
blockquote { margin: .25em 0 0; padding-left: .8em; border-left: 3px solid #1f5f8b; white-space: pre-wrap; }
a { color: #1f5f8b; text-decoration: none; } :target { background: #fff0b3; }
pre { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { background: #161719; color: #ecebe8; } .meta { color: #98948c; } section { border-color: #2f3236; }
  a { color: #7db8e0; } blockquote { border-color: #7db8e0; } th, td { border-color: #4a4e54; } :target { background: #574a14; }
}
"""


def page_head(session: Session, language: Language, zone: tzinfo) -> str:
    """What stands over the turns."""
    labels = LABELS[language]
    name = escape(" ".join((session.title or session.first_question).split()) or labels.title)
    times = f"{when(session.started, zone)} – {when(session.last_turn, zone)} · {labels.turns.format(session.turns)}"
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{name}</h1>\n<p class="meta">{escape(times)}</p>\n'
        f'<p class="meta">{escape(labels.made.format(when(datetime.now(UTC), zone)))}</p>\n'
    )


def turn_section(turn: Turn, zone: tzinfo) -> str:
    """A turn: the question, the answer with its citations as links to the sources below it, and these with what they say."""
    return "".join(_turn(turn, LABELS[turn.content.language], zone))


def _turn(turn: Turn, labels: Labels, zone: tzinfo) -> Iterator[str]:
    content, number = turn.content, turn.turn_id
    anew = "" if turn.replaced_by is None else f" · {labels.replaced.format(turn.replaced_by)}"
    yield f'<section id="t{number}" lang="{content.language}">\n'
    yield f'<p class="meta">{number} · {escape(when(turn.ts, zone) + anew)}</p>\n'
    yield f"<h2>{escape(content.user_text)}</h2>\n"
    if content.assistant_text and not turn.withheld:
        yield f'<div class="answer">{_linked(turn)}</div>\n'
    if (notice := notice_of(turn)) is not None:
        yield f'<p class="meta">{escape(notice)}</p>\n'
    if content.doc_refs:
        yield f'<p class="meta">{escape(labels.sources)}</p>\n<ul class="sources">\n'
        yield from (_source(turn, ref, labels) for ref in content.doc_refs)
        yield "</ul>\n"
    yield "</section>\n"


def _linked(turn: Turn) -> str:
    slots = {ref.slot for ref in turn.content.doc_refs}

    def link(found: re.Match[str]) -> str:
        return f'<a href="#t{turn.turn_id}s{found[1]}">{found[0]}</a>' if int(found[1]) in slots else found[0]

    return _CITATION.sub(link, answer_html(turn.content.assistant_text, turn.content.parts))


def _source(turn: Turn, ref: DocRef, labels: Labels) -> str:
    """A source with what was quoted from it, else with the passage that was read."""
    page = "" if ref.page is None else labels.page.format(ref.page)
    details = (ref.doc_id, ref.owner, page, ref.version, "" if ref.in_force else labels.not_in_force)
    parts = [] if turn.withheld else [part.text for part in turn.content.parts if part.slot == ref.slot and part.kind != "notice"]
    quotes = parts or ([ref.snippet] if ref.snippet else [])
    said = "".join(f"<blockquote>{escape(_plain(quote))}</blockquote>\n" for quote in quotes)
    return (
        f'<li id="t{turn.turn_id}s{ref.slot}">[{ref.slot}] <strong>{escape(ref.title)}</strong> '
        f'<span class="meta">{escape(" · ".join(filter(None, details)))}</span>\n{said}</li>\n'
    )


def _plain(quote: str) -> str:
    """What a document says, its rows of tables without bars."""
    return "\n".join(" · ".join(filter(None, cells_of(line))) if is_row(line) else line for line in quote.splitlines())
